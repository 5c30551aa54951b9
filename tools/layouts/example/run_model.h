// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that the examples of all layouts share. Runs the first method of a model once, and
// returns the last element of the first output. Inputs and outputs must be Float tensors in planned
// memory. ExecuTorch's exporter plans this memory. An input's elements are 0, 1, 2, and so on.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/program.h"

/// The size in bytes of the memory for the method, its values and its planned buffers.
#ifndef RUN_MODEL_ARENA
#define RUN_MODEL_ARENA 8192
#endif

inline bool is_float_tensor(const et::EValue &value) {
  return value.isTensor() && value.toTensor().scalar_type() == et::ScalarType::Float;
}

/// Allocates the method's planned buffers. Returns null if `arena` is too small.
inline et::Span<uint8_t> *allocate_buffers(const et::MethodMeta &meta, et::MemoryAllocator &arena) {
  const size_t count = meta.num_memory_planned_buffers();
  auto *buffers = static_cast<et::Span<uint8_t> *>(
      arena.allocate(count * sizeof(et::Span<uint8_t>), alignof(et::Span<uint8_t>)));
  for (size_t i = 0; buffers && i < count; ++i) {
    et::Result<size_t> bytes = meta.memory_planned_buffer_size(i);
    if (!bytes.ok())
      return nullptr;
    auto *memory = static_cast<uint8_t *>(arena.allocate(*bytes, et::Program::kAlignment));
    if (!memory)
      return nullptr;
    buffers[i] = {memory, *bytes};
  }
  return buffers;
}

/// `program` must be aligned to 16 bytes. After a failure, `error` is a message, and the result is
/// 0. Otherwise, `error` is null.
inline float run_model(const uint8_t *program, size_t size, const char *&error) {
  alignas(16) static uint8_t arena_memory[RUN_MODEL_ARENA];
  et::MemoryAllocator arena{et::Span<uint8_t>(arena_memory)};

  error = "the program cannot be read";
  et::Result<et::Program> model = et::Program::load(program, size);
  if (!model.ok())
    return 0;
  et::Result<const char *> name = model->get_method_name(0);
  if (!name.ok())
    return 0;
  et::Result<et::MethodMeta> meta = model->method_meta(*name);
  if (!meta.ok())
    return 0;

  error = "RUN_MODEL_ARENA is too small";
  et::Span<uint8_t> *buffers = allocate_buffers(*meta, arena);
  if (!buffers)
    return 0;

  error = "the method cannot be loaded: does the image have its operators?";
  et::MemoryManager memory{&arena, {buffers, meta->num_memory_planned_buffers()}, {}};
  et::Result<et::Method> method = model->load_method(*name, memory);
  if (!method.ok())
    return 0;

  error = "an input is not a tensor of floats in planned memory";
  for (size_t i = 0; i < method->inputs_size(); ++i) {
    const et::EValue &input = method->get_input(i);
    if (!is_float_tensor(input) || !input.toTensor().const_data_ptr())
      return 0;
    float *elements = input.toTensor().mutable_data_ptr<float>();
    for (size_t n = 0; n < static_cast<size_t>(input.toTensor().numel()); ++n)
      elements[n] = static_cast<float>(n);
  }

  error = "the method failed";
  if (method->execute() != et::Error::Ok)
    return 0;
  const et::EValue &output = method->get_output(0);
  if (!is_float_tensor(output) || output.toTensor().numel() == 0)
    return 0;
  error = nullptr;
  return output.toTensor().const_data_ptr<float>()[output.toTensor().numel() - 1];
}

/// Prints the result or the error with printf() or a similar function. Returns main()'s status.
template <typename Print> int print_model(const uint8_t *program, size_t size, Print print) {
  const char *error;
  const float last = run_model(program, size, error);
  if (error)
    print("error: %s\n", error);
  else
    print("result: %d.%02d\n", static_cast<int>(last), static_cast<int>(last * 100) % 100);
  return error ? 1 : 0;
}
