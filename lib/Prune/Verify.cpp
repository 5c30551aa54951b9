// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Verify.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

/// The addresses that a planned kernel's function may have, on Arm with the Thumb bit.
static SmallVector<uint64_t, 1> addressesOf(const KernelRecord &Record,
                                            const LinkedProgram &Program,
                                            ChosenDefinitions &Definitions) {
  SmallVector<uint64_t, 1> Addresses;
  const ChosenDefinition &Chosen = Definitions.find(Record.Symbol);
  if (Chosen.What == ChosenDefinition::Here)
    Addresses = Chosen.Addresses;
  // Definitions has only global functions. If the program itself registers a kernel, the function
  // may be local. LTO makes a function local if no other object refers to it.
  auto Add = [&](const InputObject &Object, uint32_t Section, uint64_t Value) {
    llvm::append_range(Addresses, Program.addresses(Object, Section, Value));
  };
  if (Record.IsSelfRegistered && Record.Function.Object)
    Add(*Record.Function.Object, Record.Function.Section, Record.Function.Value);
  for (const auto &Object : Program.LtoObjects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Symbol.isLocal() && Symbol.isInSection() && Symbol.Name == Record.Symbol)
        Add(*Object, Symbol.Section, Symbol.Value);
  return Addresses;
}

static void checkTable(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                       const Complaint &Complain) {
  const PrunePlan &Plan = Program.Plan;
  if (Program.Prepared.Table.empty() && !Program.Inputs.TableInScript)
    return; // the program registers all of its kernels itself
  auto Range = findKernelTable(Program.Image, &Program.Map);
  if (!Range)
    return Complain(toString(Range.takeError()));
  auto Entries = readKernelTable(Program.Image, *Range, Program.Link.Kernels.entryWords());
  if (!Entries)
    return Complain(toString(Entries.takeError()));
  if (Entries->size() != Plan.Table.size())
    return Complain("its registration table has " + counted(Entries->size(), "kernel") +
                    " instead of " + Twine(Plan.Table.size()));
  for (size_t I = 0; I < Plan.Table.size(); ++I) {
    const KernelEntry &Entry = (*Entries)[I];
    const auto &[Planned, Key] = Plan.Table[I];
    const KernelRecord &Record = *Planned;
    const SmallVector<uint64_t, 1> Functions = addressesOf(Record, Program, Definitions);
    if (Entry.Name != Record.Op || Entry.Key != Key)
      Complain("entry " + Twine(I) + " of its registration table is '" + Entry.Name +
               "' instead of '" + Record.id() + "'");
    else if (!llvm::is_contained(Functions, Entry.Function))
      Complain("entry " + Twine(I) + " of its registration table, '" + Record.id() +
               "', points to 0x" + utohexstr(Entry.Function) +
               (Functions.empty() ? ", and its code is not in the image"
                                  : " instead of 0x" + utohexstr(Functions.front())));
  }
  if (Error E = checkTablePlacement(Program.Image, Program.Map, *Range))
    Complain(toString(std::move(E)));
}

static void checkRecords(const LinkedProgram &Program, const Complaint &Complain) {
  if (Program.Plan.Everything)
    return; // a full link without --gc-sections keeps every record
  // If a linker script collects the records, the planned records are in the image. Other links
  // drop all records.
  StringSet<> Planned;
  for (const PlannedKernel &Kernel : Program.Plan.Kept)
    Planned.insert(Kernel.Record->id());
  for (const MapSection &Output : Program.Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      StringRef Id = C.Section;
      if (C.Size > 0 && Id.consume_front(RecordSectionPrefix) && !Planned.contains(Id))
        Complain("the record '" + C.Section + "' of " + objectName(C.File, C.Member) +
                 " is still in the image");
    }
}

namespace {

/// Finds code that stays in an image although its kernel is no longer registered. The code stays if
/// another section refers to it, or if a linker script or an option keeps it. This is no error. But
/// code of an LTO object to which nothing refers is an error.
struct LeftoverSearch {
  std::vector<LeftoverCode> run(const Complaint &Complain);
  void findLeftCode();
  void findReferrers(const InputObject &Object);
  std::optional<SectionRef> codeOf(const KernelRecord &Record) const;
  std::string nameOf(const InputObject &Object, const ObjectSection &Section) const;

