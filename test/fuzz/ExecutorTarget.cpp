// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzes the runtime and the linked kernels: verifies, loads and runs an untrusted program. Each
// memory block has exactly the size that the program's metadata gives, so that a sanitizer sees
// every access outside the block. The target requires that these sizes suffice, and that
// load_method() fails if the method allocator has one byte less. The runtime must destroy every
// delegate, and must not change the program's bytes.

#include "Targets.h"

#include "et/backend.h"
#include "et/log.h"
#include "et/program.h"

#include "bundled_program_generated.h"
#include "program_generated.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

using namespace llvm;

extern "C" void et_pal_emit_log_message(const char *Message, size_t Length) {
  etprune::fuzz::require(!StringRef(Message, Length).ltrim().empty(), "a message is empty");
}

namespace etprune::fuzz {

namespace {

// The target skips methods that need more than MaxMemory bytes, because these methods run too long.
constexpr size_t MaxMemory = 64 << 10;
constexpr size_t MaxMethods = 4;
constexpr size_t MaxInstructions = 200;
constexpr size_t ScratchSize = 8 << 10, UnboundSize = 8 << 10;

/// A memory block of exactly `Size` bytes. Each byte is 0xa5, so that uninitialized bools and
/// pointers are invalid.
class Block {
public:
  explicit Block(size_t Size) : Size(Size) {
    void *Memory = nullptr;
    require(posix_memalign(&Memory, et::Program::kAlignment, Size) == 0, "no memory");
    Bytes.reset(static_cast<uint8_t *>(Memory));
    std::memset(Memory, 0xa5, Size);
  }
  uint8_t *data() const { return Bytes.get(); }
  et::Span<uint8_t> span() const { return {Bytes.get(), Size}; }

private:
  std::unique_ptr<uint8_t, decltype(&std::free)> Bytes{nullptr, &std::free};
  size_t Size;
};

/// Reverses the order of each operator's kernels, so that the lookup prefers another library.
std::vector<et::Kernel> kernelsReversed() {
  const et::Span<const et::Kernel> Table = et::get_registered_kernels();
  std::vector<et::Kernel> Kernels(Table.begin(), Table.end());
  auto First = Kernels.begin();
  while (First != Kernels.end()) {
    auto Last = std::find_if(First, Kernels.end(),
                             [&](const et::Kernel &K) { return StringRef(K.name) != First->name; });
    std::reverse(First, Last);
    First = Last;
  }
  return Kernels;
}

/// True if execute() ends soon: no jump goes back, and no chain is long.
bool runsForward(const et::schema::ExecutionPlan &Plan) {
  if (!Plan.chains())
    return true;
  for (const et::schema::Chain *Chain : *Plan.chains()) {
    if (!Chain->instructions())
      continue;
    int64_t Number = 0;
    for (const et::schema::Instruction *Instruction : *Chain->instructions()) {
      const auto *Jump = Instruction->instr_args_as_JumpFalseCall();
      if (Jump && Jump->destination_instruction() <= Number)
        return false;
      ++Number;
    }
    if (static_cast<size_t>(Number) > MaxInstructions)
      return false;
  }
  return true;
}

void readAll(const et::EValue &Value) {
  static volatile uint64_t Sink;
  auto Read = [](auto Items) {
    for (const auto &Item : Items)
      Sink = Sink + static_cast<uint64_t>(Item != 0);
  };
  switch (Value.tag) {
  case et::Tag::Tensor: {
    const et::Tensor Tensor = Value.toTensor();
    if (const auto *Bytes = Tensor.const_data_ptr<uint8_t>())
      Read(et::Span(Bytes, Tensor.nbytes()));
    Read(Tensor.sizes());
    Read(Tensor.dim_order());
    Read(Tensor.strides());
    break;
  }
  case et::Tag::String:
    return Read(Value.toString());
  case et::Tag::ListInt:
    return Read(Value.toIntList());
  case et::Tag::ListDouble:
    return Read(Value.toDoubleList());
  case et::Tag::ListBool:
    return Read(Value.toBoolList());
  case et::Tag::ListTensor:
  case et::Tag::ListOptionalTensor:
    for (size_t I = 0; I < Value.toTensorList().size(); ++I)
      if (et::Tensor Item = Value.toTensorList()[I]; Item.defined())
        readAll(et::EValue(Item));
    break;
  default:
    break;
  }
}

/// Weights that are not in the program's file: one tensor with the name "a".
class Weights final : public et::NamedDataMap {
public:
  et::Result<et::TensorLayout> get_tensor_layout(const char *Key) const override {
    static constexpr et::SizesType Sizes[] = {2, 2};
    static constexpr et::DimOrderType DimOrder[] = {0, 1};
    if (StringRef(Key) != "a")
      return et::Error::NotFound;
    return et::TensorLayout{et::ScalarType::Float, Sizes, DimOrder};
  }
  et::Result<et::Span<const uint8_t>> get_data(const char *Key) const override {
    if (StringRef(Key) != "a")
      return et::Error::NotFound;
    return et::Span<const uint8_t>(Data.data(), Data.span().size());
  }
  size_t get_num_keys() const override { return 1; }
  et::Result<const char *> get_key(size_t Index) const override {
    if (Index != 0)
      return et::Error::InvalidArgument;
    return "a";
  }

private:
  Block Data{16};
};

size_t LiveDelegates = 0;

class Backend final : public et::BackendInterface {
public:
  bool is_available() const override { return true; }
  et::Result<et::DelegateHandle *> init(et::BackendInitContext &Context,
                                        et::Span<const uint8_t> Processed,
                                        et::Span<const et::CompileSpec> Specs) const override {
    uint8_t Sum = 0;
    auto Add = [&Sum](et::Span<const uint8_t> Bytes) {
      Sum = std::accumulate(Bytes.begin(), Bytes.end(), Sum);
    };
    Add(Processed);
    for (const et::CompileSpec &Spec : Specs) {
      if (StringRef(Spec.key) == "fail")
        return et::Error::DelegateInvalidCompatibility;
      Add(Spec.value);
    }
    const et::NamedDataMap *Named = Context.get_named_data_map();
    for (size_t I = 0; Named && I < Named->get_num_keys(); ++I)
      if (et::Result<const char *> Key = Named->get_key(I); Key.ok())
        if (et::Result<et::Span<const uint8_t>> Data = Named->get_data(*Key); Data.ok())
          Add(*Data);
    void *Handle = Context.get_runtime_allocator()->allocate(1);
    if (Handle)
      *static_cast<uint8_t *>(Handle) = Sum;
    ++LiveDelegates;
    return Handle;
  }
  et::Error execute(et::BackendExecutionContext &Context, et::DelegateHandle *,
                    et::Span<et::EValue *> Args) const override {
    Context.allocate(16);
    for (const et::EValue *Arg : Args)
      readAll(*Arg);
    if (Args.size() < 2 || !Args[0]->isTensor() || !Args[Args.size() - 1]->isTensor())
      return et::Error::InvalidArgument;
    const et::Tensor In = Args[0]->toTensor(), Out = Args[Args.size() - 1]->toTensor();
    const et::Error Error = et::resize_tensor(Out, In.sizes());
    if (Error != et::Error::Ok)
      return Error;
    if (In.nbytes() != Out.nbytes() || !In.const_data_ptr() || !Out.const_data_ptr())
      return et::Error::InvalidArgument;
    std::memmove(Out.mutable_data_ptr(), In.const_data_ptr(), In.nbytes());
    return et::Error::Ok;
  }
  void destroy(et::DelegateHandle *) const override { --LiveDelegates; }
};

constexpr Backend TheBackend;

class MethodRun {
public:
  MethodRun(const et::Program &Program, const et::MethodMeta &Meta,
            et::Span<const et::Kernel> Kernels)
      : Program(Program), Meta(Meta), Kernels(Kernels) {}

