// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestObjects.h"

#include "Registry/TableRewrite.h"

TEST(InputObject, SameContentForEveryTarget) {
  for (const TestTarget &Target : allTargets()) {
    SCOPED_TRACE(Target.name());
    ParsedObject Object(ObjectText(Target)
                            .section(".text.f", {"g", ".data.x"}, "SHF_ALLOC, SHF_EXECINSTR")
                            .section(".data.x", {}, "SHF_ALLOC, SHF_WRITE")
                            .symbol("f", ".text.f")
                            .symbol("w", ".data.x", "STB_WEAK")
                            .bytes());
    EXPECT_EQ(Object->Target.Is64, Target.Is64);
    EXPECT_EQ(Object->Target.IsLittleEndian, Target.IsLittleEndian);
    EXPECT_EQ(Object->Target.usesRela(), Target.Rela);
    EXPECT_EQ(cantFail(Object->Target.absoluteRelocation()), Target.Absolute);
    EXPECT_EQ(Object->Target.Flags, Target.Flags);

    const ObjectSection &Text = Object->Sections[Object.section(".text.f")];
    EXPECT_EQ(Text.Flags, uint64_t(ELF::SHF_ALLOC | ELF::SHF_EXECINSTR));
    EXPECT_EQ(Text.Size, 2 * Target.wordSize());
    ASSERT_EQ(Text.Relocations.size(), 2u);
    const ObjectSymbol &G = Object->Symbols[Text.Relocations[0].Symbol];
    EXPECT_EQ(G.Name, "g");
    EXPECT_TRUE(G.isUndefined());
    EXPECT_FALSE(G.isLocal());
    EXPECT_EQ(Text.Relocations[1].Offset, Target.wordSize());
    EXPECT_EQ(Text.Relocations[1].Type, Target.Absolute);
    const ObjectSymbol &X = Object->Symbols[Text.Relocations[1].Symbol];
    EXPECT_EQ(X.Section, Object.section(".data.x"));
    EXPECT_TRUE(X.isLocal());
  }
}

TEST(InputObject, FileOffsetsOfFlagsAndBindings) {
  for (const TestTarget &Target : allTargets()) {
    ParsedObject Object(ObjectText(Target).section(".data.x", {"u"}, "SHF_ALLOC").bytes());
    const ObjectSection &Section = Object->Sections[Object.section(".data.x")];
    const auto *Flags =
        reinterpret_cast<const uint8_t *>(Object.Bytes.data()) + Section.FlagsOffset;
    EXPECT_EQ(Flags[Target.IsLittleEndian ? 0 : Target.wordSize() - 1], ELF::SHF_ALLOC);
    const ObjectSymbol &Symbol = Object->Symbols[Section.Relocations[0].Symbol];
    EXPECT_EQ(Object.Bytes[Symbol.InfoOffset], ELF::STB_GLOBAL << 4);
  }
}

