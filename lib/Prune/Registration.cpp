// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Registration.h"

#include "Image/LinkMapReaders.h"
#include "Object/RecordNames.h"
#include "Prune/KnownImage.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

Expected<ImageLink> readImageLink(const ElfImage &Image, const std::string &BundlePath) {
  auto Link = CapturedLink::read(BundlePath);
  if (!Link)
    return Link.takeError();
  auto Known = findKnownImage(*Link, Image.summary(), Image.name());
  if (!Known)
    return Known.takeError();
  ImageLink Result{std::move(*Link), {}};
  auto Map = parseLinkMap(Result.Link.Images[Known->Index].Map, "the bundle's map");
  if (!Map)
    return Map.takeError();
  Result.Map = std::move(*Map);
  return Result;
}

class RegistrationReader {
public:
  RegistrationReader(const ElfImage &Image, const ImageLink *Link) : Image(Image), Link(Link) {}
  Expected<Registration> read();

private:
  Error readKernels();
  void takeEntries();
  void readBackends();
  bool isInImage(const InputObject &Object, uint32_t Section);

  const ElfImage &Image;
  const ImageLink *Link;
  std::set<std::tuple<StringRef, StringRef, StringRef>> InMap; // file, member, section
  Registration Result;
};

bool RegistrationReader::isInImage(const InputObject &Object, uint32_t Section) {
  if (InMap.empty())
    for (const MapSection &Output : Link->Map.Sections)
      for (const Contribution &C : Output.Contributions)
        if (C.Size)
          InMap.insert({C.File, C.Member, C.Section});
  const FileAndMember Name = splitMember(Object.Name);
  return InMap.count({Name.File, Name.Member, Object.Sections[Section].Name}) != 0;
}

/// The table's entries as records, without help.
void RegistrationReader::takeEntries() {
  Result.StandIn = std::make_unique<InputObject>();
  Result.StandIn->Name = Image.name();
  std::map<uint64_t, StringRef> Functions;
  for (const ImageSymbol &Symbol : Image.symbols())
    if (isKernelSymbol(Symbol.Name))
      Functions[Symbol.Value] = Symbol.Name;
  std::set<std::string> Ids;
  for (const KernelEntry &Entry : Result.Entries) {
    KernelRecord Record;
    Record.Op = Entry.Name;
    Record.Key = Entry.Key;
    Record.Variant = Entry.Key.value_or("any");
    Record.Object = Result.StandIn.get();
    if (auto Function = Functions.find(Entry.Function); Function != Functions.end()) {
      auto [Rest, Library] = Function->second.rsplit('$');
      Record.Symbol = Function->second;
      Record.Library = Library;
      Record.Variant = Rest.rsplit('$').second;
    }
    if (Ids.insert(Record.id()).second) // no lookup comes to a second one
      Result.Kernels.push_back(std::move(Record));
  }
}

Error RegistrationReader::readKernels() {
  const StockProgram *Program = Link ? Link->Link.Kernels.Program.get() : nullptr;
  if (Program)
    for (const StockObject &Object : Program->Objects)
      for (const StockCaller &Caller : Object.Callers)
        if (isInImage(*Object.Object, Caller.Section))
          Result.OtherCallers.push_back(describe(Object, Caller));

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
      if (!Kernel.Record->AtRunTime || Result.Table ||
          isInImage(*Kernel.Record->Object, Kernel.Record->RecordSection))
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
  if (const StockProgram *Program = Link ? Link->Link.Kernels.Program.get() : nullptr) {
    for (const StockObject &Object : Program->Objects) {
      for (const StockBackend &Backend : Object.Backends)
        if (isInImage(*Object.Object, Backend.Code))
          Result.Backends.insert(Backend.Name);
      for (const StockCaller &Caller : Object.BackendCallers)
        if (isInImage(*Object.Object, Caller.Section))
          Result.WhyOtherBackends = describe(Object, Caller);
    }
    if (!Program->registry())
      Result.WhyOtherBackends = "a shared library has the registry";
    return;
  }
  // Our runtime has those of the table; of another one, symbols tell no names.
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

Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link) {
  return RegistrationReader(Image, Link).read();
}

} // namespace etprune