  void run(bool Ends) {
    if (takeMemory() && load()) {
      for (bool Smaller : {false, true}) {
        if (!setInputs(Smaller) || !setOutputs())
          break;
        step();
        if (Ends)
          Method.execute();
        for (size_t I = 0; I < Method.outputs_size(); ++I)
          readAll(Method.get_output(I));
      }
      Method.destroy();
    }
    require(LiveDelegates == 0, "a delegate is not destroyed");
  }

private:
  bool take(size_t Size) {
    if (Size > MaxMemory - Taken)
      return false;
    Taken += Size;
    return true;
  }

  bool takeMemory() {
    for (size_t I = 0; I < Meta.num_memory_planned_buffers(); ++I) {
      et::Result<size_t> Size = Meta.memory_planned_buffer_size(I);
      if (!Size.ok() || !take(*Size))
        return false;
      Planned.emplace_back(*Size);
      PlannedSpans.push_back(Planned.back().span());
    }
    return true;
  }

  et::Result<et::Method> loadInto(et::Span<uint8_t> Memory) {
    et::MemoryAllocator Allocator(Memory);
    const et::MemoryManager Manager{
        &Allocator, {PlannedSpans.data(), PlannedSpans.size()}, Scratch.span(), Unbound.span()};
    return Program.load_method(Meta.name(), Manager, Kernels, &Named);
  }

  bool load() {
    et::Result<size_t> Size = Meta.method_allocator_size();
    if (!Size.ok() || !take(*Size))
      return false;
    if (*Size > 0) {
      Block Less(*Size - 1);
      // load_method() may find first that the program is invalid, so accept any error.
      require(loadInto(Less.span()).error() != et::Error::Ok,
              "a method is loaded with less memory than its metadata gives");
    }
    Own.emplace_back(*Size);
    et::Result<et::Method> Loaded = loadInto(Own.back().span());
    require(Loaded.error() != et::Error::MemoryAllocationFailed,
            "a method needs more memory than its metadata gives");
    if (Loaded.ok())
      Method = *Loaded;
    return Loaded.ok();
  }

