// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that ExecuTorch itself exported; they lie outside the repository, and the tests are
// skipped where they do not.

#include "et/program.h"

#include "bundled_program_generated.h"
#include "test_program.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace et;

namespace {

std::vector<uint8_t> shared_model(const std::string &name) {
  return test::read_file(std::string(ET_SHARED_DIR) + "/data/models/" + name);
}

TEST(ExportedProgram, Add) {
  const std::vector<uint8_t> bytes = shared_model("add.pte");
  if (bytes.empty())
    GTEST_SKIP() << "../shared/data/models/add.pte is absent";
  test::LoadedMethod loaded(bytes);
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  ASSERT_EQ(loaded.method.inputs_size(), 1u); // the other operand is a constant, 1
  ASSERT_EQ(loaded.set_input<float>(0, {1, 2, 3}), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  EXPECT_EQ(loaded.output<float>(0), std::vector<float>({2, 3, 4}));
}

TEST(ExportedProgram, AddTruncatedAnywhere) {
  const std::vector<uint8_t> bytes = shared_model("add.pte");
  if (bytes.empty())
    GTEST_SKIP() << "../shared/data/models/add.pte is absent";
  const auto error = [&](size_t size) {
    test::AlignedBytes file(std::vector<uint8_t>(bytes.begin(), bytes.begin() + size));
    return Program::load(file.data(), size).error();
  };
  EXPECT_EQ(error(bytes.size()), Error::Ok);
  uint64_t segments; // the file is padded behind them
  memcpy(&segments, bytes.data() + 24, sizeof(segments));
  for (size_t size = 0; size < segments; ++size)
    EXPECT_EQ(error(size), Error::InvalidProgram) << size;
}

TEST(ExportedProgram, BundledTestCases) {
  const std::vector<uint8_t> bytes = shared_model("bundled_program.bpte");
  if (bytes.empty())
    GTEST_SKIP() << "../shared/data/models/bundled_program.bpte is absent";
  flatbuffers::Verifier verifier(bytes.data(), bytes.size());
  ASSERT_TRUE(bundled::VerifyBundledProgramBuffer(verifier));
  const bundled::BundledProgram *bundle = bundled::GetBundledProgram(bytes.data());
  test::LoadedMethod loaded({bundle->program()->begin(), bundle->program()->end()});
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();

  size_t cases = 0;
  const bundled::MethodTestSuite *suite = bundle->method_test_suites()->Get(0);
  EXPECT_EQ(suite->method_name()->str(), "forward");
  for (const bundled::MethodTestCase *test_case : *suite->test_cases()) {
    for (flatbuffers::uoffset_t i = 0; i < test_case->inputs()->size(); ++i) {
      const bundled::Value *input = test_case->inputs()->Get(i);
      if (const bundled::Int *number = input->val_as_Int()) {
        EXPECT_EQ(loaded.method.set_input(EValue(number->int_val()), i), Error::Ok);
        continue;
      }
      const bundled::Tensor *tensor = input->val_as_Tensor();
      ASSERT_TRUE(tensor);
      TensorImpl impl{static_cast<ScalarType>(tensor->scalar_type()),
                      static_cast<uint8_t>(tensor->sizes()->size()),
                      tensor->sizes()->data(),
                      tensor->dim_order()->data(),
                      nullptr,
                      const_cast<uint8_t *>(tensor->data()->data())};
      ASSERT_EQ(loaded.method.set_input(EValue(Tensor(&impl)), i), Error::Ok) << test::take_log();
    }
    ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
    ASSERT_EQ(test_case->expected_outputs()->size(), loaded.method.outputs_size());
    for (flatbuffers::uoffset_t i = 0; i < test_case->expected_outputs()->size(); ++i) {
      const bundled::Tensor *expected = test_case->expected_outputs()->Get(i)->val_as_Tensor();
      const Tensor output = loaded.method.get_output(i).toTensor();
      ASSERT_TRUE(expected);
      ASSERT_EQ(expected->data()->size(), output.nbytes());
      EXPECT_EQ(memcmp(expected->data()->data(), output.const_data_ptr(), output.nbytes()), 0);
    }
    ++cases;
  }
  EXPECT_EQ(cases, 10u);
}

} // namespace
