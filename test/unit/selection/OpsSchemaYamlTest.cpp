// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads schema yaml, the form of ExecuTorch's functions.yaml. The tests check the selected
// operators and keys, and the messages about invalid files.

#include "TestSupport.h"

namespace ops_schema_yaml {

static Expected<Selection> readFile(StringRef Path) {
  return readSelectionOption(OpsSchemaForm, Path, "--ops-schema");
}
static Selection read(StringRef Text) { return take(readAs(OpsSchemaForm, "f.yaml", Text)); }
static Strings errors(StringRef Text) { return messages(readAs(OpsSchemaForm, "f", Text)); }

static const std::string Inputs = ET_SOURCE_DIR "/test/selection/Inputs/";

TEST(OpsSchemaYaml, SelectsEveryOperatorWhole) {
  std::string Path = Inputs + "functions.yaml";
  Selection Sel = take(readFile(Path));
  EXPECT_EQ(keysOf(Sel.Ops),
            (Strings{"aten::add.out", "aten::mul.out", "toy::relu.out", "toy::split.out"}));
  for (const auto &[Name, Op] : Sel.Ops) {
    EXPECT_TRUE(Op.AllKernels) << Name;
    EXPECT_TRUE(Op.Keys.empty()) << Name;
    EXPECT_FALSE(Op.AllOverloads) << Name;
    EXPECT_EQ(Op.DebugInfo, std::set<std::string>{sys::path::filename(Path).str()});
  }
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers), Strings{Path + ":3:7"});
  EXPECT_EQ(texts(Sel.Ops["toy::split.out"].Askers), Strings{Path + ":21:9"});
  EXPECT_TRUE(Sel.Notes.empty());
}

TEST(OpsSchemaYaml, OneKeyPerCombination) {
  std::string Path = Inputs + "specialized.yaml";
  Selection Sel = take(readFile(Path));
  EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::sub.out", "toy::mul.out"}));

  // T0 is an alias of Float and Double. Within one key, each T0 is the same dtype.
  const SelectedOp &Add = Sel.Ops["aten::add.out"];
  EXPECT_FALSE(Add.AllKernels);
  EXPECT_EQ(keysOf(Add.Keys),
            (Strings{"v1/3;0,2,3,1|6;0,1,2,3|3;0,2,3,1", "v1/3;0,2,3,1|7;0,1,2,3|3;0,2,3,1",
                     "v1/6;0,1,2,3|6;0,1,2,3|6;0,1,2,3", "v1/7;0,1,2,3|7;0,1,2,3|7;0,1,2,3"}));
  EXPECT_EQ(texts(Add.Keys.begin()->second), Strings{Path + ":17:9"});
  EXPECT_EQ(texts(Add.Keys.rbegin()->second), Strings{Path + ":12:9"});

  const SelectedOp &Mul = Sel.Ops["toy::mul.out"];
  EXPECT_FALSE(Mul.AllKernels);
  EXPECT_EQ(keysOf(Mul.Keys), (Strings{"v1/5;0,1|15;0,1|5;0,1", "v1/5;0,1|27;0,1|5;0,1",
                                       "v1/5;1,0|15;1,0|5;1,0", "v1/5;1,0|27;1,0|5;1,0"}));

  const SelectedOp &Sub = Sel.Ops["aten::sub.out"];
  EXPECT_TRUE(Sub.AllKernels);
  EXPECT_EQ(keysOf(Sub.Keys), Strings{"v1/6;0,1|6;0,1|6;0,1"});
}

