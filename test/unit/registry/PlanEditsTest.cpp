// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune links edited copies of the objects. In a copy, an undefined symbol that only dropped
// code uses becomes weak. The linker loads no archive member for a weak reference.

#include "TestObjects.h"

#include "Registry/TableRewrite.h"

#include <deque>

namespace {

/// A link that drops every kernel whose id contains "-drop".
class Link {
public:
  Link(std::initializer_list<ObjectText> Texts) {
    for (const ObjectText &Text : Texts)
      add(Text);
  }
  void add(const ObjectText &Text) {
    Parsed.emplace_back(Text.bytes(), "object" + std::to_string(Parsed.size()) + ".o");
    Objects.push_back(&*Parsed.back());
    for (KernelRecord &Record : recordsOf(*Parsed.back()))
      Records.push_back(std::move(Record));
  }
  EditMap edits() const {
    PrunePlan Plan;
    for (const KernelRecord &Record : Records)
      if (StringRef(Record.id()).contains("-drop"))
        Plan.Dropped.push_back(&Record);
      else
        Plan.Kept.push_back({&Record, {}});
    return planEdits(Objects, Plan, DeadSections(Objects, Plan, RootSymbols),
                     {TableInScript, KeepsExceptionTables});
  }
  std::vector<std::string> weakened() const {
    EditMap Edits = edits();
    std::vector<std::string> Names;
    for (const InputObject *Object : Objects)
      if (auto It = Edits.find(Object); It != Edits.end())
        for (uint32_t Symbol : It->second.WeakenedSymbols)
          Names.push_back((Object->Name + ":" + Object->Symbols[Symbol].Name).str());
    return Names;
  }

