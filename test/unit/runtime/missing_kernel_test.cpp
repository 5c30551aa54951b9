// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose operators are not all in the image: every one is named, once, with what to do.

#include "test_program.h"

#include <gtest/gtest.h>

using namespace et;
using Type = schema::ScalarType;

namespace {

std::string missing(const test::ProgramBuilder &builder) {
  test::take_log();
  const test::LoadedMethod loaded(builder.finish());
  EXPECT_EQ(loaded.error, Error::OperatorMissing);
  return test::take_log();
}

TEST(MissingKernel, OperatorsThatTheImageDoesNotHave) {
  test::ProgramBuilder builder;
  const int x = builder.add_planned(Type::Float, {2});
  builder.call("aten::mm", "out", {x, x, x, x});
  builder.call("aten::mul", "out", {x, x, x, x});
  builder.call("aten::relu", "", {x, x, x});
  EXPECT_EQ(missing(builder),
            "operator 'aten::mm.out' is not in this image: select it with et-prune\n"
            "operator 'aten::relu' is not in this image: select it with et-prune\n");
}

TEST(MissingKernel, DtypesThatTheImageDoesNotHave) {
  test::ProgramBuilder builder;
  const int x = builder.add_planned(Type::Half, {2});
  const int y = builder.add_planned(Type::Long, {2});
  builder.call("aten::mul", "out", {x, y, x, x});
  EXPECT_EQ(missing(builder), "no kernel for operator 'aten::mul.out' with dtypes Half, Long, "
                              "Half: this image registers it for Float, Int\n");
}

TEST(MissingKernel, EachOnlyOnce) {
  test::ProgramBuilder builder;
  const int x = builder.add_planned(Type::Half, {2});
  const int y = builder.add_planned(Type::Long, {2});
  builder.call("aten::mm", "out", {x, x, x, x});
  builder.call("aten::mul", "out", {x, x, x, x});
  for (const std::vector<int32_t> &args :
       {std::vector<int32_t>{x, x, x, x}, {y, y, y, y}, {x, x, x, x}, {y, y, y, y}}) {
    for (const int op : {0, 1}) {
      schema::KernelCallT call;
      call.op_index = op;
      call.args = args;
      builder.instruction(std::move(call));
    }
  }
  EXPECT_EQ(missing(builder),
            "operator 'aten::mm.out' is not in this image: select it with et-prune\n"
            "no kernel for operator 'aten::mul.out' with dtypes Half, Half, Half: this image "
            "registers it for Float, Int\n"
            "no kernel for operator 'aten::mul.out' with dtypes Long, Long, Long: this image "
            "registers it for Float, Int\n");
}

TEST(MissingKernel, KeysThatSayMoreThanADtype) {
  const Kernel table[] = {{"a::b", "v1/6;0,1|6;0,1", nullptr},
                          {"a::b", "v1/6;|4;", nullptr},
                          {"a::b", "v1/29;|*", nullptr},
                          {"a::b", "nonsense", nullptr}};
  test::ProgramBuilder builder;
  const int list = builder.add_tensor_list({builder.add_planned(Type::Bool, {1})});
  builder.call("a::b", "", {list, builder.add_planned(Type::UInt16, {1}), list});
  test::AlignedBytes file(builder.finish()), planned(32), state(4096);
  const Span<uint8_t> spans[] = {planned.span()};
  MemoryAllocator allocator(state.span());
  const Result<Program> program = Program::load(file.data(), file.size());
  ASSERT_TRUE(program.ok());
  test::take_log();
  EXPECT_EQ(program.get().load_method("forward", {&allocator, spans, {}}, table).error(),
            Error::OperatorMissing);
  EXPECT_EQ(test::take_log(),
            "no kernel for operator 'a::b' with dtypes UInt16: this image "
            "registers it for 'v1/6;0,1|6;0,1', 'v1/6;|4;', UInt64, 'nonsense'\n");
}

} // namespace
