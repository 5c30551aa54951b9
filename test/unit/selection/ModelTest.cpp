// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramBuilder.h"

class Model : public OfOneMethod {
protected:
  Strings keysOfCall(std::vector<int> Arguments) {
    M.call("t::f", "", std::move(Arguments));
    return keysOf(read().Ops["t::f"].Keys);
  }
};

TEST_F(Model, ArgumentsHaveKinds) {
  const int Tensor = M.tensor(ScalarType::Float, {0}), Result = M.number();
  M.call("t::f", "", {M.number(), M.null(), Tensor});
  M.call("t::g", "", {Tensor, Result});
  M.call("t::h", "", {Result, Tensor}); // t::g may replace the number by a value of another kind
  const Selection Sel = read();
  EXPECT_EQ(keysOf(Sel.Ops.at("t::f").ArgumentKinds), Strings{"int"});
  EXPECT_EQ(keysOf(Sel.Ops.at("t::g").ArgumentKinds), Strings{"t?"});
  EXPECT_EQ(keysOf(Sel.Ops.at("t::h").ArgumentKinds), Strings{"?t"});
}

TEST_F(Model, EveryMethodAndEveryChainCounts) {
  M.call("aten::add", "out", {M.tensor(ScalarType::Float, {0, 1})});
  M.Plan.chains.push_back(std::make_unique<et::schema::ChainT>());
  M.call("aten::mul", "out", {M.tensor(ScalarType::Int, {0})});
  MethodBuilder &Second = Program.method("decode");
  Second.call("t::f", "", {Second.number()});
  // An operator that is not called does not count.
  M.Plan.operators.push_back(std::make_unique<et::schema::OperatorT>());
  M.Plan.operators.back()->name = "t::unused";
  Selection Sel = read();
  EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::mul.out", "t::f"}));
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers),
            Strings{"m.pte: method 'forward', chain 0, instruction 0"});
  EXPECT_EQ(texts(Sel.Ops["aten::mul.out"].Keys.at("v1/3;0")),
            Strings{"m.pte: method 'forward', chain 1, instruction 0"});
  const SelectedOp &Op = Sel.Ops["t::f"];
  EXPECT_EQ(texts(Op.ArgumentKinds.at("?")), Strings{"m.pte: method 'decode', instruction 0"});
  EXPECT_EQ(Op.DebugInfo, std::set<std::string>{"m.pte"});
  EXPECT_FALSE(Op.AllKernels);
  EXPECT_FALSE(Op.AllOverloads) << "a program selects only the overloads that it names";
  EXPECT_TRUE(Sel.Notes.empty());
}

TEST_F(Model, KeyHasOneEntryPerTensorInArgumentOrder) {
  int A = M.tensor(ScalarType::Char, {0, 2, 3, 1}), B = M.tensor(ScalarType::Half, {});
  int C = M.tensor(ScalarType::BFloat16, {0});
  int Number = M.number(), Null = M.null();
  EXPECT_EQ(keysOfCall({C, Number, A, Null, B, A}), Strings{"v1/15;0|1;0,2,3,1|5;|1;0,2,3,1"});
}

TEST_F(Model, KeysHaveNoTensorsOfLists) {
  int A = M.tensor(ScalarType::Float, {0, 1}), B = M.tensor(ScalarType::Half, {1, 0});
  int Null = M.null(), List = M.tensorList({A, B}), Optional = M.optionalTensorList({-1, Null, A});
  EXPECT_EQ(keysOfCall({List, B, Optional, M.tensorList({})}), Strings{"v1/5;1,0"});
}

TEST_F(Model, DelegatesNameBackends) {
  M.delegate("XnnpackBackend");
  M.instruction(et::schema::DelegateCallT{{}, 0, {M.number()}});
  Selection Sel = read();
  EXPECT_TRUE(Sel.Ops.empty());
  ASSERT_EQ(keysOf(Sel.Backends), Strings{"XnnpackBackend"});
  EXPECT_EQ(texts(Sel.Backends["XnnpackBackend"]), Strings{"m.pte: method 'forward', delegate 0"});
  EXPECT_EQ(Sel.Notes, Strings{"m.pte: no method calls an operator; all work is delegated to "
                               "'XnnpackBackend'"});
}

TEST_F(Model, OtherInstructions) {
  int Value = M.number();
  M.instruction(et::schema::MoveCallT{{}, Value, Value});
  M.instruction(et::schema::JumpFalseCallT{{}, 0, 3}); // to the end
  M.instruction(et::schema::FreeCallT());
  EXPECT_EQ(read().Ops.size(), 0u);
}

TEST_F(Model, ConstantsInlineAndInSegments) {
  for (bool InSegment : {false, true}) {
    ProgramBuilder Builder;
    MethodBuilder &Method = Builder.method();
    et::schema::TensorT Weight;
    Weight.scalar_type = ScalarType::QInt8;
    Weight.sizes = {2, 2};
    Weight.dim_order = {1, 0};
    Weight.data_buffer_idx = 1;
    int Constant = Method.value(std::move(Weight)),
        Input = Method.tensor(ScalarType::UInt16, {0, 1});
    Method.call("t::f", "", {Input, Constant});
    et::schema::ProgramT &Whole = Builder.Program;
    if (InSegment) {
      Whole.segments.push_back(std::make_unique<et::schema::DataSegmentT>());
      Whole.segments.back()->size = 4;
      Whole.constant_segment = std::make_unique<et::schema::SubsegmentOffsetsT>();
      Whole.constant_segment->offsets = {0, 0};
    } else {
      for (int I = 0; I < 2; ++I)
        Whole.constant_buffer.push_back(std::make_unique<et::schema::BufferT>());
      Whole.constant_buffer.back()->storage = {1, 2, 3, 4};
    }
    std::string Pte = Builder.finish();
    EXPECT_EQ(
        keysOf(take(readBytes(InSegment ? withExtendedHeader(Pte, "abcd") : Pte)).Ops["t::f"].Keys),
        Strings{"v1/27;0,1|12;1,0"});
  }
}

TEST_F(Model, WeightsAreNotRead) {
  // FlatBuffers refuses a buffer of 3 GiB, so et-prune must read the file without its weights.
  M.call("aten::add", "out", {M.tensor(ScalarType::Float, {0})});
  TemporaryFile File(withExtendedHeader(Program.finish(), std::string(16, 'w')));
  int Descriptor = -1;
  ASSERT_FALSE(sys::fs::openFileForWrite(File.path(), Descriptor, sys::fs::CD_OpenExisting));
  raw_fd_ostream Closer(Descriptor, /*shouldClose=*/true);
  ASSERT_FALSE(sys::fs::resize_file(Descriptor, uint64_t(3) << 30));
  EXPECT_EQ(keysOf(take(readSelectionFile(File.path())).Ops), Strings{"aten::add.out"});
}

TEST_F(Model, ManyArgumentsAreFine) {
  // A key of a megabyte must not be built again for each of its entries.
  std::vector<int> Arguments(100000, M.tensor(ScalarType::Float, {0, 1, 2, 3}));
  Strings Keys = keysOfCall(std::move(Arguments));
  ASSERT_EQ(Keys.size(), 1u);
  EXPECT_EQ(Keys.front().size(), 3 + 10 * 100000u - 1);
}

TEST_F(Model, ManyTablesAreFine) {
  // By default, FlatBuffers' verifier refuses so many tables.
  for (int I = 0; I < 600000; ++I)
    M.number();
  M.call("t::f", "", {0});
  EXPECT_EQ(keysOf(read().Ops), Strings{"t::f"});
}
