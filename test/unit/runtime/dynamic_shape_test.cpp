// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests tensors whose sizes change while a method runs, and views of tensors. Whatever the program
// does, a tensor's data must stay inside of the memory that the tensor was given.

#include "test_program.h"

static std::vector<SizesType> sizes_of(const EValue &value) {
  const Span<const SizesType> sizes = value.toTensor().sizes();
  return {sizes.begin(), sizes.end()};
}

/// out = a + a; all tensors have the bound [4, 2].
static test::ProgramBuilder doubling(bool planned) {
  test::ProgramBuilder builder;
  const auto add = [&] {
    const int index = planned ? builder.add_planned(Type::Float, {4, 2})
                              : builder.add_unplanned(Type::Float, {4, 2});
    builder.tensor(index).shape_dynamism = Dynamism::UpperBound;
    return index;
  };
  const int a = add(), out = add();
  builder.call("aten::add", "out", {a, a, builder.add_int(1), out, out});
  builder.io({a}, {out});
  return builder;
}

TEST(DynamicShape, UpperBoundInPlannedMemory) {
  test::Ready loaded(doubling(true));
  EXPECT_EQ(sizes_of(loaded.method.get_input(0)), std::vector<SizesType>({4, 2}));
  Floats data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  for (const SizesType rows : {4, 1, 0, 3}) {
    ASSERT_EQ(loaded.set_input(0, {rows, 2}, data), Error::Ok);
    ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
    EXPECT_EQ(sizes_of(loaded.method.get_output(0)), std::vector<SizesType>({rows, 2}));
    Floats doubled;
    for (SizesType i = 0; i < rows * 2; ++i)
      doubled.push_back(2 * data[static_cast<size_t>(i)]);
    EXPECT_EQ(loaded.output<float>(0), doubled);
  }
  // The bound only limits the bytes of the tensor, so another shape can fit.
  ASSERT_EQ(loaded.set_input(0, {1, 8}, data), Error::Ok);
  EXPECT_EQ(loaded.method.get_input(0).toTensor().strides()[0], 8);
  ASSERT_EQ(loaded.set_input(0, {0, 1 << 30}, data), Error::Ok);

  for (const std::vector<SizesType> &sizes :
       {std::vector<SizesType>{5, 2}, {9, 1}, {8}, {2, 2, 2}, {-1, 2}, {1 << 30, 1 << 30}}) {
    test::take_log();
    EXPECT_EQ(loaded.set_input(0, sizes, data), Error::InvalidArgument);
    EXPECT_NE(test::take_log().find(sizes.size() == 2
                                        ? "input 0: the method's tensor cannot have"
                                        : "input 0: the tensor has another dim order"),
              std::string::npos);
  }
}

TEST(DynamicShape, MetaTellsTheBound) {
  const test::LoadedProgram loaded(doubling(true).finish());
  const TensorInfo info = loaded.program.method_meta("forward").get().output_tensor_meta(0).get();
  EXPECT_EQ(info.shape_dynamism, TensorShapeDynamism::DYNAMIC_BOUND);
  EXPECT_EQ(info.nbytes, 32u);
}

TEST(DynamicShape, UpperBoundInTheCallersMemory) {
  test::Ready loaded(doubling(false));
  Floats data = {1, 2, 3, 4}, out(4);
  ASSERT_EQ(loaded.set_input(0, {2, 2}, data), Error::Ok);
  ASSERT_EQ(loaded.method.set_output_data_ptr(out.data(), 16, 0), Error::Ok);
  EXPECT_EQ(sizes_of(loaded.method.get_output(0)), std::vector<SizesType>({0, 0}));
  ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
  EXPECT_EQ(out, Floats({2, 4, 6, 8}));

  // The size is within the bound, but needs more memory than the caller gave.
  Floats more(6);
  ASSERT_EQ(loaded.set_input(0, {3, 2}, more), Error::Ok);
  EXPECT_TRUE(test::says(Error::MemoryAllocationFailed,
                         "a tensor needs 24 bytes: 16 were given\n"
                         "kernel 'aten::add.out' failed in instruction 0 with error 33\n",
                         [&] { return loaded.method.execute(); }));
  Floats too_much(10);
  EXPECT_EQ(loaded.set_input(0, {5, 2}, too_much), Error::InvalidArgument);
}

