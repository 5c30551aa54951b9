// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime refuses truncated programs. It also refuses well-formed programs with an invalid
// value or instruction, for example a tensor outside of the planned memory. test/fuzz loads and
// runs programs with other damage.

#include "test_program.h"

TEST(DamagedProgram, EveryTruncationIsRefused) {
  for (const char *name : {"add.pte", "mlp.pte", "cnn.pte", "add--segments.pte",
                           "mlp--segments.pte", "cnn--segments.pte"}) {
    const std::vector<uint8_t> bytes = test::read_model(name);
    ASSERT_FALSE(bytes.empty());
    for (size_t size = 0; size < bytes.size(); ++size) {
      test::AlignedBytes file(std::vector<uint8_t>(bytes.begin(), bytes.begin() + size));
      EXPECT_EQ(Program::load(file.data(), size).error(), Error::InvalidProgram)
          << name << " cut to " << size;
    }
  }
}

/// A change that makes a valid program invalid, and the expected message.
struct Damage {
  void (*apply)(test::ProgramBuilder &);
  const char *message; ///< "value 1: ..." stands for "value 1 of the method: ..."
  Error error = Error::InvalidProgram;
};

// Indices of the values of small_program(). Input and output are planned tensors.
constexpr int kInput = 0, kOutput = 1, kConstant = 2, kNumber = 3;

static test::ProgramBuilder small_program() {
  test::ProgramBuilder builder;
  builder.add_planned(Type::Float, {2, 2});
  builder.add_planned(Type::Float, {2, 2});
  builder.add_constant(Type::Float, {2, 2}, test::bytes_of<float>({1, 2, 3, 4}));
  builder.add_int(1);
  builder.call("aten::add", "out", {kInput, kConstant, kNumber, kOutput, kOutput});
  builder.io({kInput}, {kOutput});
  return builder;
}

static schema::KernelCallT &call_of(test::ProgramBuilder &builder) {
  return *builder.plan->chains[0]->instructions[0]->instr_args.AsKernelCall();
}

static schema::AllocationDetailsT &place_of(test::ProgramBuilder &builder) {
  return *builder.tensor(kOutput).allocation_info;
}

static schema::ExtraTensorInfoT &extra_of(test::ProgramBuilder &builder) {
  auto &extra = builder.tensor(kConstant).extra_tensor_info;
  extra = std::make_unique<schema::ExtraTensorInfoT>();
  return *extra;
}

using B = test::ProgramBuilder;

/// Adds an int list of one item. An item is the index of a value, but `item` can be any number.
static void add_list_with(B &builder, int64_t item) {
  const int list = builder.add_int_list({1});
  builder.plan->values[static_cast<size_t>(list)]->val.AsIntList()->items[0] = item;
}

constexpr char kOutside[] = "value 1: a tensor outside the planned memory";
constexpr char kUnfitSizes[] = "value 1: a tensor whose sizes and dim order do not fit together";
constexpr char kUnsupported[] = "value 1: the tensor's dtype or layout is not supported";
constexpr char kNoData[] = "value 2: a constant whose data is not in the program";
constexpr char kNoInt[] = "value 5: an int list with an item that is no int";
constexpr char kNoTensor[] = "value 4: a tensor list with an item that is no tensor";
constexpr char kNoArgument[] = "instruction 0: an argument is a value that the program lacks";
constexpr char kNoOperator[] = "instruction 0: it calls an operator that the program does not name";
constexpr char kConstantResult[] = "instruction 0: its output is a constant";
constexpr char kNoCondition[] = "instruction 1: JumpFalseCall on a value that is no bool";
constexpr char kNoTarget[] = "instruction 1: JumpFalseCall to an instruction that its chain lacks";
constexpr char kOtherKind[] = "instruction 1: MoveCall between values of different kinds";
constexpr char kOtherTensor[] =
    "instruction 1: MoveCall between tensors of different dtypes or dim orders";

