// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/bundled_program.h"

#include "dynamic_tensor.h"
#include "et/bfloat16.h"
#include "et/half.h"
#include "et/program.h"
#include "log_line.h"
#include "schema.h"
#include "table_verifier.h"

#include "bundled_program_generated.h" // after schema.h, which configures FlatBuffers

namespace et {
namespace {

using namespace fields;

enum Table : uint8_t { TensorTable, IntTable, BoolTable, DoubleTable, Value, Case, Suite, Bundle };

// The fields are in the order of schema/bundled_program.fbs.
// clang-format off
constexpr uint8_t description[] = {
    /*Tensor*/ kByte, kWords, kBytes, kBytes, kEnd,
    /*Int*/ kLong, kEnd,
    /*Bool*/ kByte, kEnd,
    /*Double*/ kLong, kEnd,
    /*Value*/ kUnion, TensorTable, DoubleTable + 1, kEnd,
    /*MethodTestCase*/ kTables + Value, kTables + Value, kEnd,
    /*MethodTestSuite*/ kString, kTables + Case, kEnd,
    /*BundledProgram*/ kSkip, kTables + Suite, kBytes, kEnd,
};
// clang-format on

Result<const bundled::BundledProgram *> open(Span<const uint8_t> file) {
  if (reinterpret_cast<uintptr_t>(file.data()) % Program::kAlignment != 0) {
    log_message("the bundled program must be aligned to %zu bytes in memory", Program::kAlignment);
    return Error::InvalidArgument;
  }
  if (!is_bundled_program(file.data(), file.size()) || !verify_tables(file, description, Bundle)) {
    log_message("the bundled program is damaged: its tables are inconsistent");
    return Error::InvalidProgram;
  }
  return bundled::GetBundledProgram(file.data());
}

const bundled::MethodTestSuite *find_suite(const bundled::BundledProgram &bundle,
                                           const char *name) {
  for (size_t i = 0; i < length_of(bundle.method_test_suites()); ++i) {
    const bundled::MethodTestSuite *suite = item_at(bundle.method_test_suites(), i);
    if (are_equal(text_of(suite->method_name()), name))
      return suite;
  }
  return nullptr;
}

Result<const bundled::MethodTestCase *> find_case(const Method &method, Span<const uint8_t> file,
                                                  size_t index) {
  const Result<const bundled::BundledProgram *> bundle = open(file);
  if (!bundle.ok())
    return bundle.error();
  const bundled::MethodTestSuite *suite = find_suite(*bundle.get(), method.method_meta().name());
  const bundled::MethodTestCase *found = suite ? item_at(suite->test_cases(), index) : nullptr;
  if (found)
    return found;
  log_message("the bundled program has no test case %zu of method '%s'", index,
              method.method_meta().name());
  return Error::InvalidArgument;
}

/// Reads a value of the file. If the value is a tensor, the result refers to `tensor` and
/// `strides`, which this function fills. InvalidProgram: the value is inconsistent.
Result<EValue> read_value(const bundled::Value &value, TensorImpl &tensor, StridesType *strides) {
  if (!value.val())
    return Error::InvalidProgram;
  if (const bundled::Int *number = value.val_as_Int())
    return EValue(number->int_val());
  if (const bundled::Double *number = value.val_as_Double())
    return EValue(number->double_val());
  if (const bundled::Bool *flag = value.val_as_Bool())
    return EValue(flag->bool_val());
  const bundled::Tensor *source = value.val_as_Tensor();
  if (!source)
    return Error::InvalidProgram;

  const ScalarType type = static_cast<ScalarType>(source->scalar_type());
  const size_t dim = length_of(source->sizes()), element = dtype_size(type);
  const Span<const SizesType> sizes(dim == 0 ? nullptr : source->sizes()->data(), dim);
  size_t nbytes;
  if (element == 0 || length_of(source->dim_order()) != dim || !source->data() ||
      !dim_order_to_strides(sizes.data(), dim == 0 ? nullptr : source->dim_order()->data(), dim,
                            strides) ||
      !count_bytes(sizes, element, nbytes) || nbytes != source->data()->size())
    return Error::InvalidProgram;
  tensor = TensorImpl(type, static_cast<uint8_t>(dim), sizes.data(),
                      dim == 0 ? nullptr : source->dim_order()->data(), strides,
                      const_cast<uint8_t *>(source->data()->data()));
  tensor.storage = TensorStorage::GivenConstant;
  return EValue(Tensor(&tensor));
}

bool is_close(double actual, double expected, double rtol, double atol) {
  if (actual != actual || expected != expected)
    return actual != actual && expected != expected;
  const double distance = actual < expected ? expected - actual : actual - expected;
  // Equal infinities are close. Any other infinite distance is beyond every tolerance.
  return actual == expected || (distance <= atol + rtol * (expected < 0 ? -expected : expected) &&
                                distance <= 1.7976931348623157e308 && expected - expected == 0);
}

template <typename T>
bool are_close(const Tensor &actual, const Tensor &expected, double rtol, double atol) {
  for (size_t i = 0; i < actual.numel(); ++i)
    if (!is_close(static_cast<double>(actual.const_data_ptr<T>()[i]),
                  static_cast<double>(expected.const_data_ptr<T>()[i]), rtol, atol))
      return false;
  return true;
}

bool are_close(const Tensor &actual, const Tensor &expected, double rtol, double atol) {
  if (actual.scalar_type() != expected.scalar_type() ||
      !are_equal(actual.sizes(), expected.sizes()) ||
      !are_equal(actual.dim_order(), expected.dim_order()))
    return false;
  const size_t nbytes = expected.nbytes();
  if (nbytes == 0)
    return true;
  if (!actual.const_data_ptr() ||
      !is_aligned_for(expected.scalar_type(), expected.const_data_ptr()))
    return false;
  switch (actual.scalar_type()) {
  case ScalarType::Float:
    return are_close<float>(actual, expected, rtol, atol);
  case ScalarType::Double:
    return are_close<double>(actual, expected, rtol, atol);
  case ScalarType::Half:
    return are_close<Half>(actual, expected, rtol, atol);
  case ScalarType::BFloat16:
    return are_close<BFloat16>(actual, expected, rtol, atol);
  default:
    return memcmp(actual.const_data_ptr(), expected.const_data_ptr(), nbytes) == 0;
  }
}

bool are_close(const EValue &actual, const EValue &expected, double rtol, double atol) {
  if (actual.tag != expected.tag)
    return false;
  switch (actual.tag) {
  case Tag::Tensor:
    return are_close(actual.toTensor(), expected.toTensor(), rtol, atol);
  case Tag::Double:
    return is_close(actual.toDouble(), expected.toDouble(), rtol, atol);
  case Tag::Bool:
    return actual.toBool() == expected.toBool();
  default: // Int: read_value returns no other kinds
    return actual.toInt() == expected.toInt();
  }
}

Error reject_case(size_t index, const char *what) {
  log_message("test case %zu of the bundled program: %s", index, what);
  return Error::InvalidProgram;
}

} // namespace

bool is_bundled_program(const void *file_data, size_t file_size) {
  return file_size >= 8 && memcmp(static_cast<const uint8_t *>(file_data) + 4,
                                  bundled::BundledProgramIdentifier(), 4) == 0;
}

Error get_program_data(const void *file_data, size_t file_size, const void **program_data,
                       size_t *program_size) {
  *program_data = file_data;
  *program_size = file_size;
  if (!is_bundled_program(file_data, file_size))
    return Error::Ok;
  const Result<const bundled::BundledProgram *> bundle =
      open({static_cast<const uint8_t *>(file_data), file_size});
  if (!bundle.ok())
    return bundle.error();
  const auto *program = bundle.get()->program();
  if (!program) {
    log_message("the bundled program contains no program");
    return Error::InvalidProgram;
  }
  *program_data = program->data();
  *program_size = program->size();
  return Error::Ok;
}

Result<size_t> num_test_cases(Span<const uint8_t> bundled_program, const char *name) {
  const Result<const bundled::BundledProgram *> bundle = open(bundled_program);
  if (!bundle.ok())
    return bundle.error();
  const bundled::MethodTestSuite *suite = find_suite(*bundle.get(), name);
  return suite ? length_of(suite->test_cases()) : size_t(0);
}

Error load_bundled_input(Method &method, Span<const uint8_t> bundled_program, size_t index) {
  const Result<const bundled::MethodTestCase *> test = find_case(method, bundled_program, index);
  if (!test.ok())
    return test.error();
  const auto *inputs = test.get()->inputs();
  if (length_of(inputs) != method.inputs_size())
    return reject_case(index, "the method takes a different number of inputs");
  for (size_t i = 0; i < length_of(inputs); ++i) {
    TensorImpl tensor;
    StridesType strides[kTensorDimensionLimit];
    const Result<EValue> input = read_value(*item_at(inputs, i), tensor, strides);
    if (!input.ok())
      return reject_case(index, "an input is inconsistent");
    const Error error = method.set_input(input.get(), i);
    if (error != Error::Ok)
      return error;
  }
  return Error::Ok;
}

Error verify_method_outputs(const Method &method, Span<const uint8_t> bundled_program, size_t index,
                            double rtol, double atol) {
  const Result<const bundled::MethodTestCase *> test = find_case(method, bundled_program, index);
  if (!test.ok())
    return test.error();
  const auto *outputs = test.get()->expected_outputs();
  if (length_of(outputs) == 0) {
    reject_case(index, "no expected outputs");
    return Error::NotSupported;
  }
  if (length_of(outputs) != method.outputs_size())
    return reject_case(index, "the method has a different number of outputs");
  Error result = Error::Ok;
  for (size_t i = 0; i < length_of(outputs); ++i) {
    TensorImpl tensor;
    StridesType strides[kTensorDimensionLimit];
    const Result<EValue> expected = read_value(*item_at(outputs, i), tensor, strides);
    if (!expected.ok())
      return reject_case(index, "an expected output is inconsistent");
    if (!are_close(method.get_output(i), expected.get(), rtol, atol)) {
      log_message("test case %zu: output %zu differs from the expected output", index, i);
      result = Error::NotFound;
    }
  }
  return result;
}

} // namespace et