  StringSet<> RootSymbols;
  bool TableInScript = false, KeepsExceptionTables = false;
  std::deque<ParsedObject> Parsed;
  std::vector<const InputObject *> Objects;
  std::deque<KernelRecord> Records;
};

const char Dropped[] = "aten::a-drop-lib", Kept[] = "aten::a-keep-lib";

TEST(PlanEdits, NothingDroppedNothingEdited) {
  EXPECT_TRUE(Link({ObjectText().kernel(Kept, "v1/6;", {"helper"})}).edits().empty());
}

struct WeakenedCase {
  const char *What;
  std::vector<ObjectText> Objects;
  Strings Weakened;
};

/// An object with a dropped and a kept kernel, which reference these symbols.
ObjectText kernels(Strings DroppedUses, Strings KeptUses = {}) {
  return ObjectText()
      .kernel(Dropped, "v1/6;", std::move(DroppedUses))
      .kernel(Kept, "v1/7;", std::move(KeptUses));
}

ObjectText withShared() {
  return kernels({"shared"}).section(".text.shared", {"helper"}).symbol("shared", ".text.shared");
}

std::vector<WeakenedCase> weakenedSymbols() {
  return {
      {"only dropped code uses the symbol", {kernels({"helper"}, {"other"})}, {"object0.o:helper"}},
      {"only helpers of a dropped kernel use the symbol",
       {kernels({"local"})
            .section(".text.local", {".rodata.table"})
            .symbol("local", ".text.local", "STB_LOCAL")
            .section(".rodata.table", {"deep"})},
       {"object0.o:deep"}},
      {"live code also uses the symbol", {kernels({"helper"}, {"helper"})}, {}},
      {"a kept kernel calls a dropped one", {kernels({"helper"}, {kernelSymbol(Dropped)})}, {}},
      {"another object calls a helper of a dropped kernel",
       {withShared(), ObjectText().section(".text.main", {"shared"}).symbol("main", ".text.main")},
       {}},
      {"retained sections are roots",
       {kernels({".rodata.kept"}).section(".rodata.kept", {"helper"}, "SHF_ALLOC, SHF_GNU_RETAIN")},
       {}},
      {"unwind tables follow their code",
       {kernels({})
            .section(".ARM.exidx.drop", {"unwind_dropped"}, "SHF_ALLOC, SHF_LINK_ORDER",
                     ", Link: .text.et_kernel.aten::a-drop-lib")
            .section(".ARM.exidx.keep", {"unwind_kept"}, "SHF_ALLOC, SHF_LINK_ORDER",
                     ", Link: .text.et_kernel.aten::a-keep-lib")},
       {"object0.o:unwind_dropped"}},
      {"debug information keeps nothing alive",
       {withShared().section(".debug_info", {"shared", kernelSymbol(Dropped)}, "")},
       {"object0.o:helper"}},
      {"weak references stay as they are",
       {kernels({"maybe"}).symbol("maybe", "", "STB_WEAK")},
       {}},
  };
}

TEST(PlanEdits, WeakenedSymbols) {
  for (const WeakenedCase &Row : weakenedSymbols()) {
    Link L{};
    for (const ObjectText &Object : Row.Objects)
      L.add(Object);
    EXPECT_EQ(L.weakened(), Row.Weakened) << Row.What;
  }
}

TEST(PlanEdits, DroppedCodeInASectionWithTheUsersOwnName) {
  // et-prune treats sections with unusual names, such as .itcm, as roots.
  Link L{ObjectText()
             .section(".itcm", {"helper"})
             .symbol("fast", ".itcm")
             .kernel(Dropped, "v1/6;", {"fast"})};
  EXPECT_EQ(L.weakened(), Strings{});
  // Now .itcm has the dropped kernel and is no root. But .itcm is live, because main calls `fast`.
  const_cast<KernelRecord &>(L.Records[0]).Function.Section = L.Parsed[0].section(".itcm");
  L.add(ObjectText().section(".text.main", {"fast"}).symbol("main", ".text.main"));
  EXPECT_EQ(L.weakened(), Strings{});
}

TEST(PlanEdits, SymbolsThatRootSectionsUseStayStrong) {
  for (StringRef Root : {".isr_vector", ".init_array", ".preinit_array.1", ".ctors", ".init"})
    for (const char *Used : {"helper", "shared"}) {
      Link L{ObjectText()
                 .kernel(Dropped, "v1/6;", {Used})
                 .section(".text.shared", {"helper"})
                 .symbol("shared", ".text.shared")
                 .section(Root, {Used})};
      EXPECT_EQ(L.weakened(), Strings{}) << Root.str();
    }
}

TEST(PlanEdits, SymbolsAndSectionsInRootSymbolsAreRoots) {
  for (const char *Root : {"entry", ".text.entry"}) {
    Link L{ObjectText()
               .kernel(Dropped, "v1/6;", {Root})
               .section(".text.entry", {"helper"})
               .symbol("entry", ".text.entry")};
    EXPECT_EQ(L.weakened(), Strings{"object0.o:helper"});
    L.RootSymbols.insert(Root);
    EXPECT_EQ(L.weakened(), Strings{});
  }
}

TEST(PlanEdits, ALiveCallMayResolveToAnyDefinition) {
  for (StringRef Binding : {"STB_WEAK", "STB_GLOBAL"}) {
    ObjectText Copy;
    Copy.section(".text.inlined", {"helper"}).symbol("inlined", ".text.inlined", Binding);
    Link L{ObjectText(Copy).kernel(Dropped, "v1/6;", {"inlined"}),
           ObjectText(Copy).section(".text.main", {"inlined"}).symbol("main", ".text.main")};
    EXPECT_EQ(L.weakened(), Strings{});
  }
}

TEST(PlanEdits, ExcludesDroppedRecordsThatAScriptOrAFlagWouldKeep) {
  Link L{ObjectText().kernel(Dropped, "v1/6;", {"helper"}).kernel(Kept, "v1/7;")};
  const std::vector<uint32_t> Record{L.Parsed[0].section(".et_kernels.aten::a-drop-lib")};
  EXPECT_TRUE(L.edits()[L.Objects[0]].ExcludedSections.empty());
  L.TableInScript = true;
  EXPECT_EQ(L.edits()[L.Objects[0]].ExcludedSections, Record);
  EXPECT_EQ(L.weakened(), Strings{"object0.o:helper"});
  L.TableInScript = false;
  for (const ObjectSection &Section : L.Objects[0]->Sections)
    const_cast<ObjectSection &>(Section).Flags |= ELF::SHF_GNU_RETAIN;
  EXPECT_EQ(L.edits()[L.Objects[0]].ExcludedSections, Record);
}

TEST(ApplyEdits, ChangesOnlyTheSectionFlagAndTheBinding) {
  for (const TestTarget &Target : allTargets()) {
    SCOPED_TRACE(Target.name());
    Link L{ObjectText(Target).kernel(Dropped, "v1/6;", {"helper"}).kernel(Kept, "v1/7;")};
    L.TableInScript = true;
    SmallVector<char, 0> Bytes = editedObject(*L.Objects[0], L.edits()[L.Objects[0]]);
    std::string Copy(Bytes.begin(), Bytes.end());

    ParsedObject Edited(Copy);
    const ObjectSection &Record = Edited->Sections[Edited.section(".et_kernels.aten::a-drop-lib")];
    EXPECT_EQ(Record.Flags, uint64_t(ELF::SHF_ALLOC | ELF::SHF_EXCLUDE));
    size_t Weak = 0;
    for (const ObjectSymbol &Symbol : Edited->Symbols)
      if (Symbol.Binding == ELF::STB_WEAK) {
        EXPECT_EQ(Symbol.Name, "helper");
        ++Weak;
      }
    EXPECT_EQ(Weak, 1u);
    size_t Changed = 0;
    for (size_t I = 0; I < Copy.size(); ++I)
      Changed += Copy[I] != L.Parsed[0].Bytes[I];
    EXPECT_EQ(Changed, 2u);
  }
}

} // namespace
