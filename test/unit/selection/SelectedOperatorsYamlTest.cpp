// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport.h"

#include "llvm/Support/Regex.h"

namespace selected_operators_yaml {

static Selection read(StringRef Text) {
  return take(readAs(SelectedOperatorsForm, "s.yaml", Text));
}
static Strings errors(StringRef Text) { return messages(readAs(SelectedOperatorsForm, "s", Text)); }

TEST(SelectedOperatorsYaml, ReadsKeysAndAskers) {
  Selection Sel = read("build_features: []\n"
                       "et_kernel_metadata:\n"
                       "  aten::add.out: ['v1/6;0,1|6;0,1', Half]\n"
                       "operators:\n"
                       "  aten::add.out: {debug_info: [model.pte, b.pte], "
                       "include_all_overloads: false, is_root_operator: true}\n");
  ASSERT_EQ(keysOf(Sel.Ops), Strings{"aten::add.out"});
  const SelectedOp &Op = Sel.Ops["aten::add.out"];
  EXPECT_FALSE(Op.AllKernels);
  EXPECT_FALSE(Op.AllOverloads);
  EXPECT_EQ(keysOf(Op.Keys), (Strings{"v1/5;", "v1/6;0,1|6;0,1"}));
  EXPECT_EQ(texts(Op.Keys.at("v1/5;")), Strings{"s.yaml:3:37"});
  EXPECT_EQ(texts(Op.Askers), Strings{"s.yaml:5:3"});
  EXPECT_EQ(Op.DebugInfo, (std::set<std::string>{"b.pte", "model.pte"}));
  EXPECT_FALSE(Sel.AllOperators);
  EXPECT_TRUE(Sel.Notes.empty());
}

TEST(SelectedOperatorsYaml, AllKernelsAreSelectedWithoutMetadata) {
  // Old files lack et_kernel_metadata.
  EXPECT_TRUE(read("operators: {aten::add.out: {}}").Ops["aten::add.out"].AllKernels);
  Selection Sel = read("et_kernel_metadata: {aten::mul.out: [Float]}\n"
                       "operators: {aten::add.out: {}, aten::mul.out: }\n");
  EXPECT_TRUE(Sel.Ops["aten::add.out"].AllKernels);
  EXPECT_FALSE(Sel.Ops["aten::mul.out"].AllKernels);
  EXPECT_TRUE(read("et_kernel_metadata: {a::b: [Float, default]}").Ops["a::b"].AllKernels);
  EXPECT_TRUE(read("et_kernel_metadata: {a::b: []}").Ops["a::b"].AllKernels);
  // An operator that is only in et_kernel_metadata is selected, too.
  Sel = read("et_kernel_metadata:\n  aten::add.out: [Float]\n");
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers), Strings{"s.yaml:2:3"});
  EXPECT_EQ(keysOf(Sel.Ops["aten::add.out"].Keys), Strings{"v1/6;"});
}

TEST(SelectedOperatorsYaml, Overloads) {
  Selection Sel = read("operators:\n"
                       "  aten::add: {include_all_overloads: true}\n"
                       "  aten::mul: {include_all_overloads: false}\n"
                       "  aten::sub.out: {include_all_overloads: true}\n");
  for (const auto &[Name, All, BesideExact] : {std::tuple("aten::add", true, true),
                                               {"aten::mul", true, false},
                                               {"aten::sub.out", false, false}}) {
    EXPECT_EQ(Sel.Ops[Name].AllOverloads, All) << Name;
    EXPECT_EQ(Sel.Ops[Name].OverloadsBesideExact, BesideExact) << Name;
  }
}

TEST(SelectedOperatorsYaml, AllOperators) {
  Selection Sel = read("operators: {}\ninclude_all_operators: true\n");
  EXPECT_TRUE(Sel.AllOperators);
  EXPECT_EQ(texts(Sel.AllAskers), Strings{"s.yaml:2:1"});
  EXPECT_TRUE(Sel.Notes.empty());
  EXPECT_FALSE(read("include_all_operators: False").AllOperators);
}

