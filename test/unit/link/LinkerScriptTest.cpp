// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Script/LinkerScript.h"
#include "Link/Script/MemoryRegions.h"
#include "UnitTest.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>

using Words = std::set<std::string>;

static Words words(StringRef Text) {
  Words Found;
  for (const auto &Word : LinkerScript::parse(Text).Words)
    Found.insert(Word.getKey().str());
  return Found;
}

TEST(LinkerScript, SymbolsAndComments) {
  EXPECT_EQ(words("ENTRY(Reset_Handler)\n_estack = ORIGIN(RAM)+LENGTH(RAM)-0x10;"),
            (Words{"ENTRY", "Reset_Handler", "_estack", "ORIGIN", "RAM", "LENGTH"}));
  EXPECT_EQ(words("a-b x=y \"quoted\" PROVIDE_HIDDEN(__end = .);"),
            (Words{"a", "b", "x", "y", "quoted", "PROVIDE_HIDDEN", "__end", "."}));
  EXPECT_EQ(words("KEEP(*(.isr_vector))"), (Words{"KEEP", ".isr_vector"}));
  EXPECT_EQ(words("a /* b INCLUDE c */ d/ /**/ /* \" */ e"), (Words{"a", "d", "e"}));
  EXPECT_TRUE(LinkerScript::parse("/* INCLUDE x.ld */").Includes.empty());
  EXPECT_EQ(words("a /* never closed b"), Words{"a"});
}

TEST(LinkerScript, IncludesInputsAndFilesOfSections) {
  LinkerScript Script =
      LinkerScript::parse("INCLUDE memory.ld\nINCLUDE \"with blank.ld\"\n"
                          "INPUT(a.o, b.o -lgcc \"c d.o\")\n"
                          "GROUP ( /lib/libc.so.6 libc_nonshared.a AS_NEEDED ( ld.so ) last.a )\n"
                          "STARTUP(crt0.o)\nSEARCH_DIR(\"=/usr/lib\"); SEARCH_DIR(/opt/lib)\n");
  EXPECT_EQ(Script.Includes, (Strings{"memory.ld", "with blank.ld"}));
  EXPECT_EQ(Script.Inputs, (Strings{"a.o", "b.o", "-lgcc", "c d.o", "/lib/libc.so.6",
                                    "libc_nonshared.a", "ld.so", "last.a", "crt0.o"}));
  EXPECT_EQ(Script.SearchDirs, (Strings{"=/usr/lib", "/opt/lib"}));
  Script = LinkerScript::parse(
      "OUTPUT(app.elf) SECTIONS { .text : { KEEP(./crt0.o(.vectors)) libc.a ( *.x ) \n"
      "*main.o(.text) lib.a:x.o(.text) *(EXCLUDE_FILE(not.o) .text) . = ALIGN(4); .x.y (A); }\n"
      "/DISCARD/ : { \"../l m.a\"(*) } }");
  EXPECT_EQ(Script.SectionFiles, (Strings{"./crt0.o", "libc.a", "../l m.a"}));
}

TEST(LinkerScript, CollectsKernelsIfItAssignsTheTablesStart) {
  for (StringRef Text : {"SECTIONS { .r : { __et_kernels_start = .; } }", "__et_kernels_start=.;",
                         "PROVIDE(__et_kernels_start = ADDR(.r));"})
    EXPECT_TRUE(LinkerScript::parse(Text).CollectsKernels) << Text.str();
  for (StringRef Text :
       {"/* __et_kernels_start */ x = 1;", "__et_kernels_started = 1;", "x = __et_kernels_start;",
        "x=__et_kernels_end-__et_kernels_start;", "LONG(__et_kernels_start)",
        "ASSERT(__et_kernels_start == 4, \"\")", "ASSERT(__et_kernels_start==4, \"\")"})
    EXPECT_FALSE(LinkerScript::parse(Text).CollectsKernels) << Text.str();
}

TEST(LinkerScript, KeptSections) {
  auto Kept = [](StringRef Text) { return LinkerScript::parse(Text).Kept; };
  EXPECT_EQ(Kept(".a : { KEEP(*(.isr_vector)) *(.text*) } .b : { *(.rodata*) }"),
            Strings{".isr_vector"});
  EXPECT_EQ(Kept("KEEP(*(\".with blank\" .fini*)) x"), (Strings{".with blank", ".fini*"}));
  EXPECT_EQ(Kept("KEEP (*crtbegin.o(.ctors)) KEEP ( * ( EXCLUDE_FILE (*x.o) .dtors ) ) .y"),
            (Strings{".ctors", "EXCLUDE_FILE", "*x.o", ".dtors"}));
  EXPECT_EQ(Kept("KEEP(*(SORT_BY_NAME(SORT(.init_array.*)))) .z"),
            (Strings{"SORT_BY_NAME", "SORT", ".init_array.*"}));
  EXPECT_EQ(Kept("KEEP KEEP() KEEP(x) ) ("), Strings());
  auto OfAll = [](StringRef Text) { return LinkerScript::parse(Text).KeptOfAllFiles; };
  EXPECT_EQ(OfAll("KEEP(*(.isr_vector .boot*)) KEEP(a.o(.x)) *(.y) KEEP(*(SORT(.z)))"),
            (Strings{".isr_vector", ".boot*", "SORT", ".z"}));
  EXPECT_EQ(
      OfAll("KEEP(*(EXCLUDE_FILE(*x.o) .a)) KEEP(EXCLUDE_FILE(*x.o) *(.a)) KEEP(*lib.a:(.b))"),
      Strings());
}

