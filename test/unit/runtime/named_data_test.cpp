// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests named data. A program has named data for its delegates. The caller can give more named
// data: for delegates, and for tensors whose data is not in the program.

#include "test_program.h"

/// A map of one weight, "a.weight". The weight has a layout only if `layout` is set.
struct Weights final : NamedDataMap {
  Result<TensorLayout> get_tensor_layout(const char *key) const override {
    if (!layout)
      return Error::NotImplemented;
    if (strcmp(key, "a.weight") != 0)
      return Error::NotFound;
    return *layout;
  }
  Result<Span<const uint8_t>> get_data(const char *key) const override {
    if (strcmp(key, "a.weight") != 0)
      return Error::NotFound;
    return Span<const uint8_t>(data, size);
  }
  size_t get_num_keys() const override { return 1; }
  Result<const char *> get_key(size_t index) const override {
    if (index != 0)
      return Error::InvalidArgument;
    return "a.weight";
  }

  Floats values = {1, 2, 3};
  const uint8_t *data = reinterpret_cast<const uint8_t *>(values.data());
  size_t size = 3 * sizeof(float);
  const TensorLayout *layout = nullptr;
};

static void make_external(test::ProgramBuilder &builder, int tensor, const char *name) {
  auto &extra = builder.tensor(tensor).extra_tensor_info;
  extra = std::make_unique<schema::ExtraTensorInfoT>();
  extra->location = schema::TensorDataLocation::External;
  extra->fully_qualified_name = name;
}

/// state = state + weight. The weight and the initial state are external.
static test::ProgramBuilder external() {
  test::ProgramBuilder builder;
  const int weight = builder.add_unplanned(Type::Float, {3});
  const int state = builder.add_planned(Type::Float, {3});
  make_external(builder, weight, "a.weight");
  make_external(builder, state, "a.weight");
  builder.call("aten::add", "out", {state, weight, builder.add_int(1), state, state});
  builder.plan->outputs = {state, weight};
  return builder;
}

static test::LoadedMethod load(const test::ProgramBuilder &builder, const NamedDataMap *map) {
  return test::LoadedMethod(builder.finish(), 0, Program::Verification::InternalConsistency, 0,
                            map);
}

TEST(ExternalData, ConstantsAndInitialValues) {
  const Weights weights;
  test::LoadedMethod loaded = load(external(), &weights);
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  EXPECT_EQ(loaded.method.get_output(1).toTensor().const_data_ptr(), weights.data); // not copied
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  EXPECT_EQ(loaded.output<float>(0), Floats({3, 6, 9}));
  EXPECT_EQ(weights.values, Floats({1, 2, 3}));
}

TEST(ExternalData, IsReadOnly) {
  test::ProgramBuilder builder = external();
  builder.call("test::count", "out", {builder.add_int_list({3}), 0, 1});
  const Weights weights;
  EXPECT_EQ(load(builder, &weights).run(), Error::InvalidProgram);
}

TEST(ExternalData, EachMissingTensorIsReported) {
  test::ProgramBuilder builder = external();
  EXPECT_TRUE(test::says(Error::NotFound,
                         "value 0 of the method: there is no external data 'a.weight'\n"
                         "value 1 of the method: there is no external data 'a.weight'\n",
                         [&] { return load(builder, nullptr).error; }));
  const Weights weights;
  builder.tensor(1).extra_tensor_info->fully_qualified_name = "b.weight";
  EXPECT_TRUE(test::says(Error::NotFound,
                         "value 1 of the method: there is no external data 'b.weight'\n",
                         [&] { return load(builder, &weights).error; }));
}

