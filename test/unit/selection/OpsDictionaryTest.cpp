// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads dictionaries from operators to dtypes, as JSON and as YAML.

#include "TestSupport.h"

namespace ops_dictionary {

static Selection read(StringRef Text) {
  return take(readAs(OpsDictionaryForm, "--ops-dict", Text));
}
static Strings errors(StringRef Text) {
  Strings Messages = messages(readAs(OpsDictionaryForm, "--ops-dict", Text));
  for (std::string &Message : Messages) {
    EXPECT_EQ(Message.rfind("--ops-dict:", 0), 0u) << Message;
    Message.erase(0, 11);
  }
  return Messages;
}

static const std::string Inputs = ET_SOURCE_DIR "/test/selection/Inputs/";

static Expected<Selection> readFile(StringRef PathOrText) {
  return readSelectionOption(OpsDictionaryForm, PathOrText, "--ops-dict");
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

TEST(OpsDictionary, NamesTheAskers) {
  const SelectedOp Op = read("{\"aten::add.out\": [\"Float\",\n\"Half\"]}").Ops["aten::add.out"];
  EXPECT_EQ(texts(Op.Askers), Strings{"--ops-dict:1:2"});
  EXPECT_EQ(texts(Op.Keys.at("v1/6;")), Strings{"--ops-dict:1:20"});
  EXPECT_EQ(texts(Op.Keys.at("v1/5;")), Strings{"--ops-dict:2:1"});
}

TEST(OpsDictionary, ShortestForms) {
  EXPECT_EQ(keysOf(read("{\"add.out\":[\"Float\"],\"mul.out\":[]}").Ops),
            (Strings{"aten::add.out", "aten::mul.out"}));
  EXPECT_TRUE(read("{\"add.out\": null}").Ops["aten::add.out"].AllKernels);
  EXPECT_EQ(keysOf(read("{add.out: [Float, Float]}").Ops["aten::add.out"].Keys), Strings{"v1/6;"});
  EXPECT_EQ(read("{}").Notes, Strings{"--ops-dict: selects no operator"});
}

TEST(OpsDictionary, AnOptionTakesTextOrAFile) {
  EXPECT_EQ(keysOf(take(readFile(" {\"a::b\": []}")).Ops), Strings{"a::b"});
  EXPECT_EQ(messages(readFile("aten::add.out: [Float]")),
            Strings{"cannot open 'aten::add.out: [Float]': No such file or directory\n"
                    ">>> to give a dictionary instead of a file, start it with a brace: --ops-dict "
                    "'{\"aten::add.out\": "
                    "[\"Float\"]}'"});
}

TEST(OpsDictionary, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(errors("{\"aten::add-out\": [], \"aten::mul.out\": \"Float\",\n"
                   " \"aten::mm.out\": [\"Flot\", 6, [\"Float\"], \"v1/6\"],\n"
                   " \"aten::add.out\": {\"dtypes\": []}}"),
            (Strings{"1:2: 'aten::add-out'" + IsNoName,
                     "1:40: the dtypes of 'aten::mul.out' must be a list, but is a scalar",
                     "2:19: 'Flot' is not a dtype; did you mean 'Float'?",
                     "2:27: '6' is not a dtype; write one like 'Float', 'Half' or 'Char'",
                     "2:30: a dtype of 'aten::mm.out' must be a scalar, but is a list",
                     "2:41: kernel key 'v1/6' is malformed; expected 'v1/<dtype>;<dim order>|...' "
                     "as in 'v1/6;0,1|6;0,1'",
                     "3:19: the dtypes of 'aten::add.out' must be a list, but is a mapping"}));
}

TEST(OpsDictionary, Errors) {
  const std::pair<const char *, const char *> Rows[] = {
      {"", " is empty; make it again, or write 'operators: {}' to select no operator"},
      {"[a::b]", "1:1: a dictionary from operators to dtypes must be a mapping, but is a list"},
      {"operators:\n  a::b: {}\n", "1:1: this is a selected_operators.yaml, not a dictionary from "
                                   "operators to dtypes; give it with --ops"},
      {"{\"a::b\": [],\n\"a::b\": [\"Float\"]}",
       "2:1: key 'a::b' is already given in line 1; join the two"},
      {"a::b: []\na::b: [Float]\n", "2:1: key 'a::b' is already given in line 1; join the two"},
      {"{\"a::b\": [\"Float\"]", "1:18: invalid JSON: Expected , or } after object property"},
      {"{\"a::b\": [\"Float\",]}", "1:19: invalid JSON: Invalid JSON value"},
      {"{\n \"a::b\": [Float]}", "2:11: invalid JSON: Invalid JSON value"},
      {"{\"a::b\": ['Float']}", "1:11: invalid JSON: Invalid JSON value"},
      {"{\"a::b\": [] # all\n}", "1:13: invalid JSON: Expected , or } after object property"},
      {"{\"a::b\": []}}", "1:12: invalid JSON: Text after end of document"},
      {"{\"a::b", "1:6: invalid JSON: Unterminated string"},
      {"{\"a::b\": [],\n", "2:1: invalid JSON: Expected object key"},
  };
  for (const auto &[Text, Message] : Rows)
    EXPECT_EQ(errors(Text), Strings{Message}) << Text;
}

TEST(OpsDictionary, DeepNestingAndLargeJsonAreErrors) {
  const std::string Start = "{\"a::b\": ";
  for (StringRef Piece : {"[", "{\"a\":"})
    EXPECT_TRUE(
        isOne(errors(Start + times(200000, Piece)), "invalid JSON: it is nested too deeply"));
  // Brackets in strings do not nest.
  EXPECT_TRUE(isOne(errors("{\"" + times(300, "[") + "\\\"\": []}"), "not an operator name"));
  EXPECT_EQ(errors(Start + "[" + times(240000, "\"Float\", ") + "\"Float\"]}"),
            Strings{" is larger than 2 MB, too large for JSON; write it as YAML, an operator a "
                    "line"});
}

} // namespace ops_dictionary
