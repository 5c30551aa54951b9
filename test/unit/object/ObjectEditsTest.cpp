// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits copies of objects: adds symbols, redirects references, empties strings. Programs that
// register kernels at run time need these edits. Also writes stubs for archive members that LLD
// does not load. LLD orders the image's symbols by all members' symbols, so stubs keep the order.

#include "Object/ObjectEdits.h"
#include "Assembler.h"
#include "TestObjects.h"

static ParsedObject parsed(const SmallVector<char, 0> &Bytes) {
  return ParsedObject(std::string(Bytes.begin(), Bytes.end()));
}
static ParsedObject edited(const ParsedObject &Object, const ObjectEdits &Edits) {
  return parsed(editedObject(*Object, Edits));
}

static Strings references(const ParsedObject &Object, StringRef Section) {
  Strings Names;
  for (const ObjectRelocation &R : Object->Sections[Object.section(Section)].Relocations)
    Names.push_back(Object->Symbols[R.Symbol].Name.str());
  return Names;
}

class ObjectEditsOfEachTarget : public testing::TestWithParam<TestTarget> {};
INSTANTIATE_TEST_SUITE_P(Targets, ObjectEditsOfEachTarget, testing::ValuesIn(allTargets()));

static ObjectText registry(const TestTarget &Target) {
  ObjectText Text(Target);
  Text.section(".bss.storage", {"", ""}, "SHF_ALLOC, SHF_WRITE")
      .symbol("storage", ".bss.storage", "STB_LOCAL")
      .section(".text.lookup", {"storage", "helper", ".bss.storage"}, "SHF_ALLOC, SHF_EXECINSTR")
      .symbol("lookup", ".text.lookup")
      .section(".text.other", {"lookup"}, "SHF_ALLOC, SHF_EXECINSTR")
      .section(".debug_info", {"storage"}, "");
  return Text;
}

TEST_P(ObjectEditsOfEachTarget, ReferencesGoToNewSymbols) {
  ParsedObject Object(registry(GetParam()).bytes());
  ObjectEdits Edits;
  Edits.NewSymbols = {{"first", 0, 0}, {"table", 0, 0}};
  Edits.Retargeted[Object.section(".bss.storage")] = 1;
  ParsedObject New = edited(Object, Edits);
  EXPECT_EQ(references(New, ".text.lookup"), (Strings{"table", "helper", "table"}));
  EXPECT_EQ(references(New, ".text.other"), Strings{"lookup"});
  EXPECT_EQ(references(New, ".debug_info"), Strings{"storage"});
  // Types and addends stay.
  for (StringRef Name : {".text.lookup", ".text.other"}) {
    const auto &Old = Object->Sections[Object.section(Name)],
               &Now = New->Sections[New.section(Name)];
    EXPECT_EQ(Old.Data, Now.Data);
    for (size_t I = 0; I < Old.Relocations.size(); ++I) {
      EXPECT_EQ(Old.Relocations[I].Type, Now.Relocations[I].Type);
      EXPECT_EQ(Old.Relocations[I].Offset, Now.Relocations[I].Offset);
      EXPECT_EQ(Old.Relocations[I].Addend, Now.Relocations[I].Addend);
    }
  }
}

TEST_P(ObjectEditsOfEachTarget, NewSymbolsAreGlobalAndHidden) {
  ParsedObject Object(registry(GetParam()).bytes());
  const uint32_t Code = Object.section(".text.lookup");
  ObjectEdits Edits;
  Edits.NewSymbols.push_back({"alias", Code, GetParam().wordSize()});
  Edits.NewSymbols.push_back({"table", 0, 0});
  // New symbols move the symbol table to the end of the file. There, "helper" must become weak.
  for (uint32_t I = 0; I < Object->Symbols.size(); ++I)
    if (Object->Symbols[I].Name == "helper")
      Edits.WeakenedSymbols.push_back(I);
  ASSERT_EQ(Edits.WeakenedSymbols.size(), 1u);
  ParsedObject New = edited(Object, Edits);
  ASSERT_EQ(New->Symbols.size(), Object->Symbols.size() + 2);
  for (size_t I = 0; I < Object->Symbols.size(); ++I) {
    EXPECT_EQ(New->Symbols[I].Name, Object->Symbols[I].Name);
    EXPECT_EQ(New->Symbols[I].Section, Object->Symbols[I].Section);
    if (I != Edits.WeakenedSymbols[0]) {
      EXPECT_EQ(New->Symbols[I].Binding, Object->Symbols[I].Binding);
    }
  }
  EXPECT_EQ(New->Symbols[Edits.WeakenedSymbols[0]].Binding, ELF::STB_WEAK);
  const ObjectSymbol &Alias = *std::prev(New->Symbols.end(), 2), &Table = New->Symbols.back();
  EXPECT_EQ(Alias.Name, "alias");
  EXPECT_EQ(Alias.Section, Code);
  EXPECT_EQ(Alias.Value, GetParam().wordSize());
  EXPECT_EQ(Table.Name, "table");
  EXPECT_TRUE(Table.isUndefined());
  for (const ObjectSymbol *Symbol : {&Alias, &Table}) {
    EXPECT_EQ(Symbol->Binding, ELF::STB_GLOBAL);
    EXPECT_EQ(Symbol->Visibility, ELF::STV_HIDDEN);
  }
}

