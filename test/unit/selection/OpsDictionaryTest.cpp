// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dictionaries from operators to dtypes, as JSON and as YAML.

#include "TestSupport.h"

namespace ops_dictionary {

static Selection read(StringRef Text) {
  return take(readAs(OpsDictionaryForm, "--ops-dict", Text));
}
static Strings errors(StringRef Text) {
  return messages(readAs(OpsDictionaryForm, "--ops-dict", Text));
}

static const std::string Inputs = ET_SOURCE_DIR "/test/selection/Inputs/";

static Expected<Selection> readFile(StringRef Path) {
  return readSelectionOption(OpsDictionaryForm, Path, "--ops-dict");
}

TEST(OpsDictionary, JsonAndYamlSayTheSame) {
  for (const char *Name : {"dictionary.json", "dictionary.yaml"})
    for (auto *Reader : {readFile, readSelectionFile}) {
      Selection Sel = take(Reader(Inputs + Name));
      EXPECT_EQ(keysOf(Sel.Ops),
                (Strings{"aten::add.out", "aten::mul.out", "aten::relu", "my_ops::mix.out"}));
      EXPECT_FALSE(Sel.Ops["aten::add.out"].AllKernels);
      EXPECT_EQ(keysOf(Sel.Ops["aten::add.out"].Keys), (Strings{"v1/3;|*", "v1/6;"}));
      EXPECT_TRUE(Sel.Ops["aten::mul.out"].AllKernels);
      EXPECT_TRUE(Sel.Ops["aten::relu"].AllKernels);
      EXPECT_TRUE(Sel.Ops["aten::relu"].AllOverloads);
      EXPECT_EQ(keysOf(Sel.Ops["my_ops::mix.out"].Keys), Strings{"v1/6;0,1|4;0,1"});
      EXPECT_EQ(Sel.Ops["aten::add.out"].DebugInfo, std::set<std::string>{Name});
    }
}

TEST(OpsDictionary, SaysWhoAsked) {
  Selection Sel = read("{\"aten::add.out\": [\"Float\",\n\"Half\"]}");
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers), Strings{"--ops-dict:1:2"});
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Keys.at("v1/6;")), Strings{"--ops-dict:1:20"});
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Keys.at("v1/5;")), Strings{"--ops-dict:2:1"});
}

TEST(OpsDictionary, ShortestForms) {
  EXPECT_EQ(keysOf(read("{\"add.out\":[\"Float\"],\"mul.out\":[]}").Ops),
            (Strings{"aten::add.out", "aten::mul.out"}));
  EXPECT_TRUE(read("{\"add.out\": null}").Ops["aten::add.out"].AllKernels);
  EXPECT_EQ(keysOf(read("{add.out: [Float, Float]}").Ops["aten::add.out"].Keys), Strings{"v1/6;"});
  EXPECT_EQ(read("{}").Notes, Strings{"--ops-dict: selects no operator"});
}

TEST(OpsDictionary, AnOptionTakesTextOrAFile) {
  EXPECT_EQ(
      keysOf(take(readSelectionOption(OpsDictionaryForm, " {\"a::b\": []}", "--ops-dict")).Ops),
      Strings{"a::b"});
  EXPECT_EQ(take(readSelectionOption(OpsDictionaryForm, Inputs + "dictionary.yaml", "--ops-dict"))
                .Ops.size(),
            4u);
  EXPECT_EQ(
      messages(readSelectionOption(OpsDictionaryForm, "aten::add.out: [Float]", "--ops-dict")),
      Strings{"cannot open 'aten::add.out: [Float]': No such file or directory\n"
              ">>> a dictionary itself starts with a brace: --ops-dict '{\"aten::add.out\": "
              "[\"Float\"]}'"});
}

