// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keyword_spotter.h"

#include <cstdint>

#include "console.h"
#include "et/log.h"

// defined in model.S
extern "C" const uint8_t model_begin[], model_end[];

const char *const kWords[kWordCount] = {"silence", "unknown", "yes", "no",  "up",   "down",
                                        "left",    "right",   "on",  "off", "stop", "go"};

extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  err.write(message, length) << "\n";
}

namespace {

// planned_memory holds the tensors between the layers. method_memory holds the method's state,
// mostly pointers.
alignas(et::MemoryManager::kPlannedAlignment) uint8_t planned_memory[16000];
alignas(8) uint8_t method_memory[3072 * sizeof(void *)];

bool fail(const char *what, et::Error error) {
  err << "error: " << what << ": error 0x";
  err.write_hexadecimal(static_cast<uint32_t>(error), 2) << "\n";
  return false;
}
bool fail(const char *what) {
  err << "error: " << what << "\n";
  return false;
}

} // namespace

bool KeywordSpotter::load() {
  const size_t size = static_cast<size_t>(model_end - model_begin);
  // A minimal verification is enough, because the model is a trusted part of the image.
  et::Result<et::Program> program =
      et::Program::load(model_begin, size, et::Program::Verification::Minimal);
  if (!program.ok())
    return fail("the model cannot be read", program.error());
  program_ = *program;
  et::Result<et::MethodMeta> meta = program_.method_meta("forward");
  if (!meta.ok())
    return fail("the model has no method 'forward'", meta.error());
  meta_ = *meta;

  static et::Span<uint8_t> planned(planned_memory);
  et::MemoryAllocator allocator{et::Span<uint8_t>(method_memory)};
  const et::MemoryManager memory{&allocator, {&planned, 1}, {}};
  et::Result<et::Method> method = program_.load_method("forward", memory);
  if (!method.ok())
    return fail("the model cannot be loaded", method.error());
  method_ = *method;
  if (method_.inputs_size() != 1 || method_.outputs_size() != 1 ||
      !method_.get_output(0).isTensor() ||
      method_.get_output(0).toTensor().scalar_type() != et::ScalarType::Float ||
      method_.get_output(0).toTensor().numel() != kWordCount)
    return fail("the model must have one input and one output of 12 floats");
  return true;
}

bool KeywordSpotter::run(const float (&features)[kFeatureCount], const float *&scores) {
  // Copy the description of the method's input, and let the copy point to `features`.
  if (!method_.get_input(0).isTensor())
    return fail("the model's input is not a tensor");
  et::TensorImpl input = *method_.get_input(0).toTensor().unsafeGetTensorImpl();
  if (input.type != et::ScalarType::Float || et::Tensor(&input).numel() != kFeatureCount)
    return fail("the model's input must have 490 floats");
  input.data = const_cast<float *>(features);
  et::Error error = method_.set_input(et::EValue(et::Tensor(&input)), 0);
  if (error != et::Error::Ok)
    return fail("the features cannot be set", error);
  error = method_.execute();
  if (error != et::Error::Ok)
    return fail("the model failed", error);
  scores = method_.get_output(0).toTensor().const_data_ptr<float>();
  return true;
}