TEST(DynamicShape, MemoryMustBeAligned) {
  test::Ready loaded(doubling(false));
  alignas(8) char bytes[64];
  TensorImpl impl = *loaded.method.get_input(0).toTensor().unsafeGetTensorImpl();
  impl.data = bytes + 2;
  EXPECT_EQ(loaded.method.set_input(EValue(Tensor(&impl)), 0), Error::InvalidArgument);
  EXPECT_EQ(loaded.method.set_output_data_ptr(bytes + 2, 32, 0), Error::InvalidArgument);
  EXPECT_EQ(loaded.method.set_output_data_ptr(bytes + 4, 32, 0), Error::Ok);
}

TEST(DynamicShape, AnInputCannotGrow) {
  for (const int32_t target : {0, 1}) {
    test::ProgramBuilder builder;
    for (const Dynamism dynamism : {Dynamism::UpperBound, Dynamism::Unbound})
      builder.plan->inputs.push_back(builder.add_unplanned(Type::Float, {100}, dynamism));
    builder.call("test::count", "out", {builder.add_int_list({100}), target, target});
    test::Ready loaded(builder, 1024);
    Floats data(3);
    ASSERT_EQ(loaded.set_input(0, {3}, data), Error::Ok);
    ASSERT_EQ(loaded.set_input(1, {3}, data), Error::Ok);
    EXPECT_TRUE(test::says(Error::MemoryAllocationFailed,
                           "a tensor needs 400 bytes: 12 were given\n"
                           "kernel 'test::count.out' failed in instruction 0 with error 33\n",
                           [&] { return loaded.method.execute(); }));
    EXPECT_EQ(sizes_of(loaded.method.get_input(static_cast<size_t>(target))),
              std::vector<SizesType>({3}));
  }
}

TEST(DynamicShape, UnboundTensorsShareABlock) {
  test::ProgramBuilder builder;
  std::vector<int> x;
  for (int i = 0; i < 3; ++i)
    x.push_back(builder.add_unplanned(Type::Float, {7}, Dynamism::Unbound));
  const auto count = [&](int64_t size, int tensor) {
    builder.call("test::count", "out", {builder.add_int_list({size}), tensor, tensor});
  };
  count(4, x[0]); // gets bytes 0..16 of the block
  count(4, x[1]); // 16..32
  count(4, x[2]); // 32..48
  count(2, x[1]); // keeps 16..32
  builder.free(x[0]);
  count(0, x[0]); // no bytes
  count(8, x[1]); // 0..32, because 0..16 is free and x[1] leaves 16..32
  count(3, x[0]); // 48..60
  builder.plan->outputs = {x[0], x[1], x[2]};
  {
    test::Ready loaded(builder, 60);
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
      EXPECT_EQ(loaded.output<float>(0), Floats({1, 2, 3}));
      EXPECT_EQ(loaded.output<float>(1), Floats({1, 2, 3, 4, 5, 6, 7, 8}));
      EXPECT_EQ(loaded.output<float>(2), Floats({1, 2, 3, 4}));
      EXPECT_EQ(loaded.method.get_output(1).toTensor().const_data_ptr(), loaded.unbound.data());
    }
  }
  test::Ready little(builder, 59);
  EXPECT_TRUE(test::says(Error::MemoryAllocationFailed,
                         "a tensor of unbound shape needs 12 bytes: the memory for such tensors "
                         "(59 bytes) has no free block of that size\n"
                         "kernel 'test::count.out' failed in instruction 7 with error 33\n",
                         [&] { return little.method.execute(); }));
}