TEST_P(ObjectEditsOfEachTarget, StringsBecomeEmptyInPlace) {
  ObjectText Text = registry(GetParam());
  ParsedObject Object(Text.note(".strings", StringRef("one\0two\0three\0", 14)).bytes());
  const uint32_t Strings = Object.section(".strings");
  ObjectEdits Edits;
  Edits.EmptiedStrings = {{Strings, 4}, {Strings, 8}};
  Edits.NewSymbols.push_back({"table", 0, 0});
  ParsedObject New = edited(Object, Edits);
  EXPECT_EQ(toStringRef(New->Sections[Strings].Data), StringRef("one\0\0\0\0\0\0\0\0\0\0\0", 14));
}

/// Section indices from 0xff00 are in SHT_SYMTAB_SHNDX, which must grow with the symbol table.
TEST(NewSymbols, ManySections) {
  for (StringRef Triple : {"x86_64", "thumbv7m"}) {
    SCOPED_TRACE(Triple.str());
    std::string Text;
    raw_string_ostream OS(Text);
    for (unsigned I = 0; I < ELF::SHN_LORESERVE + 5; ++I)
      OS << ".section .text.f" << I << ",\"ax\"\n";
    OS << ".globl far\nfar:\n.section .text.f7,\"ax\"\n.globl near\nnear:\n";
    ParsedObject Object(assembled(Triple, Text));
    auto sectionOf = [](const ParsedObject &Of, StringRef Name) {
      for (const ObjectSymbol &Symbol : Of->Symbols)
        if (Symbol.Name == Name)
          return Symbol.Section;
      return ObjectSymbol::Elsewhere;
    };
    ASSERT_GE(sectionOf(Object, "far"), ELF::SHN_LORESERVE + 5u);
    ObjectEdits Edits;
    Edits.NewSymbols.push_back({"farther", ELF::SHN_LORESERVE + 4, 0});
    Edits.NewSymbols.push_back({"nearer", 3, 0});
    Edits.NewSymbols.push_back({"undefined", 0, 0});
    ParsedObject New = edited(Object, Edits);
    for (StringRef Name : {"far", "near"})
      EXPECT_EQ(sectionOf(New, Name), sectionOf(Object, Name));
    EXPECT_EQ(sectionOf(New, "farther"), ELF::SHN_LORESERVE + 4u);
    EXPECT_EQ(sectionOf(New, "nearer"), 3u);
    EXPECT_EQ(sectionOf(New, "undefined"), ObjectSymbol::Undefined);
  }
}

TEST_P(ObjectEditsOfEachTarget, NamesOnlyDefinesOnlyTheGlobalSymbols) {
  ParsedObject Object(ObjectText(GetParam())
                          .section(".text.a", {"elsewhere", ".data"}, "SHF_ALLOC, SHF_EXECINSTR")
                          .section(".data", {"", ""}, "SHF_ALLOC, SHF_WRITE")
                          .symbol("hidden", ".text.a", "STB_LOCAL")
                          .symbol("second", ".data")
                          .symbol("first", ".text.a", "STB_WEAK")
                          .bytes());
  ParsedObject Left = parsed(namesOnly(*Object));
  EXPECT_EQ(Left->Target.Machine, Object->Target.Machine);
  EXPECT_EQ(Left->Target.Flags, Object->Target.Flags);
  Strings Found;
  for (size_t I = 1; I < Left->Symbols.size(); ++I) {
    const ObjectSymbol &Symbol = Left->Symbols[I];
    Found.push_back(Symbol.Name.str() + (Symbol.Binding == ELF::STB_WEAK ? " weak" : ""));
    // The linker drops a section with SHF_EXCLUDE, so a link that loads the stub fails.
    EXPECT_TRUE(Left->Sections[Symbol.Section].Flags & ELF::SHF_EXCLUDE);
  }
  EXPECT_EQ(Found, (Strings{"second", "first weak"}));
}