TEST(LinkerScript, EntriesAndIncompleteCommands) {
  for (StringRef Text :
       {"INPUT(", "INPUT(a.o", "GROUP ( a.o AS_NEEDED ( b.o", "INPUT", "INCLUDE", "\"never closed",
        "\"", "/*", "/", ")))", "INPUT)a.o", "SEARCH_DIR(", "\"\"", "INPUT(\"\")", "INCLUDE \"\""})
    LinkerScript::parse(Text);
  EXPECT_EQ(LinkerScript::parse("ENTRY(Reset_Handler) x = ENTRY;").Entries,
            Strings{"Reset_Handler"});
  EXPECT_EQ(LinkerScript::parse("ENTRY(").Entries, Strings());
  EXPECT_EQ(LinkerScript::parse("INPUT(a.o").Inputs, Strings{"a.o"});
  EXPECT_EQ(LinkerScript::parse("GROUP(a.o)) b.o INPUT(c.o)").Inputs, (Strings{"a.o", "c.o"}));
}

static std::string repeated(StringRef Piece, size_t Size) {
  std::string Text;
  while (Text.size() < Size)
    Text += Piece;
  return Text;
}

TEST(LinkerScript, ReadsHostileScriptsFast) {
  auto Start = std::chrono::steady_clock::now();
  for (StringRef Piece : {"\"\"", "(", "INPUT(", "/**/", "a ", "\"", "x = y + 1;\n", "INCLUDE "})
    LinkerScript::parse(repeated(Piece, 1 << 20));
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(120));
}

/// Returns "NAME origin length attributes" for each region, with hexadecimal numbers.
static std::string regionsOf(ArrayRef<ScriptText> Scripts, ArrayRef<StringRef> Definitions = {}) {
  std::string Text;
  for (const MemoryRegion &R : memoryRegions(Scripts, Definitions))
    Text += (Text.empty() ? "" : ", ") + R.Name + " " + utohexstr(R.Origin, true) + " " +
            utohexstr(R.Length, true) + (R.Attributes.empty() ? "" : " " + R.Attributes);
  return Text;
}

static std::string regionsOf(StringRef Script, ArrayRef<StringRef> Definitions = {}) {
  return regionsOf(ScriptText{"board.ld", Script}, Definitions);
}

static std::string lengthOf(StringRef Expression, ArrayRef<StringRef> Definitions = {}) {
  return regionsOf(("MEMORY { A : ORIGIN = 0, LENGTH = " + Expression + " }").str(), Definitions);
}

TEST(MemoryRegions, SpellingsAttributesAndIncludedLines) {
  EXPECT_EQ(regionsOf("ENTRY(x)\nMEMORY\n{\n"
                      "  /* code */ FLASH (rx) : ORIGIN = 0x08000000, LENGTH = 1M\n"
                      "  RAM (rw!x) : org = 0x20000000, len = 128k # data\n"
                      "  ITCM( rx ):o=0,l=0x4000\n"
                      "  my.ram-2:ORIGIN=1024,LENGTH=2K\n}\nSECTIONS {}"),
            "FLASH 8000000 100000 rx, RAM 20000000 20000 rw!x, ITCM 0 4000 rx, my.ram-2 400 800");
  EXPECT_EQ(
      regionsOf("MEMORY { A : ORIGIN = 1, LENGTH = 2 } MEMORY { B : ORIGIN = 3, LENGTH = 4 }"),
      "A 1 2, B 3 4");
  EXPECT_EQ(regionsOf({{"board.ld", "MEMORY { INCLUDE regions.ld\nB : ORIGIN = 2, LENGTH = 2 }"},
                       {"scripts/regions.ld", "A : ORIGIN = 1, LENGTH = 1\n"}}),
            "A 1 1, B 2 2");
  EXPECT_EQ(regionsOf("MEMORY { INCLUDE regions.ld }"), "");
}