TEST(SelectedOperatorsYaml, UnknownFieldsAreSkippedAndAliasesFollowed) {
  Selection Sel = read("operators: {a::b: {new_flag: [1, {x: y}]}}\nnew_field: {a: 1, a: 2}\n");
  EXPECT_EQ(keysOf(Sel.Ops), Strings{"a::b"});
  Sel = read("et_kernel_metadata:\n  a::b: &id001 [Float]\n  a::c: *id001\n");
  EXPECT_EQ(keysOf(Sel.Ops["a::c"].Keys), Strings{"v1/6;"});
  for (const char *Nothing : {"operators: {}", "{}"})
    EXPECT_EQ(read(Nothing).Notes, Strings{"s.yaml: selects no operator"});
}

TEST(SelectedOperatorsYaml, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(
      errors("et_kernel_metadata:\n"
             "  aten::add-out: [Float]\n"
             "  aten::mul.out: [Flot, v1/6, [x]]\n"
             "  aten::sub.out: Float\n"
             "include_all_operators: maybe\n"
             "operators:\n"
             "  aten::mul.out: {include_all_overloads: 'true', debug_info: model.pte}\n"
             "  aten::div.out: 7\n"),
      (Strings{
          "s:2:3: 'aten::add-out'" + IsNoName,
          "s:3:19: 'Flot' is not a dtype; did you mean 'Float'?",
          "s:3:25: kernel key 'v1/6' is malformed; expected 'v1/<dtype>;<dim order>|...' as in "
          "'v1/6;0,1|6;0,1'",
          "s:3:31: a kernel key of 'aten::mul.out' must be a scalar, but is a list",
          "s:4:18: the kernel keys of 'aten::sub.out' must be a list, but is a scalar",
          "s:5:24: 'include_all_operators' must be true or false",
          "s:7:42: 'include_all_overloads' must be true or false",
          "s:7:62: 'debug_info' must be a list, but is a scalar",
          "s:8:18: the entry of 'aten::div.out' must be a mapping, but is a scalar"}));
}

TEST(SelectedOperatorsYaml, Errors) {
  const std::pair<std::string, const char *> Rows[] = {
      {"operators:\n  a::b: {}\noperators:\n  a::c: {}\n",
       "s:3:1: key 'operators' is already given in line 1; join the two"},
      {"operators:\n  a::b: {}\n  a::b: {include_all_overloads: true}\n",
       "s:3:3: key 'a::b' is already given in line 2; join the two"},
      {"operators: {a::b: {<<: {include_all_overloads: true}}}\n",
       "s:1:20: merge keys ('<<') are not supported; copy the merged fields into the entry"},
      {"", "s: is empty; make it again, or write 'operators: {}' to select no operator"},
      {"- op: add.out\n",
       "s:1:1: the top level of a selected_operators.yaml must be a mapping, but is a list"},
      {"\nname: x\n", "s:2:1: has none of the fields of a selected_operators.yaml ('operators', "
                      "'et_kernel_metadata', 'include_all_operators')"},
      {"operators: {}\n---\noperators: {}\n",
       "s:2:1: invalid YAML: a second document starts; only one is expected"},
      {std::string((64 << 20) + 1, ' '),
       "s: has more than 64 MB, the limit for a list of operators"}};
  for (const auto &[Text, Message] : Rows)
    EXPECT_EQ(errors(Text), Strings{Message}) << Text.substr(0, 100);
}

TEST(SelectedOperatorsYaml, SyntaxErrorsNameLineAndColumn) {
  for (StringRef Bad : {"operators: {a::b: {}\n", "operators:\n\ta::b: {}\n", "operators: [a, }\n",
                        "operators: *nowhere\n", "operators: &a [*a]\n", "operators: 'x\n",
                        "operators: \"x\\\"\n", "a: b: c\n", "operators: {}\n  x: 1\n"}) {
    Strings Messages = errors(Bad);
    ASSERT_EQ(Messages.size(), 1u) << Bad.str();
    EXPECT_TRUE(Regex("^s:[1-9][0-9]*:[1-9][0-9]*: invalid YAML: ").match(Messages[0]))
        << Messages[0];
  }
}

