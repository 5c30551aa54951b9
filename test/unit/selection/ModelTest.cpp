// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program asks for, on programs made here: operators, kernel keys, argument counts,
// backends.

#include "ProgramBuilder.h"
#include "TestSupport.h"

namespace model {

static Selection read(ProgramBuilder &Program) {
  TemporaryFile File(Program.finish());
  return take(readSelectionFile(File.path()));
}

/// The keys that one call with the given arguments asks for.
static Strings keysOfCall(MethodBuilder &Method, ProgramBuilder &Program,
                          std::vector<int> Arguments) {
  Method.call("t::f", "", std::move(Arguments));
  return keysOf(read(Program).Ops["t::f"].Keys);
}

TEST(Model, ArgumentsHaveKinds) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method("forward");
  const int Tensor = M.tensor(ScalarType::Float, {0}), Result = M.number();
  M.call("t::f", "", {M.number(), M.null(), Tensor});
  M.call("t::g", "", {Tensor, Result});
  M.call("t::h", "", {Result, Tensor}); // t::g may have put another kind there
  const Selection Sel = read(Program);
  EXPECT_EQ(keysOf(Sel.Ops.at("t::f").ArgumentKinds), Strings{"int"});
  EXPECT_EQ(keysOf(Sel.Ops.at("t::g").ArgumentKinds), Strings{"t?"});
  EXPECT_EQ(keysOf(Sel.Ops.at("t::h").ArgumentKinds), Strings{"?t"});
}

TEST(Model, EveryMethodAndEveryChainCounts) {
  ProgramBuilder Program;
  MethodBuilder &First = Program.method("forward");
  First.call("aten::add", "out", {First.tensor(ScalarType::Float, {0, 1})});
  First.Plan.chains.push_back(std::make_unique<et::schema::ChainT>());
  First.call("aten::mul", "out", {First.tensor(ScalarType::Int, {0})});
  MethodBuilder &Second = Program.method("decode");
  Second.call("t::f", "", {Second.number()});
  TemporaryFile File(Program.finish());
  Selection Sel = take(readSelectionFile(File.path()));

  EXPECT_EQ(keysOf(Sel.Ops), (Strings{"aten::add.out", "aten::mul.out", "t::f"}));
  EXPECT_EQ(texts(Sel.Ops["aten::add.out"].Askers),
            Strings{File.path() + ": method 'forward', chain 0, instruction 0"});
  EXPECT_EQ(texts(Sel.Ops["aten::mul.out"].Keys.at("v1/3;0")),
            Strings{File.path() + ": method 'forward', chain 1, instruction 0"});
  EXPECT_EQ(texts(Sel.Ops["t::f"].ArgumentKinds.at("?")),
            Strings{File.path() + ": method 'decode', instruction 0"});
  EXPECT_EQ(Sel.Ops["t::f"].DebugInfo,
            std::set<std::string>{sys::path::filename(File.path()).str()});
  EXPECT_FALSE(Sel.Ops["t::f"].AllKernels);
  EXPECT_FALSE(Sel.Ops["t::f"].AllOverloads) << "a program means exactly what it names";
  EXPECT_TRUE(Sel.Notes.empty());
}

TEST(Model, OperatorsThatAreNotCalledDoNotCount) {
  ProgramBuilder Program;
  MethodBuilder &Method = Program.method();
  Method.call("t::f", "", {});
  auto Unused = std::make_unique<et::schema::OperatorT>();
  Unused->name = "t::unused";
  Method.Plan.operators.push_back(std::move(Unused));
  EXPECT_EQ(keysOf(read(Program).Ops), Strings{"t::f"});
}

TEST(Model, KeyHasOneEntryPerTensorInArgumentOrder) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  int A = M.tensor(ScalarType::Char, {0, 2, 3, 1}), B = M.tensor(ScalarType::Half, {});
  int C = M.tensor(ScalarType::BFloat16, {0});
  int Number = M.number(), Null = M.null();
  EXPECT_EQ(keysOfCall(M, Program, {C, Number, A, Null, B, A}),
            Strings{"v1/15;0|1;0,2,3,1|5;|1;0,2,3,1"});
}

TEST(Model, EveryDtypeCode) {
  for (int Code = 0; Code < 30; ++Code) {
    ProgramBuilder Program;
    MethodBuilder &M = Program.method();
    EXPECT_EQ(keysOfCall(M, Program, {M.tensor(static_cast<ScalarType>(Code), {0})}),
              Strings{"v1/" + std::to_string(Code) + ";0"});
  }
}