TEST(OpsSchemaYaml, KernelsMayBeLeftOut) {
  for (const char *Kernels : {"", "  kernels:\n", "  kernels: []\n", "  kernels: [{}]\n",
                              "  kernels: [{kernel_name: x}]\n", "  kernels: [{arg_meta: ~}]\n"}) {
    Selection Sel = read(std::string("- op: add.out\n") + Kernels);
    EXPECT_TRUE(Sel.Ops["aten::add.out"].AllKernels) << Kernels;
  }
  // A kernel without tensors has a key, too.
  Selection Sel = read("- op: full.out\n  kernels: [{arg_meta: {}}]\n");
  EXPECT_FALSE(Sel.Ops["aten::full.out"].AllKernels);
  EXPECT_EQ(keysOf(Sel.Ops["aten::full.out"].Keys), Strings{"v1/"});
}

TEST(OpsSchemaYaml, TheSameOperatorTwiceIsTheUnion) {
  Selection Sel =
      read("- op: add.out\n  type_alias: {T: [Float]}\n  dim_order_alias: {D: [0]}\n"
           "  kernels: [{arg_meta: {a: [T, D]}}]\n"
           "- op: aten::add.out\n  type_alias: {T: [Int]}\n  dim_order_alias: {D: [0]}\n"
           "  kernels: [{arg_meta: {a: [T, D]}}]\n");
  EXPECT_EQ(keysOf(Sel.Ops["aten::add.out"].Keys), (Strings{"v1/3;0", "v1/6;0"}));
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers), (Strings{"f.yaml:1:7", "f.yaml:5:7"}));
  EXPECT_TRUE(read("- op: add\n").Ops["aten::add"].AllOverloads);
  EXPECT_TRUE(read("- func: my::f(Tensor x) -> Tensor\n").Ops["my::f"].AllOverloads);
}

TEST(OpsSchemaYaml, ANoteSaysThatNoOperatorIsSelected) {
  for (const char *Text : {"---\n", "[]\n"})
    EXPECT_EQ(read(Text).Notes, Strings{"f.yaml: selects no operator"}) << Text;
  EXPECT_EQ(errors("# nothing yet\n"),
            Strings{"f: is empty; make it again, or write 'operators: {}' to select no operator"});
}

TEST(OpsSchemaYaml, ReportsAllProblemsAtOnce) {
  EXPECT_EQ(
      errors("- add.out\n"
             "- {}\n"
             "- {op: add.out, func: 'add.out(Tensor x) -> Tensor'}\n"
             "- op: [add.out]\n"
             "- op: add-out\n"
             "- op: add.out(Tensor x)\n"
             "- func: add.out\n"
             "- op: mul.out\n  op: mm.out\n"
             "- op: sub.out\n  kernels: {}\n"
             "- op: div.out\n  kernels: [fast]\n"),
      (Strings{"f:1:3: an entry of a schema yaml must be a mapping with 'op' or 'func', but is a "
               "scalar",
               "f:2:3: the entry needs either 'op' or 'func', which names the operator",
               "f:3:3: the entry needs either 'op' or 'func', which names the operator",
               "f:4:7: 'op' must be a scalar, but is a list", "f:5:7: 'add-out'" + IsNoName,
               "f:6:7: 'add.out(Tensor x)'" + IsNoName,
               "f:7:9: 'func' needs the signature of 'add.out'; use 'op' for a name alone",
               "f:9:3: key 'op' is already given in line 8; join the two",
               "f:11:12: 'kernels' must be a list, but is a mapping",
               "f:13:13: a kernel of 'div.out' must be a mapping, but is a scalar"}));
  EXPECT_EQ(errors("operators: {}\n"),
            Strings{"f:1:1: the top level of a schema yaml must be a list, but is a mapping"});
}

static Strings specialized(const char *Types, const char *DimOrders, const char *ArgMeta) {
  return errors(
      std::string("- func: f.out(Tensor x, Scalar s=1, Tensor? y=None, *, Tensor(a!) out) "
                  "-> Tensor(a!)\n") +
      "  type_alias: " + Types + "\n  dim_order_alias: " + DimOrders +
      "\n  kernels:\n  - arg_meta: " + ArgMeta + "\n");
}

