// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several methods of one program can be loaded at the same time. A method's planned buffers can be
// in different memories. A method needs exactly the memory that its MethodMeta requests.

#include "test_program.h"

/// A method with its own memory, of exactly the requested sizes.
struct OwnMethod {
  OwnMethod(const Program &program, const char *name) {
    const MethodMeta meta = program.method_meta(name).get();
    for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
      planned.emplace_back(meta.memory_planned_buffer_size(i).get());
      spans.push_back(planned.back().span());
    }
    state = test::AlignedBytes(meta.method_allocator_size().get());
    MemoryAllocator allocator(state.span());
    method = program.load_method(name, {&allocator, {spans.data(), spans.size()}}, test::kernels())
                 .get();
  }
  float run(float value) {
    method.get_input(0).toTensor().mutable_data_ptr<float>()[0] = value;
    EXPECT_EQ(method.execute(), Error::Ok);
    return method.get_output(0).toTensor().const_data_ptr<float>()[0];
  }
  std::vector<test::AlignedBytes> planned;
  std::vector<Span<uint8_t>> spans;
  test::AlignedBytes state{0};
  Method method;
};

TEST(SeveralMethods, AtTheSameTime) {
  test::ProgramBuilder builder;
  const int weight = builder.add_floats({10});
  const int in = builder.add_planned(Type::Float, {1}), out = builder.add_planned(Type::Float, {1});
  builder.call("aten::add", "out", {in, weight, builder.add_int(1), out, out});
  builder.io({in}, {out});
  auto second = std::make_unique<schema::ExecutionPlanT>(*builder.plan);
  second->name = "second";
  second->operators[0]->name = "aten::mul";
  second->chains[0]->instructions[0]->instr_args.AsKernelCall()->args = {in, weight, out, out};
  builder.program.execution_plan.push_back(std::move(second));

  test::AlignedBytes file(builder.finish());
  const Program program = Program::load(file.data(), file.size()).get();
  ASSERT_EQ(program.num_methods(), 2u);
  EXPECT_STREQ(program.get_method_name(1).get(), "second");
  OwnMethod add(program, "forward"), multiply(program, "second"), again(program, "forward");
  EXPECT_EQ(add.run(1), 11.0f);
  EXPECT_EQ(multiply.run(2), 20.0f);
  EXPECT_EQ(again.run(3), 13.0f);
  EXPECT_EQ(add.run(4), 14.0f);
  EXPECT_EQ(multiply.method.get_output(0).toTensor().const_data_ptr<float>()[0], 20.0f);
}

TEST(PlannedBuffers, InSeveralMemories) {
  test::ProgramBuilder builder;
  const int in = builder.add_planned(Type::Float, {2}), out = builder.add_planned(Type::Float, {2});
  builder.tensor(out).allocation_info->memory_id = 3;
  builder.tensor(out).allocation_info->memory_offset_low = 4;
  builder.plan->non_const_buffer_sizes = {0, 8, 0, 12};
  builder.call("aten::add", "out", {in, in, builder.add_int(1), out, out});
  builder.io({in}, {out});
  const std::vector<uint8_t> bytes = builder.finish();
  test::LoadedMethod loaded(bytes);
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  ASSERT_EQ(loaded.planned.size(), 3u);
  ASSERT_EQ(loaded.set_input<float>(0, {1, 2}), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  EXPECT_EQ(loaded.output<float>(0), Floats({2, 4}));
  EXPECT_EQ(loaded.method.get_output(0).toTensor().const_data_ptr(), loaded.planned[2].data() + 4);

  // Buffer 0 is too small, and buffer 2 is not given.
  test::AlignedBytes state(4096), first(8);
  const test::LoadedProgram again(bytes);
  MemoryAllocator allocator(state.span());
  const Span<uint8_t> spans[] = {{first.data(), 7}, {}};
  EXPECT_TRUE(test::says(
      Error::MemoryAllocationFailed,
      "planned buffer 0 needs 8 bytes: 7 were given\nplanned buffer 2 needs 12 bytes: 0 were "
      "given\n",
      [&] {
        return again.program.load_method("forward", {&allocator, spans}, test::kernels()).error();
      }));
}

TEST(PlannedBuffers, OfSizeZeroNeedNotBeGiven) {
  test::ProgramBuilder builder;
  const int empty = builder.add_planned(Type::Float, {0, 3});
  builder.tensor(empty).allocation_info->memory_id = 1000;
  builder.plan->non_const_buffer_sizes.assign(1001, 0);
  builder.io({empty}, {empty});
  test::AlignedBytes file(builder.finish()), state(4096);
  const Program program = Program::load(file.data(), file.size()).get();
  MemoryAllocator allocator(state.span());
  Result<Method> method = program.load_method("forward", {&allocator, {}}, test::kernels());
  ASSERT_TRUE(method.ok()) << test::take_log();
  EXPECT_EQ(method->get_output(0).toTensor().const_data_ptr(), nullptr);
  EXPECT_EQ(method->execute(), Error::Ok);
}

/// Returns a random program, with all kinds of values for which a method allocates memory.
static test::ProgramBuilder varied(unsigned seed) {
  test::ProgramBuilder builder;
  const auto next = [&](unsigned limit) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % limit;
  };
  std::vector<int> tensors;
  for (unsigned i = next(6) + 1; i != 0; --i) {
    const std::vector<int32_t> sizes(next(5), 2);
    const int tensor = next(2) == 0 ? builder.add_planned(Type::Float, sizes)
                                    : builder.add_unplanned(Type::Float, sizes);
    builder.tensor(tensor).shape_dynamism = static_cast<schema::TensorShapeDynamism>(next(3));
    tensors.push_back(tensor);
  }
  for (unsigned i = next(6); i != 0; --i) {
    const std::vector<int32_t> items(next(4), tensors[next(static_cast<unsigned>(tensors.size()))]);
    const unsigned what = next(9);
    if (what == 0)
      builder.add_int_list(std::vector<int64_t>(next(5), 3));
    else if (what == 1)
      builder.add_tensor_list(items);
    else if (what == 2)
      builder.add_optional_tensor_list(items);
    else if (what == 3)
      builder.add_double_list(std::vector<double>(next(3)));
    else if (what == 4)
      builder.add_string("text");
    else if (what == 5)
      builder.add_bool_list({1, 0});
    else if (what == 6)
      builder.add_null();
    else {
      builder.call("test::fail", "out", std::vector<int32_t>(next(7), tensors[0]));
      builder.free(tensors[0]);
    }
  }
  return builder;
}

TEST(MethodMemory, ExactlyTheRequestedSizeIsNeeded) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const test::LoadedProgram loaded(varied(seed).finish());
    const MethodMeta meta = loaded.program.method_meta("forward").get();
    const size_t needed = meta.method_allocator_size().get();
    const auto load = [&](size_t size) {
      test::AlignedBytes planned(meta.memory_planned_buffer_size(0).get()), state(size);
      const Span<uint8_t> spans[] = {planned.span()};
      MemoryAllocator allocator(state.span());
      Result<Method> method =
          loaded.program.load_method("forward", {&allocator, spans}, test::kernels());
      if (method.ok()) {
        EXPECT_EQ(allocator.available(1), 0u);
        method->execute();
      }
      return method.error();
    };
    test::take_log();
    ASSERT_EQ(load(needed), Error::Ok) << seed << test::take_log();
    ASSERT_TRUE(test::says(Error::MemoryAllocationFailed,
                           "the method allocator needs " + std::to_string(needed) +
                               " bytes: " + std::to_string(needed - 1) + " are free\n",
                           [&] { return load(needed - 1); }));
  }
}
