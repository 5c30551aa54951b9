// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A firmware with a .bpte, a model file with test cases. Runs each case and prints the result.

#include "console.h"
#include "et/bundled_program.h"
#include "et/log.h"
#include "et/program.h"

extern "C" const uint8_t model_begin[], model_end[];

extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  err.write(message, length) << "\n";
}

namespace {

alignas(16) uint8_t planned_memory[4096], method_memory[4096];

bool run_test(et::Method &method, et::Span<const uint8_t> file, size_t index) {
  return et::load_bundled_input(method, file, index) == et::Error::Ok &&
         method.execute() == et::Error::Ok &&
         et::verify_method_outputs(method, file, index) == et::Error::Ok;
}

int run(et::Span<const uint8_t> file) {
  const void *data = nullptr;
  size_t size = 0;
  if (et::get_program_data(file.data(), file.size(), &data, &size) != et::Error::Ok)
    return 1;
  const et::Result<et::Program> program = et::Program::load(data, size);
  if (!program.ok())
    return 1;
  const et::Result<const char *> name = program.get().get_method_name(0);
  if (!name.ok())
    return 1;
  et::MemoryAllocator allocator{et::Span<uint8_t>(method_memory)};
  const et::Span<uint8_t> planned[] = {planned_memory};
  et::Result<et::Method> method = program.get().load_method(name.get(), {&allocator, planned});
  const et::Result<size_t> count = et::num_test_cases(file, name.get());
  if (!method.ok() || !count.ok())
    return 1;
  size_t passed = 0;
  for (size_t i = 0; i < count.get(); ++i) {
    const bool passes = run_test(*method, file, i);
    out << "test case " << i << (passes ? " passed\n" : " failed\n");
    passed += passes;
  }
  out << passed << " of " << count.get() << "\n";
  return passed == count.get() ? 0 : 1;
}

} // namespace

int main() { return run({model_begin, static_cast<size_t>(model_end - model_begin)}); }
