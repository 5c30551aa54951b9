// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Real models, exported by ExecuTorch. They are not part of the repository.

#include "TestSupport.h"

using namespace etprune;

namespace {
class ModelFiles : public testing::Test {
protected:
  void SetUp() override {
    if (!llvm::sys::fs::is_directory(Folder))
      GTEST_SKIP() << "no folder '" << Folder << "'";
  }
  Selection read(const std::string &Name) { return take(readSelectionFile(Folder + Name)); }
  const std::string Folder = ET_SHARED_DIR "/data/models/";
};

/// "op: keys; argument counts" per operator.
Strings summary(const Selection &Sel) {
  Strings Result;
  for (const auto &[Name, Op] : Sel.Ops) {
    std::string Line = Name + ":";
    for (const auto &Key : Op.Keys)
      Line += " " + Key.first;
    Line += ";";
    for (const auto &Count : Op.ArgumentCounts)
      Line += " " + std::to_string(Count.first);
    Result.push_back(Line);
  }
  return Result;
}

TEST_F(ModelFiles, Add) {
  EXPECT_EQ(summary(read("add.pte")), Strings{"aten::add.out: v1/6;0|6;|6;0|6;0; 5"});
}

TEST_F(ModelFiles, BundledProgram) {
  Selection Sel = read("bundled_program.bpte");
  EXPECT_EQ(summary(Sel), (Strings{"aten::add.out: v1/3;0,1|3;0,1|3;0,1|3;0,1; 5",
                                   "aten::mul.out: v1/3;0,1|3;0,1|3;0,1|3;0,1; 4"}));
  EXPECT_EQ(texts(Sel.Ops["aten::mul.out"].Askers),
            Strings{Folder + "bundled_program.bpte: method 'forward', instruction 0"});
}

TEST_F(ModelFiles, KeywordSpotting) {
  Selection Sel = read("keyword_spotting_int8.pte");
  EXPECT_EQ(summary(Sel),
            (Strings{"cortex_m::dequantize_per_tensor.out: v1/1;0,1|6;0,1|6;0,1; 8",
                     "cortex_m::pad.out: v1/1;0,2,3,1|1;0,2,3,1|1;0,2,3,1; 6",
                     "cortex_m::quantize_per_tensor.out: v1/6;0,2,1,3|1;0,2,1,3|1;0,2,1,3; 8",
                     "cortex_m::quantized_avg_pool2d.out: v1/1;0,2,3,1|0;0|1;0,2,3,1|1;0,2,3,1; 11",
                     "cortex_m::quantized_conv2d.out: "
                     "v1/1;0,2,3,1|1;0,1,2,3|3;0|3;0|3;0|0;0|1;0,2,3,1|1;0,2,3,1; 15",
                     "cortex_m::quantized_depthwise_conv2d.out: "
                     "v1/1;0,2,1,3|1;0,1,2,3|3;0|3;0|3;0|0;0|1;0,2,3,1|1;0,2,3,1 "
                     "v1/1;0,2,3,1|1;0,1,2,3|3;0|3;0|3;0|0;0|1;0,2,3,1|1;0,2,3,1; 16",
                     "cortex_m::quantized_linear.out: v1/1;0,1|1;0,1|3;0|1;0,1|1;0,1; 13",
                     "dim_order_ops::_clone_dim_order.out: v1/1;0,2,3,1|1;0,2,3,1|1;0,2,3,1; 5"}));
  std::set<Asker> Calls;
  for (const auto &[Name, Op] : Sel.Ops)
    Calls.insert(Op.Askers.begin(), Op.Askers.end());
  EXPECT_EQ(Calls.size(), 16u) << "one per instruction";
  EXPECT_TRUE(Sel.Backends.empty());
  EXPECT_TRUE(Sel.Notes.empty());
}

} // namespace
