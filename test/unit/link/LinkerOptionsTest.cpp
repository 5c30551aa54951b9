// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads command lines as GNU ld and LLD do, and writes them with the full names of the options. The
// written command line has the same meaning.

#include "Link/Linkers/Linker.h"
#include "UnitTest.h"

namespace linker_options {

const LinkerKind &Gnu = linkerGnuLd(), &Lld = linkerLld();

Strings rewritten(const Strings &Words, const LinkerKind &Linker) {
  return Linker.write(Linker.readArguments(Words));
}
Strings gnu(const Strings &Words) { return rewritten(Words, Gnu); }
Strings lld(const Strings &Words) { return rewritten(Words, Lld); }
bool isKnown(const char *Word, const LinkerKind &Linker) {
  return Linker.readArguments(Strings{Word})[0].IsKnown;
}

TEST(LinkerOptions, GnuLdReadsAsGetoptDoes) {
  EXPECT_EQ(gnu({"-export-dynamic-symbol-list", "-plugin=x"}),
            (Strings{"--entry=xport-dynamic-symbol-list", "--plugin=x"}));
  EXPECT_EQ(gnu({"--export-dynamic-symbol-list", "-plugin=x"}),
            Strings{"--export-dynamic-symbol-list=-plugin=x"});
  EXPECT_EQ(gnu({"-oformat", "-omagic", "-output=x", "-o", "x"}),
            (Strings{"--output=format", "--output=magic", "--output=utput=x", "--output=x"}));
  EXPECT_EQ(gnu({"--M=x", "-M=x", "-M", "--depend", "x"}),
            (Strings{"--Map=x", "--Map=x", "--print-map", "--dependency-file=x"}));
  EXPECT_EQ(gnu({"-lto", "-library", "--library", "x"}),
            (Strings{"--library=to", "--library=ibrary", "--library=x"}));
  EXPECT_EQ(gnu({"-G", "8", "-G", "x", "-Gx"}),
            (Strings{"--gpsize=8", "--shared", "x", "--gpsize=x"}));
  EXPECT_EQ(gnu({"-sSx", "-Xo", "x"}), (Strings{"--strip-all", "--strip-debug", "--discard-all",
                                                "--discard-locals", "--output=x"}));
  EXPECT_EQ(gnu({"-v", "--version"}), (Strings{"-v", "--version"}));
  EXPECT_EQ(gnu({"-Ttext", "0", "-Tx.ld", "-Ttext=1", "-T", "y.ld"}),
            (Strings{"--Ttext=0", "--script=x.ld", "--Ttext=1", "--script=y.ld"}));
  EXPECT_EQ(gnu({"-zrelro", "-z", "now", "-melf_i386", "-O1", "-(", "-)", "-dT", "x"}),
            (Strings{"-z", "relro", "-z", "now", "-m", "elf_i386", "-O", "1", "--start-group",
                     "--end-group", "--dT=x"}));
  EXPECT_EQ(gnu({"--build-id", "x.o", "--build-id=md5", "-build-id="}),
            (Strings{"--build-id", "x.o", "--build-id=md5", "--build-id="}));
  // GNU ld ignores spellings of --sysroot other than "--sysroot=FOLDER", so they are unknown.
  for (const char *Word : {"--tra", "--trace-x", "--gc-sections=x", "--o", "-o", "--", "-k", "-sk",
                           "--sysroot", "--sys=x", "-sysroot=x", "--icf=all"})
    EXPECT_FALSE(isKnown(Word, Gnu)) << Word;
}

TEST(LinkerOptions, LldReadsByItsOptionTable) {
  EXPECT_EQ(lld({"-export-dynamic-symbol-list", "-Map=x"}),
            (Strings{"--entry=xport-dynamic-symbol-list", "--Map=x"}));
  EXPECT_EQ(lld({"-omagic", "--omagic", "-Tdata", "1", "-Tdatax"}),
            (Strings{"--output=magic", "--omagic", "--Tdata=1", "--script=datax"}));
  EXPECT_EQ(lld({"--lto-O2", "--opt-remarks-passes", "x", "-dT", "y", "-plugin-opt=-x"}),
            (Strings{"--lto-O2", "--opt-remarks-passes", "x", "-dT", "y", "--plugin-opt=-x"}));
  EXPECT_EQ(lld({"-R", "x", "--just-symbols", "y", "-mllvm", "-x"}),
            (Strings{"--rpath=x", "--just-symbols=y", "--mllvm=-x"}));
  for (const char *Word : {"-c", "-P", "-I", "-Ix", "--audit", "--mri-script", "--Ma=x", "--zrelro",
                           "-threads=1x", "---x", "--", "-z"})
    EXPECT_FALSE(isKnown(Word, Lld)) << Word;
}

TEST(LinkerOptions, WrittenOptionsAreReadBackUnchanged) {
  for (const LinkerKind *Linker : {&Gnu, &Lld})
    for (const LinkerOption &Option : linkerOptions()) {
      if (!Linker->has(Option))
        continue;
      // A form (LinkerOptions.def) that starts with 'n' or 'N' means that the option has no value.
      const char Form = tolower(Linker->form(Option)[0]);
      for (const char *Value : {"", "x", "-x", "--gc-sections", "@x", "a=b"}) {
        LinkArgument Argument;
        Argument.Option = &Option;
        if (Form != 'n')
          Argument.Value = Value;
        Strings Words;
        Linker->write(Argument, Words);
        Words.push_back("next.o");
        auto Again = Linker->readArguments(Words);
        ASSERT_EQ(Again.size(), 2u) << Words[0];
        EXPECT_EQ(Again[0].Option, &Option) << Words[0];
        EXPECT_EQ(Again[0].Value, Argument.Value) << Words[0];
      }
    }
}

TEST(LinkerOptions, NamesAndLettersAreUnique) {
  for (const LinkerKind *Linker : {&Gnu, &Lld}) {
    std::set<std::string> Seen;
    for (const LinkerOption &Option : linkerOptions()) {
      if (!Linker->has(Option))
        continue;
      for (char Letter : Linker->form(Option).drop_front())
        EXPECT_TRUE(Seen.insert(std::string(1, Letter)).second) << Letter;
      if (Option.Name.empty())
        EXPECT_EQ(Linker->form(Option).size(), 2u);
      else
        EXPECT_TRUE(Seen.insert("--" + Option.Name.str()).second) << Option.Name.str();
    }
  }
}

} // namespace linker_options