  const LinkedProgram &Program;
  StringMap<SectionRef> LtoCode = {}; ///< the live functions of LTO objects, by symbol
  std::vector<const KernelRecord *> Left = {};
  StringMap<SectionRef> LeftCode = {};                        ///< code of Left, by symbol
  std::map<SectionRef, std::set<std::string>> Referrers = {}; ///< names, by section of LeftCode
};

/// The section of a kernel's code; none if the image lacks the section or the section may also have
/// other code.
std::optional<SectionRef> LeftoverSearch::codeOf(const KernelRecord &Record) const {
  const SectionRef Code = Record.Object->UsesIntermediateCode
                              ? LtoCode.lookup(Record.Symbol)
                              : SectionRef{Record.Object, Record.codeSection()};
  if (!Code.Index || !Program.Live.contains(*Code.Object, Code.Index) ||
      !isKernelCode(Code.section().Name))
    return std::nullopt;
  return Code;
}

void LeftoverSearch::findLeftCode() {
  for (const auto &Object : Program.LtoObjects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Symbol.Type == ELF::STT_FUNC && Symbol.isInSection() &&
          Program.Live.contains(*Object, Symbol.Section))
        LtoCode[Symbol.Name] = {Object.get(), Symbol.Section};
  StringSet<> KeptSymbols;
  std::set<SectionRef> KeptCode; // LTO may merge equal functions into one section
  for (const PlannedKernel &Kernel : Program.Plan.Kept) {
    KeptSymbols.insert(Kernel.Record->Symbol);
    if (auto InLto = LtoCode.find(Kernel.Record->Symbol); InLto != LtoCode.end())
      KeptCode.insert(InLto->second);
  }
  for (const KernelRecord *Record : Program.Plan.Dropped) {
    const std::optional<SectionRef> Code = codeOf(*Record);
    if (!Code || KeptSymbols.contains(Record->Symbol) || KeptCode.count(*Code))
      continue;
    Left.push_back(Record);
    LeftCode[Record->Symbol] = *Code;
    Referrers[*Code];
  }
}

std::string LeftoverSearch::nameOf(const InputObject &Object, const ObjectSection &Section) const {
  const bool IsLto =
      llvm::any_of(Program.LtoObjects, [&](const auto &Lto) { return Lto.get() == &Object; });
  return IsLto ? Object.Name + ":(" + Section.Name.str() + ")" : Object.Name;
}

void LeftoverSearch::findReferrers(const InputObject &Object) {
  for (const auto &[I, Section] : llvm::enumerate(Object.Sections)) {
    if (!(Section.Flags & ELF::SHF_ALLOC) || isUnwindTable(Section.Name) ||
        !Program.Live.contains(Object, I))
      continue;
    for (const ObjectRelocation &R : Section.Relocations) {
      const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
      SectionRef Target{&Object, Symbol.Section};
      if (!Symbol.isLocal()) {
        auto It = LeftCode.find(Symbol.Name);
        if (It == LeftCode.end())
          continue;
        Target = It->second;
      }
      if (auto It = Referrers.find(Target); It != Referrers.end())
        It->second.insert(nameOf(Object, Section));
    }
  }
}

std::vector<LeftoverCode> LeftoverSearch::run(const Complaint &Complain) {
  findLeftCode();
  if (!Left.empty()) // one pass over all relocations serves all kernels
    for (const LinkedObject &Object : Program.Objects)
      findReferrers(*Object.Captured);
  std::vector<LeftoverCode> Result;
  for (const KernelRecord *Record : Left) {
    const std::set<std::string> &Names = Referrers[LeftCode[Record->Symbol]];
    if (Record->Object->UsesIntermediateCode && Names.empty())
      Complain("the image still has the code of the dropped kernel '" + Record->id() +
               "', although nothing refers to it");
    Result.push_back({Record, {Names.begin(), Names.end()}});
  }
  return Result;
}

} // namespace

Expected<std::vector<LeftoverCode>> verifyImage(const LinkedProgram &Program) {
  Problems Found;
  const Complaint Complain = [&](const Twine &Message) {
    Found.add("the pruned image is wrong: " + Message);
  };
  ChosenDefinitions Definitions(Program);
  checkTable(Program, Definitions, Complain);
  checkRecords(Program, Complain);
  checkReferences(Program, Definitions, Complain);
  checkRoots(Program, Definitions, Complain);
  checkGrowth(Program, Complain);
  return Found.takeOr(LeftoverSearch{Program}.run(Complain));
}

} // namespace etprune
