// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Verify.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

/// The addresses that a planned kernel's function may have. On Arm they have the Thumb bit, as in
/// the table.
static SmallVector<uint64_t, 1> addressesOf(const KernelRecord &Record,
                                            const LinkedProgram &Program,
                                            ChosenDefinitions &Definitions) {
  SmallVector<uint64_t, 1> Addresses;
  const ChosenDefinition &Chosen = Definitions.find(Record.Symbol);
  if (Chosen.What == ChosenDefinition::Here)
    Addresses = Chosen.Addresses;
  // The functions of kernels in a program's own arrays are local, and LTO makes a function local if
  // no other object refers to it.
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

/// Checks that the table in the image has the planned entries and is in memory for constants.
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

/// Checks that the records of all dropped kernels are gone.
static void checkRecords(const LinkedProgram &Program, const Complaint &Complain) {
  if (Program.Plan.Everything)
    return; // without --gc-sections, unused records stay
  // A planned record is in the image if a linker script collects it or if the link has no
  // --gc-sections.
  StringSet<> Planned;
  for (const PlannedKernel &Kernel : Program.Plan.Kept)
    Planned.insert(Kernel.Record->id());
  for (const MapSection &Output : Program.Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      StringRef Id = C.Section;
      if (C.Size > 0 && Id.consume_front(RecordSectionPrefix) && !Planned.contains(Id))
        Complain("the record '" + C.Section + "' of " + objectName(C.File, C.Member) +
                 " is still in it");
    }
}

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
  return Found.takeOr(findLeftovers(Program, Complain));
}

} // namespace etprune
