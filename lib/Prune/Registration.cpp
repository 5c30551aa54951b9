// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Registration.h"

#include "Object/RecordNames.h"
#include "Registry/Resolver.h"
#include "Support/Try.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace etprune {

MapIndex indexOf(const SelfRegisteringProgram &Program, const LinkMap &Map) {
  std::vector<const InputObject *> Objects;
  for (const SelfRegisteringObject &Object : Program.objects())
    Objects.push_back(Object.Object);
  return MapIndex(Map, Objects);
}

namespace {

StringRef sectionOf(uint64_t Function, const LinkMap *Map) {
  const Contribution *Code = Map ? Map->contributionAt(Function) : nullptr;
  return Code ? Code->Section : "";
}

/// The calls that a kernel in an image was narrowed to; none if it was not narrowed. The function's
/// symbol encodes the calls. If the image is stripped, the calls are read from the section's name.
CallDtypesSet callsOf(const KernelEntry &Entry, const LinkMap *Map) {
  auto Calls = callsOfSymbol(Entry.Symbol);
  if (StringRef Section = sectionOf(Entry.Function, Map); !Calls && Section.consume_front(".text."))
    Calls = callsOfSymbol(Section);
  return Calls.value_or(CallDtypesSet());
}

bool hasKey(const KernelRecord &Record, const KernelEntry &Entry) {
  return Record.Op == Entry.Name && Record.Key == Entry.Key;
}

/// True if the entry may come from the record. In a table for ExecuTorch's own registry, the key of
/// an entry is the text of one call, which the record's key matches. An entry without a key serves
/// calls without tensors, or all calls that no other entry serves.
bool mayGive(const KernelRecord &Record, const KernelEntry &Entry) {
  if (hasKey(Record, Entry))
    return true;
  if (Record.Op != Entry.Name || Record.IsSelfRegistered || !Record.Key)
    return false;
  if (!Entry.Key)
    return true;
  et::KernelKeyMatcher Matcher(Record.Key->data(), Record.Key->size());
  return et::feed_kernel_key(Matcher, Entry.Key->data(), Entry.Key->size()) && Matcher.matches();
}

/// Finds the record of an entry by the symbol or the code section of the entry's function. If
/// neither names a record, the entry's operator and key decide. Null if they fit several records or
/// none.
const KernelRecord *findRecord(const KernelEntry &Entry, ArrayRef<KernelRecord> Records,
                               const StringMap<const KernelRecord *> &ByName, const LinkMap *Map) {
  for (StringRef Name : {Entry.Symbol, kernelOfCode(sectionOf(Entry.Function, Map))})
    if (const KernelRecord *Record = Name.empty() ? nullptr : ByName.lookup(Name))
      if (mayGive(*Record, Entry))
        return Record;
  for (auto Gives : {hasKey, mayGive}) {
    auto Fits = [&](const KernelRecord &Record) { return Gives(Record, Entry); };
    if (const auto *Found = llvm::find_if(Records, Fits); Found != Records.end())
      return llvm::count_if(Records, Fits) == 1 ? Found : nullptr;
  }
  return nullptr;
}

bool hasInitializers(const SelfRegisteringProgram &Program, const ElfImage &Image,
                     const LinkMap *Map) {
  if (!Map)
    return Image.findSymbol(Program.runtime().registerFunction()) &&
           !Image.findSymbol(RegistrationCallName);
  const MapIndex InImage = indexOf(Program, *Map);
  return llvm::any_of(Program.objects(), [&](const SelfRegisteringObject &Object) {
    return llvm::any_of(Object.Initializers, [&](const KernelInitializer &Initializer) {
      return InImage.contains(*Object.Object, Initializer.Code);
    });
  });
}

struct ImagePlanner {
  Expected<PrunePlan> run();
  Error takeTable(const KernelTableRange &Table);
  void keep(const KernelRecord &Record, CallDtypesSet Calls);
  bool isOfFullLink(const std::optional<KernelTableRange> &Table) const;

