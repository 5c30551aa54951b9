// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the operators of stock_ops: "op" or "op@6" (6 is a dtype), separated by blanks. A "*" at the
// start of stock_ops runs each registered kernel first. Prints the results for three sets of
// arguments, and the registered kernels. The exit status is 1 if a listed operator is missing.

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstring>

#include "console.h"

using namespace executorch::runtime;
using etensor::ScalarType;
using etensor::Tensor;

extern const char stock_ops[];

// Only some variants of the program define these two symbols.
extern "C" __attribute__((weak)) void stock_register_more();
extern "C" __attribute__((weak)) int stock_effect;
extern "C" [[noreturn]] void _exit(int status);

static int initialisations = 0;
extern "C" void et_pal_init() { ++initialisations; }
extern "C" void et_pal_abort() {
  out << "aborted\n";
  _exit(134);
}
extern "C" void et_pal_emit_log_message(const char *message) { out << " [" << message << "]"; }

namespace {

constexpr float nothing = -31415;

struct Arguments {
  Tensor a, b;
  int64_t left, right;
  double fraction;
  bool truth;
};
constexpr Arguments arguments[] = {
    {{{1, -2, 3.5f, 0.25f}}, {{2, 0.5f, -4, 8}}, 7, 2, 2.5, false},
    {{{2, 0.5f, -4, 8}}, {{1, -2, 3.5f, 0.25f}}, 2, 7, -1.25, false},
    {{{-0.5f, 6, 0.75f, 1}}, {{-0.5f, 6, 3, -1}}, 3, 3, 0.75, true},
};

void print(const EValue &value) {
  if (value.tag == Tag::Int)
    out << " " << value.payload.as_int;
  else if (value.tag == Tag::Double)
    out << " " << value.payload.as_double;
  else if (value.tag == Tag::Bool)
    out << (value.payload.as_bool ? " true" : " false");
}

void run(OpFunction function, Arguments given) {
  Tensor result = {{nothing, nothing, nothing, nothing}};
  EValue values[] = {EValue(&given.a),       EValue(&given.b),   EValue(given.left),
                     EValue(given.right),    EValue(&result),    EValue(),
                     EValue(given.fraction), EValue(given.truth)};
  EValue *stack[8];
  for (size_t i = 0; i < 8; ++i)
    stack[i] = &values[i];
  KernelRuntimeContext context;
#ifdef __cpp_exceptions
  try {
    function(context, {stack, 8});
  } catch (int number) {
    out << " threw " << number << ",";
    return;
  }
#else
  function(context, {stack, 8});
#endif
  if (result.data[0] != nothing)
    for (float element : result.data)
      out << " " << static_cast<double>(element);
  print(values[5]);
  out << (context.failure_state() == Error::Ok ? "," : " failed,");
}

void run(const char *name, const char *dtype, OpFunction function) {
  out << "run " << name << dtype;
  for (const Arguments &given : arguments)
    run(function, given);
  out << "\n";
}

/// Runs the operator `word`, "op" or "op@dtype". Returns false if the operator is missing. Cuts
/// "@dtype" from `word`.
bool run(char *word) {
  char *dtype = std::strchr(word, '@');
  uint8_t order[] = {0, 1};
  TensorMeta metas[3];
  size_t count = 0;
  if (dtype != nullptr) {
    const auto type = static_cast<ScalarType>(dtype[1] - '0');
    for (count = 0; count < 3; ++count)
      metas[count] = {type, {order, size_t(2)}};
    *dtype = '\0';
  }
  const Span<const TensorMeta> key(metas, count);
  const Result<OpFunction> function = get_op_function_from_registry(word, key);
  if (registry_has_op_function(word, key) != function.ok())
    out << "contradiction about " << word << "\n";
  const char suffix[3] = {'@', dtype ? dtype[1] : '\0', '\0'};
  if (!function.ok()) {
    out << "missing " << word << (dtype ? suffix : "") << "\n";
    return false;
  }
  run(word, dtype ? suffix : "", *function);
  return true;
}

const char *key_of(const Kernel &kernel) {
  return kernel.kernel_key_.is_fallback() ? "" : kernel.kernel_key_.data();
}

bool less(const Kernel &a, const Kernel &b) {
  const int names = std::strcmp(a.name_, b.name_);
  return names < 0 || (names == 0 && std::strcmp(key_of(a), key_of(b)) < 0);
}

/// Returns the smallest registered kernel that is greater than `last`, or null.
const Kernel *next(const Kernel *last) {
  const Kernel *best = nullptr;
  for (const Kernel &kernel : get_registered_kernels())
    if ((last == nullptr || less(*last, kernel)) && (best == nullptr || less(kernel, *best)))
      best = &kernel;
  return best;
}

} // namespace

int main() {
  if (stock_register_more != nullptr)
    stock_register_more();
  out << "platform " << (initialisations ? "initialised" : "not initialised") << "\n";
  if (&stock_effect != nullptr)
    out << "effect " << stock_effect << "\n";
  if (const BackendInterface *backend = get_backend_class("TwiceBackend"))
    out << "backend TwiceBackend " << backend->execute(backend->is_available() ? 21 : 0) << "\n";

  bool complete = true;
  const char *rest = stock_ops;
  if (*rest == '*') {
    ++rest;
    for (const Kernel *kernel = nullptr; (kernel = next(kernel)) != nullptr;) {
      // Character 3 of a key such as "v1/6;0,1" is the dtype of the first tensor.
      const bool keyed = !kernel->kernel_key_.is_fallback();
      const char suffix[3] = {'@', keyed ? key_of(*kernel)[3] : '\0', '\0'};
      run(kernel->name_, keyed ? suffix : "", kernel->op_);
    }
  }
  char word[80];
  while (*rest != '\0') {
    const size_t length = std::strcspn(rest, " ");
    if (length > 0 && length < sizeof(word)) {
      std::memcpy(word, rest, length);
      word[length] = '\0';
      complete &= run(word);
    }
    rest += length + (rest[length] != '\0');
  }
  for (const Kernel *kernel = nullptr; (kernel = next(kernel)) != nullptr;)
    out << "registered " << kernel->name_ << " " << key_of(*kernel) << "\n";
  return complete ? 0 : 1;
}
