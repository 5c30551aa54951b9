// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests write the object with the registration table for every target, and read the object.
// They check the entries, the symbols at the table's start and end, and the properties that come
// from the link's objects.

#include "TestObjects.h"

#include "Object/RecordNames.h"
#include "Registry/TableRewrite.h"

#include "llvm/Object/ELFObjectFile.h"

static std::string tableBytes(ArrayRef<TableEntry> Entries, const TargetInfo &Target,
                              bool PositionIndependent = false, const RegistryParts &Parts = {}) {
  auto Table = good(writeTableObject(Entries, Target, PositionIndependent, Parts));
  return std::string(Table.data(), Table.size());
}

/// Returns a table object in which each record is registered with its own key.
static std::string tableOf(ArrayRef<KernelRecord> Records, const TargetInfo &Target,
                           bool PositionIndependent = false) {
  std::vector<TableEntry> Entries;
  for (const KernelRecord &Record : Records)
    Entries.push_back({&Record, Record.Key});
  return tableBytes(Entries, Target, PositionIndependent);
}

/// Returns a line for every record: " name key symbol". The key of a fallback kernel is "null".
static Strings entries(const ParsedObject &Table, StringRef SectionName = TableSectionName) {
  Strings Lines;
  uint32_t Section = Table.section(SectionName);
  const ObjectSection &Records = Table->Sections[Section];
  unsigned Word = Table->Target.wordSize();
  for (uint64_t Offset = 0; Offset < Records.Size; Offset += Word) {
    if (Offset % (3 * Word) == 0)
      Lines.push_back("");
    const auto At = llvm::find_if(Records.Relocations,
                                  [&](const ObjectRelocation &R) { return R.Offset == Offset; });
    if (At == Records.Relocations.end()) {
      EXPECT_EQ(cantFail(Table->wordAt(Section, Offset)), 0u);
      Lines.back() += " null";
      continue;
    }
    EXPECT_EQ(At->Type, cantFail(Table->Target.absoluteRelocation()));
    const ObjectSymbol &Symbol = Table->Symbols[At->Symbol];
    if (Offset % (3 * Word) == 2 * Word) {
      EXPECT_TRUE(Symbol.isUndefined() && Symbol.Binding == ELF::STB_GLOBAL);
      Lines.back() += (" " + Symbol.Name).str();
    } else {
      EXPECT_EQ(Symbol.Section, Table.section(TableStringsName));
      uint64_t Addend = cantFail(Table->wordAddend(Section, *At));
      Lines.back() += (" " + cantFail(Table->stringAt(Symbol.Section, Addend))).str();
    }
  }
  return Lines;
}

class TableForms : public testing::TestWithParam<bool> {
protected:
  const bool IsRelocated = GetParam();
  const StringRef Home = IsRelocated ? RelocatedTableSectionName : TableSectionName;
};
INSTANTIATE_TEST_SUITE_P(PositionIndependent, TableForms, testing::Bool());

