// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main program that try-executorch links with a user's ExecuTorch. It runs the first method of
// a model (.pte) with generated inputs, and prints every byte of the outputs. The caller compares
// the lines that two images print. The argument is the model's file. Without an argument, and
// always on Cortex-M, the program reads model.pte in the current folder.

#include <cstdio>

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

using namespace executorch::runtime;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;

namespace {

constexpr size_t alignment = 16;
constexpr size_t max_buffers = 8;

alignas(alignment) uint8_t model[256 * 1024];
alignas(alignment) uint8_t method_pool[64 * 1024];
alignas(alignment) uint8_t planned_pool[256 * 1024];
alignas(alignment) uint8_t temp_pool[64 * 1024];
alignas(alignment) uint8_t input_pool[128 * 1024];

size_t align(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

int fail(const char *what, Error error) {
  printf("%s: 0x%x\n", what, static_cast<unsigned>(error));
  return 1;
}

// models.py computes the same numbers, because et-run must get the same inputs.
template <typename T> bool fill_numbers(void *to, size_t count) {
  for (size_t i = 0; i < count; ++i)
    static_cast<T *>(to)[i] = static_cast<T>(static_cast<float>(i % 7) * 0.75f - 1.5f);
  return true;
}
template <typename T> bool fill_integers(void *to, size_t count, size_t modulus = 5) {
  for (size_t i = 0; i < count; ++i)
    static_cast<T *>(to)[i] = static_cast<T>(i % modulus);
  return true;
}

/// Returns false if this program cannot fill a tensor of the dtype.
bool fill(ScalarType dtype, void *to, size_t count) {
  switch (dtype) {
  case ScalarType::Float:
    return fill_numbers<float>(to, count);
  case ScalarType::Double:
    return fill_numbers<double>(to, count);
  case ScalarType::Half:
    return fill_numbers<executorch::aten::Half>(to, count);
  case ScalarType::BFloat16:
    return fill_numbers<executorch::aten::BFloat16>(to, count);
  case ScalarType::Byte:
    return fill_integers<uint8_t>(to, count);
  case ScalarType::Char:
    return fill_integers<int8_t>(to, count);
  case ScalarType::Short:
    return fill_integers<int16_t>(to, count);
  case ScalarType::Int:
    return fill_integers<int32_t>(to, count);
  case ScalarType::Long:
    return fill_integers<int64_t>(to, count);
  case ScalarType::Bool:
    return fill_integers<bool>(to, count, 2);
  default:
    return false;
  }
}

/// Reads the file into `model`. Returns the size, or 0 if the file cannot be read.
size_t read_model(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  const size_t size = fread(model, 1, sizeof model, file);
  fclose(file);
  return size;
}

/// Sets the buffers for the method's tensors. Returns the number of buffers, or max_buffers + 1 if
/// planned_pool is too small.
size_t plan_buffers(const MethodMeta &meta, Span<uint8_t> (&buffers)[max_buffers]) {
  const size_t count = meta.num_memory_planned_buffers();
  size_t used = 0;
  for (size_t i = 0; i < count && i < max_buffers; ++i) {
    const size_t bytes = static_cast<size_t>(meta.memory_planned_buffer_size(i).get());
    if (used + bytes > sizeof planned_pool)
      return max_buffers + 1;
    buffers[i] = {planned_pool + used, bytes};
    used += align(bytes);
  }
  return count;
}

/// Sets the method's inputs that are tensors. Returns 0, or after an error the exit status.
int set_inputs(Method &method, const MethodMeta &meta) {
  size_t used = 0;
  for (size_t i = 0; i < method.inputs_size(); ++i) {
    if (*meta.input_tag(i) != Tag::Tensor)
      continue;
    auto info = meta.input_tensor_meta(i);
    size_t elements = 1;
    for (const auto size : info->sizes())
      elements *= static_cast<size_t>(size);
    uint8_t *const data = input_pool + used;
    if (used + info->nbytes() > sizeof input_pool || !fill(info->scalar_type(), data, elements)) {
      printf("input %u cannot be made\n", static_cast<unsigned>(i));
      return 1;
    }
    used += align(info->nbytes());
    auto *sizes = const_cast<executorch::aten::SizesType *>(info->sizes().data());
    auto *order = const_cast<executorch::aten::DimOrderType *>(info->dim_order().data());
    TensorImpl impl(info->scalar_type(), static_cast<ssize_t>(info->sizes().size()), sizes, data,
                    order);
    const Error error = method.set_input(EValue(Tensor(&impl)), i);
    if (error != Error::Ok)
      return fail("set_input", error);
  }
  return 0;
}

void print_output(unsigned number, const EValue &value) {
  if (value.isInt())
    printf("output %u: int %ld\n", number, static_cast<long>(value.toInt()));
  if (!value.isTensor())
    return;
  const Tensor tensor = value.toTensor();
  printf("output %u: dtype %d:", number, static_cast<int>(tensor.scalar_type()));
  const auto *bytes = static_cast<const uint8_t *>(tensor.const_data_ptr());
  for (size_t i = 0; i < tensor.nbytes(); ++i)
    printf("%s%02x", i % 8 ? "" : " ", bytes[i]);
  printf("\n");
}

int run_method(const Program &program, const char *name) {
  const Result<MethodMeta> meta = program.method_meta(name);
  if (!meta.ok())
    return fail("method_meta", meta.error());
  Span<uint8_t> buffers[max_buffers];
  const size_t count = plan_buffers(*meta, buffers);
  if (count > max_buffers) {
    printf("the model needs too much memory\n");
    return 1;
  }
  HierarchicalAllocator planned({buffers, count});
  MemoryAllocator method_memory(sizeof method_pool, method_pool);
  MemoryAllocator temporary(sizeof temp_pool, temp_pool);
  MemoryManager memory(&method_memory, &planned, &temporary);
  Result<Method> method = program.load_method(name, &memory);
  if (!method.ok())
    return fail("load_method", method.error());
  if (const int status = set_inputs(*method, *meta))
    return status;
  const Error error = method->execute();
  if (error != Error::Ok)
    return fail("execute", error);
  for (size_t i = 0; i < method->outputs_size(); ++i)
    print_output(static_cast<unsigned>(i), method->get_output(i));
  return 0;
}

} // namespace

int main(int argc, char **argv) {
#ifdef __arm__
  static_cast<void>(argc), static_cast<void>(argv);
  const char *path = "model.pte";
#else
  const char *path = argc > 1 ? argv[1] : "model.pte";
#endif
  const size_t size = read_model(path);
  if (size == 0) {
    printf("cannot read %s\n", path);
    return 1;
  }
  runtime_init();
  printf("kernels: %u\n", static_cast<unsigned>(get_registered_kernels().size()));
  executorch::extension::BufferDataLoader loader(model, size);
  const Result<Program> program = Program::load(&loader);
  if (!program.ok())
    return fail("load", program.error());
  const Result<const char *> name = program->get_method_name(0);
  return name.ok() ? run_method(*program, *name) : fail("get_method_name", name.error());
}
