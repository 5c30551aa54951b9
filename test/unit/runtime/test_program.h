// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for the tests of programs. They build a small program, load a program into memory of
// exactly its size, and catch the log.

#pragma once

#include "et/backend.h"
#include "et/kernel_key.h"
#include "et/method.h"
#include "et/named_data_map.h"
#include "et/program.h"
#include "et/registry.h"
#include "object_api/program_generated.h"
#include "test_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace et;
using Type = schema::ScalarType;
using Dynamism = schema::TensorShapeDynamism;
using Floats = std::vector<float>;

namespace test {

/// Memory at a multiple of 64, plus `offset`. A sanitizer sees every access after its end.
class AlignedBytes {
public:
  explicit AlignedBytes(size_t size, size_t offset = 0);
  explicit AlignedBytes(const std::vector<uint8_t> &bytes, size_t offset = 0);

  uint8_t *data() { return data_; }
  size_t size() const { return size_; }
  et::Span<uint8_t> span() { return {data_, size_}; }

private:
  struct Free {
    void operator()(uint8_t *block) const { std::free(block); }
  };
  std::unique_ptr<uint8_t, Free> block_;
  uint8_t *data_;
  size_t size_;
};

/// Builds a program with one method, "forward". Functions that add a value return its index.
class ProgramBuilder {
public:
  ProgramBuilder();

  int add_int(int64_t value) { return add(et::schema::IntT{{}, value}); }
  int add_double(double value) { return add(et::schema::DoubleT{{}, value}); }
  int add_bool(bool value) { return add(et::schema::BoolT{{}, value}); }
  int add_null() { return add(et::schema::NullT()); }
  int add_string(const char *value) { return add(et::schema::StringT{{}, value}); }
  int add_int_list(std::vector<int64_t> items);
  int add_double_list(std::vector<double> items) { return add(et::schema::DoubleListT{{}, items}); }
  int add_bool_list(std::vector<bool> items) { return add(et::schema::BoolListT{{}, items}); }
  int add_tensor_list(std::vector<int32_t> items) {
    return add(et::schema::TensorListT{{}, std::move(items)});
  }
  int add_optional_tensor_list(std::vector<int32_t> items) {
    return add(et::schema::OptionalTensorListT{{}, std::move(items)});
  }
  /// Adds a tensor of the default dim order after the last tensor in planned buffer 0.
  int add_planned(et::schema::ScalarType type, std::vector<int32_t> sizes);
  /// Adds a tensor that is in no planned buffer. A test can give it data, e.g. with set_input().
  int add_unplanned(et::schema::ScalarType type, std::vector<int32_t> sizes,
                    et::schema::TensorShapeDynamism dynamism = {});
  /// Adds a constant. Its data is in the program's FlatBuffer, not in a segment.
  int add_constant(et::schema::ScalarType type, std::vector<int32_t> sizes,
                   std::vector<uint8_t> data);
  int add_floats(std::vector<float> values);

  void io(std::vector<int32_t> inputs, std::vector<int32_t> outputs) {
    plan->inputs = std::move(inputs);
    plan->outputs = std::move(outputs);
  }
  void call(const char *name, const char *overload, std::vector<int32_t> args);
  /// Adds a delegate of ToyBackend, which multiplies by `factor`. The FlatBuffer has the factor.
  void add_delegate(float factor);
  void call_delegate(int32_t index, std::vector<int32_t> args) {
    instruction(et::schema::DelegateCallT{{}, index, std::move(args)});
  }
  void move(int32_t from, int32_t to) { instruction(et::schema::MoveCallT{{}, from, to}); }
  void jump_false(int32_t condition, int32_t destination) {
    instruction(et::schema::JumpFalseCallT{{}, condition, destination});
  }
  void free(int32_t value) { instruction(et::schema::FreeCallT{{}, value}); }
  template <typename T> void instruction(T content) {
    auto made = std::make_unique<et::schema::InstructionT>();
    made->instr_args.Set(std::move(content));
    plan->chains[0]->instructions.push_back(std::move(made));
  }

  et::schema::TensorT &tensor(int index) { return *plan->values[index]->val.AsTensor(); }
  /// Adds a segment with this data after the FlatBuffer. Returns the segment's index.
  uint32_t add_segment(std::vector<uint8_t> data);