/// A position-independent table gets its addresses at program start, so its section is writable.
TEST_P(TableForms, EntriesForEveryTarget) {
  for (const TestTarget &Target : allTargets()) {
    SCOPED_TRACE(Target.name());
    ParsedObject Object(ObjectText(Target)
                            .kernel("aten::add.out-Float-lib", "v1/6;|*")
                            .kernel("aten::add.out-fallback-lib", "")
                            .kernel("aten::mm.out-Float-lib", "v1/6;|*")
                            .bytes());
    std::vector<KernelRecord> Records = recordsOf(*Object);
    ParsedObject Table(tableOf(Records, Object->Target, IsRelocated));
    EXPECT_EQ(entries(Table, Home),
              (Strings{" aten::add.out v1/6;|* et_kernel$aten$add.out$Float$lib",
                       " aten::add.out null et_kernel$aten$add.out$fallback$lib",
                       " aten::mm.out v1/6;|* et_kernel$aten$mm.out$Float$lib"}));
    // Each string is stored once, in a read-only section whose strings the linker may merge.
    const ObjectSection &Strings = Table->Sections[Table.section(TableStringsName)];
    EXPECT_EQ(toStringRef(Strings.Data), StringRef("aten::add.out\0v1/6;|*\0aten::mm.out\0", 35));
    EXPECT_EQ(Strings.Flags, uint64_t(ELF::SHF_ALLOC | ELF::SHF_MERGE | ELF::SHF_STRINGS));
    const ObjectSection &Section = Table->Sections[Table.section(Home)];
    EXPECT_EQ(Section.Size, 9 * Target.wordSize());
    EXPECT_EQ(Section.Flags, ELF::SHF_ALLOC | (IsRelocated ? uint64_t(ELF::SHF_WRITE) : 0));
    EXPECT_EQ(llvm::count_if(Table->Sections,
                             [](const ObjectSection &S) {
                               return S.Name == TableSectionName ||
                                      S.Name == RelocatedTableSectionName;
                             }),
              1);
    // The table has the order of the entries that the caller gives.
    std::swap(Records[0], Records[2]);
    EXPECT_EQ(entries(ParsedObject(tableOf(Records, Object->Target, IsRelocated)), Home)[0],
              " aten::mm.out v1/6;|* et_kernel$aten$mm.out$Float$lib");
  }
}

TEST_P(TableForms, StartAndEndSymbolsAreHidden) {
  ParsedObject Object(ObjectText(X86_64).kernel("aten::a-Float-lib", "v1/6;|*").bytes());
  for (size_t Count : {0, 1}) {
    std::string Bytes =
        tableOf(ArrayRef(recordsOf(*Object)).take_front(Count), Object->Target, IsRelocated);
    auto File = cantFail(object::ObjectFile::createELFObjectFile({Bytes, "table.o"}));
    std::map<std::string, uint64_t> Borders;
    for (const object::ELFSymbolRef Symbol : File->symbols()) {
      StringRef Name = cantFail(Symbol.getName());
      if (!isTableSymbol(Name))
        continue;
      Borders[Name.str()] = cantFail(Symbol.getValue());
      EXPECT_EQ(Symbol.getOther(), ELF::STV_HIDDEN);
      EXPECT_EQ(Symbol.getBinding(), ELF::STB_GLOBAL);
      EXPECT_EQ(cantFail(cantFail(Symbol.getSection())->getName()), Home);
    }
    EXPECT_EQ(Borders, (std::map<std::string, uint64_t>{{TableStartSymbol.str(), 0},
                                                        {TableMissingSymbol.str(), 0},
                                                        {TableEndSymbol.str(), Count * 24}}));
  }
}

TEST(TableObject, HasThePropertiesOfTheLinksObjects) {
  for (const TestTarget &Target : allTargets())
    for (const char *OSABI : {"ELFOSABI_NONE", "ELFOSABI_GNU"})
      for (bool Note : {false, true}) {
        ObjectText Text(Target, OSABI);
        Text.section(".text");
        if (Note)
          Text.section(".note.GNU-stack", {}, "");
        ParsedObject Object(Text.bytes());
        ParsedObject Table(tableOf({}, Object->Target)); // an empty table is valid
        EXPECT_EQ(Table->Sections[Table.section(TableSectionName)].Size, 0u);
        EXPECT_TRUE(entries(Table).empty());
        EXPECT_EQ(Table->Target.Machine, Object->Target.Machine);
        EXPECT_EQ(Table->Target.Is64, Target.Is64);
        EXPECT_EQ(Table->Target.IsLittleEndian, Target.IsLittleEndian);
        EXPECT_EQ(Table->Target.Flags, Target.Flags);
        EXPECT_EQ(Table->Target.OSABI, Object->Target.OSABI);
        EXPECT_EQ(Table->Target.HasGnuStackNote, Note);
        EXPECT_EQ(Table->Target.PropertyNotes, "");
      }
}

