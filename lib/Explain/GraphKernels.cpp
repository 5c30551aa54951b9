// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds items for operators, kernels and registration entries. A registration entry is a part of the
// registration table, a record's section, or a part of an array that an initialiser registers.

#include "Explain/GraphPasses.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/RecordNames.h"
#include "Runtimes/RegistrationRewrite.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

struct KernelAdder {
  void divideTable(const LinkedObject &Table);
  void addRecord(const KernelRecord &Record);
  void addSelfRegistered(const KernelRecord &Record);
  uint32_t kernelItem(const KernelRecord &Record);

  const LinkedProgram &Program;
  ReferenceTargets &Targets;
  const MergedIndex &Merged;
  ItemIndex &Items;
  ImageGraph &Graph;
  KernelParts Parts = {};
  StringMap<uint32_t> Operators = {};
  DenseMap<const KernelRecord *, uint32_t> Kernels{};
};

uint32_t KernelAdder::kernelItem(const KernelRecord &Record) {
  if (auto It = Kernels.find(&Record); It != Kernels.end())
    return It->second;
  auto [Op, IsNewOp] = Operators.try_emplace(Record.Op, 0);
  if (IsNewOp) {
    Op->second = Graph.addGroup(ImageItem::Operator, Record.Op);
    Graph.addEdge(Graph.Kernels, Op->second);
  }
  const uint32_t Item = Graph.addGroup(ImageItem::Kernel, Record.id());
  Graph.Items[Item].Record = &Record;
  Graph.addEdge(Op->second, Item);
  return Kernels[&Record] = Item;
}

void KernelAdder::divideTable(const LinkedObject &Table) {
  const uint64_t EntrySize = Program.Link.Kernels.entryWords() * Table.Linked->Target.wordSize();
  for (const auto &[I, Section] : llvm::enumerate(Table.Linked->Sections)) {
    const ItemList Whole = Items.of(Table, I);
    std::vector<uint32_t> Entries;
    if (isRegistration(Section.Name) && !Whole.empty())
      for (const TableEntry &Entry : Program.Plan.Table) {
        const uint64_t Offset = Entries.size() * EntrySize;
        const uint32_t Part =
            Graph.divide(Whole.front(), EntrySize, "table entry of " + Entry.Record->id());
        Graph.Items[Part].IsRegistration = true;
        Items.addPart(Whole.front(), Offset, Part);
        Graph.addEdge(kernelItem(*Entry.Record), Part);
        Entries.push_back(Part);
      }
    for (const ObjectRelocation &R : Section.Relocations)
      for (uint32_t To : Targets.of(Table, I, R))
        if (R.Offset / EntrySize < Entries.size())
          Graph.addEdge(Entries[R.Offset / EntrySize], To);
        else
          for (uint32_t Item : Whole)
            Graph.addEdge(Item, To);
  }
}

void KernelAdder::addRecord(const KernelRecord &Record) {
  for (uint32_t Item : Items.of(*Record.Object, Record.RecordSection)) {
    Parts.NoRoots.insert(Item);
    Graph.addEdge(kernelItem(Record), Item);
  }
}

void KernelAdder::addSelfRegistered(const KernelRecord &Record) {
  const uint32_t Kernel = kernelItem(Record);
  if (Record.Object->UsesIntermediateCode) // the image has no section of this object
    return;
  const ObjectSection &Array = Record.Object->Sections[Record.RecordSection];
  Parts.Registering.insert({Record.Object, Record.RecordSection});
  if (!(Array.Flags & ELF::SHF_EXECINSTR))
    for (uint32_t Item : Items.of(*Record.Object, Record.RecordSection))
      Graph.addEdge(
          Kernel,
          Graph.divide(Item, Program.Link.Kernels.entryWords() * Record.Object->Target.wordSize(),
                       "array entry of " + Record.id()));
  for (StringRef Text : {StringRef(Record.Op), Record.Key ? StringRef(*Record.Key) : ""}) {
    ObjectSection Like{};
    Like.EntrySize = 1;
    Like.Flags = ELF::SHF_STRINGS;
    Like.Data = ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size() + 1);
    if (!Text.empty())
      if (const std::optional<uint32_t> Item = Merged.find(Graph, Like, 0))
        Graph.addEdge(Kernel, *Item);
  }
  ItemList Functions;
  if (const FunctionLocation &Function = Record.Function; Function.Object)
    Functions = Items.of(*Function.Object, Function.Section);
  if (Functions.empty())
    Functions = Targets.of(Record.Symbol);
  for (uint32_t Item : Functions) {
    Parts.Code.insert(Item);
    Graph.addEdge(Kernel, Item);
  }
}

} // namespace

KernelParts addKernels(const LinkedProgram &Program, ReferenceTargets &Targets,
                       const MergedIndex &Merged, ItemIndex &Items, ImageGraph &Graph) {
  const PrunePlan &Plan = Program.Plan;
  const SelfRegisteringProgram *SelfRegistering = Program.Link.Kernels.Program.get();
  KernelAdder Adder{Program, Targets, Merged, Items, Graph};
  for (const LinkedObject &Object : Program.Objects)
    if (Object.Captured->Name == TableObjectName)
      Adder.divideTable(Object);
  for (const PlannedKernel &Kernel : Plan.Kept)
    if (Kernel.Record->IsSelfRegistered && Plan.Everything)
      Adder.addSelfRegistered(*Kernel.Record);
    else if (Program.Inputs.TableInScript)
      Adder.addRecord(*Kernel.Record);
  if (SelfRegistering && Plan.Everything)
    for (const SelfRegisteringObject &Object : SelfRegistering->objects())
      for (const KernelInitializer &Initializer : Object.Initializers) {
        Adder.Parts.Registering.insert({Object.Object, Initializer.Code});
        for (uint32_t Used : Initializer.Used)
          Adder.Parts.Registering.insert({Object.Object, Used});
      }
  return std::move(Adder.Parts);
}

} // namespace etprune
