// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a link bundle may ask for: ordinary command lines pass; what could write or run something
// elsewhere, or hide an option that can, does not.

#include "Link/Trust.h"

#include "Link/DependencyFile.h"
#include "TestFolder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace etprune;
using namespace etprune::test;
using namespace llvm;

namespace {

using Strings = std::vector<std::string>;

/// "" for a command line that is allowed.
std::string refusal(Strings Args) {
  return toString(
      checkBundleCommand(LinkCommand::parseExpanded(std::move(Args)), "/home/user/build"));
}

TEST(Trust, OrdinaryCommandLines) {
  for (const Strings &Args : std::vector<Strings>{
           {"-X", "-o", "/home/user/app.elf", "-L/usr/lib/gcc/arm/12/../../../lib", "main.o"},
           {"-T/opt/vendor/x.ld", "--version-script=/opt/x.map", "--sysroot=/opt/sysroot"},
           {"-L=/usr/lib", "-L$SYSROOT/lib", "../../lib/x.a", "-L", "../../../opt"},
           {"-Map=/tmp/x.map", "--dependency-file", "/tmp/x.d", "--out-implib=/tmp/x.o"},
           {"-dynamic-linker", "/lib64/ld-linux-x86-64.so.2", "-I/lib/ld.so", "--audit=/x/y.so"},
           {"-rpath", "$ORIGIN/../lib", "--rpath=/opt/lib", "-rpath-link=/x", "-soname", "a/b"},
           {"--defsym=half=whole/2", "--defsym", "half=whole/2",
            "--package-metadata={\"a\":\"/\"}"},
           {"-plugin", "/usr/lib/liblto_plugin.so", "-plugin-opt=/usr/lib/gcc/lto-wrapper"},
           {"-M", "-d", "-e", "main", "-p", "--gc-sections", "-z", "relro", "--build-id=sha1"},
       })
    EXPECT_EQ(refusal(Args), "") << Args[0];
}

TEST(Trust, WhatRunsSomething) {
  for (const char *Arg : {"--error-handling-script=x", "-error-handling-script=x",
                          "--error-handling-script", "--load-pass-plugin=x"})
    EXPECT_NE(refusal({Arg, "x"}).find("would run a program"), std::string::npos) << Arg;
  EXPECT_NE(refusal({"--chroot", "x"}), "");
}

TEST(Trust, WhatHidesAnOption) {
  EXPECT_EQ(refusal({"@file"}), "its argument '@file' names a response file");
  for (const char *Arg : {"--error-handling-scrip=x", "--err=x", "--Ma=x", "--M=x", "-M=x", "--M",
                          "--plug", "--outp", "--dependency-fil=x", "--out-impli", "-de"})
    EXPECT_EQ(refusal({Arg, "x"}), "its argument '" + std::string(Arg) +
                                       "' abbreviates an option that et-prune must know in full");
}

TEST(Trust, PathsForNobodyKnowsWhat) {
  for (const Strings &Args : std::vector<Strings>{
           {"--output-def=/etc/passwd"},
           {"-xo/etc/passwd"},
           {"-mllvm", "-info-output-file=/etc/passwd"},
           {"--thinlto-index-only=/etc/passwd"},
           {"-oformat", "-o/etc/passwd"},        // GNU ld: an output named "format"; then another
           {"-rpath", "-rpath", "--new=/etc/x"}, // the second is the first one's value
           {"--soname", "x", "--section-ordering-file=../x"},
       })
    EXPECT_NE(refusal(Args).find("names a path"), std::string::npos) << Args[0];
  // As an option's value in another argument a path is an input, and leads into the stage.
  EXPECT_EQ(refusal({"--output-def", "/etc/passwd"}), "");
}

TEST(Trust, PathsThatLeadOut) {
  for (const Strings &Args : std::vector<Strings>{
           {"--output-def", "../../../../etc/passwd"},
           {"/../etc/passwd"},
           {"/a/../../etc/passwd"},
           {"x/../../../../../etc/passwd"},
           {"-L../../../.."},
           {"-L=/../x"},
           {"--sysroot=/.."},
           {"-T", "/x/../../y"},
           {"--version-script", "../../../../y"},
       })
    EXPECT_NE(refusal(Args).find("leads out of every folder"), std::string::npos) << Args[0];
  EXPECT_EQ(refusal({"../../../etc/passwd"}), "");
}

TEST(Trust, OnlyFilesAreOpened) {
  TestFolder Folder;
  std::string Pipe = Folder.path("pipe");
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  EXPECT_EQ(toString(checkIsFile(Pipe)), "'" + Pipe + "' is a pipe or a device, not a file");
  EXPECT_NE(toString(checkIsFile("/dev/zero")), "");
  EXPECT_EQ(toString(checkIsFile(Folder.path())), "");
  EXPECT_EQ(toString(checkIsFile(Folder.path("none"))), "");
  EXPECT_EQ(toString(checkIsFile(Folder.write("file", ""))), "");
}

TEST(Trust, SideOutputsReplaceTheirOwnKind) {
  TestFolder Folder;
  const std::string Name = "a b.elf";
  auto Replaces = [&](LinkOperand::Kind Kind, const std::string &Contents) {
    return toString(checkSideOutput(Kind, Folder.write("side", Contents), Name)).empty();
  };
  for (auto Kind : {LinkOperand::Map, LinkOperand::DependencyFile, LinkOperand::ImportLibrary}) {
    EXPECT_EQ(toString(checkSideOutput(Kind, Folder.path("new"), Name)), "");
    EXPECT_FALSE(Replaces(Kind, ""));
    EXPECT_FALSE(Replaces(Kind, "precious: yes\n"));
    EXPECT_FALSE(Replaces(Kind, "a b.elf: yes\n"));
    EXPECT_FALSE(Replaces(Kind, ObjectText().section(".text", {"f"}).bytes()));
  }
  EXPECT_TRUE(Replaces(LinkOperand::Map, "x\n\nLinker script and memory map\n\n"));
  EXPECT_TRUE(Replaces(LinkOperand::DependencyFile, formatDependencyFile(Name, {"x.o"})));
  EXPECT_TRUE(Replaces(LinkOperand::DependencyFile, "a b.elf: \\\n  x.o\n")); // GNU ld
  EXPECT_FALSE(Replaces(LinkOperand::DependencyFile, formatDependencyFile("b.elf", {"x.o"})));
  EXPECT_TRUE(Replaces(LinkOperand::ImportLibrary,
                       ObjectText().section(".comment", {}, "SHF_STRINGS").bytes()));
}

TEST(Trust, SideOutputsAreWrittenThroughNoLink) {
  TestFolder Folder;
  const std::string Map = "x\n\nLinker script and memory map\n\n", Link = Folder.path("app.map");
  Folder.write("other.map", Map);
  for (const char *Target : {"other.map", "none"}) {
    ASSERT_EQ(::symlink(Target, Link.c_str()), 0);
    EXPECT_EQ(toString(checkSideOutput(LinkOperand::Map, Link, "app.elf")),
              "there is a symbolic link");
    ::unlink(Link.c_str());
  }
}

} // namespace
