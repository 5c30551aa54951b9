// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/Verify.h"

#include "Image/KernelTable.h"
#include "Image/LiveSections.h"
#include "Image/Placement.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

class Verifier {
public:
  explicit Verifier(const VerifyRequest &Request);
  Expected<std::vector<LeftoverCode>> run();

private:
  void checkTable();
  void checkRecords();
  void checkReferences();
  void checkNothingNeededWent();
  void checkSizes();
  StringMap<uint64_t> plannedFunctions() const;
  std::vector<LeftoverCode> leftovers();
  bool isMade(const InputObject &Object) const {
    return llvm::any_of(Request.MadeObjects,
                        [&](const auto &Made) { return Made.get() == &Object; });
  }
  void fail(const Twine &Message) {
    Errors =
        joinErrors(std::move(Errors), createStringError("the pruned image is wrong: " + Message));
  }

  const VerifyRequest &Request;
  std::vector<const InputObject *> Objects; ///< everything that the image consists of
  LiveSections Live;
  std::optional<LiveSections> Full;
  Error Errors = Error::success();
};

Verifier::Verifier(const VerifyRequest &Request) : Request(Request) {
  for (const auto &File : Request.Inputs.Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object && !Member.Object->IsReplaced)
        Objects.push_back(Member.Object.get());
  const size_t NumInputs = Objects.size();
  for (const auto &Object : Request.MadeObjects)
    Objects.push_back(Object.get());
  Live = LiveSections(Request.Map, Objects, Objects.size());
  if (Request.FullMap) // what it was made of then had other names
    Full = LiveSections(*Request.FullMap, Objects, NumInputs);
}

/// Where the planned functions lie, by symbol: the map's address of the section that the object
/// defines it in, whichever object that is, and on Arm with the Thumb bit, as in the table.
StringMap<uint64_t> Verifier::plannedFunctions() const {
  StringMap<uint64_t> Functions;
  StringSet<> Wanted;
  for (const PlannedKernel &Kernel : Request.Plan.Kept)
    Wanted.insert(Kernel.Record->Symbol);
  for (const InputObject &Object : make_pointee_range(Objects)) {
    const bool MayBeLocal = isMade(Object); // where no other object refers to it
    for (const ObjectSymbol &Symbol : Object.Symbols) {
      if ((Symbol.isLocal() && !MayBeLocal) || Symbol.isUndefined() ||
          Symbol.Section == ObjectSymbol::Elsewhere || !Wanted.contains(Symbol.Name))
        continue;
      if (const LiveSections::Place *Place = Live.find(Object, Symbol.Section))
        Functions.try_emplace(Symbol.Name, Place->Input->Address + Symbol.Value);
    }
  }
  // Functions that have no name outside of their object.
  for (const PlannedKernel &Kernel : Request.Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    if (!Record.AtRunTime || !Record.AtRunTime->Code)
      continue;
    if (const LiveSections::Place *Place =
            Live.find(*Record.AtRunTime->Code, Record.AtRunTime->Section))
      Functions.try_emplace(Record.Symbol, Place->Input->Address + Record.AtRunTime->Value);
  }
  return Functions;
}

void Verifier::checkTable() {
  if (Request.Plan.Everything && Request.Inputs.stockProgram())
    return; // the program makes its table itself
  auto Range = findKernelTable(Request.Image, &Request.Map);
  if (!Range)
    return fail(toString(Range.takeError()));
  auto Entries = readKernelTable(Request.Image, *Range);
  if (!Entries)
    return fail(toString(Entries.takeError()));
  const auto &Planned = Request.Plan.Kept;
  if (Entries->size() != Planned.size())
    return fail("its registration table has " + Twine(Entries->size()) + " kernels instead of " +
                Twine(Planned.size()));
  StringMap<uint64_t> Functions = plannedFunctions();
  for (size_t I = 0; I < Planned.size(); ++I) {
    const KernelEntry &Entry = (*Entries)[I];
    const KernelRecord &Record = *Planned[I].Record;
    auto Function = Functions.find(Record.Symbol);
    if (Entry.Name != Record.Op || Entry.Key != Record.Key)
      fail("entry " + Twine(I) + " of its registration table is '" + Entry.Name + "' instead of '" +
           Record.id() + "'");
    else if (Function == Functions.end() || Entry.Function != Function->second)
      fail("entry " + Twine(I) + " of its registration table, '" + Record.id() + "', points to 0x" +
           utohexstr(Entry.Function) +
           (Function != Functions.end() ? " instead of 0x" + utohexstr(Function->second)
                                        : ", and the map does not show its code"));
  }
  if (Error E = checkTablePlacement(Request.Image, Request.Map, *Range))
    fail(toString(std::move(E)));
}