TEST(Model, ListsOfTensorsDoNotCount) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  int A = M.tensor(ScalarType::Float, {0, 1}), B = M.tensor(ScalarType::Half, {1, 0});
  int Null = M.null(), List = M.tensorList({A, B}), Optional = M.optionalTensorList({-1, Null, A});
  EXPECT_EQ(keysOfCall(M, Program, {List, B, Optional, M.tensorList({})}), Strings{"v1/5;1,0"});
}

TEST(Model, DelegatesNameBackends) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  M.delegate("XnnpackBackend");
  M.instruction(et::schema::DelegateCallT{{}, 0, {M.number()}});
  TemporaryFile File(Program.finish());
  Selection Sel = take(readSelectionFile(File.path()));
  EXPECT_TRUE(Sel.Ops.empty());
  ASSERT_EQ(keysOf(Sel.Backends), Strings{"XnnpackBackend"});
  EXPECT_EQ(texts(Sel.Backends["XnnpackBackend"]),
            Strings{File.path() + ": method 'forward', delegate 0"});
  EXPECT_EQ(Sel.Notes, Strings{File.path() + ": no method calls an operator; all work is "
                                             "delegated to 'XnnpackBackend'"});
}

TEST(Model, OtherInstructions) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  int Value = M.number();
  M.instruction(et::schema::MoveCallT{{}, Value, Value});
  M.instruction(et::schema::JumpFalseCallT{{}, 0, 3}); // to the end
  M.instruction(et::schema::FreeCallT());
  EXPECT_EQ(read(Program).Ops.size(), 0u);
}

TEST(Model, ConstantsInlineAndInSegments) {
  for (bool InSegment : {false, true}) {
    ProgramBuilder Program;
    MethodBuilder &M = Program.method();
    et::schema::TensorT Weight;
    Weight.scalar_type = ScalarType::QInt8;
    Weight.sizes = {2, 2};
    Weight.dim_order = {1, 0};
    Weight.data_buffer_idx = 1;
    int Constant = M.value(std::move(Weight)), Input = M.tensor(ScalarType::UInt16, {0, 1});
    M.call("t::f", "", {Input, Constant});
    if (InSegment) {
      Program.Program.segments.push_back(std::make_unique<et::schema::DataSegmentT>());
      Program.Program.segments.back()->size = 4;
      Program.Program.constant_segment = std::make_unique<et::schema::SubsegmentOffsetsT>();
      Program.Program.constant_segment->offsets = {0, 0};
    } else {
      for (int I = 0; I < 2; ++I)
        Program.Program.constant_buffer.push_back(std::make_unique<et::schema::BufferT>());
      Program.Program.constant_buffer.back()->storage = {1, 2, 3, 4};
    }
    std::string Pte = Program.finish();
    TemporaryFile File(InSegment ? withExtendedHeader(Pte, "abcd") : Pte);
    EXPECT_EQ(keysOf(take(readSelectionFile(File.path())).Ops["t::f"].Keys),
              Strings{"v1/27;0,1|12;1,0"});
  }
}

TEST(Model, WeightsAreNotRead) {
  // A hole of 3 GB after the program: reading it would show in time and memory, and a FlatBuffer
  // of that size would be refused, so only the program proper may be looked at.
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  M.call("aten::add", "out", {M.tensor(ScalarType::Float, {0})});
  TemporaryFile File(withExtendedHeader(Program.finish(), std::string(16, 'w')));
  int Descriptor = -1;
  ASSERT_FALSE(sys::fs::openFileForWrite(File.path(), Descriptor, sys::fs::CD_OpenExisting));
  raw_fd_ostream Closer(Descriptor, /*shouldClose=*/true);
  ASSERT_FALSE(sys::fs::resize_file(Descriptor, uint64_t(3) << 30));
  EXPECT_EQ(keysOf(take(readSelectionFile(File.path())).Ops), Strings{"aten::add.out"});
}

TEST(Model, ManyArgumentsAreFine) {
  // A key of a megabyte must not be made again for each of its entries.
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  std::vector<int> Arguments(100000, M.tensor(ScalarType::Float, {0, 1, 2, 3}));
  Strings Keys = keysOfCall(M, Program, std::move(Arguments));
  ASSERT_EQ(Keys.size(), 1u);
  EXPECT_EQ(Keys.front().size(), 3 + 10 * 100000u - 1);
}

TEST(Model, ManyTablesAreFine) {
  // More tables than FlatBuffers' verifier takes by default.
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  for (int I = 0; I < 600000; ++I)
    M.number();
  M.call("t::f", "", {0});
  EXPECT_EQ(keysOf(read(Program).Ops), Strings{"t::f"});
}

} // namespace model
