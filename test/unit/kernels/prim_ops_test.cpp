// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds prim ops by name and calls them. Ops of two numbers are called with all pairs of the list
// numbers(). The test computes expected integers in 128 bits, because 64 bits may overflow. Every
// op must refuse too few arguments and arguments of wrong types, because programs can be hostile.

#include "../common/elements.h"
#include "dynamic_tensor.h"
#include "et/bfloat16.h"
#include "et/half.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace et;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

static Error run(const std::string &op, std::vector<EValue> values) {
  return call_operator(op, values);
}

static std::string text(const EValue &value) {
  if (value.isInt())
    return "Int " + std::to_string(value.toInt());
  if (value.isBool())
    return value.toBool() ? "true" : "false";
  if (value.isDouble() && std::isnan(value.toDouble()))
    return "Double nan";
  char digits[64];
  std::snprintf(digits, sizeof(digits), "Double %.17g", value.toDouble());
  return value.isDouble() ? digits : "no number";
}

/// Returns the op's result as text, or "fails" for InvalidArgument without a result.
static std::string result_of(const std::string &op, std::vector<EValue> args) {
  args.push_back(EValue(int64_t(-4711))); // stays if the op writes no result
  const Error error = call_operator(op, args);
  const EValue &result = args.back();
  if (error == Error::InvalidArgument && result.isInt() && result.toInt() == -4711)
    return "fails";
  return error == Error::Ok ? text(result) : "another error";
}

static std::string prim(const std::string &name, std::vector<EValue> args) {
  return result_of("executorch_prim::" + name, std::move(args));
}

static EValue integer(int64_t value) { return EValue(value); }
static EValue real(double value) { return EValue(value); }

const std::vector<EValue> &numbers() {
  static const std::vector<EValue> list = {
      integer(0),          integer(1),           integer(-1),        integer(2),
      integer(7),          integer(-7),          integer(INT64_MAX), integer(INT64_MIN),
      integer(3000000000), integer(-3000000001), real(0.0),          real(-0.0),
      real(1.0),           real(-2.5),           real(7.0),          real(1e300),
      real(kInf),          real(-kInf),          real(kNan),         EValue(false),
      EValue(true)};
  return list;
}

static bool is_integer(const EValue &value) { return !value.isDouble(); }
static __int128 wide(const EValue &value) {
  return value.isBool() ? value.toBool() : value.toInt();
}
static double as_real(const EValue &value) {
  return value.isDouble() ? value.toDouble() : static_cast<double>(wide(value));
}

template <typename Check> static void for_each_pair(const Check &check) {
  for (const EValue &a : numbers())
    for (const EValue &b : numbers()) {
      SCOPED_TRACE(text(a) + ", " + text(b));
      check(a, b);
    }
}

using WideFunction = std::function<std::optional<__int128>(__int128, __int128)>;

/// Returns the number as text, or "fails" if there is no number or if int64_t cannot hold it.
static std::string as_integer(std::optional<__int128> number) {
  return number && *number >= INT64_MIN && *number <= INT64_MAX
             ? text(integer(static_cast<int64_t>(*number)))
             : "fails";
}

/// Compares the op with `of_integers` for two integers or booleans, else with `of_reals`.
static void check_pairs(const char *name, const WideFunction &of_integers,
                        const std::function<double(double, double)> &of_reals) {
  for_each_pair([&](const EValue &a, const EValue &b) {
    const std::string want = is_integer(a) && is_integer(b)
                                 ? as_integer(of_integers(wide(a), wide(b)))
                                 : text(real(of_reals(as_real(a), as_real(b))));
    EXPECT_EQ(prim(name, {a, b}), want) << name;
  });
}

TEST(PrimOpsTest, AddsSubtractsMultipliesAndTakesTheLarger) {
  check_pairs("add.Scalar", [](__int128 a, __int128 b) { return a + b; }, std::plus<double>());
  check_pairs("sub.Scalar", [](__int128 a, __int128 b) { return a - b; }, std::minus<double>());
  check_pairs(
      "mul.Scalar", [](__int128 a, __int128 b) { return a * b; }, std::multiplies<double>());
  const auto larger = [](auto a, auto b) { return b > a ? b : a; };
  const auto smaller = [](auto a, auto b) { return b < a ? b : a; };
  check_pairs("sym_max.Scalar", larger, larger);
  check_pairs("sym_min.Scalar", smaller, smaller);
}

