// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime finds the backends of delegates, gives each backend its delegate's data, and runs and
// destroys the delegates.

#include "test_program.h"

/// Makes a chain of delegates, one for each factor. A delegate multiplies its input by the factor.
static test::ProgramBuilder delegating(const Floats &factors) {
  test::ProgramBuilder builder;
  int value = builder.add_planned(Type::Float, {2});
  builder.plan->inputs = {value};
  for (size_t i = 0; i < factors.size(); ++i) {
    builder.add_delegate(factors[i]);
    const int out = builder.add_planned(Type::Float, {2});
    builder.call_delegate(static_cast<int32_t>(i), {value, out});
    value = out;
  }
  builder.plan->outputs = {value};
  return builder;
}

/// `extra` is the size of the memory for the delegates' handles. ToyBackend needs 4 bytes for each.
static test::LoadedMethod load(const std::vector<uint8_t> &bytes, size_t extra = 64) {
  test::take_log();
  return test::LoadedMethod(bytes, 16, Program::Verification::InternalConsistency, 0, nullptr,
                            extra);
}

TEST(Backend, RunsDelegates) {
  test::LoadedMethod loaded = load(delegating({2, 3}).finish());
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  Method &method = loaded.method;
  EXPECT_EQ(test::toy_backend.live, 2);
  ASSERT_EQ(loaded.set_input<float>(0, {1, 2}), Error::Ok);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(method.execute(), Error::Ok) << test::take_log();
    EXPECT_EQ(loaded.output<float>(0), Floats({6, 12}));
  }
  method.destroy();
  EXPECT_EQ(test::toy_backend.live, 0);
  method.destroy(); // a second destroy() does nothing
  EXPECT_EQ(test::toy_backend.live, 0);
  EXPECT_EQ(method.execute(), Error::InvalidState);
}

TEST(Backend, DataInASegment) {
  test::ProgramBuilder builder = delegating({2});
  builder.plan->delegates[0]->processed->location = schema::DataLocation::Segment;
  builder.add_segment(test::bytes_of<float>({5}));
  test::LoadedMethod loaded = load(builder.finish_with_segments());
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  ASSERT_EQ(loaded.set_input<float>(0, {3, 4}), Error::Ok);
  ASSERT_EQ(loaded.method.execute(), Error::Ok);
  EXPECT_EQ(loaded.output<float>(0), Floats({15, 20}));
  loaded.method.destroy();
}

TEST(Backend, AllMissingBackendsAndOperatorsAreReported) {
  test::ProgramBuilder builder = delegating({2, 3, 4});
  builder.plan->delegates[0]->id = "OneBackend";
  builder.plan->delegates[2]->id = "TwoBackend";
  builder.call("aten::mm", "out", {0, 0, 0, 0});
  test::LoadedMethod loaded = load(builder.finish());
  EXPECT_EQ(loaded.error, Error::NotFound);
  const auto backend = [](const std::string &name) {
    return "backend '" + name + "' is not in this image: link it, and select 'et_backend::" + name +
           "' with et-prune\n";
  };
  EXPECT_EQ(test::take_log(), backend("OneBackend") + backend("TwoBackend") +
                                  "operator 'aten::mm.out' is not in this image: link a library "
                                  "that has it, and select it with et-prune\n");
  EXPECT_EQ(test::toy_backend.live, 0);

  test::toy_backend.is_available = false;
  test::LoadedMethod unavailable = load(delegating({2}).finish());
  test::toy_backend.is_available = true;
  EXPECT_EQ(unavailable.error, Error::NotFound);
  EXPECT_EQ(test::take_log(), "backend 'ToyBackend' is not available on this machine\n");
}

TEST(Backend, FailedLoadDestroysTheDelegatesMadeBefore) {
  test::ProgramBuilder builder = delegating({2, 3});
  builder.program.backend_delegate_data[1]->data.push_back(0);
  test::LoadedMethod loaded = load(builder.finish());
  EXPECT_EQ(loaded.error, Error::DelegateInvalidCompatibility);
  EXPECT_EQ(test::take_log(), "backend 'ToyBackend' cannot load delegate 1: error 48\n");
  EXPECT_EQ(test::toy_backend.live, 0);

  test::LoadedMethod little = load(delegating({2, 3}).finish(), 7); // room for one handle
  EXPECT_EQ(little.error, Error::MemoryAllocationFailed);
  EXPECT_EQ(test::toy_backend.live, 0);
}

TEST(Backend, MissingDataAndFailuresAreReported) {
  for (const int damage : {0, 1, 2, 3}) {
    test::ProgramBuilder builder = delegating({2});
    auto &processed = builder.plan->delegates[0]->processed;
    if (damage == 0)
      processed.reset();
    else if (damage == 1)
      processed->index = 1;
    else
      processed->location = static_cast<schema::DataLocation>(damage - 1);
    test::LoadedMethod loaded = load(builder.finish());
    EXPECT_EQ(loaded.error, Error::InvalidProgram);
    EXPECT_EQ(test::take_log(), "delegate 0 of the method: its data is not in the program\n");
  }
  test::ProgramBuilder builder = delegating({2});
  builder.plan->chains[0]->instructions[0]->instr_args.AsDelegateCall()->args.clear();
  test::LoadedMethod loaded = load(builder.finish());
  ASSERT_EQ(loaded.error, Error::Ok) << test::take_log();
  EXPECT_EQ(loaded.method.execute(), Error::InvalidArgument);
  EXPECT_EQ(test::take_log(), "backend 'ToyBackend' failed in instruction 0 with error 18\n");
  loaded.method.destroy();
}

TEST(Backend, IsFoundByItsExactName) {
  EXPECT_NE(get_backend_class("ToyBackend"), nullptr);
  EXPECT_EQ(get_backend_class("ToyBacken"), nullptr);
  EXPECT_EQ(get_backend_class("ToyBackend2"), nullptr);
  EXPECT_EQ(get_backend_class({}, "ToyBackend"), nullptr);
}
