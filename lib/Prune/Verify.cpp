// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Verify.h"

#include "Image/KernelTable.h"
#include "Object/RecordNames.h"
#include "Prune/ChosenDefinitions.h"
#include "Prune/Growth.h"
#include "Prune/Placement.h"
#include "Prune/References.h"
#include "Prune/Roots.h"
#include "Support/Counted.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <deque>

using namespace llvm;

namespace etprune {

namespace {

class Verifier {
public:
  explicit Verifier(const VerifyRequest &Request) : Request(Request) {}
  Expected<std::vector<LeftoverCode>> run();

private:
  Error readObjects();
  void checkTable(const LinkedProgram &Program, ChosenDefinitions &Definitions);
  void checkRecords();
  SmallVector<uint64_t, 1> functionOf(const KernelRecord &Record, const LinkedProgram &Program,
                                      ChosenDefinitions &Definitions) const;
  void fail(const Twine &Message) {
    Errors =
        joinErrors(std::move(Errors), createStringError("the pruned image is wrong: " + Message));
  }

  const VerifyRequest &Request;
  std::vector<LinkedObject> Objects;            ///< everything that the image consists of
  size_t NumInputs = 0;                         ///< of them; then the table, and what the link made
  std::deque<SmallVector<char, 0>> EditedBytes; ///< which the copies point into
  std::vector<std::unique_ptr<InputObject>> OwnObjects; ///< edited copies and the table
  LiveSections Live;
  std::optional<LiveSections> Full;
  Error Errors = Error::success();
};

/// Finds what the linker read: the objects with their edits, the table, and what the link made.
Error Verifier::readObjects() {
  auto Parse = [&](ArrayRef<char> Bytes, StringRef Name) -> Expected<const InputObject *> {
    auto Object = InputObject::parse({StringRef(Bytes.data(), Bytes.size()), Name}, Name.str());
    if (!Object)
      return Object.takeError();
    OwnObjects.push_back(std::move(*Object));
    return OwnObjects.back().get();
  };
  for (const auto &File : Request.Inputs.Files)
    for (const LinkMember &Member : File->Members) {
      if (!Member.Object || Member.Object->IsReplaced)
        continue;
      Objects.push_back(
          {Member.Object.get(), Member.Object.get(),
           !Request.HasLazyObjects && (File->What == LinkFile::Object || File->WholeArchive)});
      auto Edits = Request.Edits.find(Member.Object.get());
      if (Edits == Request.Edits.end() || Edits->second.empty())
        continue;
      EditedBytes.push_back(editedObject(*Member.Object, Edits->second));
      auto Edited = Parse(EditedBytes.back(), Member.Object->Name);
      if (!Edited)
        return Edited.takeError();
      Objects.back().Linked = *Edited;
    }
  NumInputs = Objects.size();
  if (!Request.Table.empty()) {
    auto Table = Parse(Request.Table, TableObjectName.str());
    if (!Table)
      return Table.takeError();
    Objects.push_back({*Table, *Table, /*IsAlwaysLoaded=*/true});
  }
  for (const auto &Object : Request.LtoObjects)
    Objects.push_back({Object.get(), Object.get(), /*IsAlwaysLoaded=*/true});
  std::vector<const InputObject *> Captured;
  for (const LinkedObject &Object : Objects)
    Captured.push_back(Object.Captured);
  Live = LiveSections(Request.Map, Captured, Captured.size());
  if (Request.FullMap) // objects that the link made had other names then
    Full = LiveSections(*Request.FullMap, Captured, NumInputs);
  return Error::success();
}

/// Where a planned kernel's function may lie, on Arm with the Thumb bit, as in the table.
SmallVector<uint64_t, 1> Verifier::functionOf(const KernelRecord &Record,
                                              const LinkedProgram &Program,
                                              ChosenDefinitions &Definitions) const {
  SmallVector<uint64_t, 1> Addresses;
  const ChosenDefinition &Chosen = Definitions.find(Record.Symbol);
  if (Chosen.What == ChosenDefinition::Here)
    Addresses = Chosen.Addresses;
  // Functions that have no name outside of their object: of an array's, and those of intermediate
  // code that no other object refers to.
  auto Add = [&](const InputObject &Object, uint32_t Section, uint64_t Value) {
    llvm::append_range(Addresses, Program.addresses(Object, Section, Value));
  };
  if (Record.AtRunTime && Record.AtRunTime->Code)
    Add(*Record.AtRunTime->Code, Record.AtRunTime->Section, Record.AtRunTime->Value);
  for (const auto &Made : Request.LtoObjects)
    for (const ObjectSymbol &Symbol : Made->Symbols)
      if (Symbol.isLocal() && !Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere &&
          Symbol.Name == Record.Symbol)
        Add(*Made, Symbol.Section, Symbol.Value);
  return Addresses;
}

void Verifier::checkTable(const LinkedProgram &Program, ChosenDefinitions &Definitions) {
  if (Request.Plan.Everything && Request.RegistersAtStart)
    return; // the program makes its table itself
  auto Range = findKernelTable(Request.Image, &Request.Map);
  if (!Range)
    return fail(toString(Range.takeError()));
  auto Entries = readKernelTable(Request.Image, *Range);
  if (!Entries)
    return fail(toString(Entries.takeError()));
  const auto &Planned = Request.Plan.Kept;
  if (Entries->size() != Planned.size())
    return fail("its registration table has " + counted(Entries->size(), "kernel") +
                " instead of " + Twine(Planned.size()));
  for (size_t I = 0; I < Planned.size(); ++I) {
    const KernelEntry &Entry = (*Entries)[I];
    const KernelRecord &Record = *Planned[I].Record;
    const SmallVector<uint64_t, 1> Functions = functionOf(Record, Program, Definitions);
    if (Entry.Name != Record.Op || Entry.Key != Record.Key)
      fail("entry " + Twine(I) + " of its registration table is '" + Entry.Name + "' instead of '" +
           Record.id() + "'");
    else if (!llvm::is_contained(Functions, Entry.Function))
      fail("entry " + Twine(I) + " of its registration table, '" + Record.id() + "', points to 0x" +
           utohexstr(Entry.Function) +
           (Functions.empty() ? ", and its code is not in the image"
                              : " instead of 0x" + utohexstr(Functions.front())));
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

Expected<std::vector<LeftoverCode>> Verifier::run() {
  if (Error E = readObjects())
    return E;
  const SymbolIndex Symbols(Request.Image);
  const FoldedSections Folded(Objects, Live, Request.Inputs.IsLld);
  const LinkedProgram Program{Request.Image,
                              Request.Map,
                              Symbols,
                              Live,
                              Folded,
                              Objects,
                              Request.Inputs.RootSymbols,
                              Full ? &*Full : nullptr,
                              Request.Inputs.IsLld};
  const Complaint Complain = [&](const Twine &Message) { fail(Message); };
  ChosenDefinitions Definitions(Program);
  checkTable(Program, Definitions);
  checkRecords();
  checkReferences(Program, Definitions, Complain);
  checkRoots(Program, Request.Inputs, Definitions, Complain);
  if (Full)
    checkGrowth({Program, *Request.FullMap, ArrayRef(Objects).take_front(NumInputs),
                 Request.RegistersAtStart, !Request.LtoObjects.empty()},
                Complain);
  std::vector<LeftoverCode> Leftovers =
      findLeftovers(Program, Request.Plan, Request.LtoObjects, Complain);
  if (Errors)
    return std::move(Errors);
  return Leftovers;
}

} // namespace

Expected<std::vector<LeftoverCode>> verifyImage(const VerifyRequest &Request) {
  return Verifier(Request).run();
}

} // namespace etprune
