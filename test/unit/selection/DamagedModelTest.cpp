// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that are wrong: well formed, but contradicting themselves, and all their problems told
// at once. test/fuzz damages the bytes of programs.

#include "ProgramBuilder.h"
#include "TestSupport.h"

#include <cstring>

namespace damaged_model {

static Expected<Selection> readBytes(StringRef Bytes) {
  std::unique_ptr<char[]> Aligned(new char[Bytes.size()]);
  std::memcpy(Aligned.get(), Bytes.data(), Bytes.size());
  return readAs(ModelForm, "m.pte", {Aligned.get(), Bytes.size()});
}

static Strings errors(ProgramBuilder &Program) { return messages(readBytes(Program.finish())); }

TEST(DamagedModel, AnyPartOfAProgramIsRefused) {
  ProgramBuilder Program;
  Program.method().call("t::f", "", {});
  const std::string Whole = Program.finish();
  for (size_t Size = 0; Size < Whole.size(); ++Size)
    EXPECT_EQ(messages(readBytes(StringRef(Whole).take_front(Size)))[0].find("m.pte: "), 0u);
}

TEST(DamagedModel, ReportsEveryIndexOutOfRange) {
  // Most are the first that is too large.
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  int Value = M.number();
  M.call("t::f", "", {Value, 99});
  M.callIndex(1, {-1});
  M.instruction(et::schema::DelegateCallT{{}, 0, {5}});
  M.instruction(et::schema::MoveCallT{{}, 0, 8});
  M.instruction(et::schema::JumpFalseCallT{{}, 0, 7});
  M.instruction(et::schema::FreeCallT{{}, -3});
  M.tensorList({Value, 3});
  M.optionalTensorList({-1, -2});
  M.Plan.inputs = {3};
  M.Plan.outputs = {12};
  EXPECT_EQ(
      errors(Program),
      (Strings{"m.pte: method 'forward', input 0: value index 3 is out of range (the method has 3 "
               "values)",
               "m.pte: method 'forward', output 0: value index 12 is out of range (the method has "
               "3 values)",
               "m.pte: method 'forward', value 1: item 0 of the tensor list is no tensor",
               "m.pte: method 'forward', value 1: item 3 is out of range (the method has 3 "
               "values)",
               "m.pte: method 'forward', value 2: item -2 is out of range (the method has 3 "
               "values)",
               "m.pte: method 'forward', instruction 0: argument 1: value index 99 is out of "
               "range (the method has 3 values)",
               "m.pte: method 'forward', instruction 1: operator index 1 is out of range (the "
               "program has 1 operator)",
               "m.pte: method 'forward', instruction 1: argument 0: value index -1 is out of "
               "range (the method has 3 values)",
               "m.pte: method 'forward', instruction 2: delegate index 0 is out of range (the "
               "method has 0 delegates)",
               "m.pte: method 'forward', instruction 2: argument 0: value index 5 is out of range "
               "(the method has 3 values)",
               "m.pte: method 'forward', instruction 3: value index 8 is out of range (the method "
               "has 3 values)",
               "m.pte: method 'forward', instruction 4: destination instruction 7 is out of "
               "range (the chain has 6 instructions)",
               "m.pte: method 'forward', instruction 5: value index -3 is out of range (the "
               "method has 3 values)"}));
}

TEST(DamagedModel, TensorsThatMakeNoKey) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  int BadDtype = M.tensor(static_cast<ScalarType>(99), {0});
  int Negative = M.tensor(static_cast<ScalarType>(-1), {0});
  int Repeated = M.tensor(ScalarType::Float, {0, 0});
  int Large = M.tensor(ScalarType::Float, std::vector<uint8_t>(17, 0));
  int Number = M.number(), List = M.tensorList({Number});
  M.call("t::f", "", {BadDtype, Negative, Repeated, Large, List});
  EXPECT_EQ(
      errors(Program),
      (Strings{"m.pte: method 'forward', value 5: item 0 of the tensor list is no tensor",
               "m.pte: method 'forward', value 0: dtype code 99 is unknown (codes are 0 to "
               "29)",
               "m.pte: method 'forward', value 1: dtype code -1 is unknown (codes are 0 to "
               "29)",
               "m.pte: method 'forward', value 2: the dim order of the tensor (0,0) is not a "
               "permutation of its dimensions",
               "m.pte: method 'forward', value 3: the tensor has 17 dimensions, more than 16"}));
}

TEST(DamagedModel, NamesAreChecked) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method("a\nb");
  M.call("add", "out", {});
  M.call("aten::add out", "", {});
  M.call("", "", {});
  M.delegate("");
  EXPECT_EQ(errors(Program),
            (Strings{"m.pte: method 'a\\x0ab', delegate 0: names no backend",
                     "m.pte: method 'a\\x0ab', instruction 0: operator 'add.out' has no namespace",
                     "m.pte: method 'a\\x0ab', instruction 1: 'aten::add out' is not an operator "
                     "name; write namespace::name or namespace::name.overload",
                     "m.pte: method 'a\\x0ab', instruction 2: '' is not an operator name; write "
                     "namespace::name or namespace::name.overload"}));
}