TEST(SelectedOperatorsYaml, QuotesInFilesOfOtherSystems) {
  // Non-ASCII text, CRLF and a byte order mark must not shift the byte offset of a checked quote.
  for (std::string LineEnd : {"\n", "\r\n"}) {
    std::string Text = "\xEF\xBB\xBF";
    for (int I = 0; I < 50; ++I)
      Text += "# \xC3\xA4\xE2\x82\xAC" + LineEnd;
    Text += "operators:" + LineEnd;
    for (int I = 0; I < 50; ++I)
      Text += "  'a::f" + std::to_string(I) + "': {\"debug_info\": ['\xC3\xA4']}" + LineEnd;
    Selection Sel = read(Text + "  a::last: {debug_info: ['']}");
    EXPECT_EQ(Sel.Ops.size(), 51u);
    EXPECT_EQ(Sel.Ops["a::f0"].DebugInfo, std::set<std::string>{"\xC3\xA4"});
    EXPECT_EQ(texts(Sel.Ops["a::f0"].Askers), Strings{"s.yaml:52:3"});
    EXPECT_EQ(errors(Text + "  a::last: 'x" + LineEnd),
              Strings{"s:102:12: invalid YAML: the quote is not closed"});
  }
}

TEST(SelectedOperatorsYaml, DeepNestingAndLookingAheadAreBounded) {
  for (StringRef Piece : {"[", "{a: ", "\n- ", "\n? ", "[{x: "})
    EXPECT_TRUE(isOne(errors("operators: " + Piece.substr(0, Piece[0] == '\n').str() +
                             times(20000, Piece.ltrim('\n'))),
                      "it is nested too deeply"))
        << Piece.str();
  for (StringRef Piece : {"[", "x", "\n"})
    EXPECT_TRUE(isOne(errors("operators: " + times(size_t(3) << 20, Piece)),
                      "a list, a text or empty space is longer than 2 MB"));
}

TEST(SelectedOperatorsYaml, AliasBombsAreBounded) {
  // With its aliases replaced, x9 has 10^9 items. et-prune does not read unknown fields like x9.
  std::string Text = "x0: &x0 [a]\n";
  for (int I = 1; I < 10; ++I) {
    std::string Name = "x" + std::to_string(I), Before = "*x" + std::to_string(I - 1);
    Text += Name + ": &" + Name + " [" + times(10, Before + ", ") + "]\n";
  }
  EXPECT_EQ(keysOf(read(Text + "operators: {a::b: {debug_info: []}}\n").Ops), Strings{"a::b"});

  std::string Shared =
      "et_kernel_metadata:\n  a::first: &keys [" + times(10000, "Float, ") + "Float]\n";
  for (int I = 0; I < 1000; ++I)
    Shared += "  a::f" + std::to_string(I) + ": *keys\n";
  EXPECT_TRUE(isOne(errors(Shared), "the file is too large when its aliases are replaced"));
}

/// Each of 20,000 aliases to a text of 1 MiB counts as much as the text toward the size limit.
TEST(SelectedOperatorsYaml, LongAliasesCountEachTime) {
  std::string Long(size_t(1) << 20, 'x');
  std::string Values;
  for (int I = 0; I < 20000; ++I)
    Values += "  a::f" + std::to_string(I) + ": {include_all_overloads: *long}\n";
  // An error lists the first 50 problems and only counts the others.
  auto isRefused = [](Expected<Selection> Result) {
    return llvm::any_of(messages(std::move(Result)), [](const std::string &Message) {
      return Message.find("the file is too large when its aliases are replaced") !=
                 std::string::npos ||
             Message.find(" more problems") != std::string::npos;
    });
  };
  EXPECT_TRUE(
      isRefused(readText("x", "? &long " + Long + "\n: []\n" + times(20000, "*long : []\n"))));
  EXPECT_TRUE(
      isRefused(readText("x", "- op: &long " + Long + "\n" + times(20000, "- op: *long\n"))));
  EXPECT_TRUE(
      isRefused(readText("x", "kernel_metadata: &long " + Long + "\noperators:\n" + Values)));
}

TEST(SelectedOperatorsYaml, AliasCyclesAreRefused) {
  for (const char *Text : {"- &a [*a]\n", "- op: x\n  kernels: &a [*a]\n", "&a x::y: &b [*b]\n",
                           "operators: &a {x::y: *a}\n"}) {
    EXPECT_TRUE(isOne(messages(readText("x", Text)), "an alias refers to a node that contains it"));
  }
}

} // namespace selected_operators_yaml
