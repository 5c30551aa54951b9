// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_run.h"

#include <cstdio>

#include "messages.h"

using namespace et;

bool MethodRun::load(const ModelFile &model, const std::string &name, size_t scratch_size) {
  what_ = model.path() + ": method '" + name + "'";
  Result<MethodMeta> meta = model.program().method_meta(name.c_str());
  if (!meta.ok())
    return fail(what_ + " cannot be read", meta.error());
  meta_ = *meta;

  // The planned buffers hold the model's tensors. All memory must stay while the method is used.
  for (size_t i = 0; i < meta_.num_memory_planned_buffers(); ++i) {
    Result<size_t> size = meta_.memory_planned_buffer_size(i);
    if (!size.ok())
      return fail(what_ + ": planned buffer " + std::to_string(i), size.error());
    if (!allocate(planned_.emplace_back(), *size, "planned buffer " + std::to_string(i)))
      return false;
    planned_spans_.push_back(planned_.back().span());
  }
  // What the runtime itself keeps about the method.
  Result<size_t> runtime_size = meta_.method_allocator_size();
  if (!runtime_size.ok())
    return fail(what_, runtime_size.error());
  if (!allocate(runtime_memory_, *runtime_size, "the runtime") ||
      !allocate(scratch_, scratch_size, "scratch memory"))
    return false;

  MemoryAllocator allocator(runtime_memory_.span());
  const MemoryManager memory{
      &allocator, {planned_spans_.data(), planned_spans_.size()}, scratch_.span()};
  Result<Method> method = model.program().load_method(name.c_str(), memory);
  if (!method.ok())
    return fail(what_ + " cannot be loaded", method.error());
  method_ = *method;
  return true;
}

bool MethodRun::set_inputs(const std::vector<std::string> &files, Fill rest) {
  size_t tensors = 0;
  for (size_t i = 0; i < method_.inputs_size(); ++i) {
    const EValue &input = method_.get_input(i);
    if (!input.isTensor())
      continue;
    // Dtype, shape and dim order are as the method has them, the memory is our own.
    TensorImpl impl = *input.toTensor().unsafeGetTensorImpl();
    const Tensor tensor(&impl);
    Block &block = inputs_.emplace_back();
    if (!allocate(block, tensor.nbytes(), "input " + std::to_string(i)))
      return false;
    impl.data = block.data();
    const char *origin = rest == Fill::Zeros ? "zeros" : rest == Fill::Ones ? "ones" : "ramp";
    if (tensors < files.size()) {
      origin = files[tensors].c_str();
      const std::string problem = fill_from_file(tensor, origin);
      if (!problem.empty())
        return fail(files[tensors] + ": " + problem);
    } else {
      fill(tensor, rest);
    }
    ++tensors;
    std::printf("input %zu: %s, %s\n", i, describe(EValue(tensor)).c_str(), origin);
    if (!set_input(i, tensor))
      return false;
  }
  if (tensors < files.size())
    return fail(what_ + " has " + std::to_string(tensors) + " input tensors: " + files[tensors] +
                " is one too many");
  return give_outputs_memory();
}

bool MethodRun::set_input(size_t index, Tensor tensor) {
  const Error error = method_.set_input(EValue(tensor), index);
  return error == Error::Ok || fail(what_ + ": input " + std::to_string(index), error);
}

/// Outputs that no planned buffer holds want memory from outside.
bool MethodRun::give_outputs_memory() {
  for (size_t i = 0; i < method_.outputs_size(); ++i) {
    const EValue &output = method_.get_output(i);
    if (!output.isTensor() || output.toTensor().const_data_ptr())
      continue;
    const size_t size = output.toTensor().nbytes();
    Block &block = outputs_.emplace_back();
    if (!allocate(block, size, "output " + std::to_string(i)))
      return false;
    const Error error = method_.set_output_data_ptr(block.data(), size, i);
    if (error != Error::Ok)
      return fail(what_ + ": output " + std::to_string(i), error);
  }
  return true;
}

bool MethodRun::execute() {
  const Error error = method_.execute();
  return error == Error::Ok || fail(what_ + " failed", error);
}

void MethodRun::print_outputs(size_t longest) const {
  for (size_t i = 0; i < method_.outputs_size(); ++i) {
    const EValue &output = method_.get_output(i);
    std::printf("output %zu: %s\n", i, describe(output).c_str());
    if (output.isTensor())
      std::printf("%s\n", elements_text(output.toTensor(), longest).c_str());
  }
}

bool MethodRun::run_test(const TestCase &test) {
  if (test.inputs.size() != method_.inputs_size() ||
      test.expected_outputs.size() > method_.outputs_size())
    return fail(what_ + " has " + std::to_string(method_.inputs_size()) + " inputs and " +
                std::to_string(method_.outputs_size()) + " outputs, its test case " +
                std::to_string(test.inputs.size()) + " and " +
                std::to_string(test.expected_outputs.size()));
  for (size_t i = 0; i < test.inputs.size(); ++i) {
    const Error error = method_.set_input(test.inputs[i], i);
    if (error != Error::Ok)
      return fail(what_ + ": input " + std::to_string(i), error);
  }
  if (!give_outputs_memory() || !execute())
    return false;

  bool same = true;
  for (size_t i = 0; i < test.expected_outputs.size(); ++i) {
    const EValue &actual = method_.get_output(i), &expected = test.expected_outputs[i];
    std::string difference;
    if (describe(actual) != describe(expected))
      difference = "it is " + describe(actual) + ", not " + describe(expected);
    else if (actual.isTensor())
      difference = compare(actual.toTensor(), expected.toTensor());
    if (!difference.empty())
      same = fail(what_ + ": output " + std::to_string(i) + ": " + difference);
  }
  return same;
}

bool MethodRun::allocate(Block &block, size_t size, const std::string &what_for) const {
  return block.allocate(size) || fail(what_ + ": there is not enough memory: " + what_for +
                                      " needs " + std::to_string(size) + " bytes");
}
