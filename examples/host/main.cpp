// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run-pte MODEL...: runs the methods of .pte and .bpte files on generated inputs and prints the
// outputs.
//
// A user's own program runs a model with the same steps: allocate memory of the sizes in the
// method's metadata, load the method, set the inputs, execute, and read the outputs. This example
// is meant to be copied. The tool et-run does the same, with options, input files and reports.

#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include "elements.h"
#include "et/bundled_program.h"
#include "et/log.h"
#include "et/program.h"

// The runtime calls this function with the reason of a failure, before it returns the error.
extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  std::fprintf(stderr, ">>> %.*s\n", static_cast<int>(length), message);
}

namespace {

class Memory {
public:
  explicit Memory(size_t size) : chunks_(size / sizeof(Chunk) + 1), size_(size) {}
  uint8_t *data() { return chunks_.data()->bytes; }
  size_t size() const { return size_; }
  et::Span<uint8_t> span() { return {data(), size_}; }

private:
  struct alignas(64) Chunk {
    uint8_t bytes[64];
  };
  std::vector<Chunk> chunks_;
  size_t size_;
};

bool fail(const std::string &what, et::Error error) {
  std::fflush(stdout); // earlier output comes before the error
  std::fprintf(stderr, "run-pte: error: %s: error 0x%02x\n", what.c_str(),
               static_cast<unsigned>(error));
  return false;
}

void print_outputs(const et::Method &method) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const et::EValue &output = method.get_output(i);
    std::printf("output %zu: ", i);
    if (!output.isTensor()) {
      std::printf("no tensor\n");
      continue;
    }
    print_shape(output.toTensor());
    std::printf("\n");
    print_elements(output.toTensor());
  }
}

bool set_inputs(et::Method &method, std::deque<Memory> &memory, const std::string &what) {
  for (size_t i = 0; i < method.inputs_size(); ++i) {
    if (!method.get_input(i).isTensor())
      continue; // the .pte file contains the input's value
    // Copy the method's description of the input, and replace the data pointer by new memory.
    et::TensorImpl impl = *method.get_input(i).toTensor().unsafeGetTensorImpl();
    const et::Tensor input(&impl);
    impl.data = memory.emplace_back(input.nbytes()).data();
    fill_with_ramp(input);
    std::printf("input %zu: ", i);
    print_shape(input);
    std::printf(", ramp\n");
    const et::Error error = method.set_input(et::EValue(input), i);
    if (error != et::Error::Ok)
      return fail(what + ": input " + std::to_string(i), error);
  }
  return true;
}

/// Gives memory to each output that is in no planned buffer.
bool set_outputs(et::Method &method, std::deque<Memory> &memory, const std::string &what) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const et::EValue &output = method.get_output(i);
    if (!output.isTensor() || output.toTensor().const_data_ptr())
      continue;
    Memory &own = memory.emplace_back(output.toTensor().nbytes());
    const et::Error error = method.set_output_data_ptr(own.data(), own.size(), i);
    if (error != et::Error::Ok)
      return fail(what + ": output " + std::to_string(i), error);
  }
  return true;
}

bool run_method(const et::Program &program, const std::string &name, const std::string &what) {
  const et::Result<et::MethodMeta> meta = program.method_meta(name.c_str());
  if (!meta.ok())
    return fail(what + " cannot be read", meta.error());

  // The planned buffers hold the tensors. `memory` must live longer than the method.
  std::deque<Memory> memory;
  std::vector<et::Span<uint8_t>> planned;
  for (size_t i = 0; i < meta.get().num_memory_planned_buffers(); ++i) {
    const et::Result<size_t> size = meta.get().memory_planned_buffer_size(i);
    if (!size.ok())
      return fail(what + " cannot be loaded", size.error());
    planned.push_back(memory.emplace_back(size.get()).span());
  }
  const et::Result<size_t> size = meta.get().method_allocator_size();
  if (!size.ok())
    return fail(what + " cannot be loaded", size.error());
  et::MemoryAllocator allocator(memory.emplace_back(size.get()).span());
  et::MemoryManager manager{&allocator, {planned.data(), planned.size()}};
  manager.temp = memory.emplace_back(1 << 20).span();

  et::Result<et::Method> method = program.load_method(name.c_str(), manager);
  if (!method.ok())
    return fail(what + " cannot be loaded", method.error());

  if (!set_inputs(*method, memory, what) || !set_outputs(*method, memory, what))
    return false;

  const et::Error error = method->execute();
  if (error != et::Error::Ok)
    return fail(what + " failed", error);
  print_outputs(*method);
  return true;
}

bool run_model(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file)
    return fail(path + " cannot be read", et::Error::AccessFailed);
  // The runtime reads the model in place, in aligned memory. A .bpte file contains a .pte file.
  Memory model(bytes.size());
  bytes.copy(reinterpret_cast<char *>(model.data()), bytes.size());
  const void *data;
  size_t size;
  const et::Error error = et::get_program_data(model.data(), model.size(), &data, &size);
  if (error != et::Error::Ok)
    return fail(path + " is no program", error);
  const et::Result<et::Program> program = et::Program::load(data, size);
  if (!program.ok())
    return fail(path + " is no program", program.error());
  bool ok = true;
  for (size_t i = 0; i < program.get().num_methods(); ++i) {
    const et::Result<const char *> name = program.get().get_method_name(i);
    if (!name.ok())
      continue;
    std::printf("method %s\n", name.get());
    ok &= run_method(program.get(), name.get(), path + ": method '" + name.get() + "'");
  }
  return ok;
}

} // namespace

int main(int count, char **arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: run-pte MODEL...\n");
    return 1;
  }
  bool ok = true;
  for (int i = 1; i < count; ++i)
    ok &= run_model(arguments[i]);
  return ok ? 0 : 1;
}