const Damage kDamages[] = {
    {[](B &b) { place_of(b).memory_offset_low = 17; }, kOutside},
    {[](B &b) { place_of(b).memory_offset_low = UINT32_MAX; }, kOutside},
    {[](B &b) { place_of(b).memory_offset_high = 1; }, kOutside},
    {[](B &b) { place_of(b).memory_id = 0; }, kOutside},
    {[](B &b) { place_of(b).memory_id = 2; }, kOutside},
    {[](B &b) { place_of(b).memory_offset_low = 15; },
     "value 1: a tensor whose data is not aligned for its dtype"},
    {[](B &b) {
       auto device = std::make_unique<schema::NonConstBufferDeviceT>();
       device->buffer_idx = 1;
       device->device_type = 1;
       b.plan->non_const_buffer_device.push_back(std::move(device));
     },
     "planned buffer 0 is in the memory of another device", Error::NotSupported},
    {[](B &b) { b.plan->non_const_buffer_sizes[1] = -1; }, "planned buffer 0 has an invalid size"},
    {[](B &b) { b.tensor(kOutput).sizes = {2}; }, kUnfitSizes},
    {[](B &b) { b.tensor(kOutput).sizes = {-2, -2}; }, kUnfitSizes},
    {[](B &b) { b.tensor(kOutput).dim_order = {0, 0}; }, kUnfitSizes},
    {[](B &b) {
       b.tensor(kOutput).sizes = {INT32_MAX, INT32_MAX};
       b.tensor(kOutput).scalar_type = Type::ComplexDouble;
     },
     kUnfitSizes},
    {[](B &b) { b.tensor(kOutput).sizes = {INT32_MAX, 1}; }, kOutside},
    {[](B &b) { b.tensor(kOutput).scalar_type = Type::QUInt4x2; }, kUnsupported,
     Error::NotSupported},
    {[](B &b) { b.tensor(kOutput).storage_offset = 4; }, kUnsupported, Error::NotSupported},
    {[](B &b) { b.tensor(kOutput).shape_dynamism = static_cast<schema::TensorShapeDynamism>(3); },
     kUnsupported, Error::NotSupported},
    {[](B &b) { b.tensor(kConstant).data_buffer_idx = 2; }, kNoData},
    {[](B &b) { b.program.constant_buffer[1]->storage.pop_back(); }, kNoData},
    {[](B &b) { extra_of(b).location = schema::TensorDataLocation::External; },
     "value 2: there is no external data ''", Error::NotFound},
    {[](B &b) { extra_of(b).device_type = 1; }, "value 2: a tensor in the memory of another device",
     Error::NotSupported},
    {[](B &b) { b.tensor(kOutput).data_buffer_idx = 9; },
     "value 1: a tensor whose initial value is not in the program"},
    {[](B &b) { b.plan->values[kNumber]->val.Reset(); }, "value 3: the program lacks its content"},
    {[](B &b) { add_list_with(b, kInput); }, kNoInt},
    {[](B &b) { add_list_with(b, INT64_MIN); }, kNoInt},
    {[](B &b) { b.add_tensor_list({kNumber}); }, kNoTensor},
    {[](B &b) { b.add_tensor_list({-1}); }, kNoTensor},
    {[](B &b) { b.add_optional_tensor_list({-2}); }, kNoTensor},
    {[](B &b) { b.add_optional_tensor_list({5}); }, kNoTensor},
    {[](B &b) { b.add_bool_list({1, 0, 1}); }, // EachDamageIsReported changes an item to 2
     "value 4: a bool that is neither 0 nor 1"},
    {[](B &b) { b.plan->inputs = {4}; }, "input 0 of the method is a value that the program lacks"},
    {[](B &b) { b.plan->outputs = {kOutput, -1}; },
     "output 1 of the method is a value that the program lacks"},
    {[](B &b) { call_of(b).args[1] = 4; }, kNoArgument},
    {[](B &b) { call_of(b).args[1] = INT32_MIN; }, kNoArgument},
    {[](B &b) { call_of(b).op_index = 1; }, kNoOperator},
    {[](B &b) { call_of(b).op_index = -1; }, kNoOperator},
    {[](B &b) { call_of(b).args.back() = kConstant; }, kConstantResult},
    {[](B &b) { call_of(b).args.back() = b.add_tensor_list({kOutput, kConstant}); },
     kConstantResult},
    {[](B &b) {
       b.plan->chains[0]->instructions.push_back(std::make_unique<schema::InstructionT>());
     },
     "instruction 1: the program lacks its content"},
    {[](B &b) { b.jump_false(kNumber, 0); }, kNoCondition},
    {[](B &b) { b.jump_false(kInput, 0); }, kNoCondition},
    {[](B &b) { b.jump_false(b.add_bool(true), 3); }, kNoTarget},
    {[](B &b) { b.jump_false(b.add_bool(true), -1); }, kNoTarget},
    {[](B &b) { b.move(kInput, 4); }, "instruction 1: MoveCall of a value that the program lacks"},
    {[](B &b) { b.move(kNumber, kInput); }, kOtherKind, Error::NotSupported},
    {[](B &b) { b.move(b.add_planned(Type::Float, {4}), kInput); }, kOtherTensor,
     Error::NotSupported},
    {[](B &b) {
       const int turned = b.add_planned(Type::Float, {2, 2});
       b.tensor(turned).dim_order = {1, 0};
       b.move(turned, kInput);
     },
     kOtherTensor, Error::NotSupported},
    {[](B &b) { b.move(b.add_planned(Type::Int, {2, 2}), kInput); }, kOtherTensor,
     Error::NotSupported},
    {[](B &b) { b.move(b.add_tensor_list({kInput}), b.add_tensor_list({kInput, kInput})); },
     kOtherTensor, Error::NotSupported},
    {[](B &b) {
       b.move(b.add_optional_tensor_list({kInput, -1}),
              b.add_optional_tensor_list({kInput, kInput}));
     },
     kOtherTensor, Error::NotSupported},
    {[](B &b) { b.move(b.add_tensor_list({kInput}), b.add_optional_tensor_list({kInput})); },
     kOtherKind, Error::NotSupported},
    {[](B &b) { b.free(kNumber); }, "instruction 1: FreeCall of a value that is no tensor"},
    {[](B &b) {
       b.plan->delegates.push_back(std::make_unique<schema::BackendDelegateT>());
       b.plan->delegates[0]->id = "SomeBackend";
       b.instruction(schema::DelegateCallT());
     },
     "backend 'SomeBackend' is not in this image: link it, and select 'et_backend::SomeBackend' "
     "with et-prune",
     Error::NotFound},
    {[](B &b) { b.instruction(schema::DelegateCallT()); },
     "instruction 1: it calls a delegate that the program lacks"},
};

