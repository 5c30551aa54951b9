// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune recognises the form of a selection file by the file's content.

#include "ProgramBuilder.h"
#include "TestSupport.h"

namespace selection_file {

static Selection read(StringRef Content) {
  TemporaryFile File(Content);
  return take(readSelectionFile(File.path()));
}

static Strings errors(StringRef Content) {
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
  EXPECT_TRUE(contains(errors({"\1\0\0\0ET13", 8}).at(0), ": has the newer format 'ET13'"));
}

TEST(SelectionFile, GitLfsPointersAndWebPages) {
  TemporaryFile Pointer("version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3\n"),
      Page("\n<!DOCTYPE html>\n<html>\n"), List("aten::add.out\n"), Empty("");
  const std::string IsPointer = ": is a Git LFS pointer, not the file itself\n"
                                ">>> fetch the file: git lfs pull",
                    IsPage = ": is a web page, not the file itself\n"
                             ">>> download the file that the page is about";
  EXPECT_EQ(messages(readSelectionFile(Pointer.path())), Strings{Pointer.path() + IsPointer});
  EXPECT_EQ(messages(readSelectionFile(Page.path())), Strings{Page.path() + IsPage});
  const auto AsModel = [](const TemporaryFile &File) {
    return messages(readSelectionOption(ModelForm, File.path(), "--model"));
  };
  EXPECT_EQ(AsModel(Pointer), Strings{Pointer.path() + IsPointer});
  EXPECT_EQ(AsModel(Page), Strings{Page.path() + IsPage});
  EXPECT_EQ(AsModel(List), Strings{List.path() + ": is not a model: expected 'ET12' or 'BP08' at "
                                                 "byte 4, found '::ad'"});
  EXPECT_EQ(AsModel(Empty),
            Strings{Empty.path() +
                    ": is empty; make it again, or write 'operators: {}' to select no operator"});
}

TEST(SelectionFile, YamlAndSchemaYaml) {
  for (StringRef Text :
       {"operators:\n  t::f: {}\n", "# made by hand\n\n---\noperators:\n  t::f: {}\n",
        "\xEF\xBB\xBFoperators:\r\n  t::f: {}\r\n", "{operators: {t::f: {}}}",
        "operators: {t::f: }", "{\n \"operators\": {\"t::f\": {}}}",
        "%YAML 1.1\n---\noperators:   # these\n  t::f:\n"})
    EXPECT_EQ(keysOf(read(Text).Ops), Strings{"t::f"}) << Text.str();
  for (StringRef Text : {"- op: t::f\n", "---\n# made by hand\n-\n  op: t::f\n",
                         "- func: t::f(Tensor x) -> Tensor\n", "[{op: t::f}]"})
    EXPECT_EQ(keysOf(read(Text).Ops), Strings{"t::f"}) << Text.str();
}

TEST(SelectionFile, Dictionaries) {
  for (StringRef Text :
       {"t::f: [Float]\n", "{\"t::f\": [\"Float\"]}", "{t::f: [Float]}", "'t::f':\n- Float\n"}) {
    Selection Sel = read(Text);
    EXPECT_EQ(keysOf(Sel.Ops), Strings{"t::f"}) << Text.str();
    EXPECT_EQ(keysOf(Sel.Ops["t::f"].Keys), Strings{"v1/6;"}) << Text.str();
  }
  // Neither name has a namespace or overload, but each value is a list or empty.
  EXPECT_EQ(keysOf(read("relu: [Float]\nadd:\n").Ops), (Strings{"aten::add", "aten::relu"}));
  // The field "operators" makes the file a selected_operators.yaml.
  EXPECT_EQ(keysOf(read("a::b: [Float]\noperators: {t::f: {}}\n").Ops), Strings{"t::f"});
}

TEST(SelectionFile, Lists) {
  EXPECT_EQ(keysOf(read("t::f\n").Ops), Strings{"t::f"});
  EXPECT_EQ(keysOf(read("# needed: by us\n\nt::f # a: b\nt::g.out").Ops),
            (Strings{"t::f", "t::g.out"}));
  EXPECT_EQ(keysOf(read("aaaaET12\n").Ops), Strings{"aten::aaaaET12"});
  EXPECT_TRUE(read("# none yet\n").Ops.empty());
  EXPECT_EQ(errors(""),
            Strings{": is empty; make it again, or write 'operators: {}' to select no operator"});
}

TEST(SelectionFile, BrokenFilesGetTheErrorOfTheirForm) {
  EXPECT_EQ(errors("t::f\nt::g h\n"),
            Strings{":2:5: more than one operator name in a line; write one per line"});
  EXPECT_TRUE(isOne(errors("operators:\n  t::f: {\n"), "invalid YAML"));
  for (StringRef Text :
       {"operators:\n \tt::f: {}\n", "operators:\n  t::f:\n  \tinclude_all_overloads: true\n",
        "- op: f\n \tkernels: []\n", "t::f:\n-\tFloat: x\n  y: z\n"}) {
    EXPECT_TRUE(isOne(errors(Text),
                      ": invalid YAML: the line is indented with a tab; write blanks instead"));
  }
  EXPECT_EQ(errors("operators:\n \tt::f: {}\n"),
            Strings{":2:2: invalid YAML: the line is indented with a tab; write blanks instead"});
  EXPECT_EQ(keysOf(read("operators: {\n\tt::f: {}}\n").Ops), Strings{"t::f"});
  EXPECT_EQ(errors("operators: {\n\tt::f: {]}\n"), Strings{":2:9: invalid YAML: illegal flow end"});
  EXPECT_EQ(errors("- op: f\n- aten::add.out\n"),
            Strings{":2:3: an entry of a schema yaml must be a mapping with 'op' or 'func', but is "
                    "a scalar"});
  EXPECT_EQ(errors("{\"t::f\": [\"Float\"}"), Strings{":1:18: invalid JSON: Expected , or ] after "
                                                      "array element"});
  EXPECT_EQ(errors("{\"t::f\": [Float]}"), Strings{":1:11: invalid JSON: Invalid JSON value"});
  EXPECT_EQ(errors("t::f: Float\n"),
            Strings{":1:7: the dtypes of 't::f' must be a list, but is a scalar"});
  EXPECT_TRUE(isOne(errors("operator:\n  t::f: {}\n"),
                    "has none of the fields of a selected_operators.yaml"));
  EXPECT_EQ(errors("\177ELF"),
            Strings{":1:1: byte 0x7f is not text in UTF-8; expected a text file"});
  EXPECT_EQ(messages(readSelectionFile("no-such-file")),
            Strings{"cannot open 'no-such-file': No such file or directory"});
  EXPECT_EQ(messages(readSelectionFile(".")), Strings{"cannot open '.': Is a directory"});
}

} // namespace selection_file