void Verifier::checkRecords() {
  StringSet<> Planned;
  for (const PlannedKernel &Kernel : Request.Plan.Kept) // a script collects it, or nothing is
    Planned.insert(Kernel.Record->id());                // collected as garbage
  for (const MapSection &Output : Request.Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      StringRef Id = C.Section;
      if (C.Size > 0 && Id.consume_front(RecordSectionPrefix) && !Planned.contains(Id))
        fail("the record '" + C.Section + "' of " + C.File + " is still in it");
    }
}

/// A symbol that was made weak in a copy must not be used by anything that lives: it would be
/// address 0.
void Verifier::checkReferences() {
  for (const auto &[Object, Edits] : Request.Edits) {
    if (Edits.WeakenedSymbols.empty())
      continue;
    DenseSet<uint32_t> Weakened(Edits.WeakenedSymbols.begin(), Edits.WeakenedSymbols.end());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      if (!(Object->Sections[I].Flags & ELF::SHF_ALLOC) || !Live.find(*Object, I))
        continue;
      for (const ObjectRelocation &R : Object->Sections[I].Relocations)
        if (Weakened.contains(R.Symbol))
          fail("section '" + Object->Sections[I].Name + "' of " + Object->Name + " needs '" +
               Object->Symbols[R.Symbol].Name + "', which only dropped kernels were to use");
    }
  }
}

/// Whatever was in the full image and is not in this one must not be referred to by anything that
/// stayed, and a root (vectors, constructors) of an object that stayed must not have gone.
void Verifier::checkNothingNeededWent() {
  if (!Full)
    return;
  DenseSet<CachedHashStringRef> Gone, Defined;
  auto isGone = [&](StringRef Name) {
    CachedHashStringRef Hashed(Name);
    return Gone.contains(Hashed) && !Defined.contains(Hashed);
  };
  auto Went = [&](const InputObject &Object, uint32_t Section) {
    return Full->find(Object, Section) && !Live.find(Object, Section);
  };
  for (const InputObject &Object : make_pointee_range(Objects)) {
    if (!Full->contains(Object))
      continue;
    for (const ObjectSymbol &Symbol : Object.Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere)
        continue;
      if (Live.find(Object, Symbol.Section))
        Defined.insert(CachedHashStringRef(Symbol.Name));
      else if (Went(Object, Symbol.Section))
        Gone.insert(CachedHashStringRef(Symbol.Name));
    }
  }
  for (const InputObject &Object : make_pointee_range(Objects)) {
    if (!Live.contains(Object))
      continue;
    static const ObjectEdits None;
    auto Edited = Request.Edits.find(&Object);
    const ObjectEdits &Edits = Edited == Request.Edits.end() ? None : Edited->second;
    for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if (!(Section.Flags & ELF::SHF_ALLOC))
        continue;
      bool IsRoot = Section.Type == ELF::SHT_INIT_ARRAY || Section.Type == ELF::SHT_FINI_ARRAY ||
                    Section.Type == ELF::SHT_PREINIT_ARRAY || Section.Type == ELF::SHT_NOTE ||
                    (Section.Flags & ELF::SHF_GNU_RETAIN);
      if (IsRoot && !llvm::is_contained(Edits.ExcludedSections, I) && Went(Object, I))
        fail("section '" + Section.Name + "' of " + Object.Name +
             " went, though its object stayed");
      if (!Live.find(Object, I))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
        bool TargetWent = false;
        if (Symbol.isLocal() && Symbol.Section != ObjectSymbol::Elsewhere && !Symbol.isUndefined())
          TargetWent = Went(Object, Symbol.Section);
        else if (!Symbol.isLocal())
          TargetWent = isGone(Symbol.Name);
        // A weak reference asks whether the definition is there, which was loaded for what went.
        TargetWent &= !(Symbol.isUndefined() && Symbol.Binding == ELF::STB_WEAK);
        // Something else has taken its place.
        TargetWent &= !Edits.Retargeted.count(Symbol.Section) &&
                      Symbol.Name != TableStorageSymbol && Symbol.Name != TableCountSymbol;
        // Unwind tables may point to what went; the linker edits them.
        if (TargetWent && Section.Name != ".eh_frame" && R.Type != 0)
          fail("section '" + Section.Name + "' of " + Object.Name + " refers to '" +
               (Symbol.Name.empty() ? Object.Sections[Symbol.Section].Name : Symbol.Name) +
               "', which went");
      }
    }
  }
}

/// The bytes of each section of the image, without padding: what lies behind something that went
/// may need more of it.
StringMap<uint64_t> contentSizes(const LinkMap &Map, const ElfImage &Image, bool IsStock) {
  StringMap<uint64_t> Sizes;
  for (const MapSection &Section : Map.Sections) {
    const ImageSection *Loaded = Image.findSection(Section.Name);
    // LLD fills up to the end of a page.
    if (!Loaded || !Loaded->isAllocated() || Section.Name == ".relro_padding")
      continue;
    // A table that was not there takes the place of the program's own.
    for (const Contribution &C : Section.Contributions)
      Sizes[Section.Name] +=
          C.Fill || (IsStock && C.Section.contains("et_kernel_table")) ? 0 : C.Size;
  }
  return Sizes;
}

