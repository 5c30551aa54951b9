// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls our kernels as ExecuTorch's runtime calls kernels. The kernels are compiled with the
// adapter (runtime/executorch/include). The output shows how the adapter passes values, errors,
// scratch memory and events between the kernels and ExecuTorch.

#include "et/kernel.h"

#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/memory_allocator.h>

#include <cstdio>
#include <cstring>

#include "values.h"

using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using executorch::runtime::MemoryAllocator;
namespace runtime = executorch::runtime;
namespace aten = executorch::aten;

namespace et {
namespace {

void show(Args args) {
  for (size_t i = 0; i < args.size(); ++i) {
    const EValue &value = args[i];
    if (value.isNone())
      std::printf(" None");
    if (value.isInt())
      std::printf(" Int %d", static_cast<int>(value.toInt()));
    if (value.isDouble())
      std::printf(" Double %g", value.toDouble());
    if (value.isBool())
      std::printf(" Bool %d", value.toBool());
    if (value.isScalar())
      std::printf(" (%g)", value.toScalar().to<double>());
    if (value.isString())
      std::printf(" String %.*s", static_cast<int>(value.toString().size()),
                  value.toString().data());
    if (value.isIntList())
      for (const int64_t item : value.toIntList())
        std::printf(" [%d]", static_cast<int>(item));
    if (value.isBoolList())
      for (const bool item : value.toBoolList())
        std::printf(" [%d]", item);
    if (value.isDoubleList())
      for (const double item : value.toDoubleList())
        std::printf(" [%g]", item);
    if (value.isTensor()) {
      const Tensor tensor = value.toTensor();
      std::printf(" Tensor dtype %d dim %zu numel %zu element %zu order", int(tensor.scalar_type()),
                  tensor.dim(), tensor.numel(), tensor.element_size());
      for (size_t d = 0; d < tensor.dim(); ++d)
        std::printf(" %d:%d:%d", int(tensor.dim_order()[d]), int(tensor.sizes()[d]),
                    int(tensor.strides()[d]));
    }
  }
  std::printf("\n");
}

} // namespace
} // namespace et

ET_FALLBACK_KERNEL(test, show, "show() -> ()") { et::show(args); }
ET_FALLBACK_KERNEL(test, scratch, "scratch() -> ()") {
  if (!et::allocate_temp(context, 64, 16))
    context.fail(et::Error::MemoryAllocationFailed);
}

#define KERNEL(name, symbol)                                                                       \
  extern "C" void name(runtime::KernelRuntimeContext &, runtime::Span<EValue *>) __asm__(symbol)   \
      __attribute__((visibility("hidden")))
KERNEL(join_out, "et_kernel$test$join.out$Float$test_kernels"); // defined in join.cpp
KERNEL(show_values, "et_kernel$test$show$fallback$test_kernels");
KERNEL(scratch, "et_kernel$test$scratch$fallback$test_kernels");
KERNEL(add_float, "et_kernel$aten$add.out$Float$portable");
KERNEL(view, "et_kernel$executorch_prim$et_view.default$fallback$prim_ops");
KERNEL(sym_size, "et_kernel$aten$sym_size.int$fallback$prim_ops");

namespace {

using OptionalTensor = executorch::aten::optional<aten::Tensor>;

/// A one-dimensional tensor. A kernel can resize the tensor if `is_static` is false.
struct Vector {
  float data[5];
  int32_t size;
  uint8_t order = 0;
  int32_t stride = 1;
  aten::TensorImpl impl;
  EValue value;
  Vector(std::initializer_list<float> numbers, bool is_static = true)
      : size(static_cast<int32_t>(numbers.size())),
        impl(aten::ScalarType(6), 1, &size, data, &order, &stride,
             is_static ? aten::TensorShapeDynamism::STATIC
                       : aten::TensorShapeDynamism::DYNAMIC_BOUND),
        value(aten::Tensor(&impl)) {
    std::memcpy(data, numbers.begin(), numbers.size() * sizeof(float));
  }
};

class Tracer final : public runtime::EventTracer {
public:
  Tracer() {
    set_event_tracer_debug_level(runtime::EventTracerDebugLogLevel::kIntermediateOutputs);
  }
  using Entry = runtime::EventTracerEntry;
  using DelegateId = runtime::DelegateDebugIntId;
  Entry start_profiling(const char *name, runtime::ChainID, runtime::DebugHandle) override {
    std::printf("begin %s\n", name);
    return {};
  }
  void end_profiling(Entry) override { std::printf("end\n"); }
  runtime::Result<bool> log_evalue(const EValue &value, runtime::LoggedEValueType) override {
    if (value.isTensor())
      std::printf("result of %d elements\n", int(value.toTensor().numel()));
    return true;
  }

