// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bundled program is a file with a program and its test cases. These tests make small bundled
// programs. test/run runs bundled programs that ExecuTorch exported.

#include "test_program.h"

#include "bundled_program_generated.h"
#include "et/bundled_program.h"

struct TestTensor {
  std::vector<float> values;
  ScalarType type = ScalarType::Float;
  std::vector<int32_t> sizes = {2};
  std::vector<uint8_t> dim_order = {0};
};

/// Returns a program that adds 1, with 3 test cases: case 1 has no outputs, and case 2 is empty.
static std::vector<uint8_t> bundle(const TestTensor &input, const TestTensor &output,
                                   bool is_planned = true, bool with_program = true) {
  test::ProgramBuilder program;
  const int one = program.add_floats({1});
  const int in = is_planned ? program.add_planned(schema::ScalarType::Float, {2})
                            : program.add_unplanned(schema::ScalarType::Float, {2});
  const int out = program.add_planned(schema::ScalarType::Float, {2});
  program.call("aten::add", "out", {in, one, program.add_int(1), out, out});
  const int fixed = program.add_int(5);
  program.io({in, fixed}, {out, fixed});

  flatbuffers::FlatBufferBuilder builder;
  const auto values_of = [&](const TestTensor &tensor) {
    const std::vector<uint8_t> bytes = test::bytes_of(tensor.values);
    const auto sizes = builder.CreateVector(tensor.sizes);
    const auto dim_order = builder.CreateVector(tensor.dim_order);
    builder.ForceVectorAlignment(bytes.size(), 1, 16);
    const auto data = builder.CreateVector(bytes);
    const auto made =
        bundled::CreateTensor(builder, static_cast<int8_t>(tensor.type), sizes, data, dim_order);
    const auto number = bundled::CreateInt(builder, 5);
    return builder.CreateVector(std::vector<flatbuffers::Offset<bundled::Value>>{
        bundled::CreateValue(builder, bundled::ValueUnion::Tensor, made.Union()),
        bundled::CreateValue(builder, bundled::ValueUnion::Int, number.Union())});
  };
  const auto inputs = values_of(input), outputs = values_of(output);
  const auto cases = builder.CreateVector(std::vector<flatbuffers::Offset<bundled::MethodTestCase>>{
      bundled::CreateMethodTestCase(builder, inputs, outputs),
      bundled::CreateMethodTestCase(builder, inputs), bundled::CreateMethodTestCase(builder)});
  const auto suite =
      bundled::CreateMethodTestSuite(builder, builder.CreateString("forward"), cases);
  const auto suites = builder.CreateVector(&suite, 1);
  const std::vector<uint8_t> file = program.finish();
  builder.ForceVectorAlignment(file.size(), 1, 32);
  const auto data = with_program ? builder.CreateVector(file)
                                 : flatbuffers::Offset<flatbuffers::Vector<uint8_t>>();
  bundled::FinishBundledProgramBuffer(builder,
                                      bundled::CreateBundledProgram(builder, 0, suites, data));
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

struct Bundled {
  explicit Bundled(const std::vector<uint8_t> &bytes) : file(bytes), loaded(program_of(file)) {
    EXPECT_EQ(loaded.error, Error::Ok) << test::take_log();
    test::take_log();
  }
  static std::vector<uint8_t> program_of(test::AlignedBytes &file) {
    const void *program;
    size_t size;
    EXPECT_EQ(get_program_data(file.data(), file.size(), &program, &size), Error::Ok);
    const uint8_t *bytes = static_cast<const uint8_t *>(program);
    return {bytes, bytes + size};
  }
  Error run(size_t index = 0, double rtol = 1e-5, double atol = 1e-8) {
    Error error = load_bundled_input(loaded.method, file.span(), index);
    if (error == Error::Ok)
      error = loaded.method.execute();
    return error == Error::Ok ? verify_method_outputs(loaded.method, file.span(), index, rtol, atol)
                              : error;
  }
  test::AlignedBytes file;
  test::LoadedMethod loaded;
};

TEST(BundledProgram, RunsAndCompares) {
  for (const bool is_planned : {true, false}) {
    Bundled bundled(bundle({{1, 2}}, {{2, 3}}, is_planned));
    EXPECT_EQ(num_test_cases(bundled.file.span(), "forward").get(), 3u);
    EXPECT_EQ(num_test_cases(bundled.file.span(), "backward").get(), 0u);
    for (int round = 0; round < 2; ++round)
      EXPECT_EQ(bundled.run(), Error::Ok) << test::take_log();
    EXPECT_EQ(bundled.run(1), Error::NotSupported);
    EXPECT_TRUE(test::says(
        Error::InvalidProgram,
        "test case 2 of the bundled program: the method takes a different number of inputs\n",
        [&] { return bundled.run(2); }));
    EXPECT_TRUE(test::says(Error::InvalidArgument,
                           "the bundled program has no test case 3 of method 'forward'\n",
                           [&] { return bundled.run(3); }));
  }
}

TEST(BundledProgram, Tolerance) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(Bundled(bundle({{1, 99}}, {{2, 101}})).run(), Error::NotFound);
  EXPECT_EQ(test::take_log(), "test case 0: output 0 differs from the expected output\n");
  const struct {
    std::vector<float> input, expected; // the method adds 1
    double rtol, atol;
    bool passes;
  } rows[] = {
      {{1, 99}, {2, 101}, 0.0098, 1e-8, false},
      {{1, 99}, {2, 101}, 0.01, 1e-8, true},
      {{1, 99}, {2, 101}, 0, 1, true},
      {{1, 99}, {2, 101}, 0, 0.9, false},
      {{-101, 2}, {-101, 3}, 0.01, 1e-8, true},
      {{infinity, nan}, {infinity, nan}, 0, 0, true},
      {{infinity, 1}, {-infinity, 2}, 1, 1, false},
      {{1, 1}, {infinity, 2}, 1, 1, false},
      {{infinity, 1}, {1, 2}, 1, 1, false},
      {{nan, 1}, {1, 2}, 1, 1, false},
      {{1, 1}, {nan, 2}, 1, 1, false},
  };
  for (const auto &row : rows)
    EXPECT_EQ(Bundled(bundle({row.input}, {row.expected})).run(0, row.rtol, row.atol),
              row.passes ? Error::Ok : Error::NotFound)
        << row.input[0] << ", " << row.expected[0] << ", " << row.rtol << ", " << row.atol;
}

