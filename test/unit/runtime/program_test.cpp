// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test_program.h"

static Error load_error(const std::vector<uint8_t> &bytes,
                        Program::Verification level = Program::Verification::InternalConsistency) {
  test::AlignedBytes file(bytes);
  return Program::load(file.data(), file.size(), level).error();
}

template <typename T> void write(std::vector<uint8_t> &bytes, size_t at, T value) {
  memcpy(bytes.data() + at, &value, sizeof(T));
}

TEST(Program, TellsAboutItsMethod) {
  test::AlignedBytes file(test::read_model("cnn--segments.pte"));
  const Result<Program> program = Program::load(file.data(), file.size());
  ASSERT_TRUE(program.ok());
  ASSERT_EQ(program.get().num_methods(), 1u);
  EXPECT_STREQ(program.get().get_method_name(0).get(), "forward");
  EXPECT_EQ(program.get().get_method_name(1).error(), Error::InvalidArgument);
  EXPECT_EQ(program.get().method_meta("backward").error(), Error::InvalidArgument);

  const MethodMeta meta = program.get().method_meta("forward").get();
  EXPECT_STREQ(meta.name(), "forward");
  EXPECT_EQ(meta.num_inputs(), 1u);
  EXPECT_EQ(meta.num_outputs(), 1u);
  EXPECT_EQ(meta.num_instructions(), 6u);
  EXPECT_EQ(meta.input_tag(0).get(), Tag::Tensor);
  EXPECT_EQ(meta.input_tag(1).error(), Error::InvalidArgument);
  const TensorInfo input = meta.input_tensor_meta(0).get();
  EXPECT_EQ(input.scalar_type, ScalarType::Float);
  ASSERT_EQ(input.sizes.size(), 4u);
  EXPECT_EQ(input.sizes[3], 8);
  EXPECT_EQ(input.dim_order[3], 3);
  EXPECT_EQ(input.nbytes, 256u);
  EXPECT_TRUE(input.is_memory_planned);
  EXPECT_EQ(meta.output_tensor_meta(0).get().nbytes, 12u);
  EXPECT_EQ(meta.output_tensor_meta(1).error(), Error::InvalidArgument);
  EXPECT_EQ(meta.num_memory_planned_buffers(), 1u);
  EXPECT_EQ(meta.memory_planned_buffer_size(0).get(), 3120u);
  EXPECT_EQ(meta.memory_planned_buffer_size(1).error(), Error::InvalidArgument);
}

TEST(Program, MetaOfInvalidPlans) {
  test::ProgramBuilder builder;
  const int wrong = builder.add_unplanned(Type::Float, {2});
  builder.tensor(wrong).dim_order = {7};
  builder.plan->inputs = {builder.add_int(3), wrong, 99, -1};
  builder.plan->non_const_buffer_sizes = {0, -5};
  const test::LoadedProgram loaded(builder.finish());
  const MethodMeta meta = loaded.program.method_meta("forward").get();
  EXPECT_EQ(meta.input_tag(0).get(), Tag::Int);
  EXPECT_EQ(meta.input_tensor_meta(0).error(), Error::InvalidArgument);
  EXPECT_EQ(meta.input_tensor_meta(1).error(), Error::InvalidProgram);
  EXPECT_EQ(meta.input_tag(2).error(), Error::InvalidProgram);
  EXPECT_EQ(meta.input_tag(3).error(), Error::InvalidProgram);
  EXPECT_EQ(meta.memory_planned_buffer_size(0).error(), Error::InvalidProgram);
}

TEST(Program, MustBeAligned) {
  const std::vector<uint8_t> bytes = test::read_model("add.pte");
  for (const size_t offset : {1, 2, 4, 8, 12, 16}) {
    test::AlignedBytes file(bytes, offset);
    EXPECT_TRUE(
        test::says(offset == 16 ? Error::Ok : Error::InvalidArgument,
                   offset == 16 ? "" : "the program must be aligned to 16 bytes in memory\n",
                   [&] { return Program::load(file.data(), file.size()).error(); }));
  }
}

TEST(Program, OtherFilesAreRefused) {
  std::vector<uint8_t> bytes = test::read_model("add.pte");
  bytes[4] = 'X';
  EXPECT_TRUE(test::says(Error::InvalidProgram, "not a program: no identifier 'ET12'\n",
                         [&] { return load_error(bytes); }));
  EXPECT_EQ(load_error({}), Error::InvalidProgram);
  EXPECT_EQ(load_error(bytes, Program::Verification::Minimal), Error::InvalidProgram);
}

TEST(Program, HeaderMustFitTheFile) {
  const std::vector<uint8_t> good = test::read_model("mlp--segments.pte");
  const auto with = [&](size_t at, auto value) {
    std::vector<uint8_t> bytes = good;
    write(bytes, at, value);
    return load_error(bytes, Program::Verification::Minimal);
  };
  EXPECT_EQ(with(12, uint32_t(32)), Error::Ok);
  EXPECT_EQ(with(12, uint32_t(24)), Error::Ok); // the header lacks the size of the segments
  for (const uint32_t length : {23u, 0xffffffffu})
    EXPECT_EQ(with(12, length), Error::InvalidProgram);
  const std::pair<size_t, uint64_t> rows[] = {
      {16, good.size() + 1}, {16, 0},
      {16, UINT64_MAX},      {24, 8}, // the segments start inside the FlatBuffer
      {24, UINT64_MAX},      {32, good.size()},
      {32, UINT64_MAX}};
  for (const auto &[at, value] : rows)
    EXPECT_EQ(with(at, value), Error::InvalidProgram) << at << ": " << value;
}

TEST(Program, SegmentsMustLieInTheFile) {
  test::ProgramBuilder builder;
  builder.program.segments.push_back(std::make_unique<schema::DataSegmentT>());
  schema::DataSegmentT &segment = *builder.program.segments[0];
  segment.size = 1;
  EXPECT_TRUE(test::says(Error::InvalidProgram,
                         "segment 0 lies outside the program: is the file truncated?\n",
                         [&] { return load_error(builder.finish()); }));
  segment.offset = UINT64_MAX;
  EXPECT_EQ(load_error(builder.finish()), Error::InvalidProgram);
  segment.offset = segment.size = 0;
  EXPECT_EQ(load_error(builder.finish()), Error::Ok);
}

TEST(Program, ListsOf64BitNumbersMustBeAligned) {
  test::ProgramBuilder builder;
  builder.add_double_list({1.0, 2.0});
  const std::vector<uint8_t> good = builder.finish();
  ASSERT_EQ(load_error(good), Error::Ok);
  // Make a list of one number that starts 4 bytes later, so that the number is not aligned.
  const std::vector<uint8_t> numbers = test::bytes_of<double>({1.0, 2.0});
  const auto found = std::search(good.begin(), good.end(), numbers.begin(), numbers.end());
  ASSERT_NE(found, good.end());
  const size_t at = static_cast<size_t>(found - good.begin());
  std::vector<uint8_t> bytes = good;
  write(bytes, at, uint32_t(1)); // the new list's length, in the first half of 1.0
  // Add 4 to the offset of the list. Other words can look the same, so try each until load() fails.
  bool moved = false;
  for (size_t i = 0; i + 4 <= at && !moved; i += 4) {
    uint32_t offset;
    memcpy(&offset, good.data() + i, 4);
    if (i + offset == at - 4) {
      write(bytes, i, offset + 4);
      moved = load_error(bytes) == Error::InvalidProgram &&
              test::take_log().find("its tables are inconsistent") != std::string::npos;
      write(bytes, i, offset);
    }
  }
  EXPECT_TRUE(moved);
}
