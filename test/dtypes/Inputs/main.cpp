// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls every registered operator with every combination of dtypes. For each call, prints the
// operator, the dtypes, the context's error and the output's bytes. Prints nothing for a call that
// aborts.

#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <executorch/runtime/kernel/operator_registry.h>

using namespace executorch::runtime;
using etensor::ScalarType;
using etensor::Tensor;
using etensor::TensorImpl;

namespace {

jmp_buf out_of_call;

constexpr ScalarType dtypes[] = {ScalarType::Byte,  ScalarType::Int,    ScalarType::Long,
                                 ScalarType::Float, ScalarType::Double, ScalarType::Bool};
constexpr int32_t numel = 3;

struct Memory {
  Memory(ScalarType dtype, int seed) : impl(dtype, numel, bytes) {
    for (int32_t i = 0; i < numel; ++i) {
      const int value = (seed * 2 + i) % 5;
      switch (dtype) {
      case ScalarType::Byte:
        reinterpret_cast<uint8_t *>(bytes)[i] = static_cast<uint8_t>(value);
        break;
      case ScalarType::Int:
        reinterpret_cast<int32_t *>(bytes)[i] = value;
        break;
      case ScalarType::Long:
        reinterpret_cast<int64_t *>(bytes)[i] = value;
        break;
      case ScalarType::Float:
        reinterpret_cast<float *>(bytes)[i] = static_cast<float>(value) + 0.5f;
        break;
      case ScalarType::Double:
        reinterpret_cast<double *>(bytes)[i] = value + 0.25;
        break;
      case ScalarType::Bool:
        reinterpret_cast<bool *>(bytes)[i] = value % 2 == 1;
        break;
      }
    }
  }
  alignas(8) uint8_t bytes[8 * numel] = {};
  TensorImpl impl;
};

enum class Form { Unary, Binary, List };

void call(const char *name, Form form, ScalarType a, ScalarType b, ScalarType result) {
  const auto function = get_op_function_from_registry(name);
  if (!function.ok())
    return;
  Memory first(a, 0), second(b, 1), out(result, 2);
  EValue values[] = {EValue(&first.impl), EValue(&second.impl), EValue(&out.impl), EValue()};
  EValue *items[] = {&values[0], &values[1]};
  alignas(Tensor) char unwrapped[2 * sizeof(Tensor)];
  BoxedEvalueList<Tensor> list(items, reinterpret_cast<Tensor *>(unwrapped), 2);
  EValue boxed(&list);
  EValue *unary[] = {&values[0], &values[2], &values[2]},
         *binary[] = {&values[0], &values[1], &values[2], &values[2]},
         *of_list[] = {&boxed, &values[2], &values[2]};
  KernelRuntimeContext context;
  if (setjmp(out_of_call) == 0) {
    if (form == Form::Unary)
      (*function)(context, {unary, 3});
    else
      (*function)(context,
                  form == Form::Binary ? Span<EValue *>(binary, 4) : Span<EValue *>(of_list, 3));
    std::printf("%s %d %d %d: %x ", name, static_cast<int>(a), static_cast<int>(b),
                static_cast<int>(result), static_cast<unsigned>(context.failure_state()));
    for (const uint8_t byte : out.bytes)
      std::printf("%02x", byte);
    std::printf("\n");
  }
}

void call_all(const char *name, Form form) {
  for (const ScalarType a : dtypes)
    for (const ScalarType b : dtypes)
      for (const ScalarType out : dtypes)
        if (form != Form::Unary || a == b)
          call(name, form, a, b, out);
}

} // namespace

extern "C" void et_pal_abort() { std::longjmp(out_of_call, 1); }

#ifdef __arm__
extern "C" void initialise_monitor_handles(); // newlib's function that opens stdout
#endif

int main() {
#ifdef __arm__
  initialise_monitor_handles();
#endif
#define UNARY(name) call_all("aten::" #name ".out", Form::Unary);
#define BINARY(name) call_all("aten::" #name ".out", Form::Binary);
#define LIST(name) call_all("aten::" #name ".out", Form::List);
#include "operators.def"
  return 0;
}