TEST(ExternalData, MustFit) {
  const auto error = [](const Weights &weights) {
    const Error result = load(external(), &weights).error;
    if (result != Error::Ok) {
      EXPECT_NE(test::take_log().find("the external data 'a.weight' does not fit"),
                std::string::npos);
    }
    return result;
  };
  Weights weights;
  for (const size_t size : {0, 11, 13, 16}) {
    weights.size = size;
    EXPECT_EQ(error(weights), Error::InvalidExternalData) << size;
  }
  weights.size = 12;
  test::AlignedBytes unaligned(12, 2);
  weights.data = unaligned.data();
  EXPECT_EQ(error(weights), Error::InvalidExternalData);
  weights.data = reinterpret_cast<const uint8_t *>(weights.values.data());

  const SizesType three[] = {3}, one_by_three[] = {1, 3}, four[] = {4};
  const DimOrderType order[] = {0, 1};
  const TensorLayout layouts[] = {{ScalarType::Float, three, {order, 1}}, // this layout fits
                                  {ScalarType::Int, three, {order, 1}},
                                  {ScalarType::Float, one_by_three, order},
                                  {ScalarType::Float, four, {order, 1}},
                                  {ScalarType::Float, three, {order + 1, 1}}};
  for (const TensorLayout &layout : layouts) {
    weights.layout = &layout;
    EXPECT_EQ(error(weights), &layout == layouts ? Error::Ok : Error::InvalidExternalData);
  }
  EXPECT_EQ(error(weights), Error::InvalidExternalData);
}

static void add_named_data(test::ProgramBuilder &builder, const char *key, uint32_t segment) {
  auto data = std::make_unique<schema::NamedDataT>();
  data->key = key;
  data->segment_index = segment;
  builder.program.named_data.push_back(std::move(data));
}

TEST(NamedData, OfTheProgram) {
  test::ProgramBuilder builder;
  builder.add_segment({1, 2, 3});
  add_named_data(builder, "one", builder.add_segment({4, 5}));
  add_named_data(builder, "two", 7);
  const test::LoadedProgram loaded(builder.finish_with_segments());
  const Program &map = loaded.program;
  ASSERT_EQ(map.get_num_keys(), 2u);
  EXPECT_STREQ(map.get_key(1).get(), "two");
  EXPECT_EQ(map.get_key(2).error(), Error::InvalidArgument);
  const Result<Span<const uint8_t>> one = map.get_data("one");
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(std::vector<uint8_t>(one.get().begin(), one.get().end()), std::vector<uint8_t>({4, 5}));
  EXPECT_EQ(map.get_data("two").error(), Error::InvalidProgram);
  EXPECT_EQ(map.get_data("on").error(), Error::NotFound);
  EXPECT_EQ(map.get_data("one2").error(), Error::NotFound);
}

/// Returns the float named `key`. A delegate reads the float from the program or from `given`.
static Result<float> factor(const char *key, const NamedDataMap *given) {
  test::ProgramBuilder builder;
  builder.add_delegate(2);
  auto spec = std::make_unique<schema::CompileSpecT>();
  spec->key = "named";
  spec->value.assign(key, key + strlen(key) + 1);
  builder.plan->delegates[0]->compile_specs.push_back(std::move(spec));
  add_named_data(builder, "of the program", builder.add_segment(test::bytes_of<float>({5})));
  const int in = builder.add_planned(Type::Float, {1}), out = builder.add_planned(Type::Float, {1});
  builder.call_delegate(0, {in, out});
  test::LoadedMethod loaded(builder.finish_with_segments(), 16,
                            Program::Verification::InternalConsistency, 0, given, 64);
  if (loaded.error != Error::Ok)
    return loaded.error;
  float *planned = reinterpret_cast<float *>(loaded.planned[0].data());
  planned[0] = 1;
  EXPECT_EQ(loaded.run(), Error::Ok);
  loaded.method.destroy();
  return planned[4];
}

TEST(NamedData, ForBackends) {
  Weights weights;
  weights.size = sizeof(float);
  EXPECT_EQ(factor("of the program", nullptr).get(), 5.0f);
  EXPECT_EQ(factor("of the program", &weights).get(), 5.0f);
  EXPECT_EQ(factor("a.weight", &weights).get(), 1.0f);
  EXPECT_EQ(factor("a.weight", nullptr).error(), Error::NotFound);
  EXPECT_EQ(factor("nobody's", &weights).error(), Error::NotFound);
}