  void create_event_block(const char *) override {}
  void track_allocation(runtime::AllocatorID, size_t) override {}
  runtime::AllocatorID track_allocator(const char *) override { return 0; }
  Entry start_profiling_delegate(const char *, DelegateId) override { return {}; }
  void end_profiling_delegate(Entry, const void *, size_t) override {}
  void log_profiling_delegate(const char *, DelegateId, et_timestamp_t, et_timestamp_t,
                              const void *, size_t) override {}
  void set_delegation_intermediate_output_filter(runtime::EventTracerFilterBase *) override {}
#define LOG_OF_DELEGATE(type)                                                                      \
  runtime::Result<bool> log_intermediate_output_delegate(const char *, DelegateId, type)           \
      override {                                                                                   \
    return true;                                                                                   \
  }
  LOG_OF_DELEGATE(const aten::Tensor &)
  LOG_OF_DELEGATE(const aten::ArrayRef<aten::Tensor>)
  LOG_OF_DELEGATE(const int &)
  LOG_OF_DELEGATE(const bool &)
  LOG_OF_DELEGATE(const double &)
} tracer;

template <typename... Values>
void call(const char *name, runtime::OpFunction kernel, MemoryAllocator *temp, Values &...values) {
  EValue *pointers[] = {&values...};
  runtime::KernelRuntimeContext context(&tracer, temp);
  kernel(context, {pointers, sizeof...(values)});
  std::printf("%s: %#x\n", name, static_cast<unsigned>(context.failure_state()));
}

void print(const Vector &vector) {
  for (int32_t i = 0; i < vector.size; ++i)
    std::printf(" %g", vector.data[i]);
  std::printf("\n");
}

void lists() {
  Vector a{1, 2}, b{3}, out({0, 0, 0, 0, 0}, false);
  EValue none, *items[] = {&a.value, &none, &b.value}, *tensors[] = {&b.value, &a.value};
  alignas(aten::Tensor) char tensor_room[2 * sizeof(aten::Tensor)];
  alignas(OptionalTensor) char optional_room[3 * sizeof(OptionalTensor)];
  BoxedEvalueList<aten::Tensor> list(tensors, reinterpret_cast<aten::Tensor *>(tensor_room), 2);
  BoxedEvalueList<OptionalTensor> optionals(items,
                                            reinterpret_cast<OptionalTensor *>(optional_room), 3);
  EValue list_of_tensors = list_value(list), list_of_optionals = list_value(optionals);
  call("optional list", join_out, nullptr, list_of_optionals, none, out.value);
  print(out);
  call("list", join_out, nullptr, list_of_tensors, b.value, out.value);
  print(out);
  call("no list", join_out, nullptr, out.value, none, out.value);
}

void values() {
  EValue one(int64_t(1)), two(int64_t(2)), *items[] = { &two, &one };
  int64_t room[2];
  const char text[] = "text";
  const bool flags[] = {true, false};
  const double reals[] = {0.5};
  aten::ArrayRef<char> string(text, 4);
  aten::ArrayRef<bool> bools(flags, 2);
  aten::ArrayRef<double> doubles(reals, 1);
  BoxedEvalueList<int64_t> ints(items, room, 2);
  int32_t sizes[] = {2, 3}, strides[] = {1, 2};
  uint8_t order[] = {1, 0};
  aten::TensorImpl impl(aten::ScalarType(5), 2, sizes, nullptr, order, strides);
  EValue none, half(0.5), yes(true), s = string_value(string), b = list_value(bools),
                                     d = list_value(doubles), i = list_value(ints),
                                     tensor{aten::Tensor(&impl)};
  call("values", show_values, nullptr, none, two, half, yes, s, i, b, d, tensor);
}

void results() {
  Vector a{1, 2, 3}, b{10}, out({0, 0, 0, 0}, false), fixed{0, 0};
  EValue alpha(int64_t(2)), number(int64_t(0)), dim(int64_t(-1));
  call("add", add_float, nullptr, a.value, b.value, alpha, out.value, out.value);
  print(out);
  call("add to another shape", add_float, nullptr, a.value, b.value, alpha, fixed.value,
       fixed.value);
  call("add with two arguments", add_float, nullptr, a.value, b.value);
  call("sym_size", sym_size, nullptr, a.value, dim, number);
  std::printf(" %d\n", static_cast<int>(number.toInt()));

  EValue minus(int64_t(-1)), *items[] = { &minus };
  int64_t room[1];
  BoxedEvalueList<int64_t> ints(items, room, 1);
  EValue sizes = list_value(ints);
  Vector shown({0, 0, 0}, false);
  call("view", view, nullptr, a.value, sizes, shown.value);
  std::printf(" %s\n", shown.impl.data() == a.data ? "shares the input's data" : "has its own");
}

void memory() {
  alignas(16) uint8_t buffer[96];
  MemoryAllocator room(sizeof(buffer), buffer);
  call("scratch", scratch, &room);
  call("scratch, too little", scratch, &room);
  call("scratch, none at all", scratch, nullptr);
}

} // namespace

int main() {
  lists();
  values();
  results();
  memory();
}
