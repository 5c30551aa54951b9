// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is taken from linker scripts: files, symbols, and whether they collect kernels.

#include "Link/LinkerScript.h"
#include "UnitTest.h"

#include <chrono>

namespace {

std::set<std::string> words(StringRef Text) {
  std::set<std::string> Words;
  for (const auto &Word : LinkerScript::parse(Text).Words)
    Words.insert(Word.getKey().str());
  return Words;
}

TEST(LinkerScript, Symbols) {
  EXPECT_EQ(
      words("ENTRY(Reset_Handler)\n_estack = ORIGIN(RAM)+LENGTH(RAM)-0x10;"),
      (std::set<std::string>{"ENTRY", "Reset_Handler", "_estack", "ORIGIN", "RAM", "LENGTH"}));
  EXPECT_EQ(words("a-b x=y \"quoted\" PROVIDE_HIDDEN(__end = .);"),
            (std::set<std::string>{"a", "b", "x", "y", "quoted", "PROVIDE_HIDDEN", "__end", "."}));
  EXPECT_EQ(words("KEEP(*(.isr_vector))"), (std::set<std::string>{"KEEP", ".isr_vector"}));
}

TEST(LinkerScript, CommentsAreNothing) {
  EXPECT_EQ(words("a /* b INCLUDE c */ d/ /**/ /* \" */ e"),
            (std::set<std::string>{"a", "d", "e"}));
  EXPECT_TRUE(LinkerScript::parse("/* INCLUDE x.ld */").Includes.empty());
  EXPECT_EQ(words("a /* never closed b"), std::set<std::string>{"a"});
}

TEST(LinkerScript, Files) {
  LinkerScript Script =
      LinkerScript::parse("INCLUDE memory.ld\nINCLUDE \"with blank.ld\"\n"
                          "INPUT(a.o, b.o -lgcc \"c d.o\")\n"
                          "GROUP ( /lib/libc.so.6 libc_nonshared.a AS_NEEDED ( ld.so ) last.a )\n"
                          "STARTUP(crt0.o)\nSEARCH_DIR(\"=/usr/lib\"); SEARCH_DIR(/opt/lib)\n");
  EXPECT_EQ(Script.Includes, (Strings{"memory.ld", "with blank.ld"}));
  EXPECT_EQ(Script.Inputs, (Strings{"a.o", "b.o", "-lgcc", "c d.o", "/lib/libc.so.6",
                                    "libc_nonshared.a", "ld.so", "last.a", "crt0.o"}));
  EXPECT_EQ(Script.SearchDirs, (Strings{"=/usr/lib", "/opt/lib"}));
}

TEST(LinkerScript, FilesOfSections) {
  LinkerScript Script = LinkerScript::parse(
      "OUTPUT(app.elf) SECTIONS { .text : { KEEP(./crt0.o(.vectors)) libc.a ( *.x ) \n"
      "*main.o(.text) lib.a:x.o(.text) *(EXCLUDE_FILE(not.o) .text) . = ALIGN(4); .x.y (A); }\n"
      "/DISCARD/ : { \"../l m.a\"(*) } }");
  EXPECT_EQ(Script.SectionFiles, (Strings{"./crt0.o", "libc.a", "../l m.a"}));
}

TEST(LinkerScript, IncludeInsideASection) {
  EXPECT_EQ(
      LinkerScript::parse("SECTIONS { .rodata : { *(.rodata*) INCLUDE et_kernels.ld } }").Includes,
      Strings{"et_kernels.ld"});
}

TEST(LinkerScript, CollectsKernelsWhereItDefinesTheTable) {
  EXPECT_TRUE(LinkerScript::parse("SECTIONS { .r : { __et_kernels_start = .; } }").CollectsKernels);
  EXPECT_TRUE(LinkerScript::parse("__et_kernels_start=.;").CollectsKernels);
  EXPECT_FALSE(LinkerScript::parse("/* __et_kernels_start */ x = 1;").CollectsKernels);
  EXPECT_FALSE(LinkerScript::parse("__et_kernels_started = 1;").CollectsKernels);
  EXPECT_TRUE(LinkerScript::parse("PROVIDE(__et_kernels_start = ADDR(.r));").CollectsKernels);
}

TEST(LinkerScript, ScriptThatUsesTheTableDoesNotCollectIt) {
  for (StringRef Use : {"x = __et_kernels_start;", "x=__et_kernels_end-__et_kernels_start;",
                        "LONG(__et_kernels_start)", "ASSERT(__et_kernels_start == 4, \"\")",
                        "ASSERT(__et_kernels_start==4, \"\")"})
    EXPECT_FALSE(LinkerScript::parse(Use).CollectsKernels) << Use.str();
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
}

TEST(LinkerScript, KeptOfAllFiles) {
  auto Kept = [](StringRef Text) { return LinkerScript::parse(Text).KeptOfAllFiles; };
  EXPECT_EQ(Kept("KEEP(*(.isr_vector .boot*)) KEEP(a.o(.x)) *(.y) KEEP(*(SORT(.z)))"),
            (Strings{".isr_vector", ".boot*", "SORT", ".z"}));
  EXPECT_EQ(Kept("KEEP(*(EXCLUDE_FILE(*x.o) .a)) KEEP(EXCLUDE_FILE(*x.o) *(.a)) KEEP(*lib.a:(.b))"),
            Strings());
}

TEST(LinkerScript, Entry) {
  EXPECT_EQ(LinkerScript::parse("ENTRY(Reset_Handler) x = ENTRY;").Entries,
            Strings{"Reset_Handler"});
  EXPECT_EQ(LinkerScript::parse("ENTRY(").Entries, Strings());
}

TEST(LinkerScript, Unbalanced) {
  for (StringRef Text :
       {"INPUT(", "INPUT(a.o", "GROUP ( a.o AS_NEEDED ( b.o", "INPUT", "INCLUDE", "\"never closed",
        "\"", "/*", "/", ")))", "INPUT)a.o", "SEARCH_DIR(", "\"\"", "INPUT(\"\")", "INCLUDE \"\""})
    LinkerScript::parse(Text);
  EXPECT_EQ(LinkerScript::parse("INPUT(a.o").Inputs, Strings{"a.o"});
  EXPECT_EQ(LinkerScript::parse("GROUP(a.o)) b.o INPUT(c.o)").Inputs, (Strings{"a.o", "c.o"}));
}

TEST(LinkerScript, TakesTimeInProportion) {
  auto Start = std::chrono::steady_clock::now();
  for (StringRef Piece : {"\"\"", "(", "INPUT(", "/**/", "a ", "\"", "x = y + 1;\n", "INCLUDE "}) {
    std::string Text;
    while (Text.size() < (1 << 20))
      Text += Piece;
    LinkerScript::parse(Text);
  }
  // A quadratic reader takes hours.
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(120));
}

} // namespace
