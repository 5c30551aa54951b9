// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and runs methods. Most methods get memory of exactly the requested sizes, so that a
// sanitizer sees every access beyond the memory.

#include "test_program.h"
#include <tuple>

TEST(Method, RunsAgainAndAgain) {
  for (const auto &[name, verification] :
       {std::pair("add.pte", Program::Verification::InternalConsistency),
        std::pair("add--segments.pte", Program::Verification::InternalConsistency),
        std::pair("add--segments.pte", Program::Verification::Minimal)}) {
    test::LoadedMethod loaded(test::read_model(name), 0, verification);
    ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
    EXPECT_EQ(loaded.method.inputs_size(), 2u);
    EXPECT_EQ(loaded.method.outputs_size(), 1u);
    for (float round = 0; round < 3; ++round) {
      ASSERT_EQ(loaded.set_input<float>(0, {1, 2, 3, 4, 5, round}), Error::Ok);
      ASSERT_EQ(loaded.set_input<float>(1, {10, 20, 30, 40, 50, 60}), Error::Ok);
      ASSERT_EQ(loaded.method.execute(), Error::Ok);
      EXPECT_EQ(loaded.output<float>(0), Floats({11, 22, 33, 44, 55, 60 + round}));
    }
  }
}

TEST(Method, TooLittleMemoryAndHowMuchIsNeeded) {
  test::LoadedProgram add(test::read_model("add.pte"));
  test::AlignedBytes planned(96), state(4096), shifted(96, 8);
  const size_t needed = add.program.method_meta("forward").get().method_allocator_size().get();
  const auto load = [&](Span<uint8_t> buffer, size_t state_size) {
    return [&add, &state, buffer, state_size] {
      MemoryAllocator allocator(state_size, state.data());
      return add.program.load_method("forward", {&allocator, {&buffer, 1}, {}}, test::kernels())
          .error();
    };
  };
  const std::string needs = "the method allocator needs " + std::to_string(needed) + " bytes: ";
  constexpr Error failed = Error::MemoryAllocationFailed;
  EXPECT_TRUE(test::says(Error::Ok, "", load(planned.span(), needed)));
  EXPECT_TRUE(test::says(failed, needs + std::to_string(needed - 1) + " are free\n",
                         load(planned.span(), needed - 1)));
  EXPECT_TRUE(test::says(failed, "planned buffer 0 needs 96 bytes: 95 were given\n",
                         load({planned.data(), 95}, needed)));
  EXPECT_TRUE(
      test::says(failed, // both shortages are reported
                 "planned buffer 0 needs 96 bytes: 80 were given\n" + needs + "0 are free\n",
                 load({planned.data(), 80}, 0)));
  EXPECT_EQ(load({planned.data() + 8, 80}, needed)(), failed);
  EXPECT_TRUE(test::says(Error::InvalidArgument, "planned buffer 0 must be aligned to 16 bytes\n",
                         load(shifted.span(), needed)));
  MemoryAllocator allocator(state.span());
  EXPECT_EQ(add.program.load_method("forward", {&allocator, {}, {}}, test::kernels()).error(),
            failed);
  EXPECT_EQ(allocator.used_size(), 0u);
}

TEST(Method, ImageTableIsTheDefault) {
  test::LoadedProgram add(test::read_model("add.pte"));
  test::AlignedBytes planned(96), state(4096);
  const Span<uint8_t> spans[] = {planned.span()};
  MemoryAllocator allocator(state.span());
  EXPECT_TRUE(add.program.load_method("forward", {&allocator, spans, {}}).ok());
  EXPECT_EQ(add.program.load_method("other", {&allocator, spans, {}}).error(),
            Error::InvalidArgument);
}

TEST(Method, InputsMustFit) {
  test::LoadedMethod loaded(test::read_model("add.pte"));
  ASSERT_EQ(loaded.error, Error::Ok);
  Method &method = loaded.method;
  Floats data(6);
  const SizesType sizes[] = {2, 3}, turned[] = {3, 2};
  const DimOrderType order[] = {0, 1}, swapped[] = {1, 0};
  const auto set = [&](TensorImpl impl, size_t index = 0) {
    return method.set_input(EValue(Tensor(&impl)), index);
  };
  TensorImpl good{ScalarType::Float, 2, sizes, order, nullptr, data.data()};
  EXPECT_EQ(set(good), Error::Ok);
  EXPECT_EQ(set(good, 2), Error::InvalidArgument);
  EXPECT_EQ(set({ScalarType::Int, 2, sizes, order, nullptr, good.data}), Error::InvalidArgument);
  EXPECT_EQ(set({good.type, 2, turned, order, nullptr, good.data}), Error::InvalidArgument);
  EXPECT_EQ(set({good.type, 1, sizes, order, nullptr, good.data}), Error::InvalidArgument);
  EXPECT_EQ(set({good.type, 2, sizes, swapped, nullptr, good.data}), Error::InvalidArgument);
  EXPECT_EQ(set({good.type, 2, sizes, order, nullptr, nullptr}), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(int64_t(1)), 0), Error::InvalidArgument);
}

