// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests truncated programs, and valid FlatBuffers with invalid values. et-prune reports all invalid
// values at once. test/fuzz damages random bytes.

#include "ProgramBuilder.h"

#include "et/program.h"

class DamagedModel : public OfOneMethod {
protected:
  static Strings errorsOf(StringRef Bytes) {
    Strings Messages = messages(readBytes(Bytes));
    for (std::string &Message : Messages) {
      EXPECT_EQ(Message.rfind("m.pte: ", 0), 0u) << Message;
      Message.erase(0, StringRef(Message).starts_with(Start) ? Start.size() : 7);
    }
    return Messages;
  }
  Strings errors() { return errorsOf(Program.finish()); }
  static constexpr StringRef Start = "m.pte: method 'forward', ";
};

TEST_F(DamagedModel, TruncatedProgramsAreRefused) {
  M.call("t::f", "", {});
  const std::string Whole = Program.finish();
  for (size_t Size = 0; Size < Whole.size(); ++Size)
    EXPECT_FALSE(errorsOf(StringRef(Whole).take_front(Size)).empty());
}

TEST_F(DamagedModel, ReportsEveryIndexOutOfRange) {
  // Some indices are one past the last valid one.
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
  const std::string Out = " is out of range: it must be below 3";
  EXPECT_EQ(errors(),
            (Strings{"input 0: value index 3" + Out, "output 0: value index 12" + Out,
                     "value 1: item 0 of the tensor list is no tensor", "value 1: item 3" + Out,
                     "value 2: item -2" + Out, "instruction 0: argument 1: value index 99" + Out,
                     "instruction 1: operator index 1 is out of range: it must be below 1",
                     "instruction 1: argument 0: value index -1" + Out,
                     "instruction 2: delegate index 0 is out of range: it must be below 0",
                     "instruction 2: argument 0: value index 5" + Out,
                     "instruction 3: value index 8" + Out,
                     "instruction 4: destination instruction 7 is out of range: it must be "
                     "below 7",
                     "instruction 5: value index -3" + Out}));
}

TEST_F(DamagedModel, TensorsThatMakeNoKey) {
  int BadDtype = M.tensor(static_cast<ScalarType>(99), {0});
  int Negative = M.tensor(static_cast<ScalarType>(-1), {0});
  int Repeated = M.tensor(ScalarType::Float, {0, 0});
  int Large = M.tensor(ScalarType::Float, std::vector<uint8_t>(17, 0));
  int Number = M.number(), List = M.tensorList({Number});
  const std::string NoOrder =
      " must be a permutation of at most 16 dimensions, such as 0,1,2; export the model again";
  M.call("t::f", "", {BadDtype, Negative, Repeated, Large, List});
  EXPECT_EQ(errors(),
            (Strings{"value 5: item 0 of the tensor list is no tensor",
                     "value 0: dtype code 99 is unknown (codes are 0 to 29)",
                     "value 1: dtype code -1 is unknown (codes are 0 to 29)",
                     "value 2: the tensor's dim order (0,0)" + NoOrder,
                     "value 3: the tensor's dim order (" + times(16, "0,") + "0)" + NoOrder}));
}

TEST_F(DamagedModel, NamesAndContentsAreChecked) {
  M.Plan.chains.back()->instructions.push_back(std::make_unique<et::schema::InstructionT>());
  EXPECT_EQ(errors(), Strings{"instruction 0: instruction of type 0 is empty or unknown"});
  MethodBuilder &Odd = Program.method("a\nb");
  Odd.call("add", "out", {});
  Odd.call("aten::add out", "", {});
  Odd.call("", "", {});
  Odd.delegate("");
  Program.Program.execution_plan.clear();
  const std::string In = "method 'a\\x0ab', ";
  EXPECT_EQ(errors(), (Strings{In + "delegate 0: names no backend",
                               In + "instruction 0: operator 'add.out' has no namespace",
                               In + "instruction 1: 'aten::add out'" + IsNoName,
                               In + "instruction 2: ''" + IsNoName}));
}

TEST_F(DamagedModel, Segments) {
  M.call("t::f", "", {});
  et::schema::ProgramT &Whole = Program.Program;
  Whole.segments.push_back(std::make_unique<et::schema::DataSegmentT>());
  Whole.segments.back()->offset = ~uint64_t(0);
  Whole.segments.back()->size = 2;
  Whole.constant_segment = std::make_unique<et::schema::SubsegmentOffsetsT>();
  Whole.constant_segment->segment_index = 3;
  Whole.constant_segment->offsets = {0};
  Whole.named_data.push_back(std::make_unique<et::schema::NamedDataT>());
  Whole.named_data.back()->segment_index = 1;
  const std::string Out = " is out of range: it must be below 1";
  EXPECT_EQ(
      errorsOf(withExtendedHeader(Program.finish(), "0123456789")),
      (Strings{"segment 0: the segment has 2 bytes at offset 18446744073709551615, but the "
               "segments in the file have only 10 bytes; is the file cut off?",
               "constant segment: segment index 3" + Out, "named data 0: segment index 1" + Out}));
}

/// `Bits` replaces the `Size` bytes at offset `Place` of a program.
struct HeaderBits {
  size_t Place, Size;
  uint64_t Bits;

  std::string of(std::string Pte) const {
    std::memcpy(&Pte[Place], &Bits, Size);
    return Pte;
  }
};