static std::optional<__int128> divide_down(__int128 a, __int128 b) {
  if (b == 0)
    return std::nullopt;
  const __int128 quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

TEST(PrimOpsTest, DividesIntegersDown) {
  const auto remainder = [](__int128 a, __int128 b) -> std::optional<__int128> {
    if (b == 0 || (a == INT64_MIN && b == -1))
      return std::nullopt;
    return a - *divide_down(a, b) * b;
  };
  for_each_pair([&](const EValue &a, const EValue &b) {
    const bool are_integers = is_integer(a) && is_integer(b);
    const std::string quotient = are_integers ? as_integer(divide_down(wide(a), wide(b))) : "fails";
    const std::string rest = are_integers ? as_integer(remainder(wide(a), wide(b))) : "fails";
    EXPECT_EQ(prim("floordiv.int", {a, b}), quotient);
    EXPECT_EQ(prim("mod.int", {a, b}), rest);
    if (are_integers) {
      EXPECT_EQ(prim("floordiv.Scalar", {a, b}), quotient);
      EXPECT_EQ(prim("mod.Scalar", {a, b}), rest);
    }
  });
}

TEST(PrimOpsTest, DividesRealsDownAsPythonDoes) {
  struct {
    double a, b, quotient, remainder;
  } const cases[] = {
      {7.0, 2.0, 3.0, 1.0},
      {-7.0, 2.0, -4.0, 1.0},
      {7.0, -2.0, -4.0, -1.0},
      {-7.0, -2.0, 3.0, -1.0},
      {0.3, 0.1, 2.0, 0.09999999999999998},
      {1.0, 0.1, 9.0, 0.09999999999999995},
      {-1.0, 0.1, -10.0, 5.551115123125783e-17},
      {5.5, -1.5, -4.0, -0.5},
      {-0.0, 3.0, -0.0, 0.0},
      {0.0, -3.0, -0.0, -0.0},
      {6.0, -3.0, -2.0, -0.0},
      {1e+16, 3.0, 3333333333333333.0, 1.0},
      {-1.0, kInf, -1.0, kInf},
      {1.0, kInf, 0.0, 1.0},
      {4.0, 0.5, 8.0, 0.0},
      {0.5, 1.0, 0.0, 0.5},
      {-0.5, 1.0, -1.0, 0.5},
  };
  for (const auto &test : cases) {
    EXPECT_EQ(prim("floordiv.Scalar", {real(test.a), real(test.b)}), text(real(test.quotient)))
        << test.a << " // " << test.b;
    EXPECT_EQ(prim("mod.Scalar", {real(test.a), real(test.b)}), text(real(test.remainder)))
        << test.a << " % " << test.b;
  }
  EXPECT_EQ(prim("floordiv.Scalar", {integer(7), real(-2)}), "Double -4");
  EXPECT_EQ(prim("mod.Scalar", {real(-7), integer(2)}), "Double 1");
  EXPECT_EQ(prim("floordiv.Scalar", {real(1), integer(0)}), "Double inf");
  EXPECT_EQ(prim("floordiv.Scalar", {real(0), real(0)}), "Double nan");
  EXPECT_EQ(prim("mod.Scalar", {real(1), EValue(false)}), "Double nan");
}

TEST(PrimOpsTest, DividesToADouble) {
  for_each_pair([](const EValue &a, const EValue &b) {
    EXPECT_EQ(prim("truediv.Scalar", {a, b}), text(real(as_real(a) / as_real(b))));
  });
}

TEST(PrimOpsTest, Compares) {
  const auto check = [](const char *name, auto holds) {
    for_each_pair([&](const EValue &a, const EValue &b) {
      const bool want =
          is_integer(a) && is_integer(b) ? holds(wide(a), wide(b)) : holds(as_real(a), as_real(b));
      EXPECT_EQ(prim(name, {a, b}), want ? "true" : "false") << name;
    });
  };
  check("eq.Scalar", std::equal_to<>());
  check("gt.Scalar", std::greater<>());
  check("lt.Scalar", std::less<>());
  check("ge.Scalar", std::greater_equal<>());
  check("le.Scalar", std::less_equal<>());
}

TEST(PrimOpsTest, RoundsToIntegers) {
  struct {
    double number;
    const char *ceil, *trunc, *round;
  } const cases[] = {
      {2.5, "Int 3", "Int 2", "Int 2"},
      {3.5, "Int 4", "Int 3", "Int 4"},
      {-2.5, "Int -2", "Int -2", "Int -2"},
      {-0.5, "Int 0", "Int 0", "Int 0"},
      {0.75, "Int 1", "Int 0", "Int 1"},
      {-1e18, "Int -1000000000000000000", "Int -1000000000000000000", "Int -1000000000000000000"},
      {0x1p63, "fails", "fails", "fails"},
      {-0x1p63, "Int -9223372036854775808", "Int -9223372036854775808", "Int -9223372036854775808"},
      {-0x1.0000000000001p63, "fails", "fails", "fails"},
      {kNan, "fails", "fails", "fails"},
      {kInf, "fails", "fails", "fails"},
      {-kInf, "fails", "fails", "fails"}};
  for (const auto &test : cases) {
    EXPECT_EQ(prim("ceil.Scalar", {real(test.number)}), test.ceil) << test.number;
    EXPECT_EQ(prim("trunc.Scalar", {real(test.number)}), test.trunc) << test.number;
    EXPECT_EQ(prim("sym_int.Scalar", {real(test.number)}), test.trunc) << test.number;
    EXPECT_EQ(prim("round.Scalar", {real(test.number)}), test.round) << test.number;
  }
  for (const char *op : {"ceil.Scalar", "trunc.Scalar", "sym_int.Scalar", "round.Scalar"}) {
    EXPECT_EQ(prim(op, {integer(INT64_MIN)}), "Int -9223372036854775808");
    EXPECT_EQ(prim(op, {EValue(true)}), "Int 1");
  }
}

TEST(PrimOpsTest, ConvertsNegatesAndChooses) {
  EXPECT_EQ(prim("sym_float.Scalar", {integer(-3)}), "Double -3");
  EXPECT_EQ(prim("sym_float.Scalar", {real(0.5)}), "Double 0.5");
  EXPECT_EQ(prim("sym_float.Scalar", {EValue(true)}), "Double 1");
  EXPECT_EQ(prim("neg.Scalar", {integer(INT64_MAX)}), "Int -9223372036854775807");
  EXPECT_EQ(prim("neg.Scalar", {integer(INT64_MIN)}), "fails");
  EXPECT_EQ(prim("neg.Scalar", {real(0.0)}), "Double -0");
  EXPECT_EQ(prim("neg.Scalar", {EValue(true)}), "Int -1");
  EXPECT_EQ(prim("sym_not.Scalar", {EValue(true)}), "false");
  EXPECT_EQ(prim("sym_not.Scalar", {EValue(false)}), "true");
  EXPECT_EQ(prim("sym_not.Scalar", {integer(0)}), "fails");
  EXPECT_EQ(prim("sym_ite.Scalar", {EValue(true), integer(3), real(0.5)}), "Int 3");
  EXPECT_EQ(prim("sym_ite.Scalar", {EValue(false), integer(3), real(0.5)}), "Double 0.5");
  EXPECT_EQ(prim("sym_ite.Scalar", {integer(1), integer(3), real(0.5)}), "fails");
}

using Floats = Elements<float>;

/// A tensor of dynamic shape, with memory for the elements of `content`.
struct DynamicFloats : Floats {
  DynamicFloats(std::vector<SizesType> shape, std::vector<float> content)
      : Floats(ScalarType::Float, std::move(shape), std::move(content)) {
    static_cast<TensorImpl &>(dynamic) = impl;
    dynamic.shape_dynamism = TensorShapeDynamism::DYNAMIC_BOUND;
    dynamic.storage = TensorStorage::Planned;
    dynamic.bound = dynamic.capacity = data.size() * sizeof(float);
  }
  EValue value() { return EValue(Tensor(&dynamic)); }

  DynamicTensorImpl dynamic{};
};

TEST(PrimOpsTest, TellsSizes) {
  Floats tensor(ScalarType::Float, {2, 3, 0});
  EXPECT_EQ(result_of("aten::sym_size.int", {tensor.value(), integer(1)}), "Int 3");
  EXPECT_EQ(result_of("aten::sym_size.int", {tensor.value(), integer(-3)}), "Int 2");
  for (const int64_t dim : {int64_t(3), int64_t(-4), INT64_MAX, INT64_MIN})
    EXPECT_EQ(result_of("aten::sym_size.int", {tensor.value(), integer(dim)}), "fails") << dim;
  EXPECT_EQ(result_of("aten::sym_numel", {tensor.value()}), "Int 0");
  Floats zero_dimensional(ScalarType::Float, {});
  EXPECT_EQ(result_of("aten::sym_numel", {zero_dimensional.value()}), "Int 1");
  EXPECT_EQ(result_of("aten::sym_size.int", {zero_dimensional.value(), integer(0)}), "fails");
}

template <typename T> std::string element_of(ScalarType type, T element) {
  Elements<T> tensor(type, {1, 1}, {element});
  return result_of("aten::_local_scalar_dense", {tensor.value()});
}

TEST(PrimOpsTest, TakesTheOnlyElement) {
  EXPECT_EQ(element_of<uint8_t>(ScalarType::Byte, 200), "Int 200");
  EXPECT_EQ(element_of<int8_t>(ScalarType::Char, -100), "Int -100");
  EXPECT_EQ(element_of<int16_t>(ScalarType::Short, -30000), "Int -30000");
  EXPECT_EQ(element_of<int32_t>(ScalarType::Int, INT32_MIN), "Int -2147483648");
  EXPECT_EQ(element_of<int64_t>(ScalarType::Long, INT64_MIN), "Int -9223372036854775808");
  EXPECT_EQ(element_of<float>(ScalarType::Float, 0.25F), "Double 0.25");
  EXPECT_EQ(element_of<double>(ScalarType::Double, -1e300), text(real(-1e300)));
  EXPECT_EQ(element_of<Half>(ScalarType::Half, Half(1.5F)), "Double 1.5");
  EXPECT_EQ(element_of<BFloat16>(ScalarType::BFloat16, BFloat16(-2)), "Double -2");
  EXPECT_EQ(element_of<uint8_t>(ScalarType::Bool, 1), "true");
  EXPECT_EQ(element_of<uint8_t>(ScalarType::Bool, 0), "false");
  EXPECT_EQ(element_of<uint8_t>(ScalarType::Bool, 0xff), "true");
  EXPECT_EQ(element_of<int8_t>(ScalarType::QInt8, 1), "fails");

  const auto fails = [](std::vector<SizesType> sizes, std::vector<float> data) {
    Floats tensor(ScalarType::Float, std::move(sizes), std::move(data));
    return result_of("aten::_local_scalar_dense", {tensor.value()}) == "fails";
  };
  EXPECT_TRUE(fails({2}, {1, 2}));
  EXPECT_TRUE(fails({0}, {}));
  EXPECT_TRUE(fails({1}, {})); // no memory
}

TEST(PrimOpsTest, CopiesASlice) {
  Floats whole(ScalarType::Float, {3, 2}, {1, 2, 3, 4, 5, 6});
  Floats slice(ScalarType::Float, {2}, {7, 8});
  const auto copy = [](auto &to, Floats &from, int64_t index) {
    return run("executorch_prim::et_copy_index.tensor", {to.value(), from.value(), integer(index)});
  };
  // The op resizes its output to index + 1 slices, so a static shape allows only the last index.
  EXPECT_EQ(copy(whole, slice, 1), Error::InvalidState);
  EXPECT_EQ(whole.data, (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(copy(whole, slice, 2), Error::Ok);
  EXPECT_EQ(whole.data, (std::vector<float>{1, 2, 3, 4, 7, 8}));
  for (const int64_t index :
       {int64_t(3), int64_t(-1), INT64_MIN, INT64_MAX, int64_t(INT32_MAX), int64_t(1) << 32})
    EXPECT_NE(copy(whole, slice, index), Error::Ok) << index;

  Floats one_too_many(ScalarType::Float, {3}, {0, 0, 0});
  Floats same_rank(ScalarType::Float, {1, 2}, {0, 0});
  Floats no_memory(ScalarType::Float, {2});
  EXPECT_EQ(copy(whole, one_too_many, 0), Error::InvalidArgument);
  EXPECT_EQ(copy(whole, same_rank, 0), Error::InvalidArgument);
  EXPECT_EQ(copy(whole, no_memory, 2), Error::InvalidArgument);
  Floats other_dtype(ScalarType::Int, {2}, {0, 0});
  EXPECT_EQ(copy(whole, other_dtype, 0), Error::InvalidArgument);
  Floats by_columns(ScalarType::Float, {3, 2}, {1, 2, 3, 4, 5, 6}, {1, 0});
  EXPECT_EQ(copy(by_columns, slice, 0), Error::InvalidArgument);
  Floats cube(ScalarType::Float, {1, 2, 2}, {0, 0, 0, 0});
  Floats turned(ScalarType::Float, {2, 2}, {1, 2, 3, 4}, {1, 0});
  EXPECT_EQ(copy(cube, turned, 0), Error::InvalidArgument);
  EXPECT_EQ(whole.data, (std::vector<float>{1, 2, 3, 4, 7, 8}));

  // This output has a dynamic shape and memory for three slices, so indices 0 to 2 are allowed.
  DynamicFloats growing({0, 2}, {0, 0, 0, 0, 0, 0});
  for (const int64_t index : {0, 1, 2}) {
    slice.data[0] = static_cast<float>(index);
    EXPECT_EQ(copy(growing, slice, index), Error::Ok);
    EXPECT_EQ(growing.sizes, (std::vector<SizesType>{static_cast<SizesType>(index + 1), 2}));
  }
  EXPECT_EQ(growing.data, (std::vector<float>{0, 8, 1, 8, 2, 8}));
  EXPECT_EQ(copy(growing, slice, 3), Error::InvalidState);
  EXPECT_EQ(copy(growing, slice, 0), Error::Ok);
  EXPECT_EQ(growing.sizes, (std::vector<SizesType>{1, 2}));
  whole.impl.storage = TensorStorage::Constant;
  EXPECT_EQ(copy(whole, slice, 2), Error::InvalidState);

  Floats none(ScalarType::Float, {3, 0}), nothing(ScalarType::Float, {0});
  EXPECT_EQ(copy(none, nothing, 2), Error::Ok);
}

template <typename Out> Error view(Floats &self, const std::vector<int64_t> &list, Out &out) {
  Ints sizes(list);
  return run("executorch_prim::et_view.default", {self.value(), sizes.value(), out.value()});
}

TEST(PrimOpsTest, ViewCopiesToAnOutputWithMemory) {
  const auto copy = [](std::vector<SizesType> from, const std::vector<int64_t> &list,
                       std::vector<SizesType> to, std::vector<DimOrderType> order = {}) {
    Floats self(ScalarType::Float, std::move(from), {1, 2, 3, 4, 5, 6}, std::move(order));
    Floats out(ScalarType::Float, std::move(to), {0, 0, 0, 0, 0, 0});
    const Error error = view(self, list, out);
    EXPECT_EQ(out.data == self.data, error == Error::Ok);
    return error;
  };
  EXPECT_EQ(copy({2, 3}, {3, 2}, {3, 2}), Error::Ok);
  EXPECT_EQ(copy({2, 3}, {-1}, {6}), Error::Ok);
  EXPECT_EQ(copy({6}, {1, -1, 2}, {1, 3, 2}), Error::Ok);
  EXPECT_EQ(copy({6}, {6}, {2, 3}), Error::NotSupported);
  EXPECT_EQ(copy({6}, {2, 3}, {3, 2}), Error::NotSupported);
  const std::vector<int64_t> lists[] = {{-1, -1},
                                        {4, -1},
                                        {0, -1},
                                        {7},
                                        {-2, 3},
                                        {},
                                        {INT64_MIN},
                                        {INT64_MAX, -1},
                                        {1LL << 32, 6},
                                        {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX},
                                        std::vector<int64_t>(17, 1)};
  for (const std::vector<int64_t> &list : lists)
    EXPECT_EQ(copy({2, 3}, list, {6}), Error::InvalidArgument);
  EXPECT_EQ(copy({2, 3}, {6}, {6}, {1, 0}), Error::InvalidArgument);

  Floats self(ScalarType::Float, {2}, {1, 2}), no_memory(ScalarType::Float, {2});
  Elements<int32_t> other_dtype(ScalarType::Int, {2}, {0, 0});
  EXPECT_EQ(view(self, {2}, other_dtype), Error::InvalidArgument);
  EXPECT_EQ(view(no_memory, {2}, self), Error::InvalidArgument);
}

TEST(PrimOpsTest, ViewSharesDataWithAnOutputWithoutMemory) {
  Floats self(ScalarType::Float, {2, 3}, {1, 2, 3, 4, 5, 6});
  Floats out(ScalarType::Float, {3, 2});
  out.impl.data = nullptr;
  EXPECT_EQ(view(self, {3, -1}, out), Error::Ok);
  EXPECT_EQ(out.impl.data, self.data.data());
  EXPECT_EQ(out.impl.storage, TensorStorage::View);
  // The output has no memory of its own, so a second call changes its pointer.
  std::vector<float> other(6);
  self.impl.data = other.data();
  self.impl.storage = TensorStorage::Constant;
  EXPECT_EQ(view(self, {3, -1}, out), Error::Ok);
  EXPECT_EQ(out.impl.data, other.data());
  EXPECT_EQ(out.impl.storage, TensorStorage::ConstantView);
  std::vector<float> constant(6);
  out.impl.data = constant.data();
  out.impl.storage = TensorStorage::Constant;
  EXPECT_EQ(view(self, {3, -1}, out), Error::InvalidProgram);
}

struct Signature {
  std::string op;
  /// One letter for each argument: n number, i integer, b bool, t tensor, l int list.
  std::string kinds;
  bool has_result = true; ///< the op overwrites one more argument, a number, with its result
};
static std::vector<Signature> signatures() {
  std::vector<Signature> all = {{"aten::sym_size.int", "ti"},
                                {"aten::sym_numel", "t"},
                                {"aten::_local_scalar_dense", "t"},
                                {"executorch_prim::et_copy_index.tensor", "tti", false},
                                {"executorch_prim::et_view.default", "tlt", false}};
  const std::pair<const char *, std::vector<const char *>> by_kinds[] = {
      {"nn",
       {"add.Scalar", "sub.Scalar", "mul.Scalar", "floordiv.Scalar", "truediv.Scalar", "mod.Scalar",
        "sym_max.Scalar", "sym_min.Scalar", "eq.Scalar", "gt.Scalar", "lt.Scalar", "ge.Scalar",
        "le.Scalar"}},
      {"ii", {"floordiv.int", "mod.int"}},
      {"n",
       {"sym_float.Scalar", "sym_int.Scalar", "neg.Scalar", "round.Scalar", "ceil.Scalar",
        "trunc.Scalar"}},
      {"b", {"sym_not.Scalar"}},
      {"bnn", {"sym_ite.Scalar"}}};
  for (const auto &[kinds, names] : by_kinds)
    for (const char *name : names)
      all.push_back({std::string("executorch_prim::") + name, kinds});
  return all;
}

TEST(PrimOpsTest, SignaturesListEveryOpOfTheLibrary) {
  EXPECT_EQ(get_registered_kernels().size(), signatures().size());
  for (const Signature &signature : signatures())
    EXPECT_TRUE(registry_has_op_function(signature.op.c_str())) << signature.op;
}

TEST(PrimOpsTest, RefuseMissingAndWrongArguments) {
  Floats tensor(ScalarType::Float, {1}, {1});
  Ints ints({1});
  const std::vector<EValue> others = {EValue(),
                                      integer(1),
                                      real(1),
                                      EValue(true),
                                      tensor.value(),
                                      ints.value(),
                                      EValue(Span<const char>("text", 4))};
  const auto fits = [](const EValue &value, char kind) {
    return kind == 'n'   ? value.isScalar()
           : kind == 'i' ? value.isInt() || value.isBool()
           : kind == 'b' ? value.isBool()
           : kind == 't' ? value.isTensor()
                         : value.isIntList();
  };
  for (const Signature &signature : signatures()) {
    SCOPED_TRACE(signature.op);
    const std::string kinds = signature.kinds + (signature.has_result ? "n" : "");
    std::vector<EValue> good;
    for (const char kind : kinds)
      good.push_back(*std::find_if(others.begin(), others.end(),
                                   [&](const EValue &value) { return fits(value, kind); }));
    for (std::vector<EValue> fewer = good; !fewer.empty();) {
      fewer.pop_back();
      EXPECT_EQ(run(signature.op, fewer), Error::InvalidProgram) << "with " << fewer.size();
    }
    if (signature.has_result) { // ops without a result ignore further arguments
      std::vector<EValue> more = good;
      more.push_back(integer(0));
      EXPECT_EQ(run(signature.op, more), Error::InvalidProgram);
    }
    for (size_t i = 0; i < good.size(); ++i)
      for (const EValue &value : others) {
        std::vector<EValue> bad = good;
        bad[i] = value;
        if (!fits(value, kinds[i])) {
          EXPECT_EQ(run(signature.op, bad), Error::InvalidArgument) << "argument " << i;
        }
      }
  }
}