TEST(DynamicShape, UnboundMemoryIsAligned) {
  test::ProgramBuilder builder;
  const int x = builder.add_unplanned(Type::Float, {1}, Dynamism::Unbound);
  builder.call("test::count", "out", {builder.add_int_list({2}), x, x});
  builder.plan->outputs = {x};
  const test::LoadedProgram loaded(builder.finish());
  // `unbound` begins 4 bytes after a multiple of 16, so 12 bytes of padding precede the 2 floats.
  test::AlignedBytes state(4096), unbound(20, 4);
  for (size_t size = 0; size <= 20; ++size) {
    MemoryAllocator allocator(state.span());
    const Span<uint8_t> planned[] = {Span<uint8_t>()};
    Result<Method> method = loaded.program.load_method(
        "forward", {&allocator, planned, {}, {unbound.data(), size}}, test::kernels());
    EXPECT_EQ(method->execute(), size == 20 ? Error::Ok : Error::MemoryAllocationFailed);
    if (size == 20) {
      EXPECT_EQ(method->get_output(0).toTensor().const_data_ptr(), unbound.data() + 12);
    }
  }
}

// Returns a program whose output is a view of the 6 elements that `add_base` adds.
static test::ProgramBuilder viewing(int (*add_base)(test::ProgramBuilder &), Dynamism dynamism,
                                    std::vector<int64_t> sizes) {
  test::ProgramBuilder builder;
  const int base = add_base(builder);
  const int view = builder.add_unplanned(Type::Float, std::vector<int32_t>(sizes.size(), 6));
  if (dynamism == Dynamism::Static)
    builder.tensor(view).sizes.assign(sizes.begin(), sizes.end());
  builder.tensor(view).shape_dynamism = dynamism;
  builder.call("test::view", "out", {base, builder.add_int_list(sizes), view, view});
  builder.plan->outputs = {view};
  return builder;
}

static int add_input(test::ProgramBuilder &builder) {
  builder.plan->inputs = {builder.add_unplanned(Type::Float, {6}, Dynamism::UpperBound)};
  return builder.plan->inputs[0];
}

static int add_constant(test::ProgramBuilder &builder) {
  return builder.add_floats({1, 2, 3, 4, 5, 6});
}

TEST(View, OfEveryKindOfTensor) {
  for (const Dynamism dynamism : {Dynamism::Static, Dynamism::UpperBound, Dynamism::Unbound}) {
    for (const auto add_base : {add_input, add_constant}) {
      test::Ready loaded(viewing(add_base, dynamism, {2, 3}));
      Floats data = {1, 2, 3, 4, 5, 6};
      if (add_base == add_input) {
        ASSERT_EQ(loaded.set_input(0, {6}, data), Error::Ok);
      }
      for (int round = 0; round < 2; ++round) {
        ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
        EXPECT_EQ(sizes_of(loaded.method.get_output(0)), std::vector<SizesType>({2, 3}));
        EXPECT_EQ(loaded.output<float>(0), data);
      }
      if (add_base == add_input) {
        EXPECT_EQ(loaded.method.get_output(0).toTensor().const_data_ptr(), data.data());
        ASSERT_EQ(loaded.set_input(0, {5}, data), Error::Ok);
        EXPECT_EQ(loaded.method.execute(), Error::InvalidArgument);
        EXPECT_EQ(loaded.method.get_output(0).toTensor().const_data_ptr(), nullptr);
      }
    }
  }
}

TEST(View, OfAConstantIsReadOnly) {
  for (const Dynamism dynamism : {Dynamism::Static, Dynamism::UpperBound, Dynamism::Unbound}) {
    test::ProgramBuilder builder = viewing(add_constant, dynamism, {6});
    builder.call("test::count", "out", {builder.add_int_list({6}), 1, 1});
    EXPECT_EQ(
        test::LoadedMethod(builder.finish(), 0, Program::Verification::InternalConsistency, 1024)
            .run(),
        Error::InvalidProgram);
  }
}