TEST(Method, FixedInputs) {
  test::ProgramBuilder builder;
  builder.plan->inputs = {builder.add_int(3),     builder.add_double(0.5),
                          builder.add_bool(true), builder.add_string("a"),
                          builder.add_null(),     builder.add_bool_list({1})};
  test::Ready loaded(builder);
  Method &method = loaded.method;
  EXPECT_EQ(method.set_input(EValue(int64_t(3)), 0), Error::Ok);
  EXPECT_EQ(method.set_input(EValue(int64_t(4)), 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(0.5), 1), Error::Ok);
  EXPECT_EQ(method.set_input(EValue(0.25), 1), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(true), 2), Error::Ok);
  EXPECT_EQ(method.set_input(EValue(false), 2), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(Span<const char>("a", 1)), 3), Error::Ok);
  EXPECT_EQ(method.set_input(EValue(Span<const char>("ab", 2)), 3), Error::InvalidArgument);
  EXPECT_EQ(method.set_input(EValue(), 4), Error::Ok);
  EXPECT_EQ(method.set_input(EValue(Span<const bool>()), 5), Error::NotSupported);
}

/// out = a + b; inputs and output are outside of the planned memory.
static test::ProgramBuilder unplanned_add() {
  test::ProgramBuilder builder;
  const int a = builder.add_unplanned(Type::Float, {2}),
            b = builder.add_unplanned(Type::Float, {2});
  const int out = builder.add_unplanned(Type::Float, {2});
  builder.call("aten::add", "out", {a, b, builder.add_int(1), out, out});
  builder.io({a, b}, {out});
  return builder;
}

TEST(Method, UnplannedTensorsUseTheCallersMemory) {
  test::Ready loaded(unplanned_add());
  Method &method = loaded.method;
  const auto execute = [&] { return method.execute(); };
  Floats a = {1, 2}, b = {3, 4}, out(2);
  ASSERT_EQ(loaded.set_input(0, {2}, a), Error::Ok);
  EXPECT_TRUE(test::says(Error::InvalidState, "input 1 is not set: it has no data\n", execute));
  ASSERT_EQ(loaded.set_input(1, {2}, b), Error::Ok);
  EXPECT_TRUE(test::says(Error::InvalidArgument,
                         "kernel 'aten::add.out' failed in instruction 0 with error 18\n"
                         "value 2 of the method is a tensor without data: if it is an output, was "
                         "set_output_data_ptr() called?\n",
                         execute));
  EXPECT_EQ(method.set_output_data_ptr(out.data(), 7, 0), Error::InvalidArgument);
  EXPECT_EQ(method.set_output_data_ptr(out.data(), 8, 1), Error::InvalidArgument);
  ASSERT_EQ(method.set_output_data_ptr(out.data(), 8, 0), Error::Ok);
  ASSERT_EQ(method.execute(), Error::Ok);
  EXPECT_EQ(out, Floats({4, 6}));
  a[0] = 11; // the method reads the caller's memory
  ASSERT_EQ(method.execute(), Error::Ok);
  EXPECT_EQ(out, Floats({14, 6}));

  test::LoadedMethod planned(test::read_model("add.pte"));
  EXPECT_EQ(planned.method.set_output_data_ptr(out.data(), 8, 0), Error::InvalidState);
}

