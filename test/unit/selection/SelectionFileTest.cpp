// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any form of a selection, told apart by content.

#include "ProgramBuilder.h"
#include "TestSupport.h"

using namespace etprune;

static Selection read(llvm::StringRef Content) {
  TemporaryFile File(Content);
  return take(readSelectionFile(File.path()));
}

/// The messages, without the path before them.
static Strings errors(llvm::StringRef Content) {
  TemporaryFile File(Content);
  Strings Messages = messages(readSelectionFile(File.path()));
  for (std::string &Message : Messages)
    if (Message.compare(0, File.path().size(), File.path()) == 0)
      Message.erase(0, File.path().size());
  return Messages;
}

TEST(SelectionFile, Models) {
  for (bool InBundle : {false, true}) {
    ProgramBuilder Program;
    Program.method().call("t::f", "", {});
    std::string Pte = Program.finish();
    EXPECT_EQ(keysOf(read(InBundle ? bundle(Pte) : Pte).Ops), Strings{"t::f"});
  }
  EXPECT_EQ(errors(llvm::StringRef("\1\0\0\0ET11", 8)),
            Strings{": is not a model: expected 'ET12' or 'BP08' at byte 4, found 'ET11'"});
}

TEST(SelectionFile, Yaml) {
  for (llvm::StringRef Text :
       {"operators:\n  t::f: {}\n", "# made by hand\n\n---\noperators:\n  t::f: {}\n",
        "\xEF\xBB\xBFoperators:\r\n  t::f: {}\r\n", "{operators: {t::f: {}}}",
        "operators: {t::f: }", "{\n \"operators\": {\"t::f\": {}}}",
        "%YAML 1.1\n---\noperators:   # these\n  t::f:\n"})
    EXPECT_EQ(keysOf(read(Text).Ops), Strings{"t::f"}) << Text.str();
}

TEST(SelectionFile, Lists) {
  EXPECT_EQ(keysOf(read("t::f\n").Ops), Strings{"t::f"});
  EXPECT_EQ(keysOf(read("# needed: by us\n\nt::f # a: b\nt::g.out").Ops),
            (Strings{"t::f", "t::g.out"}));
  EXPECT_EQ(keysOf(read("aaaaET12\n").Ops), Strings{"aten::aaaaET12"});
  EXPECT_TRUE(read("").Ops.empty());
}

TEST(SelectionFile, BrokenFilesGetTheErrorOfTheirForm) {
  EXPECT_EQ(errors("t::f\nt::g h\n"),
            Strings{":2:5: more than one operator name in a line; write one per line"});
  Strings Messages = errors("operators:\n  t::f: {\n");
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_NE(Messages[0].find("invalid YAML"), std::string::npos) << Messages[0];
  EXPECT_EQ(errors("- aten::add.out\n"),
            Strings{":1:3: an entry of a schema yaml must be a mapping with 'op' or 'func', but is "
                    "a scalar"});
  EXPECT_EQ(errors("\177ELF"), Strings{":1:1: control character 0x7f; expected a text file"});
  EXPECT_EQ(messages(readSelectionFile("no-such-file")),
            Strings{"cannot open 'no-such-file': No such file or directory"});
}
