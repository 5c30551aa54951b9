// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests which command lines et-prune accepts for a relink. The error names each refused argument.

#include "Link/Relink/Trust.h"
#include "UnitTest.h"

static const LinkerKind &Gnu = linkerGnuLd(), &Lld = linkerLld();

static std::string refusal(Strings Args, const LinkerKind &Linker = Gnu) {
  return toString(checkCommand(LinkCommand::parseExpanded(std::move(Args), Linker), Linker));
}

TEST(CommandRules, OrdinaryCommandLines) {
  for (const Strings &Args : std::vector<Strings>{
           {"-X", "-o", "/home/user/app.elf", "-L/usr/lib/gcc/arm/12/../../../lib", "main.o"},
           {"-T/opt/vendor/x.ld", "--version-script=/opt/x.map", "--sysroot=/opt/sysroot"},
           {"-L=/usr/lib", "-L$SYSROOT/lib", "../../lib/x.a", "-L", "../../../opt"},
           {"-Map=/tmp/x.map", "--dependency-file", "/tmp/x.d", "--out-implib=/tmp/x.o"},
           {"-dynamic-linker", "/lib64/ld-linux-x86-64.so.2", "--exclude-libs=a/b.a", "-l:libc.a",
            "-lm"},
           {"-rpath", "$ORIGIN/../lib", "--rpath=/opt/lib", "-rpath-link=/x", "-soname", "a/b"},
           {"--defsym=half=whole/2", "--defsym", "half=whole/2",
            "--package-metadata={\"a\":\"/\"}"},
           {"-plugin", "/usr/lib/liblto_plugin.so", "-plugin-opt=/usr/lib/gcc/lto-wrapper"},
           {"-M", "-d", "-e", "main", "--gc-sections", "-z", "relro", "--build-id=sha1"},
       })
    for (const LinkerKind *Linker : {&Gnu, &Lld})
      EXPECT_EQ(refusal(Args, *Linker), "") << Args[0];
  EXPECT_EQ(refusal({"-I/lib/ld.so", "--audit=/x/y.so", "--stub-group-size=-1", "-m", "armelf",
                     "--fix-cortex-a53-843419=adr", "-EL", "--be8", "--fix-v4bx", "--unique=.x"}),
            "");
  EXPECT_EQ(refusal({"--icf=all", "-mllvm", "-enable-misched=false", "--lto-O2", "--threads=4",
                     "--pack-dyn-relocs=relr", "--reproduce=/tmp/x.tar", "-melf_x86_64"},
                    Lld),
            "");
}

TEST(CommandRules, OptionsThatARelinkRefuses) {
  for (const char *Arg :
       {"--error-handling-script=x", "-error-handling-script=x", "--error-handling-scrip=x"})
    EXPECT_EQ(refusal({Arg}), "the link command has the option '--error-handling-script', with "
                              "which et-prune cannot repeat a link; link the program without it");
  for (const char *Arg : {"--error-handling-script=x", "--load-pass-plugin=x",
                          "--lto-newpm-passes=view-cfg", "--chroot=x"})
    EXPECT_NE(refusal({Arg}, Lld), "") << Arg;
  for (const char *Value : {"-load=x", "--x86-lvi-load-opt-plugin=x", "-view-edge-bundles", "@x",
                            "-info-output-file=x", "-a=/etc/passwd", "-inline-threshold=$(id)"})
    EXPECT_NE(refusal({"-mllvm", Value}, Lld), "") << Value;
}

TEST(CommandRules, UnknownArguments) {
  for (const char *Arg : {"--no-such-option", "--", "-", "--trace-", "-xo", "--gc-sections=1",
                          "--sysroot", "--sysr=x", "--icf=all", "@file"})
    EXPECT_EQ(refusal({Arg}), "the link command has the argument '" + std::string(Arg) +
                                  "', which et-prune does not know; link the program without it, "
                                  "or write an abbreviated option in full");
}

TEST(CommandRules, OptionsOfTheOtherLinker) {
  LinkCommand Command = LinkCommand::parseExpanded({"--icf=all", "x.o"}, Lld);
  EXPECT_EQ(toString(checkCommand(Command, Gnu)),
            "the link command has the option '--icf', which GNU ld does not have");
}

TEST(CommandRules, EveryProblemIsReportedOnce) {
  // -c is another name of --mri-script.
  EXPECT_EQ(refusal({"--chroot", "x", "--mri-script=x", "-c", "x"}, Gnu),
            "the link command has the argument '--chroot', which et-prune does not know; link the "
            "program without it, or write an abbreviated option in full\n"
            "the link command has the option '--mri-script', with which et-prune cannot "
            "repeat a link; link the program without it");
}
