// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs models as ExecuTorch's class Method does. For each call, the program searches the registry
// for a kernel that serves the tensors' dtypes and dim orders. The program prints the number of
// registered kernels, and for each model the outputs' bytes or an error.

#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <new>

#include "model.h"
#include "values.h"

namespace {

using namespace executorch::runtime;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using OptionalTensor = executorch::aten::optional<Tensor>;

constexpr size_t max_values = 80, max_items = 8, max_dims = 4;

/// The memory to which a value points: a tensor's shape and TensorImpl, or a list's items.
struct Memory {
  int32_t sizes[max_dims], strides[max_dims];
  uint8_t order[max_dims];
  alignas(TensorImpl) unsigned char impl[sizeof(TensorImpl)];
  EValue *items[max_items];
  int64_t integers[max_items];
  alignas(Tensor) unsigned char tensors[max_items * sizeof(Tensor)];
  OptionalTensor optionals[max_items];
  BoxedEvalueList<int64_t> int_list;
  BoxedEvalueList<Tensor> tensor_list;
  BoxedEvalueList<OptionalTensor> optional_list;
};

alignas(16) uint8_t planned[16384], scratch[16384];
Memory memories[max_values];
EValue values[max_values], none;

EValue make_tensor(const model::Value &value, Memory &memory) {
  int32_t stride = 1;
  for (size_t d = value.sizes.size; d-- != 0;) {
    memory.sizes[d] = value.sizes.data[d];
    memory.order[d] = value.order[d];
    memory.strides[value.order[d]] = stride;
    stride *= value.sizes.data[value.order[d]];
  }
  void *const data =
      value.constant ? const_cast<uint8_t *>(value.constant) : planned + value.offset;
  return EValue(Tensor(new (memory.impl) TensorImpl(executorch::aten::ScalarType(value.dtype),
                                                    ssize_t(value.sizes.size), memory.sizes, data,
                                                    memory.order, memory.strides)));
}

EValue make_value(const model::Value &value, Memory &memory) {
  const auto size = int(value.items.size);
  for (size_t i = 0; i < value.items.size; ++i)
    memory.items[i] = value.items.data[i] < 0 ? &none : &values[value.items.data[i]];
  switch (value.kind) {
  case model::Kind::Int:
    return EValue(value.integer);
  case model::Kind::Double:
    return EValue(value.number);
  case model::Kind::Bool:
    return EValue(value.integer != 0);
  case model::Kind::Tensor:
    return make_tensor(value, memory);
  case model::Kind::IntList:
    memory.int_list = {memory.items, memory.integers, size};
    return list_value(memory.int_list);
  case model::Kind::TensorList:
    memory.tensor_list = {memory.items, reinterpret_cast<Tensor *>(memory.tensors), size};
    return list_value(memory.tensor_list);
  case model::Kind::OptionalTensorList:
    memory.optional_list = {memory.items, memory.optionals, size};
    return list_value(memory.optional_list);
  case model::Kind::None:
    return {};
  }
  return {};
}

void fill(const Tensor &tensor) {
  for (ssize_t i = 0; i < tensor.numel(); ++i)
    if (tensor.scalar_type() == executorch::aten::ScalarType::Float)
      static_cast<float *>(tensor.mutable_data_ptr())[i] = float(i % 7) * 0.75f - 1.5f;
    else
      static_cast<int32_t *>(tensor.mutable_data_ptr())[i] = int32_t(i % 5) + 1;
}

Result<OpFunction> find(const model::Call &call) {
  TensorMeta metas[max_items];
  size_t count = 0;
  for (const int arg : call.args)
    if (values[arg].isTensor()) {
      const Tensor tensor = values[arg].toTensor();
      metas[count++] =
          TensorMeta(tensor.scalar_type(),
                     {const_cast<uint8_t *>(tensor.dim_order().data()), tensor.dim_order().size()});
    }
  return get_op_function_from_registry(call.op, {metas, count});
}

template <typename Function>
void invoke(Function function, KernelRuntimeContext &context, EValue **args, size_t count) {
  if constexpr (std::is_invocable_v<Function, KernelRuntimeContext &, EValue **>)
    function(context, args);
  else
    function(context, {args, count});
}

Error execute(const model::Call &call, OpFunction function) {
  EValue *args[max_values];
  for (size_t i = 0; i < call.args.size; ++i)
    args[i] = &values[call.args.data[i]];
  MemoryAllocator temp(sizeof(scratch), scratch);
  KernelRuntimeContext context(nullptr, &temp);
  invoke(function, context, args, call.args.size);
  return context.failure_state();
}

void print(int output) {
  const Tensor tensor = values[output].toTensor();
  std::printf("output %d: dtype %d:", output, int(tensor.scalar_type()));
  const auto *bytes = static_cast<const uint8_t *>(tensor.const_data_ptr());
  for (size_t i = 0; i < tensor.nbytes(); ++i)
    std::printf("%s%02x", i % 8 ? "" : " ", bytes[i]);
  std::printf("\n");
}

void run(const model::Model &model) {
  for (size_t i = 0; i < model.values.size; ++i)
    values[i] = make_value(model.values.data[i], memories[i]);
  OpFunction functions[16];
  for (size_t i = 0; i < model.calls.size; ++i) {
    const Result<OpFunction> function = find(model.calls.data[i]);
    if (!function.ok()) {
      std::printf("%s: load_method: %#x\n", model.name, unsigned(function.error()));
      return;
    }
    functions[i] = *function;
  }
  for (const int input : model.inputs)
    fill(values[input].toTensor());
  for (size_t i = 0; i < model.calls.size; ++i) {
    const Error error = execute(model.calls.data[i], functions[i]);
    if (error != Error::Ok) {
      std::printf("%s: execute: %#x\n", model.name, unsigned(error));
      return;
    }
  }
  for (const int output : model.outputs) {
    std::printf("%s: ", model.name);
    print(output);
  }
}

} // namespace

int main() {
  runtime_init();
  std::printf("kernels: %u\n", unsigned(get_registered_kernels().size()));
  for (const model::Model &model : models)
    run(model);
}