TEST(DamagedProgram, EachDamageIsReported) {
  EXPECT_EQ(test::LoadedMethod(small_program().finish()).error, Error::Ok);
  for (const Damage &damage : kDamages) {
    test::ProgramBuilder builder = small_program();
    damage.apply(builder);
    std::vector<uint8_t> file = builder.finish();
    if (std::string(damage.message).find("a bool") != std::string::npos) {
      // The builder writes only the bools 0 and 1. So set the last item to 2 in the file.
      const std::vector<uint8_t> list = {3, 0, 0, 0, 1, 0, 1};
      const auto found = std::search(file.begin(), file.end(), list.begin(), list.end());
      ASSERT_NE(found, file.end());
      found[6] = 2;
    }
    std::string message = damage.message;
    if (const size_t end = message.find(": "); message[0] == 'v' || message.find("instr") == 0)
      message.insert(end, " of the method");
    EXPECT_TRUE(test::says(damage.error, message + "\n", [&] {
      return test::LoadedMethod(file).error;
    })) << damage.message;
  }
}

TEST(DamagedProgram, SeveralDamagesAreAllReported) {
  test::ProgramBuilder builder = small_program();
  place_of(builder).memory_id = 7;
  builder.tensor(kConstant).data_buffer_idx = 7;
  EXPECT_TRUE(test::says(Error::InvalidProgram,
                         "value 1 of the method: a tensor outside the planned memory\n"
                         "value 2 of the method: a constant whose data is not in the program\n",
                         [&] { return test::LoadedMethod(builder.finish()).error; }));
}

static std::vector<uint8_t> sharing(size_t count) {
  flatbuffers::FlatBufferBuilder builder;
  const auto list =
      schema::CreateBoolList(builder, builder.CreateVector(std::vector<uint8_t>(count, 1)));
  const auto value = schema::CreateEValue(builder, schema::KernelTypes::BoolList, list.Union());
  const auto values =
      builder.CreateVector(std::vector<flatbuffers::Offset<schema::EValue>>(count, value));
  const auto plan =
      schema::CreateExecutionPlan(builder, builder.CreateString("forward"), 0, values);
  schema::FinishProgramBuffer(builder,
                              schema::CreateProgram(builder, 0, builder.CreateVector(&plan, 1)));
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

// The verifier inspects the list once for each value. Its limit is 16 times the file's bytes.
TEST(DamagedProgram, SharedTablesCountEachTime) {
  EXPECT_EQ(test::LoadedMethod(sharing(20)).error, Error::Ok) << test::take_log();
  EXPECT_EQ(test::LoadedMethod(sharing(20000)).error, Error::InvalidProgram);
}

// The loader inspects a list for each call that passes the list. Its limit is 2^22 items in total.
TEST(DamagedProgram, PassedListsCountEachTime) {
  const auto error = [](size_t calls) {
    test::ProgramBuilder builder = small_program();
    const int list = builder.add_tensor_list(std::vector<int32_t>(5000, kInput));
    builder.call("test::fail", "out", std::vector<int32_t>(calls, list));
    return test::LoadedMethod(builder.finish()).error;
  };
  EXPECT_EQ(error(800), Error::Ok) << test::take_log();
  EXPECT_TRUE(test::says(Error::NotSupported,
                         "instruction 1 of the method: the calls pass too many tensors in lists\n",
                         [&] { return error(900); }));
}