TEST(OpsDictionary, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(errors("{\"aten::add-out\": [], \"aten::mul.out\": \"Float\",\n"
                   " \"aten::mm.out\": [\"Flot\", 6, [\"Float\"], \"v1/6\"],\n"
                   " \"aten::add.out\": {\"dtypes\": []}}"),
            (Strings{"--ops-dict:1:2: 'aten::add-out' is not an operator name; write "
                     "namespace::name or namespace::name.overload",
                     "--ops-dict:1:40: the dtypes of 'aten::mul.out' must be a list, but is a "
                     "scalar",
                     "--ops-dict:2:19: 'Flot' is not a dtype; did you mean 'Float'?",
                     "--ops-dict:2:27: '6' is not a dtype; write one like 'Float', 'Half' or "
                     "'Char'",
                     "--ops-dict:2:30: one of the dtypes of 'aten::mm.out' must be a scalar, but "
                     "is a list",
                     "--ops-dict:2:41: kernel key 'v1/6' is malformed; expected 'v1/<dtype>;<dim "
                     "order>|...' as in 'v1/6;0,1|6;0,1'",
                     "--ops-dict:3:19: the dtypes of 'aten::add.out' must be a list, but is a "
                     "mapping"}));
}

TEST(OpsDictionary, RepeatedKeys) {
  for (const char *Text : {"{\"a::b\": [],\n\"a::b\": [\"Float\"]}", "a::b: []\na::b: [Float]\n"}) {
    Strings Messages = errors(Text);
    ASSERT_EQ(Messages.size(), 1u) << Text;
    EXPECT_EQ(Messages[0], "--ops-dict:2:1: key 'a::b' is already given in line 1; join the two");
  }
}

TEST(OpsDictionary, WhatIsNoDictionary) {
  EXPECT_EQ(errors(""), Strings{"--ops-dict: is empty; expected a dictionary like "
                                "{\"aten::add.out\": [\"Float\"]}"});
  EXPECT_EQ(errors("[a::b]"), Strings{"--ops-dict:1:1: a dictionary from operators to dtypes must "
                                      "be a mapping, but is a list"});
  EXPECT_EQ(errors("operators:\n  a::b: {}\n"),
            Strings{"--ops-dict:1:1: this is a selected_operators.yaml, not a dictionary from "
                    "operators to dtypes; give it with --ops"});
}

TEST(OpsDictionary, JsonErrorsAreErrorsOfJson) {
  struct {
    const char *Text, *Message;
  } const Cases[] = {
      {"{\"a::b\": [\"Float\"]",
       "--ops-dict:1:18: invalid JSON: Expected , or } after object property"},
      {"{\"a::b\": [\"Float\",]}", "--ops-dict:1:19: invalid JSON: Invalid JSON value"},
      {"{\n \"a::b\": [Float]}", "--ops-dict:2:11: invalid JSON: Invalid JSON value"},
      {"{\"a::b\": ['Float']}", "--ops-dict:1:11: invalid JSON: Invalid JSON value"},
      {"{\"a::b\": [] # all\n}",
       "--ops-dict:1:13: invalid JSON: Expected , or } after object property"},
      {"{\"a::b\": []}}", "--ops-dict:1:12: invalid JSON: Text after end of document"},
      {"{\"a::b", "--ops-dict:1:6: invalid JSON: Unterminated string"},
      {"{\"a::b\": [],\n", "--ops-dict:2:1: invalid JSON: Expected object key"},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(errors(Case.Text), Strings{Case.Message}) << Case.Text;
}

TEST(OpsDictionary, DeepNestingIsAnError) {
  for (std::string Piece : {"[", "{\"a\":"}) {
    std::string Text = "{\"a::b\": ";
    for (int I = 0; I < 200000; ++I)
      Text += Piece;
    Strings Messages = errors(Text);
    ASSERT_EQ(Messages.size(), 1u);
    EXPECT_TRUE(contains(Messages[0], "invalid JSON: it is nested too deeply"));
  }
  // Brackets in strings do not nest.
  EXPECT_EQ(errors("{\"" + std::string(300, '[') + "\\\"\": []}").size(), 1u);
  EXPECT_NE(errors("{\"" + std::string(300, '[') + "\\\"\": []}")[0].find("not an operator name"),
            std::string::npos);
}

TEST(OpsDictionary, LargeJsonIsRefused) {
  std::string Text = "{\"a::b\": [";
  while (Text.size() < (size_t(2) << 20))
    Text += "\"Float\", ";
  EXPECT_EQ(
      errors(Text + "\"Float\"]}"),
      Strings{
          "--ops-dict: is larger than 2 MB, too large for JSON; write it as YAML, an operator a "
          "line"});
}

} // namespace ops_dictionary