TEST(View, AConstantPassedAsAnyArgumentIsNotWritten) {
  test::ProgramBuilder builder;
  const int constant = add_constant(builder);
  const int other = builder.add_planned(Type::Float, {6});
  // The loader checks only a call's last argument, so resize_tensor() must refuse the constant.
  builder.call("test::count", "out", {builder.add_int_list({6}), constant, other});
  EXPECT_EQ(test::LoadedMethod(builder.finish()).run(), Error::InvalidProgram);
}

// The second run has another input and makes no view, so the view must have no data.
TEST(View, DoesNotOutliveTheRun) {
  test::ProgramBuilder builder;
  const int input = add_input(builder);
  const int view = builder.add_unplanned(Type::Float, {6});
  const int first = builder.add_bool(true), later = builder.add_bool(false);
  builder.jump_false(first, 2);
  builder.call("test::view", "out", {input, builder.add_int_list({6}), view, view});
  builder.call("test::store", "Scalar", {later, first});
  const int out = builder.add_planned(Type::Float, {6});
  builder.call("aten::add", "out", {view, view, builder.add_int(1), out, out});
  test::Ready loaded(builder);
  auto data = std::make_unique<Floats>(6);
  ASSERT_EQ(loaded.set_input(0, {6}, *data), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
  auto other = std::make_unique<Floats>(6);
  ASSERT_EQ(loaded.set_input(0, {6}, *other), Error::Ok);
  data.reset();
  EXPECT_EQ(loaded.method.execute(), Error::InvalidArgument);
}

// A MoveCall makes `hidden` refer to the input's memory. The next run must not use this reference.
TEST(View, AMovedInputDoesNotOutliveTheRun) {
  test::ProgramBuilder builder;
  const int input = add_input(builder);
  const int other = builder.add_unplanned(Type::Float, {6});
  const int hidden = builder.add_unplanned(Type::Float, {6});
  const int out = builder.add_planned(Type::Float, {6});
  const int first = builder.add_bool(true), later = builder.add_bool(false);
  // In the first run, `hidden` has no data yet, so the second jump skips add. A JumpFalseCall jumps
  // if any element of its condition is false, so the second jump always jumps. In later runs,
  // `first` is false, so the first jump leads directly to add.
  const int always = builder.add_constant(Type::Bool, {2}, {1, 0});
  builder.jump_false(first, 2);
  builder.jump_false(always, 3);
  builder.call("aten::add", "out", {hidden, hidden, builder.add_int(1), out, out});
  builder.move(input, hidden);
  builder.move(other, input);
  builder.call("test::store", "Scalar", {later, first});
  test::Ready loaded(builder);
  for (float round = 0; round < 3; ++round) {
    auto data = std::make_unique<Floats>(6, round);
    ASSERT_EQ(loaded.set_input(0, {6}, *data), Error::Ok);
    // `data` is freed after this run. No later run may read `data` through `hidden`.
    ASSERT_EQ(loaded.method.execute(), round == 0 ? Error::Ok : Error::InvalidArgument);
  }
}

TEST(View, APlannedViewMustHaveTheAddressOfItsBase) {
  for (const bool same : {true, false}) {
    test::ProgramBuilder builder;
    const int base = builder.add_planned(Type::Float, {6});
    const int view = builder.add_planned(Type::Float, {2, 3});
    builder.tensor(view).shape_dynamism = Dynamism::UpperBound;
    if (same)
      builder.tensor(view).allocation_info->memory_offset_low = 0;
    builder.call("test::view", "out", {base, builder.add_int_list({3, 2}), view, view});
    builder.plan->outputs = {view};
    test::Ready loaded(builder);
    EXPECT_EQ(loaded.method.execute(), same ? Error::Ok : Error::InvalidProgram);
    if (same) {
      EXPECT_EQ(sizes_of(loaded.method.get_output(0)), std::vector<SizesType>({3, 2}));
    }
  }
}