  std::vector<uint8_t> finish() const;
  /// finish(), with an extended header and the segments.
  std::vector<uint8_t> finish_with_segments() const;

  et::schema::ProgramT program;
  et::schema::ExecutionPlanT *plan;

private:
  std::vector<uint8_t> segments_;

  template <typename T> int add(T content) {
    auto value = std::make_unique<et::schema::EValueT>();
    value->val.Set(std::move(content));
    plan->values.push_back(std::move(value));
    return static_cast<int>(plan->values.size() - 1);
  }
};

/// Returns the runtime's messages since the last call, one per line.
std::string take_log();

/// Checks that `run` returns this error and logs this message.
template <typename Function>
testing::AssertionResult says(et::Error error, const std::string &message, Function run) {
  take_log();
  const et::Error found = run();
  const std::string log = take_log();
  if (found == error && log == message)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "error " << static_cast<int>(found) << ": " << log;
}

/// Loads "forward" with the memory that MethodMeta requests. Adds `temp_size` bytes for kernels,
/// `unbound_size` bytes for tensors of unbound shape, and `extra` bytes for delegates' handles.
struct LoadedMethod {
  explicit LoadedMethod(
      const std::vector<uint8_t> &file, size_t temp_size = 0,
      et::Program::Verification verification = et::Program::Verification::InternalConsistency,
      size_t unbound_size = 0, const et::NamedDataMap *named_data = nullptr, size_t extra = 0);

  et::Error run() { return error == et::Error::Ok ? method.execute() : error; }
  template <typename T>
  et::Error set_input(size_t index, const std::vector<et::SizesType> &sizes,
                      std::vector<T> &values) {
    et::TensorImpl impl = *method.get_input(index).toTensor().unsafeGetTensorImpl();
    impl.dim = static_cast<uint8_t>(sizes.size());
    impl.sizes = sizes.data();
    impl.data = values.data();
    return method.set_input(et::EValue(et::Tensor(&impl)), index);
  }
  /// Copies `values` to input `index`, a planned tensor with exactly as many bytes as `values`.
  template <typename T> et::Error set_input(size_t index, std::vector<T> values) {
    if (index >= method.inputs_size() || !method.get_input(index).isTensor())
      return et::Error::InvalidArgument;
    et::TensorImpl impl = *method.get_input(index).toTensor().unsafeGetTensorImpl();
    if (values.size() * sizeof(T) != et::Tensor(&impl).nbytes())
      return et::Error::InvalidArgument;
    impl.data = values.data();
    return method.set_input(et::EValue(et::Tensor(&impl)), index);
  }
  template <typename T> std::vector<T> output(size_t index) const {
    const et::Tensor tensor = method.get_output(index).toTensor();
    return {tensor.const_data_ptr<T>(), tensor.const_data_ptr<T>() + tensor.numel()};
  }

  AlignedBytes file;
  std::vector<AlignedBytes> planned;
  AlignedBytes state{0};
  AlignedBytes temp;
  AlignedBytes unbound;
  et::Error error = et::Error::Ok;
  et::Method method;
};

/// A method that must load, else the test fails.
struct Ready : LoadedMethod {
  explicit Ready(const ProgramBuilder &builder, size_t unbound_size = 0)
      : LoadedMethod(builder.finish(), 0, et::Program::Verification::InternalConsistency,
                     unbound_size) {
    EXPECT_EQ(error, et::Error::Ok) << take_log();
  }
};

struct LoadedProgram {
  explicit LoadedProgram(const std::vector<uint8_t> &bytes)
      : file(bytes), program(et::Program::load(file.data(), file.size()).get()) {}
  AlignedBytes file;
  et::Program program;
};

/// Returns the file's bytes; empty if it cannot be read.
std::vector<uint8_t> read_file(const std::string &path);
/// A program that the build made from test/models, e.g. "add.pte" or "add--segments.pte".
std::vector<uint8_t> read_model(const std::string &name);

template <typename T> std::vector<uint8_t> bytes_of(std::vector<T> values) {
  const uint8_t *data = reinterpret_cast<const uint8_t *>(values.data());
  return {data, data + values.size() * sizeof(T)};
}

} // namespace test