void Verifier::checkSizes() {
  if (!Request.FullMap)
    return;
  const StringMap<uint64_t> Before =
      contentSizes(*Request.FullMap, Request.Image, Request.Inputs.stockProgram());
  uint64_t SumBefore = 0, SumAfter = 0;
  for (const auto &Section : Before)
    SumBefore += Section.second;
  for (const auto &Section :
       contentSizes(Request.Map, Request.Image, Request.Inputs.stockProgram())) {
    SumAfter += Section.second;
    // Relaxation shortens instructions by where their targets lie, and relative relocations are
    // packed by their places: one section may grow when everything moves. An optimiser may put code
    // where there were data.
    auto Old = Before.find(Section.first());
    if (Request.Image.machine() != ELF::EM_RISCV && Request.MadeObjects.empty() &&
        Request.Image.findSection(Section.first())->Type != ELF::SHT_RELR && Old != Before.end() &&
        Section.second > Old->second)
      fail("section '" + Section.first() + "' grew from " + Twine(Old->second) + " to " +
           Twine(Section.second) + " bytes");
  }
  if (SumAfter > SumBefore)
    fail("it grew from " + Twine(SumBefore) + " to " + Twine(SumAfter) + " bytes");
}

/// One pass over all relocations, however many are left.
std::vector<LeftoverCode> Verifier::leftovers() {
  using Place = std::pair<const InputObject *, uint32_t>;
  StringMap<Place> MadeCode; // where objects that the link made define symbols, live ones
  for (const auto &Object : Request.MadeObjects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Symbol.Type == ELF::STT_FUNC && !Symbol.isUndefined() &&
          Symbol.Section != ObjectSymbol::Elsewhere && Live.find(*Object, Symbol.Section))
        MadeCode[Symbol.Name] = {Object.get(), Symbol.Section};

  StringSet<> KeptSymbols;
  DenseSet<Place> KeptCode; // equal functions may have become one
  for (const PlannedKernel &Kernel : Request.Plan.Kept) {
    KeptSymbols.insert(Kernel.Record->Symbol);
    if (auto Made = MadeCode.find(Kernel.Record->Symbol); Made != MadeCode.end())
      KeptCode.insert(Made->second);
  }
  std::vector<const KernelRecord *> Left;
  DenseMap<Place, std::set<std::string>> Referrers; // by the code that is left
  StringMap<Place> LeftCode;
  for (const KernelRecord *Record : Request.Plan.Dropped) {
    Place Code{Record->Object, Record->CodeSection};
    if (Record->Object->IsReplaced) {
      auto Made = MadeCode.find(Record->Symbol);
      if (Made == MadeCode.end())
        continue;
      Code = Made->second;
    }
    if (!Code.second || !Live.find(*Code.first, Code.second) ||
        KeptSymbols.contains(Record->Symbol) || KeptCode.contains(Code) ||
        !Code.first->Sections[Code.second].Name.starts_with(CodeSectionPrefix))
      continue;
    Left.push_back(Record);
    LeftCode[Record->Symbol] = Code;
    Referrers[Code];
  }
  if (Left.empty())
    return {};
  for (const InputObject &Object : make_pointee_range(Objects)) {
    for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if (!(Section.Flags & ELF::SHF_ALLOC) || Section.Name.starts_with(".ARM.exidx") ||
          Section.Name == ".eh_frame" || !Live.find(Object, I))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
        Place Target{&Object, Symbol.Section};
        if (!Symbol.isLocal()) {
          auto It = LeftCode.find(Symbol.Name);
          if (It == LeftCode.end())
            continue;
          Target = It->second;
        }
        if (auto It = Referrers.find(Target); It != Referrers.end())
          It->second.insert(isMade(Object) ? Object.Name + ":(" + Section.Name.str() + ")"
                                           : Object.Name);
      }
    }
  }
  std::vector<LeftoverCode> Result;
  for (const KernelRecord *Record : Left) {
    std::set<std::string> &Names = Referrers[LeftCode[Record->Symbol]];
    if (Record->Object->IsReplaced && Names.empty())
      fail("the code of '" + Record->id() + "' is still in it, though nothing refers to it");
    Result.push_back({Record, {Names.begin(), Names.end()}});
  }
  return Result;
}

Expected<std::vector<LeftoverCode>> Verifier::run() {
  checkTable();
  checkRecords();
  checkReferences();
  checkNothingNeededWent();
  checkSizes();
  std::vector<LeftoverCode> Leftovers = leftovers();
  if (Errors)
    return std::move(Errors);
  return Leftovers;
}

} // namespace

Expected<std::vector<LeftoverCode>> verifyImage(const VerifyRequest &Request) {
  return Verifier(Request).run();
}

} // namespace etprune
