// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a program and a method, sets an input, runs the method, and gets an output. The image has
// no kernel and no code that prints, so that core-size.sh measures only the runtime.

#include "et/log.h"
#include "et/program.h"

#ifndef VERIFICATION
#define VERIFICATION InternalConsistency
#endif

extern "C" void et_pal_emit_log_message(const char *, size_t) {}

/// All inputs are parameters. If the compiler knew their values, it could remove code.
extern "C" int core(const void *data, size_t size, uint8_t *memory, et::Span<uint8_t> planned,
                    const et::EValue &input, et::EValue &output) {
  et::Result<et::Program> program =
      et::Program::load(data, size, et::Program::Verification::VERIFICATION);
  if (!program.ok())
    return 1;
  et::Result<const char *> name = program->get_method_name(0);
  if (!name.ok())
    return 2;
  et::Result<et::MethodMeta> meta = program->method_meta(*name);
  if (!meta.ok())
    return 3;
  et::Result<size_t> own = meta->method_allocator_size();
  et::Result<size_t> first = meta->memory_planned_buffer_size(0);
  et::Result<et::TensorInfo> info = meta->input_tensor_meta(0);
  if (!own.ok() || !first.ok() || !info.ok() || *first > planned.size())
    return 4;
  et::MemoryAllocator allocator(*own, memory);
  et::Result<et::Method> method =
      program->load_method(*name, {&allocator, {&planned, 1}, {memory + *own, info->nbytes}});
  if (!method.ok())
    return 5;
  if (method->set_input(input, 0) != et::Error::Ok || method->execute() != et::Error::Ok)
    return 6;
  output = method->get_output(0);
  return 0;
}