TEST_F(DamagedModel, HeadersThatTheRuntimeRefusesAreRefused) {
  M.call("t::f", "", {});
  Program.Program.segments.push_back(std::make_unique<et::schema::DataSegmentT>());
  Program.Program.segments.back()->size = 8;
  const std::string Good = withExtendedHeader(Program.finish(), "01234567");
  const uint64_t Tables = support::endian::read64le(&Good[16]);
  const auto IsLoaded = [](const std::string &Pte) {
    alignas(et::Program::kAlignment) char Bytes[4096] = {};
    EXPECT_LE(Pte.size(), sizeof(Bytes));
    llvm::copy(Pte, Bytes);
    return et::Program::load(Bytes, Pte.size()).ok();
  };
  size_t Counts[2] = {};
  const auto Compare = [&](const std::string &Pte, const Twine &What) {
    Expected<Selection> Read = readBytes(Pte);
    EXPECT_EQ(IsLoaded(Pte), bool(Read)) << What.str();
    ++Counts[bool(Read)];
    if (!Read) {
      EXPECT_TRUE(StringRef(toString(Read.takeError())).starts_with("m.pte: ")) << What.str();
    }
  };
  // Two identifiers, the header's length, the FlatBuffer's size, the segments' start and size.
  const std::pair<size_t, size_t> Fields[] = {{4, 4}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 8}};
  for (const auto &[Place, Size] : Fields) {
    uint64_t Own = 0;
    std::memcpy(&Own, &Good[Place], Size);
    for (const uint64_t Near :
         {uint64_t(0), uint64_t(8), uint64_t(24), uint64_t(32), uint64_t(40), Tables, Own,
          uint64_t(Good.size()), uint64_t(1) << 31, uint64_t(1) << 32, uint64_t(1) << 63})
      for (const uint64_t Bits : {Near - 1, Near, Near + 1})
        Compare(HeaderBits{Place, Size, Bits}.of(Good), Twine(Place) + " is " + Twine(Bits));
  }
  for (size_t Size = 0; Size < Good.size(); ++Size)
    Compare(Good.substr(0, Size), "of " + Twine(Size) + " bytes");
  EXPECT_GT(Counts[0], Good.size());
  EXPECT_GT(Counts[1], 20u);
}

TEST_F(DamagedModel, TruncatedHeadersAreReported) {
  M.call("t::f", "", {});
  const std::string Good = withExtendedHeader(Program.finish(), "01234567");
  EXPECT_EQ(errorsOf(StringRef(Good).take_front(20)),
            Strings{"the extended header does not fit the file of 20 bytes; is the file cut off?"});
}

TEST_F(DamagedModel, FilesThatAreNoModels) {
  const auto OfFormat = [](StringRef Which) {
    return Strings{("has the " + Which +
                    " can be read\n>>> export the model with the ExecuTorch release of your "
                    "kernels")
                       .str()};
  };
  EXPECT_EQ(errorsOf({"\1\0\0\0ET11", 8}), OfFormat("older format 'ET11'; only 'ET12'"));
  EXPECT_EQ(errorsOf({"\1\0\0\0ET13", 8}), OfFormat("newer format 'ET13'; only 'ET12'"));
  EXPECT_EQ(errorsOf({"\1\0\0\0BP09", 8}), OfFormat("newer format 'BP09'; only 'BP08'"));
  EXPECT_EQ(errorsOf(bundle(std::string(64, 'x'))),
            Strings{"the bundled program contains no program that et-prune can read: expected "
                    "'ET12' at byte 4 of the program, found 'xxxx'"});
}

/// Builds a program with few tables and vectors. Its lists refer to the same table many times.
struct SharedParts {
  size_t Delegates = 0, Instructions = 0, Arguments = 0;
  std::string OperatorName = "t::f", Backend = "B";

  std::string bytes() const {
    namespace schema = et::schema;
    flatbuffers::FlatBufferBuilder Builder;
    const auto Repeated = [&](auto Part, size_t Count) {
      return Builder.CreateVector(std::vector<decltype(Part)>(Count, Part));
    };
    auto DimOrder = Builder.CreateVector(std::vector<uint8_t>{0});
    auto Tensor = schema::CreateTensor(Builder, ScalarType::Float, 0, 0, DimOrder);
    auto Value = schema::CreateEValue(Builder, schema::KernelTypes::Tensor, Tensor.Union());
    auto Values = Repeated(Value, 1);
    auto Call =
        schema::CreateKernelCall(Builder, 0, Builder.CreateVector(std::vector<int32_t>(Arguments)));
    auto Instruction =
        schema::CreateInstruction(Builder, schema::InstructionArguments::KernelCall, Call.Union());
    auto Chain = schema::CreateChain(Builder, 0, 0, Repeated(Instruction, Instructions));
    auto Op = schema::CreateOperator(Builder, Builder.CreateString(OperatorName));
    auto Delegate = schema::CreateBackendDelegate(Builder, Builder.CreateString(Backend));
    auto Chains = Repeated(Chain, 1);
    auto Ops = Repeated(Op, 1);
    auto Plan = schema::CreateExecutionPlan(Builder, 0, 0, Values, 0, 0, Chains, Ops,
                                            Repeated(Delegate, Delegates));
    Builder.Finish(schema::CreateProgram(Builder, 0, Repeated(Plan, 1)), "ET12");
    return {reinterpret_cast<const char *>(Builder.GetBufferPointer()), Builder.GetSize()};
  }
};

TEST_F(DamagedModel, ManyReferencesToTheSamePartAreRefused) {
  SharedParts Calls, Names, Backends;
  Calls.Instructions = Calls.Arguments = 50000;
  Names.Instructions = Backends.Delegates = 100000;
  Names.OperatorName += std::string(size_t(1) << 20, 'x');
  Backends.Backend = std::string(size_t(1) << 20, 'x');
  for (const SharedParts &Parts : {Calls, Names, Backends})
    EXPECT_EQ(errorsOf(Parts.bytes()),
              Strings{"the program is damaged: the parts that its tables refer to are together "
                      "larger than the program; export the model again"});
}
