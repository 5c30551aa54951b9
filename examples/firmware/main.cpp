// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The application: runs the model in flash once on generated inputs and prints the outputs.
//
// The output depends only on the model and the kernels' results, not on addresses or times. So a
// full and a pruned image print the same if pruning changed no result. The runtime's messages go to
// stderr. After a failure, for instance a call of a dropped kernel, the exit status is 1.

#include <cstdint>

#include "console.h"
#include "elements.h"
#include "et/log.h"
#include "et/program.h"

#ifndef ARENA_SIZE
#define ARENA_SIZE (1024 * 1024)
#endif
#ifndef SCRATCH_SIZE
#define SCRATCH_SIZE (64 * 1024)
#endif

extern "C" const uint8_t model_begin[], model_end[];

extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  err.write(message, length) << "\n";
}

namespace {

alignas(16) uint8_t arena_memory[ARENA_SIZE];
alignas(16) uint8_t scratch_memory[SCRATCH_SIZE];

bool failed(et::Error error, const char *what) {
  err << "error: " << what << ": error 0x";
  err.write_hexadecimal(static_cast<uint32_t>(error), 2) << "\n";
  return false;
}
bool failed(et::Error error, const char *what, size_t index) {
  err << "error: " << what << " " << index << ": error 0x";
  err.write_hexadecimal(static_cast<uint32_t>(error), 2) << "\n";
  return false;
}

void *allocate(et::MemoryAllocator &arena, size_t size, const char *what) {
  void *memory = arena.allocate(size, et::Program::kAlignment);
  if (!memory)
    err << "error: " << what << " needs " << size << " bytes, but " << arena.available()
        << " of the arena's " << arena.size() << " are left\n";
  return memory;
}

void print_shape(const char *what, size_t index, et::Tensor tensor) {
  out << what << " " << index << ": " << dtype_name(tensor.scalar_type()) << " [";
  for (size_t d = 0; d < tensor.dim(); ++d)
    out << (d == 0 ? "" : ", ") << tensor.size(d);
  out << "]\n";
}

bool allocate_planned_buffers(const et::MethodMeta &meta, et::MemoryAllocator &arena,
                              et::Span<const et::Span<uint8_t>> &buffers) {
  const size_t count = meta.num_memory_planned_buffers();
  auto *spans = static_cast<et::Span<uint8_t> *>(
      allocate(arena, count * sizeof(et::Span<uint8_t>), "list of planned buffers"));
  if (!spans)
    return false;
  for (size_t i = 0; i < count; ++i) {
    et::Result<size_t> size = meta.memory_planned_buffer_size(i);
    if (!size.ok())
      return failed(size.error(), "planned buffer", i);
    void *memory = allocate(arena, *size, "planned buffer");
    if (!memory)
      return false;
    spans[i] = {static_cast<uint8_t *>(memory), *size};
  }
  buffers = {spans, count};
  return true;
}

bool set_input(et::Method &method, const et::MethodMeta &meta, et::MemoryAllocator &arena,
               size_t index) {
  et::Result<et::Tag> tag = meta.input_tag(index);
  if (!tag.ok())
    return failed(tag.error(), "input", index);
  // If an input is not a tensor, the .pte file contains its value.
  if (*tag != et::Tag::Tensor)
    return true;
  et::Result<et::TensorInfo> info = meta.input_tensor_meta(index);
  if (!info.ok())
    return failed(info.error(), "input", index);

  // Copy the method's description of the input, and replace the data pointer by new memory.
  et::TensorImpl tensor = *method.get_input(index).toTensor().unsafeGetTensorImpl();
  tensor.data = allocate(arena, info->nbytes, "input");
  if (!tensor.data)
    return false;
  const et::Tensor input(&tensor);
  fill_with_pattern(tensor.type, tensor.data, input.numel(), index);
  print_shape("input", index, input);
  const et::Error error = method.set_input(et::EValue(input), index);
  return error == et::Error::Ok || failed(error, "input", index);
}

bool set_output_memory(et::Method &method, const et::MethodMeta &meta, et::MemoryAllocator &arena,
                       size_t index) {
  et::Result<et::Tag> tag = meta.output_tag(index);
  if (!tag.ok())
    return failed(tag.error(), "output", index);
  if (*tag != et::Tag::Tensor)
    return true;
  et::Result<et::TensorInfo> info = meta.output_tensor_meta(index);
  if (!info.ok())
    return failed(info.error(), "output", index);
  if (info->is_memory_planned || method.get_output(index).toTensor().const_data_ptr())
    return true;
  void *memory = allocate(arena, info->nbytes, "output");
  if (!memory)
    return false;
  const et::Error error = method.set_output_data_ptr(memory, info->nbytes, index);
  return error == et::Error::Ok || failed(error, "output", index);
}

void print_output(const et::EValue &value, size_t index) {
  if (!value.isTensor()) {
    out << "output " << index << ": not a tensor\n";
    return;
  }
  const et::Tensor tensor = value.toTensor();
  print_shape("output", index, tensor);
  for (size_t i = 0, count = tensor.numel(); i < count; ++i) {
    out << "[" << i << "] ";
    print_element(tensor.scalar_type(), tensor.const_data_ptr(), i);
    out << "\n";
  }
}

bool run_model() {
  et::MemoryAllocator arena{et::Span<uint8_t>(arena_memory)};

  et::Result<et::Program> program =
      et::Program::load(model_begin, static_cast<size_t>(model_end - model_begin));
  if (!program.ok())
    return failed(program.error(), "the model cannot be read");
  et::Result<const char *> name = program->get_method_name(0);
  if (!name.ok())
    return failed(name.error(), "the model has no method");
  et::Result<et::MethodMeta> meta = program->method_meta(*name);
  if (!meta.ok())
    return failed(meta.error(), "the method cannot be read");

  et::MemoryManager memory{&arena, {}, scratch_memory};
  if (!allocate_planned_buffers(*meta, arena, memory.planned_buffers))
    return false;
  et::Result<et::Method> method = program->load_method(*name, memory);
  if (!method.ok())
    return failed(method.error(), "the method cannot be loaded");

  out << "method " << *name << "\n";
  for (size_t i = 0; i < method->inputs_size(); ++i)
    if (!set_input(*method, *meta, arena, i))
      return false;
  for (size_t i = 0; i < method->outputs_size(); ++i)
    if (!set_output_memory(*method, *meta, arena, i))
      return false;
  const et::Error error = method->execute();
  if (error != et::Error::Ok)
    return failed(error, "the method failed");
  for (size_t i = 0; i < method->outputs_size(); ++i)
    print_output(method->get_output(i), i);
  return true;
}

} // namespace

int main() { return run_model() ? 0 : 1; }