  const ElfImage &Image;
  const LinkMap *const Map;
  const LinkKernels &Kernels;
  const SelfRegisteringProgram *const Program = Kernels.Program.get();
  std::set<const KernelRecord *> Kept = {};
  PrunePlan Plan = {};
};

void ImagePlanner::keep(const KernelRecord &Record, CallDtypesSet Calls) {
  if (!Kept.insert(&Record).second)
    return;
  Plan.Kept.push_back({&Record, {}});
  Plan.Kept.back().HasAnyDtypes = Calls.empty();
  Plan.Kept.back().Dtypes = std::move(Calls);
}

Error ImagePlanner::takeTable(const KernelTableRange &Table) {
  ASSIGN_OR_RETURN(auto Entries, readKernelTable(Image, Table, Kernels.entryWords()));
  StringMap<const KernelRecord *> ByName;
  for (const KernelRecord &Record : Kernels.Records)
    ByName[Record.Symbol] = ByName[Record.id()] = &Record;
  for (const KernelEntry &Entry : Entries) {
    const KernelRecord *Record = findRecord(Entry, Kernels.Records, ByName, Map);
    if (!Record)
      return createStringError(
          "'" + Image.name() + "' registers a kernel for '" + Entry.Name +
          "', but et-prune cannot find the record of this kernel: no record in the link's inputs "
          "matches, or several records match; after '--', give the command that linked this image");
    Plan.Table.push_back({Record, Entry.Key});
    keep(*Record, callsOf(Entry, Map));
  }
  return Error::success();
}

/// True for the full image. The table of a pruned image may have all kernels of the link, too. In
/// the full image, et-prune's registry for ExecuTorch defines RegisteredKernelsSymbol. If no code
/// of a pruned image registers kernels, the table's object defines it at the end of the table.
bool ImagePlanner::isOfFullLink(const std::optional<KernelTableRange> &Table) const {
  if (!Table) // the program registers all kernels when it starts
    return true;
  if (Program && Program->hasInitializers())
    return hasInitializers(*Program, Image, Map);
  const bool HasAllRecords = llvm::all_of(Kernels.Records, [&](const KernelRecord &Record) {
    return Record.IsSelfRegistered || Kept.count(&Record);
  });
  return HasAllRecords &&
         (!Program || (Program->matchesKeys() &&
                       findAddress(Image, Map, RegisteredKernelsSymbol) != Table->End));
}

Expected<PrunePlan> ImagePlanner::run() {
  auto Found = findKernelTable(Image, Map);
  if (!Found && !Program)
    return Found.takeError();
  const auto Table = expectedToStdOptional(std::move(Found));
  if (Table)
    RETURN_IF_ERROR(takeTable(*Table));
  Plan.Everything = isOfFullLink(Table);
  for (const KernelRecord &Record : Kernels.Records)
    if (Plan.Everything && Record.IsSelfRegistered)
      keep(Record, {});
    else if (!Kept.count(&Record))
      Plan.Dropped.push_back(&Record);
  llvm::sort(Plan.Dropped, [](const KernelRecord *A, const KernelRecord *B) { return *A < *B; });
  return std::move(Plan);
}

} // namespace

Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                const LinkKernels &Kernels) {
  return ImagePlanner{Image, Map, Kernels}.run();
}

namespace {

struct RegistrationReader {
  Error readKernels();
  bool takePlan();
  void takeEntries();
  void readBackends();

