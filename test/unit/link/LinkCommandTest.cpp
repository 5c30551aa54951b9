// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses link commands. All forms of an option have the same meaning. Each operand has the index of
// its argument. The value of an option is never taken for an input.

#include "Link/Command/LinkCommand.h"

#include "TestFolder.h"

static LinkCommand parse(const Strings &Args, const LinkerKind &Linker = linkerGnuLd()) {
  LinkCommand Command = LinkCommand::parseExpanded(Args, Linker);
  for (const LinkOperand &Operand : Command.Operands) {
    // An operand's text must be the value of its argument, because a relink replaces this value.
    EXPECT_LT(Operand.Argument, Command.Arguments.size());
    EXPECT_EQ(Command.Arguments[Operand.Argument].Value.value_or(""), Operand.Text);
  }
  return Command;
}

static SmallVector<StringRef> split(StringRef Words) {
  SmallVector<StringRef> Split;
  SplitString(Words, Split);
  return Split;
}

static Strings inputsOf(const Strings &Args) {
  Strings Texts;
  for (const LinkOperand &Operand : parse(Args).Operands)
    if (Operand.What == OptionUse::Input)
      Texts.push_back(Operand.Text);
  return Texts;
}

/// Returns each operand, with " whole" after --whole-archive and " static" after -Bstatic.
static Strings statesOf(const Strings &Args) {
  Strings States;
  for (const LinkOperand &O : parse(Args).Operands)
    States.push_back(O.Text + (O.WholeArchive ? " whole" : "") + (O.Static ? " static" : ""));
  return States;
}

TEST(LinkCommand, EveryFormOfAnOption) {
  const std::pair<OptionUse, const char *> Options[] = {
      {OptionUse::Output, "-o x|-ox|--output=x|--output x"},
      {OptionUse::Map, "-Map x|-Map=x|--Map=x|--Map x"},
      {OptionUse::Script, "-T x|-Tx|--script=x|--script x|-dT x|-dTx|--default-script=x"},
      {OptionUse::Library, "-l x|-lx|--library=x|--library x"},
      {OptionUse::LibraryPath, "-L x|-Lx|--library-path=x"},
      {OptionUse::Sysroot, "--sysroot=x"},
      {OptionUse::DependencyFile, "--dependency-file=x|--dependency-file x"},
      {OptionUse::ImportLibrary, "--out-implib=x|--out-implib x"},
      {OptionUse::Plugin, "-plugin x|--plugin=x"},
      {OptionUse::PluginOption, "-plugin-opt=x|-plugin-opt x"},
      {OptionUse::VersionScript, "--version-script=x|-version-script x"},
      {OptionUse::DynamicList, "--dynamic-list=x"},
      {OptionUse::Auxiliary, "-R x|-Rx|--just-symbols=x|--retain-symbols-file x"},
      {OptionUse::Input, "x"},
  };
  for (const auto &[Kind, Forms] : Options)
    for (StringRef Form : llvm::split(Forms, '|')) {
      SCOPED_TRACE(Form.str());
      Strings Args{"first.o"};
      for (StringRef Word : split(Form))
        Args.push_back(Word.str());
      Args.push_back("last.o");
      LinkCommand Command = parse(Args);
      EXPECT_EQ(Command.Args, Args);
      ASSERT_EQ(Command.Operands.size(), 3u);
      EXPECT_EQ(Command.Operands[1].What, Kind);
      EXPECT_EQ(Command.Operands[1].Text, "x");
      EXPECT_EQ(Command.Arguments[1].Word, 1u);
      EXPECT_EQ(Command.Arguments[1].Words, Args.size() - 2);
      EXPECT_EQ(Command.Operands[2].Text, "last.o");
    }
}

TEST(LinkCommand, SeparateValuesAreNoInputs) {
  for (StringRef Option :
       split("-Ttext -Tdata -Tbss -Ttext-segment --section-start -m -z -e --entry -u "
             "--undefined --defsym -init -fini --wrap -soname -h -rpath -rpath-link "
             "--dynamic-linker -I -A -b --format --oformat -y --trace-symbol -a -f -F -Y -P "
             "--hash-style --sort-section --orphan-handling --unresolved-symbols --exclude-libs "
             "--spare-dynamic-tags --ignore-unresolved-symbol -assert "
             "--error-handling-script --require-defined --export-dynamic-symbol "
             "--version-exports-section"))
    EXPECT_EQ(inputsOf({Option.str(), "value", "a.o"}), Strings{"a.o"}) << Option.str();
}

TEST(LinkCommand, OptionsWithoutValueTakeNone) {
  for (StringRef Option :
       split("--gc-sections --start-group -( --as-needed -EL -X --build-id -static -pie -N "
             "--no-undefined --eh-frame-hdr -export-dynamic --print-memory-usage -t --be8 "
             "--cref --warn-common -s -S"))
    EXPECT_EQ(inputsOf({Option.str(), "a.o"}), Strings{"a.o"}) << Option.str();
}

TEST(LinkCommand, ModesApplyToLaterInputs) {
  EXPECT_EQ(statesOf({"a.a", "--whole-archive", "b.a", "-Bstatic", "-lc", "--no-whole-archive",
                      "-Bdynamic", "-ld", "-static", "-le"}),
            (Strings{"a.a", "b.a whole", "c whole static", "d", "e static"}));
  EXPECT_EQ(
      statesOf({"--push-state", "--whole-archive", "-Bstatic", "--push-state", "--no-whole-archive",
                "-la", "--pop-state", "-lb", "--pop-state", "-lc", "--pop-state", "-ld"}),
      (Strings{"a static", "b whole static", "c", "d"}));
}