TEST(OpsSchemaYaml, Aliases) {
  const std::string NoOrder = "f:3:24: the dim order of 'D' is not a permutation of dimensions; "
                              "write one like [0, 1, 2, 3]";
  EXPECT_EQ(
      specialized("{T: [Flaot, 6]}", "{D: [0, 2]}", "{}"),
      (Strings{"f:2:20: 'Flaot' is not a dtype; did you mean 'Float'?",
               "f:2:27: '6' is not a dtype; write one like 'Float', 'Half' or 'Char'", NoOrder}));
  EXPECT_EQ(specialized("{T: Float}", "{D: 0}", "{}"),
            (Strings{"f:2:19: the dtypes of 'T' must be a list, but is a scalar",
                     "f:3:24: a dim order of 'D' must be a list, but is a scalar", NoOrder}));
  EXPECT_EQ(specialized("{T: [Float], T: [Int]}", "{D: []}", "{}"),
            (Strings{"f:2:28: key 'T' is already given in line 2; join the two", NoOrder}));
  EXPECT_EQ(specialized("{T: [Float], N: []}", "{D: [0]}", "{x: [T1, D], out: [N, E]}"),
            (Strings{"f:5:20: 'T1' has no values; define them in the entry's 'type_alias'",
                     "f:5:34: 'N' has no values; define them in the entry's 'type_alias'",
                     "f:5:37: 'E' has no values; define them in the entry's 'dim_order_alias'"}));
}

TEST(OpsSchemaYaml, Arguments) {
  const auto Errors = [](const char *ArgMeta) {
    return specialized("{T: [Float]}", "{D: [0]}", ArgMeta);
  };
  const std::string Needs = " needs a type alias and a dim order alias, as in [T0, D0]",
                    NotNext =
                        " is not a tensor argument of 'f.out', or is in the wrong place; list the "
                        "tensor arguments in 'arg_meta' in the order of the signature (x, y, out)";
  EXPECT_EQ(Errors("{x: T, out: [T, D, D]}"),
            (Strings{"f:5:19: the argument 'x'" + Needs, "f:5:27: the argument 'out'" + Needs}));
  EXPECT_EQ(Errors("[x]"), Strings{"f:5:15: 'arg_meta' must be a mapping, but is a list"});
  EXPECT_EQ(Errors("{z: [T, D], s: [T, D]}"),
            (Strings{"f:5:16: 'z'" + NotNext, "f:5:27: 's'" + NotNext}));
  EXPECT_EQ(Errors("{y: [T, D], x: [T, D], out: [T, D]}"), Strings{"f:5:27: 'x'" + NotNext});
}

TEST(OpsSchemaYaml, CombinationsAreBounded) {
  // 30 dtypes for each of three tensors give 27,000 keys. One `arg_meta` may give at most 10,000.
  std::string Dtypes = "[Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, "
                       "ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16, "
                       "QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, "
                       "Float8_e5m2, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, "
                       "UInt32, UInt64]";
  std::string Types = "{A: &all " + Dtypes + ", B: *all, C: *all}";
  EXPECT_EQ(specialized(Types.c_str(), "{D: [0]}", "{x: [A, D], y: [B, D], out: [C, D]}"),
            Strings{"f:5:15: the aliases combine to more than 10000 kernel keys; write 'arg_meta: "
                    "null' to select the whole operator"});

  // By YAML aliases, 2,000 operators share a list of kernels that has 900 keys.
  std::string Shared = "- op: f0\n  type_alias: &types " + Types +
                       "\n  dim_order_alias: &dims {D: [0]}\n"
                       "  kernels: &kernels [{arg_meta: {x: [A, D], y: [B, D]}}]\n";
  for (int I = 1; I < 2000; ++I)
    Shared += "- {op: f" + std::to_string(I) +
              ", type_alias: *types, dim_order_alias: *dims, kernels: *kernels}\n";
  EXPECT_TRUE(isOne(errors(Shared), "the file is too large when its aliases are replaced"));
}

} // namespace ops_schema_yaml