TEST(MemoryRegions, ArithmeticAndReferencesToRegions) {
  for (const auto &[Expression, Length] : {std::pair("64K - 0x10 * 2 + (3 + 1) / 2", "ffe2"),
                                           {"1 << 4 + 1", "20"},
                                           {"0xff & ~0xf | 1", "f1"},
                                           {"0x100 - -0x100", "200"},
                                           {"100 - 10 - 5", "55"},
                                           {"(1M) - (1K)", "ffc00"}})
    EXPECT_EQ(lengthOf(Expression), std::string("A 0 ") + Length);
  EXPECT_EQ(regionsOf("MEMORY { BOOT : ORIGIN = 0x1000, LENGTH = 16K\n"
                      "APP : ORIGIN = ORIGIN(BOOT) + LENGTH(BOOT), LENGTH = 64K - LENGTH(BOOT)\n"
                      "RAM : ORIGIN = 0x20000000, LENGTH = 8K }"),
            "BOOT 1000 4000, APP 5000 c000, RAM 20000000 2000");
}

TEST(MemoryRegions, Symbols) {
  EXPECT_EQ(regionsOf("_base = 0x8000;\nsize = 4 * unit;\nunit = 1K;\n"
                      "MEMORY { A : ORIGIN = _base, LENGTH = size - used }",
                      {"used=0x400", "other=1"}),
            "A 8000 c00");
  EXPECT_EQ(regionsOf({{"board.ld", "MEMORY { A : ORIGIN = 0, LENGTH = size }"},
                       {"sizes.ld", "size = 2K;"}}),
            "A 0 800");
  // A symbol's value is known only if the symbol has one assignment, of the form `x = value;`.
  for (StringRef Statements : {"", "x = 1; x = 1;", "x = 1; x += 1;", "PROVIDE(x = 1);"})
    EXPECT_EQ(regionsOf((Statements + "MEMORY { A : ORIGIN = 0, LENGTH = x }").str()), "");
  EXPECT_EQ(lengthOf("."), "");
  EXPECT_EQ(regionsOf(". = 4; MEMORY { A : ORIGIN = 0, LENGTH = . }"), "");
  EXPECT_EQ(regionsOf("x = 1; MEMORY { A : ORIGIN = 0, LENGTH = x }", {"x=2"}), "");
  EXPECT_EQ(regionsOf("x = 1; ASSERT(x == 1, \"x\") MEMORY { A : ORIGIN = 0, LENGTH = x }"),
            "A 0 1");
}

TEST(MemoryRegions, NoRegionsIfOneCannotBeRead) {
  for (StringRef Bad : {"DEFINED(x) ? x : 64K", "x ? 1 : 2", "MAX(1, 2)", "1 / 0", "1 << 64", "0x",
                        "64Q", "", "(1", "1)", "1 2", "ORIGIN(NO)", "LENGTH(A)", "ORIGIN(",
                        "18446744073709551616", "99999999999999999999999K"})
    EXPECT_EQ(lengthOf(Bad), "") << Bad.str();
  for (StringRef Bad : {"A", "A :", "A (rx", "A : ORIGIN", "A : ORIGIN = 1",
                        "A : ORIGIN = 1 LENGTH = 1", "A : LENGTH = 1, ORIGIN = 1", "= 1", ":", ","})
    EXPECT_EQ(regionsOf(("MEMORY { B : ORIGIN = 0, LENGTH = 1 " + Bad + " }").str()), "")
        << Bad.str();
  EXPECT_EQ(regionsOf("a = b; b = a; MEMORY { A : ORIGIN = 0, LENGTH = a }"), "");
  EXPECT_EQ(regionsOf("SECTIONS {}"), "");
}

TEST(MemoryRegions, ReadsHostileScriptsFast) {
  auto Start = std::chrono::steady_clock::now();
  for (StringRef Piece : {"{ a = ", ") a = ", "a = a + ", "a = (", "MEMORY {", "\"", "/*", "#\n"})
    regionsOf(repeated(Piece, 1 << 17));
  for (StringRef Piece : {"(", "-", "1 + ", "ORIGIN(", "A + "})
    lengthOf(repeated(Piece, 1 << 17));
  regionsOf("MEMORY { " + repeated("A : ORIGIN = 0, LENGTH = LENGTH(A)\n", 1 << 17));
  regionsOf({{"a.ld", "MEMORY { INCLUDE b.ld INCLUDE b.ld }"},
             {"b.ld", repeated("INCLUDE b.ld ", 1 << 17)}});
  // The work doubles with each symbol, so the reader stops at a limit.
  std::string Chain = "x0 = 1;";
  for (int I = 1; I < 5000; ++I)
    Chain += formatv("x{0} = x{1} + x{1};\n", I, I - 1);
  EXPECT_EQ(regionsOf(Chain + "MEMORY { A : ORIGIN = 0, LENGTH = x4999 }"), "");
  EXPECT_EQ(regionsOf(Chain + "MEMORY { A : ORIGIN = 0, LENGTH = x16 }"), "A 0 10000");
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(60));
}