TEST(LinkCommand, KindOfLink) {
  for (StringRef Option :
       {"-r", "-i", "-Ur", "--relocatable", "-relocatable", "-plugin-opt=emit-llvm"})
    EXPECT_TRUE(parse({Option.str(), "a.o"}).Relocatable) << Option.str();
  for (StringRef Option : {"-r", "--lto-emit-llvm", "--lto-emit-asm", "-plugin-opt=emit-llvm"})
    EXPECT_TRUE(parse({Option.str(), "a.o"}, linkerLld()).Relocatable) << Option.str();
  for (StringRef Option : {"-shared", "--shared", "-Bshareable"})
    EXPECT_TRUE(parse({Option.str(), "a.o"}).Shared) << Option.str();
  for (StringRef Option : {"-shared", "-Bshareable", "-pie", "--pie", "--pic-executable"}) {
    EXPECT_TRUE(parse({Option.str(), "a.o"}).PositionIndependent) << Option.str();
    EXPECT_TRUE(parse({"-no-pie", Option.str()}).PositionIndependent) << Option.str();
    EXPECT_EQ(parse({Option.str(), "-no-pie"}).PositionIndependent, Option.contains("share"));
  }
  EXPECT_TRUE(parse({"-static", "-pie", "--no-dynamic-linker", "-z", "text"}).PositionIndependent);
  for (StringRef Option : {"a.o", "-static", "-no-pie", "--no-pie", "-Bsymbolic", "-p", "-pi"})
    EXPECT_FALSE(parse({Option.str(), "a.o"}).PositionIndependent) << Option.str();
  for (StringRef Option : {"-rpath=x", "-relax", "-s", "-EL", "-u"})
    EXPECT_FALSE(parse({Option.str(), "a.o"}).Relocatable) << Option.str();
  EXPECT_TRUE(parse({"-gc-sections"}).GcSections);
  EXPECT_FALSE(parse({"--gc-sections", "--no-gc-sections"}).GcSections);
  EXPECT_TRUE(parse({"-M"}).PrintMap);
  EXPECT_TRUE(parse({"--print-map"}).PrintMap);
  EXPECT_FALSE(parse({"-Map=x"}).PrintMap);
}

TEST(LinkCommand, TheLastOutputWinsAndAValueMayBeMissing) {
  LinkCommand Command = parse({"-o", "a", "x.o", "-ob"});
  EXPECT_EQ(Command.output(), "b");
  EXPECT_EQ(Command.last(OptionUse::Output)->Argument, 2u);
  EXPECT_EQ(parse({"x.o"}).output(), "a.out");
  EXPECT_EQ(parse({}).last(OptionUse::Map), nullptr);
  for (StringRef Option : {"-o", "-T", "-Map", "-L", "--sysroot", "-z"})
    EXPECT_EQ(inputsOf({"a.o", Option.str()}), Strings{"a.o"}) << Option.str();
  EXPECT_TRUE(parse({""}).Operands.size() <= 1);
  EXPECT_TRUE(parse({"-", "--"}).Args.size() == 2);
}

TEST(LinkCommand, SymbolsThatTheCommandNames) {
  LinkCommand Command = parse({"-e", "Reset", "-uinit", "--defsym=top=base+0x10", "--wrap=malloc",
                               "--require-defined", "x", "-init=start", "--undefined=y"});
  EXPECT_EQ(Command.RootSymbols, (Strings{"malloc", "__wrap_malloc", "Reset", "start", "init", "x",
                                          "y", "top", "base"}));
}

//===- Response files -----------------------------------------------------===//

class ResponseFile : public testing::Test {
protected:
  static Strings expanded(Strings Args) {
    EXPECT_EQ(toString(expandResponseFiles(Args)), "");
    return Args;
  }
  TestFolder Folder;
};

TEST_F(ResponseFile, NestedAndQuoted) {
  std::string Inner = Folder.write("inner.rsp", "c.o \"d e.o\"\n");
  std::string Outer =
      Folder.write("outer.rsp", "b.o\n@" + Inner + "\t'f\"g.o' h\\ i.o \\\"j\\\".o -o app.elf");
  EXPECT_EQ(expanded({"a.o", "@" + Outer, "z.o"}),
            (Strings{"a.o", "b.o", "c.o", "d e.o", "f\"g.o", "h i.o", "\"j\".o", "-o", "app.elf",
                     "z.o"}));
}

TEST_F(ResponseFile, EmptyMissingAndIncludingItself) {
  EXPECT_EQ(expanded({"a.o", "@" + Folder.write("empty", "\n \n")}), Strings{"a.o"});
  const std::string Missing = "@" + Folder.path("missing"), Loop = "@" + Folder.path("loop");
  EXPECT_EQ(expanded({Missing, "@"}), (Strings{Missing, "@"}));
  Folder.write("loop", "a.o " + Loop);
  Strings Args = {Loop};
  EXPECT_EQ(toString(expandResponseFiles(Args)), "response file '" + Loop + "' includes itself");
}
