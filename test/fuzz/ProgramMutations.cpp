// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes the fields of a program's FlatBuffers tables: sizes, indices, types, instructions and
// operators. FlatBuffers then writes the tables again, so the runtime accepts their structure.

#include "Mutations.h"

#include "et/program.h"

#include "object_api/program_generated.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace et::schema;

namespace etprune::fuzz {

namespace {

// A program may have an extended header between its file identifier and its tables.
constexpr size_t HeaderOffset = 8, HeaderSize = 32;

template <typename T> T read(const std::string &Bytes, size_t Offset) {
  return support::endian::read<T, endianness::little>(Bytes.data() + Offset);
}
template <typename T> void write(std::string &Bytes, size_t Offset, T Value) {
  support::endian::write<T, endianness::little>(Bytes.data() + Offset, Value);
}

class ProgramMutation {
public:
  ProgramMutation(ProgramT &Program, std::string &Segments, std::mt19937 &Random)
      : Program(Program), Segments(Segments), Random(Random) {}

  void once();

private:
  size_t below(size_t Count) { return Random() % Count; }
  bool oneIn(size_t Count) { return below(Count) == 0; }
  template <typename T> decltype(auto) pick(T &Items) { return Items[below(std::size(Items))]; }

  /// Mostly a small number, sometimes an integer type's limit or a number made from `Old`.
  template <typename T> T number(T Old) {
    const int64_t Limits[] = {127,       128,        255,       65535,     INT32_MAX,
                              INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, int64_t(1) << below(63)};
    const uint64_t Near[] = {uint64_t(Old) + 1, uint64_t(Old) - 1, uint64_t(Old) * 2,
                             -uint64_t(Old)};
    const size_t How = below(16);
    return static_cast<T>(How < 2   ? pick(Limits)
                          : How < 5 ? int64_t(pick(Near))
                          : How < 6 ? int64_t(below(300))
                          : How < 8 ? int64_t(below(16))
                                    : int64_t(below(6)) - 1);
  }
  double real() {
    const double Values[] = {0.0,    -0.0,   1.0, -1.0,      0.5,        1e300,
                             -1e300, 1e-300, 4e9, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
    return oneIn(3) ? static_cast<double>(int32_t(Random())) / 256
                    : Values[below(std::size(Values))];
  }
  template <typename T> int32_t indexIn(const T &Items) {
    if (oneIn(24))
      return number<int32_t>(static_cast<int32_t>(Items.size()));
    return static_cast<int32_t>(below(std::max<size_t>(Items.size(), 1)));
  }
  int32_t valueIndex() { return indexIn(Plan->values); }

  std::vector<int32_t> valueIndices(size_t Count) {
    std::vector<int32_t> Indices(Count);
    std::generate(Indices.begin(), Indices.end(), [&] { return valueIndex(); });
    return Indices;
  }

  template <typename T, typename Make> void changeList(T &Items, Make MakeItem) {
    const size_t How = below(8);
    if (Items.empty() || How == 0)
      Items.insert(Items.begin() + below(Items.size() + 1), MakeItem());
    else if (How == 1)
      Items.erase(Items.begin() + below(Items.size()));
    else if (How == 2)
      std::iter_swap(Items.begin() + below(Items.size()), Items.begin() + below(Items.size()));
    else
      pick(Items) = MakeItem();
  }
  void changeIndices(std::vector<int32_t> &Items) {
    changeList(Items, [&] { return valueIndex(); });
  }

  void changeValue() {
    if (Plan->values.empty())
      return;
    EValueT &Value = *pick(Plan->values);
    if (oneIn(16)) { // copy another value of the plan
      Value = *pick(Plan->values);
      return;
    }
    if (oneIn(24))
      return replaceValue(Value);
    if (oneIn(32))
      return Plan->values.push_back(std::make_unique<EValueT>(Value));
    if (auto *Tensor = Value.val.AsTensor())
      changeTensor(*Tensor);
    else if (auto *Int = Value.val.AsInt())
      Int->int_val = number(Int->int_val);
    else if (auto *Bool = Value.val.AsBool())
      Bool->bool_val = !Bool->bool_val;
    else if (auto *Double = Value.val.AsDouble())
      Double->double_val = real();
    else if (auto *String = Value.val.AsString())
      changeList(String->string_val, [&] { return static_cast<char>('a' + below(26)); });
    else if (auto *List = Value.val.AsIntList())
      changeList(List->items, [&] { return int64_t(valueIndex()); });
    else if (auto *List = Value.val.AsDoubleList())
      changeList(List->items, [&] { return real(); });
    else if (auto *List = Value.val.AsBoolList())
      changeList(List->items, [&] { return oneIn(2); });
    else if (auto *List = Value.val.AsTensorList())
      changeIndices(List->items);
    else if (auto *List = Value.val.AsOptionalTensorList())
      changeIndices(List->items);
    else
      replaceValue(Value);
  }

  void replaceValue(EValueT &Value) {
    Value.val.Reset();
    switch (below(11)) {
    case 0:
      return Value.val.Set(NullT());
    case 1:
      return Value.val.Set(IntT{{}, number<int64_t>(0)});
    case 2:
      return Value.val.Set(BoolT{{}, oneIn(2)});
    case 3:
      return Value.val.Set(DoubleT{{}, real()});
    case 4:
      return Value.val.Set(StringT());
    case 5:
      return setList<IntListT>(Value, [&] { return int64_t(valueIndex()); });
    case 6:
      return setList<DoubleListT>(Value, [&] { return real(); });
    case 7:
      return setList<BoolListT>(Value, [&] { return oneIn(2); });
    case 8:
      return setList<TensorListT>(Value, [&] { return valueIndex(); });
    case 9:
      return setList<OptionalTensorListT>(Value, [&] { return valueIndex(); });
    default:
      Value.val.Set(TensorT());
      return changeTensor(*Value.val.AsTensor());
    }
  }
  template <typename T, typename Make> void setList(EValueT &Value, Make MakeItem) {
    T List;
    for (size_t I = below(5); I > 0; --I)
      List.items.push_back(MakeItem());
    Value.val.Set(std::move(List));
  }

  void changeDimensions(TensorT &Tensor) {
    if (oneIn(2) && !Tensor.sizes.empty()) {
      Tensor.sizes.erase(Tensor.sizes.begin() + below(Tensor.sizes.size()));
    } else {
      Tensor.sizes.insert(Tensor.sizes.begin() + below(Tensor.sizes.size() + 1),
                          oneIn(2) ? 1 : static_cast<int32_t>(below(4)));
    }
    Tensor.dim_order.resize(Tensor.sizes.size());
    for (size_t D = 0; D < Tensor.dim_order.size(); ++D)
      Tensor.dim_order[D] = static_cast<uint8_t>(D);
  }

  void changeExtraInfo(TensorT &Tensor) {
    if (!Tensor.extra_tensor_info)
      Tensor.extra_tensor_info = std::make_unique<ExtraTensorInfoT>();
    auto &Info = *Tensor.extra_tensor_info;
    Info.mutable_data_segments_idx = number(Info.mutable_data_segments_idx);
    Info.location = static_cast<TensorDataLocation>(below(2));
    if (!Program.named_data.empty())
      Info.fully_qualified_name = pick(Program.named_data)->key;
  }

  void changeTensor(TensorT &Tensor) {
    const size_t How = below(16);
    auto &Place = Tensor.allocation_info;
    if (How < 5 && !Tensor.sizes.empty()) {
      int32_t &Size = pick(Tensor.sizes);
      Size = number(Size);
    } else if (How == 5) {
      changeDimensions(Tensor);
    } else if (How == 6 && !Tensor.dim_order.empty()) {
      std::swap(pick(Tensor.dim_order), pick(Tensor.dim_order));
    } else if (How == 7) {
      changeList(Tensor.dim_order, [&] { return static_cast<uint8_t>(below(20)); });
    } else if (How < 10) {
      Tensor.scalar_type = static_cast<ScalarType>(oneIn(8) ? number(0) : below(12));
    } else if (How == 10) {
      Tensor.data_buffer_idx =
          oneIn(2) ? static_cast<uint32_t>(below(4)) : number(Tensor.data_buffer_idx);
    } else if (How == 11) {
      if (oneIn(4))
        Place.reset();
      else if (!Place)
        Place = std::make_unique<AllocationDetailsT>();
      if (Place)
        Place->memory_id = oneIn(8) ? number(1u) : 1;
    } else if (How == 12 && Place) {
      Place->memory_offset_low =
          oneIn(3) ? number(Place->memory_offset_low) : static_cast<uint32_t>(16 * below(64));
      if (oneIn(32))
        Place->memory_offset_high = number(0u);
    } else if (How < 15) {
      Tensor.shape_dynamism = static_cast<TensorShapeDynamism>(oneIn(16) ? below(256) : below(3));
    } else if (oneIn(3)) {
      Tensor.storage_offset = number(Tensor.storage_offset);
    } else if (oneIn(3)) {
      Tensor.layout = static_cast<int8_t>(below(3));
    } else {
      changeExtraInfo(Tensor);
    }
  }

  void changeInstruction() {
    ChainT *Chain = anyChain();
    if (!Chain || Chain->instructions.empty())
      return addInstruction();
    if (oneIn(16)) {
      Chain->instructions.erase(Chain->instructions.begin() + below(Chain->instructions.size()));
      return;
    }
    if (oneIn(16))
      return std::swap(pick(Chain->instructions), pick(Chain->instructions));
    auto &Arguments = pick(Chain->instructions)->instr_args;
    if (auto *Call = Arguments.AsKernelCall())
      oneIn(6) ? void(Call->op_index = indexIn(Plan->operators)) : changeIndices(Call->args);
    else if (auto *Call = Arguments.AsDelegateCall())
      oneIn(4) ? void(Call->delegate_index = number(Call->delegate_index))
               : changeIndices(Call->args);
    else if (auto *Move = Arguments.AsMoveCall())
      (oneIn(2) ? Move->move_from : Move->move_to) = valueIndex();
    else if (auto *Jump = Arguments.AsJumpFalseCall())
      changeJump(*Jump, *Chain);
    else if (auto *Free = Arguments.AsFreeCall())
      Free->value_index = valueIndex();
  }

  void changeJump(JumpFalseCallT &Jump, const ChainT &Chain) {
    if (oneIn(2))
      Jump.cond_value_index = valueIndex();
    else
      Jump.destination_instruction =
          oneIn(8) ? number<int32_t>(0)
                   : static_cast<int32_t>(below(Chain.instructions.size() + 1));
  }

  void addInstruction() {
    ChainT *Chain = anyChain();
    if (!Chain)
      return;
    auto Instruction = std::make_unique<InstructionT>();
    auto &Arguments = Instruction->instr_args;
    switch (below(8)) {
    case 0:
      Arguments.Set(MoveCallT{{}, valueIndex(), valueIndex()});
      break;
    case 1: {
      JumpFalseCallT Jump{{}, valueIndex(), 0};
      changeJump(Jump, *Chain);
      Arguments.Set(Jump);
      break;
    }
    case 2:
      Arguments.Set(FreeCallT{{}, valueIndex()});
      break;
    case 3:
      Arguments.Set(DelegateCallT{
          {}, static_cast<int32_t>(below(Plan->delegates.size() + 1)), valueIndices(below(5))});
      break;
    default: {
      KernelCallT Call{{}, indexIn(Plan->operators), valueIndices(1 + below(8))};
      if (!Chain->instructions.empty())
        if (auto *Other = pick(Chain->instructions)->instr_args.AsKernelCall())
          Call.args = Other->args;
      Arguments.Set(std::move(Call));
    }
    }
    Chain->instructions.insert(Chain->instructions.begin() + below(Chain->instructions.size() + 1),
                               std::move(Instruction));
  }

  ChainT *anyChain() { return Plan->chains.empty() ? nullptr : pick(Plan->chains).get(); }

  /// Replaces or adds an operator. The new operator has at least one linked kernel.
  void changeOperator() {
    const et::Span<const et::Kernel> Kernels = et::get_registered_kernels();
    auto Operator = std::make_unique<OperatorT>();
    auto [Name, Overload] = StringRef(Kernels[below(Kernels.size())].name).split('.');
    Operator->name = Name;
    Operator->overload = Overload;
    if (Plan->operators.empty() || oneIn(4))
      Plan->operators.push_back(std::move(Operator));
    else
      pick(Plan->operators) = std::move(Operator);
  }

  void changeMemory() {
    auto &Sizes = Plan->non_const_buffer_sizes;
    if (Sizes.empty() || oneIn(4))
      return changeList(Sizes, [&] { return int64_t(16 * below(128)); });
    int64_t &Size = pick(Sizes);
    Size = oneIn(2) ? number(Size) : int64_t(below(4096));
  }

  void changeInterface() { changeIndices(oneIn(2) ? Plan->inputs : Plan->outputs); }

  void changeConstants() {
    if (!Program.constant_buffer.empty() && oneIn(2))
      return changeBytes(pick(Program.constant_buffer)->storage);
    if (!Segments.empty() && oneIn(2))
      return changeBytes(Segments);
    if (!Program.segments.empty() && oneIn(2)) {
      DataSegmentT &Segment = *pick(Program.segments);
      uint64_t &Field = oneIn(2) ? Segment.offset : Segment.size;
      Field = number(Field);
      return;
    }
    std::vector<SubsegmentOffsetsT *> All;
    if (Program.constant_segment)
      All.push_back(Program.constant_segment.get());
    for (auto &Offsets : Program.mutable_data_segments)
      All.push_back(Offsets.get());
    if (All.empty() || oneIn(8)) {
      auto Named = std::make_unique<NamedDataT>();
      Named->key = std::string(1, static_cast<char>('a' + below(3)));
      Named->segment_index = static_cast<uint32_t>(below(Program.segments.size() + 1));
      Program.named_data.push_back(std::move(Named));
      return;
    }
    SubsegmentOffsetsT &Offsets = *pick(All);
    if (oneIn(4))
      Offsets.segment_index = number(Offsets.segment_index);
    else
      changeList(Offsets.offsets, [&] {
        return oneIn(2) ? number<uint64_t>(Segments.size()) : uint64_t(16 * below(64));
      });
  }
  template <typename T> void changeBytes(T &Bytes) {
    if (Bytes.empty() || oneIn(8))
      Bytes.resize(below(Bytes.size() + 64));
    else
      for (size_t I = 1 + below(8); I > 0; --I)
        pick(Bytes) = static_cast<typename T::value_type>(Random());
  }

  void changeDelegates() {
    if (Plan->delegates.empty() || oneIn(4)) {
      auto Delegate = std::make_unique<BackendDelegateT>();
      Delegate->id = "FuzzBackend"; // defined in ExecutorTarget.cpp
      Plan->delegates.push_back(std::move(Delegate));
    }
    BackendDelegateT &Delegate = *pick(Plan->delegates);
    if (oneIn(4)) {
      auto Data = std::make_unique<BackendDelegateInlineDataT>();
      changeBytes(Data->data);
      Program.backend_delegate_data.push_back(std::move(Data));
    }
    if (oneIn(4)) {
      auto Spec = std::make_unique<CompileSpecT>();
      Spec->key = oneIn(8) ? "fail" : "key";
      changeBytes(Spec->value);
      Delegate.compile_specs.push_back(std::move(Spec));
    }
    if (!Delegate.processed)
      Delegate.processed = std::make_unique<BackendDelegateDataReferenceT>();
    Delegate.processed->location = static_cast<DataLocation>(below(2));
    Delegate.processed->index = oneIn(4) ? number(Delegate.processed->index) : uint32_t(below(2));
  }

  void changePlans() {
    if (oneIn(2) && Program.execution_plan.size() < 4) {
      Program.execution_plan.push_back(std::make_unique<ExecutionPlanT>(*Plan));
      Program.execution_plan.back()->name += "2";
    } else if (!Plan->chains.empty() && Plan->chains.size() < 4) {
      Plan->chains.push_back(std::make_unique<ChainT>(*pick(Plan->chains)));
    }
  }

  ProgramT &Program;
  std::string &Segments;
  std::mt19937 &Random;
  ExecutionPlanT *Plan = nullptr;
};

void ProgramMutation::once() {
  if (Program.execution_plan.empty())
    return;
  Plan = pick(Program.execution_plan).get();
  using M = ProgramMutation;
  void (M::*const Changes[])() = {
      &M::changeValue,       &M::changeValue,       &M::changeValue,       &M::changeValue,
      &M::changeInstruction, &M::changeInstruction, &M::changeInstruction, &M::changeInstruction,
      &M::addInstruction,    &M::addInstruction,    &M::changeOperator,    &M::changeMemory,
      &M::changeInterface,   &M::changeConstants,   &M::changeDelegates,   &M::changePlans};
  (this->*pick(Changes))();
}

/// FlatBuffers cannot write a union with a type but no value.
void resetEmptyUnions(ProgramT &Program) {
  for (auto &Plan : Program.execution_plan) {
    for (auto &Value : Plan->values)
      if (!Value->val.value)
        Value->val.Reset();
    for (auto &Chain : Plan->chains)
      for (auto &Instruction : Chain->instructions)
        if (!Instruction->instr_args.value)
          Instruction->instr_args.Reset();
  }
}

void addSegments(std::string &Bytes, const std::string &Segments) {
  // FlatBuffers' offsets are relative. Only the root table's offset points across the new header.
  write<uint32_t>(Bytes, 0, read<uint32_t>(Bytes, 0) + HeaderSize);
  Bytes.insert(HeaderOffset, HeaderSize, '\0');
  const size_t TablesSize = Bytes.size(), SegmentsStart = (TablesSize + 15) / 16 * 16;
  std::memcpy(Bytes.data() + HeaderOffset, "eh00", 4);
  write<uint32_t>(Bytes, HeaderOffset + 4, HeaderSize);
  write<uint64_t>(Bytes, HeaderOffset + 8, TablesSize);
  write<uint64_t>(Bytes, HeaderOffset + 16, SegmentsStart);
  write<uint64_t>(Bytes, HeaderOffset + 24, Segments.size());
  Bytes.resize(SegmentsStart);
  Bytes += Segments;
}

} // namespace

bool Mutator::mutateProgram(std::string &Bytes) {
  // Only load() checks the alignment of the items in vectors. Only FlatBuffers' verifier (below)
  // checks the fields that the runtime never reads.
  if (!et::Program::load(Bytes.data(), Bytes.size()).ok())
    return false;
  std::string Segments;
  bool HasHeader = Bytes.size() >= HeaderOffset + HeaderSize &&
                   std::memcmp(Bytes.data() + HeaderOffset, "eh00", 4) == 0;
  if (HasHeader) {
    const auto TablesSize = read<uint64_t>(Bytes, HeaderOffset + 8);
    const auto SegmentsStart = read<uint64_t>(Bytes, HeaderOffset + 16);
    if (SegmentsStart < TablesSize)
      return false;
    Segments = Bytes.substr(SegmentsStart);
    Bytes.resize(TablesSize);
  }
  flatbuffers::Verifier Verifier(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size());
  if (!VerifyProgramBuffer(Verifier))
    return false;
  ProgramT Program;
  GetProgram(Bytes.data())->UnPackTo(&Program);
  resetEmptyUnions(Program);

  ProgramMutation Mutation(Program, Segments, Random);
  do
    Mutation.once();
  while (!oneIn(3));

  flatbuffers::FlatBufferBuilder Builder;
  FinishProgramBuffer(Builder, CreateProgram(Builder, &Program));
  Bytes.assign(reinterpret_cast<const char *>(Builder.GetBufferPointer()), Builder.GetSize());
  if (HasHeader)
    addSegments(Bytes, Segments);
  return true;
}

} // namespace etprune::fuzz