  const ElfImage &Image;
  const ImageLink *Link;
  /// Null if there is no bundle, or if the program registers kernels only by its table.
  const SelfRegisteringProgram *const Program = Link ? Link->Link.Kernels.Program.get() : nullptr;
  const MapIndex InImage = Program ? indexOf(*Program, Link->Map) : MapIndex();
  Registration Result = {};
};

void RegistrationReader::takeEntries() {
  Result.StandIn = std::make_unique<InputObject>();
  Result.StandIn->Name = Image.name();
  std::set<std::pair<std::string, std::optional<std::string>>> Known;
  for (const KernelEntry &Entry : Result.Entries) {
    KernelRecord Record;
    Record.Op = Entry.Name;
    Record.Key = Entry.Key;
    Record.Variant = Entry.Key.value_or("any");
    Record.Object = Result.StandIn.get();
    if (!Entry.Symbol.empty()) {
      auto [Rest, Library] = Entry.Symbol.rsplit('$');
      Record.Symbol = Entry.Symbol;
      Record.Library = Library;
      Record.Variant = Rest.rsplit('$').second;
    }
    Record.OnlyCalls = callsOf(Entry, nullptr);
    if (!Record.OnlyCalls.empty())
      Record.Variant = dtypeNames(Record.OnlyCalls);
    if (Known.insert({Record.Op, Record.Key}).second) // lookups find only the first entry
      Result.Kernels.push_back(std::move(Record));
  }
}

/// Takes the kernels from the records of the link. False if an entry of the table has no record in
/// the link, or if its record is ambiguous.
bool RegistrationReader::takePlan() {
  auto Plan = expectedToStdOptional(planOfImage(Image, &Link->Map, Link->Link.Kernels));
  if (!Plan)
    return false;
  std::set<std::pair<StringRef, std::optional<std::string>>> InTable;
  for (size_t I = 0; I < Plan->Table.size(); ++I) {
    const auto &[Record, Key] = Plan->Table[I];
    InTable.insert({Record->Op, Key});
    // If the entry has no key (mayGive), the kernel still takes only the calls of the record's key.
    Result.Kernels.push_back(*Record);
    if (Key)
      Result.Kernels.back().Key = Key;
    Result.Kernels.back().OnlyCalls = callsOf(Result.Entries[I], &Link->Map);
  }
  for (const PlannedKernel &Kernel : Plan->Kept) {
    const KernelRecord &Record = *Kernel.Record;
    if (Plan->Everything && Record.IsSelfRegistered && !InTable.count({Record.Op, Record.Key}) &&
        InImage.contains(*Record.Object, Record.RecordSection)) {
      Result.Kernels.push_back(Record);
      ++Result.NumAtStart;
    }
  }
  return true;
}

Error RegistrationReader::readKernels() {
  if (Program)
    for (const RegistryCaller &Caller : Program->KernelCallers)
      if (InImage.contains(*Caller.Code.Object, Caller.Code.Index))
        Result.OtherCallers.push_back(Caller.Description);

  auto Range = findKernelTable(Image, Link ? &Link->Map : nullptr);
  auto IsDefined = [&](StringRef Symbol) { return Image.findSymbol(Symbol) != nullptr; };
  const bool MayRegister =
      !IsDefined(RegistrationCallName) && llvm::any_of(runtimes(), [&](const Runtime *Kind) {
        return IsDefined(Kind->registerFunction());
      });
  if (!Range && !Program && !MayRegister)
    return Range.takeError();
  Result.Table = expectedToStdOptional(std::move(Range));
  if (!Link && MayRegister)
    Result.Table.reset();
  if (!Result.Table && !Program)
    return createStringError("'" + Image.name() +
                             "' registers its kernels at program start; only its link bundle can "
                             "tell which");
  if (Result.Table)
    RETURN_IF_ERROR(
        readKernelTable(Image, *Result.Table, Link ? Link->Link.Kernels.entryWords() : 3)
            .moveInto(Result.Entries));
  if (!Link || !takePlan())
    takeEntries();
  // If two kernels serve the same calls, the program finds the first. The resolver takes the kernel
  // of higher priority, so the first kernel gets the highest priority.
  for (size_t I = 0; I < Result.Kernels.size(); ++I)
    Result.Kernels[I].Priority = -static_cast<int>(I);
  return Error::success();
}

void RegistrationReader::readBackends() {
  for (const KernelRecord &Kernel : Result.Kernels)
    if (isBackend(Kernel.Op))
      Result.Backends.insert(Kernel.Op.substr(BackendPrefix.size()));
  if (Program) {
    for (const BackendInitializer &Backend : Program->Backends)
      if (InImage.contains(*Backend.Code.Object, Backend.Code.Index))
        Result.Backends.insert(Backend.Name);
    for (const RegistryCaller &Caller : Program->BackendCallers)
      if (InImage.contains(*Caller.Code.Object, Caller.Code.Index))
        Result.WhyOtherBackends = Caller.Description;
    if (!Program->registry())
      Result.WhyOtherBackends = "the registry of backends is in a shared library, which may itself "
                                "register more backends; check whether the shared library "
                                "registers this backend";
    return;
  }
  // This project's runtime (et::Method) finds backends only in the table. If the image has no other
  // runtime, Result.Backends therefore has all backends.
  bool IsOurs = false;
  for (const ImageSymbol &Symbol : Image.symbols()) {
    for (const Runtime *Kind : runtimes())
      if (Kind->isOwnSymbol(Symbol.Name)) {
        Result.WhyOtherBackends = "the program registers its backends in " + Kind->name().str() +
                                  "'s registry at its start, and only the link bundle shows which "
                                  "backends; put the image's link bundle beside the image";
        return;
      }
    IsOurs |= Symbol.Name.starts_with("_ZN2et6Method") || Symbol.Name.starts_with("_ZNK2et6Method");
  }
  if (!IsOurs)
    Result.WhyOtherBackends =
        "et-prune cannot determine the image's backends, because the image has no symbols of "
        "ExecuTorch or et::Method; if the image was stripped, check the unstripped image";
}

} // namespace

Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link) {
  RegistrationReader Reader{Image, Link};
  RETURN_IF_ERROR(Reader.readKernels());
  Reader.readBackends();
  return std::move(Reader.Result);
}

} // namespace etprune