  bool setInputs(bool Smaller) {
    for (size_t I = 0; I < Method.inputs_size(); ++I) {
      const et::EValue &Input = Method.get_input(I);
      readAll(Input);
      if (!Input.isTensor()) {
        Method.set_input(Input, I);
        continue;
      }
      et::TensorImpl Impl = *Input.toTensor().unsafeGetTensorImpl();
      et::SizesType Sizes[et::kTensorDimensionLimit];
      et::StridesType Strides[et::kTensorDimensionLimit];
      std::copy_n(Impl.sizes, Impl.dim, Sizes);
      if (Smaller && Impl.dim > 0)
        Sizes[Impl.dim - 1] /= 2;
      if (!et::dim_order_to_strides(Sizes, Impl.dim_order, Impl.dim, Strides))
        return false;
      Impl.sizes = Sizes;
      Impl.strides = Strides;
      const et::Tensor Tensor(&Impl);
      if (!take(Tensor.nbytes()))
        return false;
      Data.emplace_back(Tensor.nbytes());
      Impl.data = Data.back().data();
      for (size_t B = 0; B < Tensor.nbytes(); ++B)
        Data.back().data()[B] = static_cast<uint8_t>(B * 37 + I);
      Method.set_input(et::EValue(Tensor), I);
    }
    return true;
  }

  bool setOutputs() {
    for (size_t I = 0; I < Method.outputs_size(); ++I) {
      const et::EValue &Output = Method.get_output(I);
      if (!Output.isTensor() || Output.toTensor().const_data_ptr())
        continue;
      const size_t Size = Output.toTensor().nbytes();
      if (!take(Size))
        return false;
      Data.emplace_back(Size);
      Method.set_output_data_ptr(Data.back().data(), Size, I);
    }
    return true;
  }

  void step() {
    Method.reset_execution();
    for (size_t Count = 0; Count < MaxInstructions; ++Count) {
      et::Result<et::InstructionInfo> Next = Method.next_instruction();
      if (Next.ok())
        for (const et::EValue *Arg : Next->args)
          readAll(*Arg);
      if (Method.step() != et::Error::Ok)
        break;
    }
    Method.reset_execution();
  }

  const et::Program &Program;
  const et::MethodMeta Meta;
  const et::Span<const et::Kernel> Kernels;
  et::Method Method;
  std::vector<Block> Planned, Own, Data;
  std::vector<et::Span<uint8_t>> PlannedSpans;
  Block Scratch{ScratchSize}, Unbound{UnboundSize};
  Weights Named;
  size_t Taken = 0;
};

void useMeta(const et::MethodMeta &Meta) {
  for (size_t I = 0; I <= Meta.num_inputs(); ++I) {
    Meta.input_tag(I);
    Meta.input_tensor_meta(I);
  }
  for (size_t I = 0; I <= Meta.num_outputs(); ++I) {
    Meta.output_tag(I);
    Meta.output_tensor_meta(I);
  }
  for (size_t I = 0; I <= Meta.num_memory_planned_buffers(); ++I)
    Meta.memory_planned_buffer_size(I);
}

} // namespace

void fuzzExecutor(StringRef Bytes) {
  static const std::vector<et::Kernel> Reversed = kernelsReversed();
  const Block File(Bytes.size());
  std::memcpy(File.data(), Bytes.data(), Bytes.size());
  et::Result<et::Program> Program = et::Program::load(File.data(), Bytes.size());
  if (Program.ok()) {
    const et::schema::Program &Tables = *et::schema::GetProgram(File.data());
    for (size_t I = 0; I < std::min(Program->num_methods(), MaxMethods); ++I) {
      et::Result<const char *> Name = Program->get_method_name(I);
      if (!Name.ok())
        continue;
      et::Result<et::MethodMeta> Meta = Program->method_meta(*Name);
      if (!Meta.ok())
        continue;
      useMeta(*Meta);
      // load_method() loads the first method of this name, maybe not method I, so all must end.
      const bool Ends =
          all_of(*Tables.execution_plan(), [](const auto *Plan) { return runsForward(*Plan); });
      MethodRun(*Program, *Meta, et::get_registered_kernels()).run(Ends);
      MethodRun(*Program, *Meta, {Reversed.data(), Reversed.size()}).run(Ends);
    }
  }
  require(Bytes == StringRef(reinterpret_cast<char *>(File.data()), Bytes.size()),
          "the program has changed");
}

} // namespace etprune::fuzz

ET_BACKEND(FuzzBackend, etprune::fuzz::TheBackend)