TEST(Method, Constants) {
  for (const bool in_segments : {false, true}) {
    test::ProgramBuilder builder;
    const int constant = builder.add_floats({1, 2});
    const int sum = builder.add_planned(Type::Float, {2});
    builder.call("aten::add", "out", {constant, constant, builder.add_int(1), sum, sum});
    builder.plan->outputs = {sum};
    if (in_segments) {
      builder.program.constant_buffer.clear();
      builder.program.constant_segment = std::make_unique<schema::SubsegmentOffsetsT>();
      builder.add_segment({}); // an empty segment, so that the constants are in the second one
      builder.program.constant_segment->segment_index =
          builder.add_segment(test::bytes_of<float>({9, 1, 2}));
      builder.program.constant_segment->offsets = {0, 4};
    }
    test::LoadedMethod loaded(in_segments ? builder.finish_with_segments() : builder.finish());
    ASSERT_EQ(loaded.run(), Error::Ok) << test::take_log();
    EXPECT_EQ(loaded.output<float>(0), Floats({2, 4}));
  }
}

TEST(Method, InitialValues) {
  test::ProgramBuilder builder;
  const int state = builder.add_planned(Type::Float, {2});
  builder.call("aten::add", "out", {state, state, builder.add_int(1), state, state});
  builder.plan->outputs = {state};
  builder.tensor(state).data_buffer_idx = 1;
  auto &segments = builder.program.mutable_data_segments;
  segments.push_back(std::make_unique<schema::SubsegmentOffsetsT>());
  segments[0]->segment_index = builder.add_segment(test::bytes_of<float>({10, 20}));
  segments[0]->offsets = {0, 0};
  test::LoadedMethod loaded(builder.finish_with_segments());
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  EXPECT_EQ(loaded.output<float>(0), Floats({10, 20}));
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  EXPECT_EQ(loaded.output<float>(0), Floats({40, 80}));

  // Initial values are only in the mutable data segments, never among the constants.
  segments.clear();
  builder.add_floats({1, 2});
  EXPECT_TRUE(
      test::says(Error::InvalidProgram,
                 "value 0 of the method: a tensor whose initial value is not in the program\n",
                 [&] { return test::LoadedMethod(builder.finish_with_segments()).error; }));
}

TEST(Method, Lists) {
  test::ProgramBuilder builder;
  const int a = builder.add_floats({1, 2});
  const int b = builder.add_floats({3});
  const int joined = builder.add_planned(Type::Float, {3});
  builder.call("test::cat", "out", {builder.add_tensor_list({a, b}), joined, joined});
  const int optional = builder.add_planned(Type::Float, {3});
  builder.call(
      "test::cat", "out",
      {builder.add_optional_tensor_list({-1, a, builder.add_null(), b}), optional, optional});
  const int sum = builder.add_planned(Type::Long, {});
  const int items = builder.add_int_list({5, 6, std::numeric_limits<int64_t>::min()});
  builder.call("test::sum", "out", {items, sum, sum});
  // `items` is the index of the list among the method's values. add_int_list() adds the items'
  // values just before the list, so items - 1 is the last item's index. store.Scalar sets this item
  // to 100.
  const int number = builder.add_int(100);
  builder.call("test::store", "Scalar", {number, items - 1, items - 1});
  builder.call("test::sum", "out", {items, sum, sum});
  builder.plan->outputs = {joined, optional, sum};
  test::LoadedMethod loaded(builder.finish());
  ASSERT_EQ(loaded.run(), Error::Ok) << test::take_log();
  EXPECT_EQ(loaded.output<float>(0), Floats({1, 2, 3}));
  EXPECT_EQ(loaded.output<float>(1), Floats({1, 2, 3}));
  EXPECT_EQ(loaded.output<int64_t>(2), std::vector<int64_t>({111}));
}

TEST(Method, MovesJumpsAndFrees) {
  for (const bool condition : {false, true}) {
    for (const bool as_tensor : {false, true}) {
      test::ProgramBuilder builder;
      const int a = builder.add_floats({1});
      const int x = builder.add_planned(Type::Float, {1}),
                y = builder.add_planned(Type::Float, {1});
      const int one = builder.add_int(1), two = builder.add_int(2);
      const int flag = as_tensor ? builder.add_constant(Type::Bool, {2}, {1, condition})
                                 : builder.add_bool(condition);
      builder.jump_false(flag, 2);
      builder.move(two, one);
      builder.call("aten::add", "out", {a, a, one, x, x});
      builder.move(x, y);
      builder.free(x);
      builder.plan->outputs = {y};
      test::LoadedMethod loaded(builder.finish());
      ASSERT_EQ(loaded.run(), Error::Ok) << test::take_log();
      EXPECT_EQ(loaded.output<float>(0), Floats({condition ? 3.0f : 2.0f}));
    }
  }
}