TEST(InputObject, SymbolsOfNoSection) {
  ParsedObject Object(objectFromYaml(R"(--- !ELF
FileHeader: { Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_ARM }
Symbols:
  - { Name: absolute, Index: SHN_ABS, Binding: STB_GLOBAL, Value: 5 }
  - { Name: common, Index: SHN_COMMON, Binding: STB_GLOBAL, Size: 4 }
  - { Name: undefined, Binding: STB_GLOBAL }
)"));
  ASSERT_EQ(Object->Symbols.size(), 4u);
  EXPECT_EQ(Object->Symbols[1].Section, ObjectSymbol::Elsewhere);
  EXPECT_EQ(Object->Symbols[2].Section, ObjectSymbol::Elsewhere);
  EXPECT_TRUE(Object->Symbols[3].isUndefined());
}

TEST(InputObject, WordsAndStringsOnlyInsideTheirSection) {
  for (const TestTarget &Target : allTargets()) {
    ParsedObject Object(ObjectText(Target).kernel("aten::a-Float-lib", "v1/6;").bytes());
    uint32_t Strings = Object.section(".rodata.strings.aten::a-Float-lib");
    EXPECT_EQ(cantFail(Object->stringAt(Strings, 0)), "aten::a");
    EXPECT_EQ(cantFail(Object->stringAt(Strings, 8)), "v1/6;");
    for (uint64_t Outside : {uint64_t(14), UINT64_MAX})
      EXPECT_EQ(errorOf(Object->stringAt(Strings, Outside)),
                "cannot read 'test.o': no string ends after offset " + std::to_string(Outside) +
                    " of section '.rodata.strings.aten::a-Float-lib'");
    uint32_t Record = Object.section(".et_kernels.aten::a-Float-lib");
    EXPECT_EQ(cantFail(Object->wordAt(Record, Target.wordSize())), Target.Rela ? 0u : 8u);
    EXPECT_EQ(cantFail(Object->wordAddend(Record, Object->Sections[Record].Relocations[1])), 8);
    for (uint64_t Outside : {uint64_t(2 * Target.wordSize() + 1), UINT64_MAX - 1})
      EXPECT_EQ(
          errorOf(Object->wordAt(Record, Outside)),
          "cannot read 'test.o': section '.et_kernels.aten::a-Float-lib' ends before offset " +
              std::to_string(Outside));
  }
}

TEST(InputObject, SeesIntermediateCodeAndTheStackNote) {
  auto Intermediate = [](const char *Section) {
    return ParsedObject(ObjectText().section(Section).bytes())->Intermediate;
  };
  EXPECT_EQ(Intermediate(".text"), IntermediateCode::None);
  EXPECT_EQ(Intermediate(".gnu.lto_.decls.1"), IntermediateCode::Gcc);
  EXPECT_EQ(Intermediate(".llvm.lto"), IntermediateCode::Llvm);
  EXPECT_TRUE(ParsedObject(ObjectText().section(".llvm.lto").bytes())->HasMachineCode);
  ParsedObject Bitcode(std::string("BC\xC0\xDE") + "whatever");
  EXPECT_EQ(Bitcode->Intermediate, IntermediateCode::Llvm);
  EXPECT_FALSE(Bitcode->HasMachineCode);
  EXPECT_FALSE(Bitcode->UsesIntermediateCode); // true only after a link loads the object
  EXPECT_FALSE(ParsedObject(ObjectText().section(".text").bytes())->Target.HasGnuStackNote);
  EXPECT_TRUE(ParsedObject(ObjectText().section(".note.GNU-stack", {}, "").bytes())
                  ->Target.HasGnuStackNote);
}

TEST(InputObject, RefusesFilesThatAreNoObjects) {
  const std::string Cannot = "cannot read 'test.o': ";
  EXPECT_EQ(parseError(""), Cannot + "it is not an ELF object");
  EXPECT_EQ(parseError("int main() {}"), Cannot + "it is not an ELF object");
  EXPECT_EQ(parseError("\177ELF\3\1"),
            Cannot + "its ELF header has an unknown class or byte order");
  EXPECT_EQ(parseError(objectFromYaml(
                "--- !ELF\nFileHeader: { Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_EXEC }\n")),
            Cannot + "it is an ELF file, but not a relocatable object");
}

TEST(InputObject, RefusesTruncatedObjects) {
  for (const TestTarget &Target : {Arm, BigEndianArm, X86_64}) {
    const std::string Whole =
        ObjectText(Target).kernel("aten::a-Float-lib", "v1/6;|*", {"f"}).bytes();
    for (size_t Size = 0; Size < Whole.size(); ++Size)
      EXPECT_EQ(parseError(StringRef(Whole).take_front(Size)).find("cannot read 'test.o': "), 0u)
          << Size;
  }
}

static std::string wrong(const std::string &Yaml) {
  std::string Message = parseError(objectFromYaml(
      "--- !ELF\nFileHeader: { Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_ARM "
      "}\n" +
      Yaml));
  EXPECT_EQ(Message.rfind("cannot read 'test.o': ", 0), 0u) << Message;
  return Message.substr(22);
}

TEST(InputObject, RefusesReferencesToNothing) {
  EXPECT_EQ(wrong("Sections:\n"
                  "  - { Name: .text, Type: SHT_PROGBITS, Size: 8 }\n"
                  "  - { Name: .rel.text, Type: SHT_REL, Info: .text, Relocations: [ { Offset: 0, "
                  "Symbol: 7, Type: R_ARM_ABS32 } ] }\n"
                  "Symbols:\n  - { Name: a }\n"),
            "a relocation of section '.text' names symbol 7 of 2");
  EXPECT_EQ(wrong("Sections:\n  - { Name: .rel.text, Type: SHT_REL, Info: 77 }\n"
                  "Symbols:\n  - { Name: a }\n"),
            "a relocation section applies to section 77 of 5");
  EXPECT_EQ(wrong("Symbols:\n  - { Name: a, Index: 0x70 }\n"), "symbol 1 is in section 112 of 4");
  EXPECT_EQ(wrong("Symbols:\n  - { Name: a, Index: SHN_XINDEX }\n"),
            "symbol 1 has no extended section index");
  EXPECT_EQ(wrong("Sections:\n  - { Name: .symtab2, Type: SHT_SYMTAB, Link: .strtab, EntSize: 16, "
                  "Size: 16 }\nSymbols:\n  - { Name: a }\n"),
            "it has more than one symbol table");
  EXPECT_EQ(wrong("Sections:\n  - { Name: .text, Type: SHT_PROGBITS, Size: 8 }\n"
                  "  - { Name: .rel1, Type: SHT_REL, Info: .text, EntSize: 8, Content: '" +
                  std::string(4096, '0') +
                  "' }\n  - { Name: .rel2, Type: SHT_REL, Info: .text, EntSize: 8, ShOffset: 0x40, "
                  "ShSize: 2048 }\nSymbols:\n  - { Name: a }\n"),
            "its relocation sections overlap: together, they are larger than the file");
}

TEST(InputObject, RefusesUnsupportedMachines) {
  TargetInfo Mips;
  Mips.Machine = ELF::EM_MIPS;
  const char *Message = "machine 8 with words of 32 bits is not supported; et-prune supports x86, "
                        "Arm, AArch64, RISC-V and Xtensa";
  EXPECT_EQ(errorOf(Mips.absoluteRelocation()), Message);
  EXPECT_EQ(errorOf(writeTableObject({}, Mips, false)), Message);
  // et-prune does not support the ABIs x32 and ILP32.
  for (uint16_t Machine : {ELF::EM_X86_64, ELF::EM_AARCH64}) {
    TargetInfo Narrow;
    Narrow.Machine = Machine;
    EXPECT_NE(errorOf(Narrow.absoluteRelocation()), "") << Machine;
  }
}
