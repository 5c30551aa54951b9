// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model_file.h"

#include "bundled_program_generated.h"
#include "messages.h"

using namespace et;

bool ModelFile::open(const std::string &path) {
  path_ = path;
  const std::string problem = read_file(path, file_);
  if (!problem.empty())
    return fail(path + ": " + problem);
  const Result<Program> program = load();
  if (!program.ok())
    return fail(path + ": the model cannot be read", program.error());
  program_ = program.get();
  return true;
}

Result<Program> ModelFile::load() {
  if (file_.size() < 8 || !bundled::BundledProgramBufferHasIdentifier(file_.data()))
    return Program::load(file_.data(), file_.size());
  flatbuffers::Verifier verifier(file_.data(), file_.size());
  if (!bundled::VerifyBundledProgramBuffer(verifier))
    return Error::InvalidProgram;
  const bundled::BundledProgram *bundle = bundled::GetBundledProgram(file_.data());
  if (!bundle->program())
    return Error::InvalidProgram;
  bundle_ = bundle;
  return Program::load(bundle->program()->data(), bundle->program()->size());
}

bool ModelFile::read_test_cases(const std::string &method, std::vector<TestCase> &cases) {
  const auto *suites = static_cast<const bundled::BundledProgram *>(bundle_)->method_test_suites();
  for (flatbuffers::uoffset_t s = 0; suites && s < suites->size(); ++s) {
    const bundled::MethodTestSuite &suite = *suites->Get(s);
    if (!suite.method_name() || suite.method_name()->str() != method || !suite.test_cases())
      continue;
    for (const bundled::MethodTestCase *source : *suite.test_cases()) {
      TestCase &test = cases.emplace_back();
      if (!read_values(source->inputs(), test.inputs) ||
          !read_values(source->expected_outputs(), test.expected_outputs))
        return fail(path_ + ": test case " + std::to_string(cases.size() - 1) + " of method '" +
                    method + "' contradicts itself");
    }
  }
  return true;
}

template <typename Values>
bool ModelFile::read_values(const Values *values, std::vector<EValue> &result) {
  for (flatbuffers::uoffset_t i = 0; values && i < values->size(); ++i) {
    const bundled::Value &value = *values->Get(i);
    if (const bundled::Int *number = value.val_as_Int()) {
      result.emplace_back(number->int_val());
    } else if (const bundled::Double *number = value.val_as_Double()) {
      result.emplace_back(number->double_val());
    } else if (const bundled::Bool *flag = value.val_as_Bool()) {
      result.emplace_back(flag->bool_val());
    } else if (const bundled::Tensor *tensor = value.val_as_Tensor()) {
      const size_t dim = tensor->sizes() ? tensor->sizes()->size() : 0;
      if (dim > kTensorDimensionLimit || !tensor->data() ||
          (tensor->dim_order() ? tensor->dim_order()->size() : 0) != dim)
        return false;
      TestTensor &own = test_tensors_.emplace_back();
      own.strides.resize(dim);
      own.impl = {static_cast<ScalarType>(tensor->scalar_type()),
                  static_cast<uint8_t>(dim),
                  dim == 0 ? nullptr : tensor->sizes()->data(),
                  dim == 0 ? nullptr : tensor->dim_order()->data(),
                  own.strides.data(),
                  const_cast<uint8_t *>(tensor->data()->data())};
      if (!dim_order_to_strides(own.impl.sizes, own.impl.dim_order, dim, own.strides.data()))
        return false;
      const Tensor view(&own.impl);
      const size_t size = tensor->data()->size(), element_size = view.element_size();
      if (element_size == 0 || size % element_size != 0 || view.numel() != size / element_size)
        return false;
      result.emplace_back(view);
    } else {
      return false;
    }
  }
  return true;
}