TEST(Method, ChainsRunOneAfterTheOther) {
  test::ProgramBuilder builder;
  const int a = builder.add_floats({3});
  const int x = builder.add_planned(Type::Float, {1});
  builder.call("aten::mul", "out", {a, a, x, x});
  builder.plan->chains.insert(builder.plan->chains.begin(), std::make_unique<schema::ChainT>());
  builder.plan->chains.push_back(std::make_unique<schema::ChainT>());
  std::swap(builder.plan->chains[0], builder.plan->chains[2]);
  builder.call("aten::add", "out", {x, a, builder.add_int(1), x, x});
  builder.plan->outputs = {x};
  test::LoadedMethod loaded(builder.finish());
  ASSERT_EQ(loaded.run(), Error::Ok) << test::take_log();
  // The second call() put aten::add into chains[0], so aten::mul runs last: x = 3 * 3.
  EXPECT_EQ(loaded.output<float>(0), Floats({9}));
}

TEST(Method, KernelFailuresAndScratchMemory) {
  test::ProgramBuilder failing, scratch;
  failing.call("test::fail", "out", {});
  test::Ready fails(failing);
  EXPECT_TRUE(test::says(Error::InvalidType,
                         "kernel 'test::fail.out' failed in instruction 0 with error 19\n",
                         [&] { return fails.method.execute(); }));
  EXPECT_EQ(fails.method.step(), Error::InvalidType);
  EXPECT_STREQ(fails.method.next_instruction()->name, "test::fail");
  EXPECT_EQ(fails.method.step(), Error::InvalidType);

  // 64 bytes are enough for both calls, because the runtime frees scratch memory after each call.
  scratch.call("test::scratch", "out", {});
  scratch.call("test::scratch", "out", {});
  EXPECT_EQ(test::LoadedMethod(scratch.finish(), 64).method.execute(), Error::Ok);
  test::LoadedMethod little(scratch.finish(), 63);
  EXPECT_TRUE(test::says(Error::MemoryAllocationFailed,
                         "a kernel needs 64 bytes of scratch memory: 63 were given\n"
                         "kernel 'test::scratch.out' failed in instruction 0 with error 33\n",
                         [&] { return little.method.execute(); }));
}

TEST(Method, RunsStepByStep) {
  test::ProgramBuilder builder;
  const int x = builder.add_planned(Type::Float, {1}), y = builder.add_planned(Type::Float, {1});
  const int flag = builder.add_bool(false);
  builder.call("aten::mul", "out", {x, x, y, y});
  builder.move(x, y);
  builder.jump_false(flag, 4);
  builder.call("test::fail", "out", {});
  builder.free(y);
  builder.plan->chains.push_back(std::make_unique<schema::ChainT>()); // an empty chain
  builder.plan->chains.push_back(std::make_unique<schema::ChainT>());
  std::swap(builder.plan->chains[0], builder.plan->chains[2]);
  builder.call("aten::add", "out", {x, x, builder.add_int(1), y, y});
  builder.add_delegate(2);
  builder.call_delegate(0, {x, y});
  std::swap(builder.plan->chains[0], builder.plan->chains[2]);
  test::LoadedMethod loaded(builder.finish(), 16);
  // The method allocator has no bytes for ToyBackend's handle. For `enough`, it has 64 bytes more.
  EXPECT_EQ(loaded.error, Error::MemoryAllocationFailed);

  test::LoadedMethod enough(builder.finish(), 16, Program::Verification::InternalConsistency, 0,
                            nullptr, 64);
  Method &method = enough.method;
  using Kind = InstructionInfo::Kind;
  const std::tuple<Kind, size_t, std::string, size_t> expected[] = {
      {Kind::KernelCall, 0, "aten::mul.out", 4}, {Kind::MoveCall, 1, ".", 0},
      {Kind::JumpFalseCall, 2, ".", 0},          {Kind::FreeCall, 4, ".", 0},
      {Kind::KernelCall, 5, "aten::add.out", 5}, {Kind::DelegateCall, 6, "ToyBackend.", 2},
  };
  for (int round = 0; round < 2; ++round) {
    for (const auto &[kind, index, name, arg_count] : expected) {
      const InstructionInfo info = method.next_instruction().get();
      EXPECT_EQ(info.kind, kind);
      EXPECT_EQ(info.index, index);
      EXPECT_EQ(std::string(info.name) + "." + info.overload, name);
      EXPECT_EQ(info.args.size(), arg_count);
      ASSERT_EQ(method.step(), Error::Ok) << test::take_log();
    }
    EXPECT_EQ(method.next_instruction().error(), Error::EndOfMethod);
    EXPECT_EQ(method.step(), Error::EndOfMethod);
    EXPECT_EQ(method.step(), Error::EndOfMethod);
    method.reset_execution();
  }
  EXPECT_EQ(method.execute(), Error::Ok);
  EXPECT_EQ(method.next_instruction()->index, 0u);
  method.destroy();
}

