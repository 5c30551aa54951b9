// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of operator names, on the command line and in files.

#include "TestSupport.h"

TEST(OpListText, TakesCommasAndBlanks) {
  for (StringRef Text : {"aten::add.out,aten::mm.out", "aten::add.out aten::mm.out",
                         " aten::mm.out ,\n\taten::add.out,", "mm.out,,add.out,add.out"}) {
    Selection Sel = take(readOpListText(Text, "--op-list"));
    EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::mm.out"})) << Text.str();
  }
}

TEST(OpListText, AsksForAllKernelsAndSaysWho) {
  Selection Sel = take(readOpListText("aten::add.out", "--op-list"));
  const SelectedOp &Op = Sel.Ops["aten::add.out"];
  EXPECT_TRUE(Op.AllKernels);
  EXPECT_FALSE(Op.AllOverloads);
  EXPECT_EQ(texts(Op.Askers), Strings{"--op-list"});
  EXPECT_EQ(Op.DebugInfo, std::set<std::string>{"--op-list"});
  EXPECT_TRUE(Sel.Notes.empty());
}

TEST(OpListText, NameWithoutOverloadMayStandForAll) {
  Selection Sel = take(readOpListText("aten::add", "--op-list"));
  EXPECT_TRUE(Sel.Ops["aten::add"].AllOverloads);
  EXPECT_FALSE(Sel.Ops["aten::add"].OverloadsBesideExact);
}

TEST(OpListText, ReportsAllBadNames) {
  EXPECT_EQ(messages(readOpListText("aten::,aten::add.out,a::b::c", "--op-list")),
            (Strings{"--op-list: item 1: 'aten::' is not an operator name; write namespace::name "
                     "or namespace::name.overload",
                     "--op-list: item 3: 'a::b::c' is not an operator name; write namespace::name "
                     "or namespace::name.overload"}));
}

TEST(DropListText, NamesAreNormalizedAndAskersKept) {
  Selection Sel = take(readDropListText("add.out, my::f", "--drop"));
  EXPECT_TRUE(Sel.Ops.empty());
  EXPECT_TRUE(Sel.Notes.empty());
  EXPECT_EQ(keysOf(Sel.Dropped), (Strings{"aten::add.out", "my::f"}));
  EXPECT_EQ(texts(Sel.Dropped["my::f"]), Strings{"--drop"});
}

TEST(DropListText, Errors) {
  EXPECT_EQ(messages(readDropListText("add.out,a::", "--drop")),
            Strings{"--drop: item 2: 'a::' is not an operator name; write namespace::name or "
                    "namespace::name.overload"});
  EXPECT_EQ(messages(readDropListText(" ,", "--drop")),
            Strings{"--drop: names no operator to leave out"});
}

TEST(OpListText, NothingIsNoted) {
  Selection Sel = take(readOpListText(" , ", "--op-list"));
  EXPECT_TRUE(Sel.Ops.empty());
  EXPECT_EQ(Sel.Notes, Strings{"--op-list: selects no operator"});
}

TEST(OpListFile, OneNamePerLineWithComments) {
  Selection Sel = take(readAs(OpListForm, "ops.txt",
                              "\xEF\xBB\xBF# all of it\r\n"
                              "aten::add.out # sums\r\n"
                              "\n"
                              "  mm.out"));
  EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::mm.out"}));
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers), Strings{"ops.txt:2:1"});
  EXPECT_EQ(texts(Sel.Ops["aten::mm.out"].Askers), Strings{"ops.txt:4:3"});
}

TEST(OpListFile, ErrorsNameLineAndColumn) {
  EXPECT_EQ(
      messages(readAs(OpListForm, "ops.txt", "aten::add.out\n  add-out\naten::a.b, aten::c.d\n")),
      (Strings{"ops.txt:2:3: 'add-out' is not an operator name; write namespace::name or "
               "namespace::name.overload",
               "ops.txt:3:10: more than one operator name in a line; write one per line"}));
}

TEST(OpListFile, RefusesWhatIsNotText) {
  EXPECT_EQ(messages(readAs(OpListForm, "x", "aten::a\nb\x01")),
            Strings{"x:2:2: control character 0x1; expected a text file"});
  EXPECT_EQ(messages(readAs(OpListForm, "x", "aten::a\n\xff")),
            Strings{"x:2:1: byte 0xff is not UTF-8; expected a text file"});
}

TEST(OpListFile, BoundsTheNumberOfErrors) {
  std::string Text;
  for (int I = 0; I < 1000; ++I)
    Text += "!\n";
  Strings Messages = messages(readAs(OpListForm, "x", Text));
  ASSERT_EQ(Messages.size(), 51u);
  EXPECT_EQ(Messages.back(), "x: 950 more problems");
}

TEST(OpListFile, MissingFilesAndFolders) {
  EXPECT_EQ(messages(readSelectionFile("no-such-file.txt")),
            Strings{"cannot open 'no-such-file.txt': No such file or directory"});
  EXPECT_EQ(messages(readSelectionFile(".")), Strings{"cannot open '.': it is a directory"});
}