TEST(TableObject, CopiesThePropertyNotes) {
  for (const TestTarget &Target : allTargets()) {
    std::string Note(Target.Is64 ? 32 : 28, 'n');
    ParsedObject Object(
        ObjectText(Target)
            .note(".note.gnu.property", Note.substr(0, 16))
            .note(".note.gnu.build-id", "not that one")
            .note(".note.gnu.property", Note.substr(16)) // a second note is appended
            .bytes());
    ParsedObject Table(tableOf({}, Object->Target));
    const ObjectSection &Section = Table->Sections[Table.section(".note.gnu.property")];
    EXPECT_EQ(toStringRef(Section.Data), Note);
    EXPECT_EQ(Section.Type, ELF::SHT_NOTE);
    EXPECT_EQ(Section.Flags, uint64_t(ELF::SHF_ALLOC));
    auto File = cantFail(object::ObjectFile::createELFObjectFile({Table.Bytes, "table.o"}));
    for (const object::SectionRef &S : File->sections())
      if (cantFail(S.getName()) == ".note.gnu.property") {
        EXPECT_EQ(S.getAlignment().value(), Target.wordSize());
      }
  }
}

TEST(TableObject, SeveralEntriesMayShareAFunction) {
  ParsedObject Object(ObjectText().kernel("aten::a-Float-lib", "v1/6;|*").bytes());
  std::vector<KernelRecord> Records{recordsOf(*Object)[0], recordsOf(*Object)[0]};
  Records[1].Op = "aten::b";
  ParsedObject Table(tableOf(Records, Object->Target));
  EXPECT_EQ(entries(Table), (Strings{" aten::a v1/6;|* et_kernel$aten$a$Float$lib",
                                     " aten::b v1/6;|* et_kernel$aten$a$Float$lib"}));
  EXPECT_EQ(llvm::count_if(Table->Symbols,
                           [](const ObjectSymbol &S) { return S.Name.starts_with("et_kernel$"); }),
            1);
  // Several entries may register one kernel, each with another key.
  EXPECT_EQ(entries(ParsedObject(tableBytes(
                {{&Records[0], "v1/6;0"}, {&Records[0], "v1/6;0,1"}, {&Records[0], std::nullopt}},
                Object->Target))),
            (Strings{" aten::a v1/6;0 et_kernel$aten$a$Float$lib",
                     " aten::a v1/6;0,1 et_kernel$aten$a$Float$lib",
                     " aten::a null et_kernel$aten$a$Float$lib"}));
}

/// RegisteredKernelsSymbol points to kernels that are registered at run time. Null means none.
TEST(TableObject, NullPointerAfterTheTableOfAllKernels) {
  for (const TestTarget &Target : allTargets()) {
    ParsedObject Object(ObjectText(Target).kernel("aten::a-Float-lib", "v1/6;|*").bytes());
    const std::vector<KernelRecord> Records = recordsOf(*Object);
    RegistryParts Parts;
    Parts.IsAllKernels = true;
    ParsedObject Table(tableBytes({{&Records[0], std::nullopt}}, Object->Target, false, Parts));
    const uint32_t Section = Table.section(TableSectionName);
    const unsigned Word = Target.wordSize();
    EXPECT_EQ(Table->Sections[Section].Size, 4 * Word);
    EXPECT_EQ(cantFail(Table->wordAt(Section, 3 * Word)), 0u);
    for (StringRef Name : {TableEndSymbol, RegisteredKernelsSymbol}) {
      auto Symbol =
          llvm::find_if(Table->Symbols, [&](const ObjectSymbol &S) { return S.Name == Name; });
      ASSERT_NE(Symbol, Table->Symbols.end());
      EXPECT_EQ(Symbol->Section, Section);
      EXPECT_EQ(Symbol->Value, 3 * Word);
    }
  }
}