TEST(BundledProgram, RefusesTensorsThatDoNotFit) {
  const std::pair<TestTensor, Error> outputs[] = {
      {{{1, 2}, ScalarType::Int}, Error::NotFound},
      {{{1, 2}, ScalarType::Float, {1, 2}, {0, 1}}, Error::NotFound},
      {{{1, 2, 3}, ScalarType::Float, {3}}, Error::NotFound},
      // The sizes, the dim order and the data contradict each other.
      {{{1, 2, 3}}, Error::InvalidProgram},
      {{{1}}, Error::InvalidProgram},
      {{{1, 2}, ScalarType::Float, {2}, {1}}, Error::InvalidProgram},
      {{{1, 2}, ScalarType::Float, {2}, {}}, Error::InvalidProgram},
      {{{1, 2}, ScalarType::Float, {-2}}, Error::InvalidProgram},
      {{{1, 2}, static_cast<ScalarType>(99)}, Error::InvalidProgram}};
  for (const auto &[output, error] : outputs)
    EXPECT_EQ(Bundled(bundle({{1, 2}}, output)).run(0, 100, 100), error);
  const std::pair<TestTensor, Error> inputs[] = {
      {{{1, 2}, ScalarType::Int}, Error::InvalidArgument},
      {{{1, 2, 3}, ScalarType::Float, {3}}, Error::InvalidArgument},
      {{{1, 2, 3}}, Error::InvalidProgram}};
  for (const auto &[input, error] : inputs)
    EXPECT_EQ(Bundled(bundle(input, {{2, 3}})).run(), error);
}

TEST(BundledProgram, TheFileIsNotChanged) {
  // An unplanned input is the file's data itself, so the runtime must refuse to write to it.
  for (const bool is_planned : {true, false}) {
    std::vector<uint8_t> bytes = bundle({{1, 2}}, {{2, 3}}, is_planned);
    test::AlignedBytes file(bytes);
    test::ProgramBuilder builder;
    const int in = is_planned ? builder.add_planned(Type::Float, {2})
                              : builder.add_unplanned(Type::Float, {2});
    builder.call("test::count", "out", {builder.add_int_list({2}), in, in});
    builder.plan->inputs = {in, builder.add_int(5)};
    test::Ready loaded(builder);
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(load_bundled_input(loaded.method, file.span(), 0), Error::Ok) << test::take_log();
      EXPECT_EQ(loaded.method.execute(), is_planned ? Error::Ok : Error::InvalidProgram);
    }
    EXPECT_EQ(memcmp(file.data(), bytes.data(), bytes.size()), 0);
  }
}

TEST(BundledProgram, PlainProgramsAndUnusableBundles) {
  const void *program;
  size_t size;
  test::AlignedBytes plain(test::read_model("add.pte")),
      empty(bundle({{1, 2}}, {{2, 3}}, true, false)), unaligned(bundle({{1, 2}}, {{2, 3}}), 8);
  const auto error_of = [&](test::AlignedBytes &file) {
    return get_program_data(file.data(), file.size(), &program, &size);
  };
  EXPECT_FALSE(is_bundled_program(plain.data(), plain.size()));
  EXPECT_FALSE(is_bundled_program(plain.data(), 7));
  ASSERT_EQ(error_of(plain), Error::Ok);
  EXPECT_EQ(program, plain.data());
  EXPECT_EQ(size, plain.size());
  EXPECT_EQ(num_test_cases(plain.span(), "forward").error(), Error::InvalidProgram);
  EXPECT_EQ(error_of(empty), Error::InvalidProgram);
  EXPECT_EQ(error_of(unaligned), Error::InvalidArgument);
}

TEST(BundledProgram, DamagedFilesAreReadWithinTheirBytes) {
  const std::vector<uint8_t> good = bundle({{1, 2}}, {{2, 3}});
  Bundled bundled(good);
  for (size_t length = 0; length < good.size(); ++length) {
    test::AlignedBytes cut(std::vector<uint8_t>(good.begin(), good.begin() + length));
    EXPECT_NE(load_bundled_input(bundled.loaded.method, cut.span(), 0), Error::Ok) << length;
  }
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    test::AlignedBytes damaged(good);
    damaged.data()[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    for (const size_t index : {0, 1, 2}) {
      load_bundled_input(bundled.loaded.method, damaged.span(), index);
      bundled.loaded.method.execute();
      verify_method_outputs(bundled.loaded.method, damaged.span(), index);
    }
  }
}
