// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds code that stays in an image although its kernel is no longer registered, because another
// section refers to it, or a linker script or an option keeps it. This is legal, except in objects
// of LTO, which the link compiles for this selection.

#include "Prune/Verify.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

struct LeftoverSearch {
  std::vector<LeftoverCode> run(const Complaint &Complain);
  void findLeftCode();
  void findReferrers(const InputObject &Object);
  std::optional<SectionRef> codeOf(const KernelRecord &Record) const;
  std::string nameOf(const InputObject &Object, const ObjectSection &Section) const;

  const LinkedProgram &Program;
  StringMap<SectionRef> LtoCode = {}; ///< by symbol: live functions of objects of LTO
  std::vector<const KernelRecord *> Left = {};
  StringMap<SectionRef> LeftCode = {};                        ///< by symbol
  std::map<SectionRef, std::set<std::string>> Referrers = {}; ///< of LeftCode
};

/// The section of a kernel's code, if it is in the image and holds nothing else.
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
  std::set<SectionRef> KeptCode; // the linker may have folded equal functions
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
      Complain("the code of '" + Record->id() + "' is still in it, though nothing refers to it");
    Result.push_back({Record, {Names.begin(), Names.end()}});
  }
  return Result;
}

} // namespace

std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const Complaint &Complain) {
  return LeftoverSearch{Program}.run(Complain);
}

} // namespace etprune
