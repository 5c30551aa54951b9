// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport.h"

TEST(OpListText, TakesCommasAndBlanksAndReportsAllBadNames) {
  for (StringRef Text : {"aten::add.out,aten::mm.out", "aten::add.out aten::mm.out",
                         " aten::mm.out ,\n\taten::add.out,", "mm.out,,add.out,add.out"}) {
    Selection Sel = take(readOpListText(Text, "--op-list"));
    EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::mm.out"})) << Text.str();
  }
  EXPECT_EQ(messages(readOpListText("aten::,aten::add.out,a::b::c", "--op-list")),
            (Strings{"--op-list: item 1: 'aten::'" + IsNoName,
                     "--op-list: item 3: 'a::b::c'" + IsNoName}));
}

TEST(OpListText, SelectsAllKernelsAndNamesTheAsker) {
  Selection Sel = take(readOpListText("aten::add.out, aten::mul", "--op-list"));
  const SelectedOp &Op = Sel.Ops["aten::add.out"], &WithoutOverload = Sel.Ops["aten::mul"];
  EXPECT_TRUE(Op.AllKernels);
  EXPECT_FALSE(Op.AllOverloads);
  EXPECT_EQ(texts(Op.Askers), Strings{"--op-list"});
  EXPECT_EQ(Op.DebugInfo, std::set<std::string>{"--op-list"});
  EXPECT_TRUE(Sel.Notes.empty());
  EXPECT_TRUE(WithoutOverload.AllOverloads);
  EXPECT_FALSE(WithoutOverload.OverloadsBesideExact);
  Sel = take(readOpListText(" , ", "--op-list"));
  EXPECT_TRUE(Sel.Ops.empty());
  EXPECT_EQ(Sel.Notes, Strings{"--op-list: selects no operator"});
}

TEST(DropListText, NamesAreNormalizedAndAskersKept) {
  Selection Sel = take(readDropListText("add.out, my::f", "--drop"));
  EXPECT_TRUE(Sel.Ops.empty());
  EXPECT_TRUE(Sel.Notes.empty());
  EXPECT_EQ(keysOf(Sel.Dropped), (Strings{"aten::add.out", "my::f"}));
  EXPECT_EQ(texts(Sel.Dropped["my::f"]), Strings{"--drop"});
  EXPECT_EQ(messages(readDropListText("add.out,a::", "--drop")),
            Strings{"--drop: item 2: 'a::'" + IsNoName});
  EXPECT_EQ(messages(readDropListText(" ,", "--drop")),
            Strings{"--drop: names no operator to leave out"});
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
  const auto Errors = [](StringRef Text) { return messages(readAs(OpListForm, "x", Text)); };
  EXPECT_EQ(Errors("aten::add.out\n  add-out\naten::a.b, aten::c.d\n"),
            (Strings{"x:2:3: 'add-out'" + IsNoName,
                     "x:3:10: more than one operator name in a line; write one per line"}));
  EXPECT_EQ(Errors("aten::a\nb\x01"),
            Strings{"x:2:2: byte 0x1 is not text in UTF-8; expected a text file"});
  EXPECT_EQ(Errors("aten::a\n\xff"),
            Strings{"x:2:1: byte 0xff is not text in UTF-8; expected a text file"});
  const std::string Many = times(1000, "!\n");
  ASSERT_EQ(Errors(Many).size(), 51u);
  EXPECT_EQ(Errors(Many).back(), "x: 950 more problems");
}
