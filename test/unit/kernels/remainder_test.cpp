// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the kernels' division of integers with the compiler's operators / and %. Compares the
// kernels' floating-point remainder with fmod() of the C library. The bits must be equal, because
// both functions are exact.

#include "remainder.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>
#include <vector>

using namespace et::kernels::ET_KERNEL_LIBRARY;

constexpr int kRounds = 200000;

template <typename T> class Words : public testing::Test {};
using WordTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(Words, WordTypes);

template <typename Word> Word any_word(std::mt19937_64 &random) {
  // The shift makes all bit lengths equally probable.
  return static_cast<Word>(static_cast<Word>(random()) >> (random() % (8 * sizeof(Word))));
}

TYPED_TEST(Words, DivideAsTheCompilerDoes) {
  using T = std::make_signed_t<TypeParam>;
  std::mt19937_64 random(1);
  const auto expect_division = [](const auto &division, auto a, auto b) {
    ASSERT_EQ(division.quotient, a / b) << a << " / " << b;
    ASSERT_EQ(division.rest, a % b) << a << " / " << b;
  };
  for (int i = 0; i < kRounds; ++i) {
    const auto a = any_word<TypeParam>(random), b = any_word<TypeParam>(random);
    const T x = static_cast<T>(a), y = static_cast<T>(b);
    if (b == 0)
      continue;
    expect_division(divide_by_bits<TypeParam>(a, b), a, b);
    if (y != -1) // C++ cannot divide the smallest integer by -1
      expect_division(divide_integers<T>(x, y), x, y);
  }
  constexpr T least = std::numeric_limits<T>::min();
  EXPECT_EQ(divide_integers<T>(least, -1).quotient, least);
  EXPECT_EQ(divide_integers<T>(least, -1).rest, 0);
  EXPECT_EQ(divide_integers<T>(7, -1).quotient, -7);
}

template <typename T> class Numbers : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Numbers, NumberTypes);

template <typename T> typename NumberBits<T>::Bits bits_of(T number) {
  typename NumberBits<T>::Bits bits;
  std::memcpy(&bits, &number, sizeof(number));
  return bits;
}

template <typename T> void expect_fmod(T a, T b) {
  const T result = fmod_by_bits(a, b);
  const T expected = std::fmod(a, b);
  if (std::isnan(expected))
    ASSERT_TRUE(std::isnan(result)) << std::hexfloat << a << " and " << b;
  else
    ASSERT_EQ(bits_of(result), bits_of(expected)) << std::hexfloat << a << " and " << b;
}

TYPED_TEST(Numbers, HaveTheRemaindersOfTheCLibrary) {
  std::mt19937_64 random(3);
  for (int i = 0; i < kRounds; ++i) {
    TypeParam numbers[2];
    for (TypeParam &number : numbers) {
      const auto bits = static_cast<typename NumberBits<TypeParam>::Bits>(random());
      std::memcpy(&number, &bits, sizeof(bits));
    }
    expect_fmod(numbers[0], numbers[1]);
    // Half of these dividends are smaller than their divisor. Also test exponents 0 to 39 larger.
    expect_fmod(std::ldexp(numbers[0], std::ilogb(numbers[1]) - std::ilogb(numbers[0]) + i % 40),
                numbers[1]);
  }
}

TYPED_TEST(Numbers, HaveRemaindersAtTheEdges) {
  using Limits = std::numeric_limits<TypeParam>;
  constexpr TypeParam tiny = Limits::denorm_min(), least = Limits::min(), most = Limits::max();
  const std::vector<TypeParam> numbers = {0,
                                          tiny,
                                          3 * tiny,
                                          least - tiny,
                                          least,
                                          least + tiny,
                                          3 * least,
                                          Limits::epsilon(),
                                          TypeParam(0.1),
                                          1,
                                          1 + Limits::epsilon(),
                                          2,
                                          3,
                                          most / 3,
                                          most,
                                          Limits::infinity(),
                                          Limits::quiet_NaN()};
  for (TypeParam a : numbers)
    for (TypeParam b : numbers)
      for (const TypeParam sign : {TypeParam(1), TypeParam(-1)}) {
        expect_fmod(sign * a, b);
        expect_fmod(a, sign * b);
      }
}