TEST(Method, AMethodWithoutInstructions) {
  test::ProgramBuilder builder;
  builder.plan->inputs = {builder.add_floats({1})};
  test::LoadedMethod loaded(builder.finish());
  EXPECT_EQ(loaded.set_input<float>(0, {2}), Error::InvalidArgument);
  EXPECT_EQ(loaded.method.step(), Error::EndOfMethod);
  EXPECT_EQ(loaded.method.execute(), Error::Ok);
  builder.plan->chains.clear();
  EXPECT_EQ(test::LoadedMethod(builder.finish()).method.execute(), Error::Ok);
}

TEST(Method, MovesOfEveryKind) {
  test::ProgramBuilder builder;
  std::vector<std::pair<int, int>> moves;
  const auto move = [&](int from, int to) {
    builder.move(from, to);
    builder.plan->outputs.push_back(to);
  };
  const auto list = [&](float value) {
    return builder.add_tensor_list({builder.add_floats({value})});
  };
  const auto optional = [&](float value) {
    return builder.add_optional_tensor_list({-1, builder.add_floats({value})});
  };
  move(builder.add_string("new"), builder.add_string("s"));
  move(builder.add_double(0.5), builder.add_int(3));
  move(builder.add_int(7), builder.add_bool(false));
  move(builder.add_double_list({1, 2}), builder.add_double_list({}));
  move(builder.add_bool_list({1}), builder.add_bool_list({0, 0}));
  move(builder.add_int_list({4, 5, 6}), builder.add_int_list({1}));
  move(builder.add_null(), builder.add_null());
  move(list(1), list(2));
  move(optional(1), optional(2));
  // A move accepts tensors of different sizes, because kernels check the sizes of their arguments.
  const int target = builder.add_planned(Type::Float, {3});
  move(builder.add_floats({8, 9}), target);
  test::Ready loaded(builder);
  const Method &method = loaded.method;
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(loaded.method.execute(), Error::Ok) << test::take_log();
    EXPECT_EQ(method.get_output(0).toString().size(), 3u);
    EXPECT_EQ(method.get_output(1).toDouble(), 0.5);
    EXPECT_EQ(method.get_output(2).toInt(), 7);
    EXPECT_EQ(method.get_output(3).toDoubleList().size(), 2u);
    EXPECT_EQ(method.get_output(4).toBoolList().size(), 1u);
    EXPECT_EQ(method.get_output(5).toIntList()[2], 6);
    EXPECT_TRUE(method.get_output(6).isNone());
    EXPECT_EQ(method.get_output(7).toTensorList()[0].const_data_ptr<float>()[0], 1);
    EXPECT_EQ(method.get_output(8).toTensorList()[1].const_data_ptr<float>()[0], 1);
    EXPECT_EQ(loaded.output<float>(9), Floats({8, 9}));
  }
}

TEST(Method, AConstantThatWasMovedIsNotWritten) {
  test::ProgramBuilder builder;
  const int constant = builder.add_floats({8, 9});
  const int target = builder.add_planned(Type::Float, {2});
  builder.move(constant, target);
  builder.call("test::count", "out", {builder.add_int_list({2}), target, target});
  builder.io({target}, {target});
  test::LoadedMethod loaded(builder.finish());
  EXPECT_EQ(loaded.run(), Error::InvalidProgram);
  // After the run, `target` refers to the constant. set_input() must write to the planned tensor.
  EXPECT_EQ(loaded.set_input<float>(0, {1, 2}), Error::Ok);
  EXPECT_EQ(loaded.method.execute(), Error::InvalidProgram);
}

TEST(Method, AConditionThatIsNoBoolAnyMore) {
  test::ProgramBuilder builder;
  const int flag = builder.add_bool(true);
  builder.move(builder.add_int(1), flag);
  builder.jump_false(flag, 2);
  test::Ready loaded(builder);
  EXPECT_TRUE(
      test::says(Error::InvalidType,
                 "the condition of instruction 1 is neither a bool nor a tensor with data\n",
                 [&] { return loaded.method.execute(); }));
}
