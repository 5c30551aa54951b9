// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// selected_operators.yaml as it is written, and what is left of it when it is read again.

#include "TestSupport.h"

static const char *const Canonical = "build_features: []\n"
                                     "custom_classes: []\n"
                                     "et_kernel_metadata:\n"
                                     "  aten::add:\n"
                                     "  - default\n"
                                     "  aten::mul.out:\n"
                                     "  - default\n"
                                     "  - v1/6;0,1|6;0,1\n"
                                     "  my_ops::f.out:\n"
                                     "  - v1/6;\n"
                                     "  - v1/6;|*\n"
                                     "include_all_non_op_selectives: false\n"
                                     "include_all_operators: true\n"
                                     "kernel_metadata: {}\n"
                                     "operators:\n"
                                     "  aten::add:\n"
                                     "    debug_info:\n"
                                     "    - '--op-list'\n"
                                     "    - 'a b: #c'\n"
                                     "    - dir/model.pte\n"
                                     "    - 'it''s'\n"
                                     "    - 'true'\n"
                                     "    include_all_overloads: true\n"
                                     "    is_root_operator: true\n"
                                     "    is_used_for_training: true\n"
                                     "  aten::mul.out:\n"
                                     "    debug_info: []\n"
                                     "    include_all_overloads: false\n"
                                     "    is_root_operator: true\n"
                                     "    is_used_for_training: true\n"
                                     "  my_ops::f.out:\n"
                                     "    debug_info:\n"
                                     "    - \"line\\x0Abreak \\\"\\\\\"\n"
                                     "    include_all_overloads: false\n"
                                     "    is_root_operator: true\n"
                                     "    is_used_for_training: true\n";

TEST(YamlWriter, ReadAndWrittenIsTheSame) {
  EXPECT_EQ(toYaml(take(readAs(SelectedOperatorsForm, "s.yaml", Canonical))), Canonical);
}

TEST(YamlWriter, EmptySelection) {
  EXPECT_EQ(toYaml({}), "build_features: []\n"
                        "custom_classes: []\n"
                        "et_kernel_metadata: {}\n"
                        "include_all_non_op_selectives: false\n"
                        "include_all_operators: false\n"
                        "kernel_metadata: {}\n"
                        "operators: {}\n");
}

TEST(YamlWriter, KeepsWhatWasAsked) {
  Selection Sel = take(readOpListText("aten::add,aten::mul.out", "--op-list"));
  Sel.Ops["aten::mul.out"].AllKernels = false;
  Sel.Ops["aten::mul.out"].Keys["v1/6;0,1|6;0,1"].insert(Asker{"model.pte"});
  Selection Again = take(readAs(SelectedOperatorsForm, "s.yaml", toYaml(Sel)));
  EXPECT_EQ(keysOf(Again.Ops), keysOf(Sel.Ops));
  for (auto &[Name, Op] : Sel.Ops) {
    EXPECT_EQ(Again.Ops[Name].AllKernels, Op.AllKernels);
    EXPECT_EQ(Again.Ops[Name].AllOverloads, Op.AllOverloads);
    EXPECT_EQ(Again.Ops[Name].OverloadsBesideExact, Op.OverloadsBesideExact);
    EXPECT_EQ(keysOf(Again.Ops[Name].Keys), keysOf(Op.Keys));
    EXPECT_EQ(Again.Ops[Name].DebugInfo, Op.DebugInfo);
  }
}

TEST(YamlWriter, RefusesNamesTheFormatCannotHold) {
  Selection Sel;
  Sel.Ops["aten::add: {}\nx"].AllKernels = true;
  Sel.Ops["aten::mul.out"].Keys["v1/x"];
  std::string Text;
  raw_string_ostream OS(Text);
  std::string Message = toString(writeSelectedOperatorsYaml(Sel, OS));
  EXPECT_TRUE(contains(Message, "is not an operator name"));
  EXPECT_TRUE(contains(Message, "is malformed"));
  EXPECT_EQ(Text, "");
}