TEST(DamagedModel, EmptyInstructions) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  M.Plan.chains.back()->instructions.push_back(std::make_unique<et::schema::InstructionT>());
  EXPECT_EQ(errors(Program),
            Strings{"m.pte: method 'forward', instruction 0: instruction of type 0 is empty or "
                    "unknown"});
}

TEST(DamagedModel, Segments) {
  ProgramBuilder Program;
  Program.method().call("t::f", "", {});
  Program.Program.segments.push_back(std::make_unique<et::schema::DataSegmentT>());
  Program.Program.segments.back()->offset = ~uint64_t(0);
  Program.Program.segments.back()->size = 2;
  Program.Program.constant_segment = std::make_unique<et::schema::SubsegmentOffsetsT>();
  Program.Program.constant_segment->segment_index = 3;
  Program.Program.constant_segment->offsets = {0};
  Program.Program.named_data.push_back(std::make_unique<et::schema::NamedDataT>());
  Program.Program.named_data.back()->segment_index = 1;
  EXPECT_EQ(messages(readBytes(withExtendedHeader(Program.finish(), "0123456789"))),
            (Strings{"m.pte: segment 0: 2 bytes at offset 18446744073709551615 are outside of the "
                     "file's 10 bytes of segments",
                     "m.pte: constant segment: segment index 3 is out of range (the program has 1 "
                     "segments)",
                     "m.pte: named data 0: segment index 1 is out of range (the program has 1 "
                     "segments)"}));
}

TEST(DamagedModel, WhatIsNoModel) {
  EXPECT_EQ(messages(readBytes("")),
            Strings{"m.pte: is empty, not a model; export the model again"});
  const auto OfFormat = [](StringRef Which) {
    return Strings{
        ("m.pte: is a model of " + Which +
         " is the one that can be read\n>>> export the model with the ExecuTorch release "
         "that its kernels are of")
            .str()};
  };
  EXPECT_EQ(messages(readBytes(StringRef("\1\0\0\0ET11", 8))),
            OfFormat("an older format, 'ET11'; 'ET12'"));
  EXPECT_EQ(messages(readBytes(StringRef("\1\0\0\0BP09", 8))),
            OfFormat("a newer format, 'BP09'; 'BP08'"));
  EXPECT_EQ(messages(readBytes(bundle(std::string(64, 'x')))),
            Strings{"m.pte: what the bundle holds is not a program: expected 'ET12' at its byte 4, "
                    "found 'xxxx'"});
}

/// A program whose parts are shared: every table and vector is written once and referred to often.
struct SharedParts {
  size_t Delegates = 0, Instructions = 0, Arguments = 0;
  std::string OperatorName = "t::f", Backend = "B";

  Strings errors() const {
    namespace schema = et::schema;
    flatbuffers::FlatBufferBuilder Builder;
    auto DimOrder = Builder.CreateVector(std::vector<uint8_t>{0});
    auto Tensor = schema::CreateTensor(Builder, ScalarType::Float, 0, 0, DimOrder);
    auto Value = schema::CreateEValue(Builder, schema::KernelTypes::Tensor, Tensor.Union());
    auto Values = repeated(Builder, Value, 1);
    auto Call =
        schema::CreateKernelCall(Builder, 0, Builder.CreateVector(std::vector<int32_t>(Arguments)));
    auto Instruction =
        schema::CreateInstruction(Builder, schema::InstructionArguments::KernelCall, Call.Union());
    auto Chain = schema::CreateChain(Builder, 0, 0, repeated(Builder, Instruction, Instructions));
    auto Op = schema::CreateOperator(Builder, Builder.CreateString(OperatorName));
    auto Delegate = schema::CreateBackendDelegate(Builder, Builder.CreateString(Backend));
    auto Chains = repeated(Builder, Chain, 1);
    auto Ops = repeated(Builder, Op, 1);
    auto Plan = schema::CreateExecutionPlan(Builder, 0, 0, Values, 0, 0, Chains, Ops,
                                            repeated(Builder, Delegate, Delegates));
    Builder.Finish(schema::CreateProgram(Builder, 0, repeated(Builder, Plan, 1)), "ET12");
    return messages(
        readBytes({reinterpret_cast<const char *>(Builder.GetBufferPointer()), Builder.GetSize()}));
  }

private:
  template <typename T>
  static flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<T>>>
  repeated(flatbuffers::FlatBufferBuilder &Builder, flatbuffers::Offset<T> Part, size_t Count) {
    return Builder.CreateVector(std::vector<flatbuffers::Offset<T>>(Count, Part));
  }
};

TEST(DamagedModel, SharedPartsCostNoMoreThanTheirBytes) {
  const Strings TooMuch{
      "m.pte: the program refers to more than it can hold; export the model again"};
  SharedParts Calls;
  Calls.Instructions = Calls.Arguments = 50000;
  EXPECT_EQ(Calls.errors(), TooMuch);
  SharedParts Names;
  Names.Instructions = 100000;
  Names.OperatorName += std::string(size_t(1) << 20, 'x');
  EXPECT_EQ(Names.errors(), TooMuch);
  SharedParts Backends;
  Backends.Delegates = 100000;
  Backends.Backend = std::string(size_t(1) << 20, 'x');
  EXPECT_EQ(Backends.errors(), TooMuch);
}

} // namespace damaged_model
