// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Registration.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The records of a link, to be found by the entries of its table.
class RecordIndex {
public:
  explicit RecordIndex(ArrayRef<KernelRecord> Records) {
    for (const KernelRecord &Record : Records) {
      BySymbol[Record.Symbol] = &Record;
      auto [It, New] = ByCall.try_emplace({Record.Op, Record.Key}, &Record);
      if (!New)
        It->second = nullptr;
    }
  }

  /// The record behind a table entry: by the name of its function's symbol, else by operator and
  /// key where only one record has them.
  const KernelRecord *find(const KernelEntry &Entry) const {
    const KernelRecord *Record = Entry.Symbol.empty() ? nullptr : BySymbol.lookup(Entry.Symbol);
    if (Record && Record->Op == Entry.Name && Record->Key == Entry.Key)
      return Record;
    auto It = ByCall.find({Entry.Name, Entry.Key});
    return It == ByCall.end() ? nullptr : It->second;
  }

private:
  StringMap<const KernelRecord *> BySymbol;
  /// By operator and key; null where several records have both.
  std::map<std::pair<std::string, std::optional<std::string>>, const KernelRecord *> ByCall;
};

} // namespace

Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                ArrayRef<KernelRecord> Records) {
  PrunePlan Plan;
  auto Range = findKernelTable(Image, Map);
  if (!Range && !Records.empty() && Records.front().IsSelfRegistered) {
    consumeError(Range.takeError()); // the program registers all of them when it starts
    for (const KernelRecord &Record : Records)
      Plan.Kept.push_back({&Record, {}});
    Plan.Everything = true;
    return Plan;
  }
  if (!Range)
    return Range.takeError();
  auto Entries = readKernelTable(Image, *Range);
  if (!Entries)
    return Entries.takeError();

  const RecordIndex Index(Records);
  std::set<const KernelRecord *> Kept;
  for (const KernelEntry &Entry : *Entries) {
    const KernelRecord *Record = Index.find(Entry);
    if (!Record)
      return createStringError("'" + Image.name() + "' registers a kernel for '" + Entry.Name +
                               "' that its link has not, or has twice");
    Plan.Kept.push_back({Record, {}});
    Kept.insert(Record);
  }
  for (const KernelRecord &Record : Records)
    if (!Kept.count(&Record))
      Plan.Dropped.push_back(&Record);
  llvm::sort(Plan.Dropped, [](const KernelRecord *A, const KernelRecord *B) { return *A < *B; });
  Plan.Everything = Plan.Dropped.empty() && (Records.empty() || !Records.front().IsSelfRegistered);
  return Plan;
}

MapIndex indexOf(const SelfRegisteringProgram &Program, const LinkMap &Map) {
  std::vector<const InputObject *> Objects;
  for (const SelfRegisteringObject &Object : Program.objects())
    Objects.push_back(Object.Object);
  return MapIndex(Map, Objects);
}

namespace {

class RegistrationReader {
public:
  RegistrationReader(const ElfImage &Image, const ImageLink *Link)
      : Image(Image), Link(Link), Program(Link ? Link->Link.Kernels.Program.get() : nullptr),
        InImage(Program ? indexOf(*Program, Link->Map) : MapIndex()) {}
  Expected<Registration> read();

private:
  Error readKernels();
  void takeEntries();
  void readBackends();

  const ElfImage &Image;
  const ImageLink *Link;
  const SelfRegisteringProgram
      *const Program;     ///< null where the program registers by its table alone
  const MapIndex InImage; ///< of Program's objects
  Registration Result;
};

/// Makes records of the table's entries where no link has them.
void RegistrationReader::takeEntries() {
  Result.StandIn = std::make_unique<InputObject>();
  Result.StandIn->Name = Image.name();
  std::set<std::string> Ids;
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
    if (Ids.insert(Record.id()).second) // no lookup comes to a second one
      Result.Kernels.push_back(std::move(Record));
  }
}

Error RegistrationReader::readKernels() {
  if (Program)
    for (const RegistryCaller &Caller : Program->KernelCallers)
      if (InImage.contains(*Caller.Code.Object, Caller.Code.Index))
        Result.OtherCallers.push_back(Caller.Description);

  auto Range = findKernelTable(Image, Link ? &Link->Map : nullptr);
  if (Range) {
    auto Entries = readKernelTable(Image, *Range);
    if (!Entries)
      return Entries.takeError();
    Result.Table = *Range;
    Result.Entries = std::move(*Entries);
  } else if (!Program) {
    if (!Image.findSymbol(RegisterKernelsSymbol))
      return Range.takeError();
    consumeError(Range.takeError());
    return createStringError("'" + Image.name() +
                             "' registers its kernels when it starts, and only its link bundle "
                             "tells which");
  } else {
    consumeError(Range.takeError());
  }
  auto Plan = planOfImage(Image, Link ? &Link->Map : nullptr,
                          Link ? ArrayRef(Link->Link.Kernels.Records) : std::nullopt);
  if (!Plan || !Link) {
    consumeError(Plan.takeError());
    takeEntries();
  } else {
    for (const PlannedKernel &Kernel : Plan->Kept)
      if (!Kernel.Record->IsSelfRegistered || Result.Table ||
          InImage.contains(*Kernel.Record->Object, Kernel.Record->RecordSection))
        Result.Kernels.push_back(*Kernel.Record);
  }
  // Of two that serve the same calls, the program finds the first.
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
      Result.WhyOtherBackends = "a shared library has the registry";
    return;
  }
  // et::Method, of this project's runtime, finds delegates in the table alone. Of another runtime,
  // symbols do not tell the names of its delegates.
  bool IsOurs = false;
  for (const ImageSymbol &Symbol : Image.symbols()) {
    if (Symbol.Name.contains("10executorch")) {
      Result.WhyOtherBackends = "the program has ExecuTorch's registry of delegates, and only its "
                                "link bundle tells what is in it";
      return;
    }
    IsOurs |= Symbol.Name.starts_with("_ZN2et6Method") || Symbol.Name.starts_with("_ZNK2et6Method");
  }
  if (!IsOurs)
    Result.WhyOtherBackends = "nothing in the image tells which delegates it has";
}

Expected<Registration> RegistrationReader::read() {
  if (Error E = readKernels())
    return E;
  readBackends();
  return std::move(Result);
}

} // namespace

Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link) {
  return RegistrationReader(Image, Link).read();
}

} // namespace etprune
