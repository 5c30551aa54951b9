// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel computes in the dtypes of its tensors and in other dtypes. Narrowing must keep the code
// for all of these dtypes.

#include "Dtypes/NarrowKernels.h"
#include "UnitTest.h"

constexpr unsigned Byte = 0, Char = 1, Short = 2, Long = 4, Half = 5, Float = 6, Double = 7,
                   ComplexFloat = 9, ComplexDouble = 10, Bool = 11, BFloat16 = 15;

static DtypeSet set(const std::vector<unsigned> &Dtypes) {
  DtypeSet Set = 0;
  for (unsigned Dtype : Dtypes)
    Set |= DtypeSet(1) << Dtype;
  return Set;
}

TEST(ComputedDtypes, AreTheDtypesOfTheTensorsAndOthers) {
  const std::pair<std::vector<unsigned>, std::vector<unsigned>> Rows[] = {
      {{Float}, {}},
      {{Double}, {}},
      {{Float, Double}, {}},
      {{}, {}},
      // Half needs Float, and so do integer quotients. Bool with an integer Scalar needs Long.
      {{Long}, {Float}},
      {{Byte, Long}, {Float}},
      {{Bool}, {Long, Float}},
      {{Half}, {Float}},
      {{Half, BFloat16}, {Float}},
      // A pair of dtypes is promoted to a third dtype: Byte and Char to Short.
      {{Byte, Char}, {Short, Float}},
      {{ComplexFloat, Double}, {ComplexDouble, Float}},
      {{ComplexFloat}, {Float}},
      {{ComplexDouble}, {Double}}};
  for (const auto &[Tensors, More] : Rows)
    EXPECT_EQ(computedDtypes(set(Tensors)), set(Tensors) | set(More));
}

TEST(ComputedDtypes, GrowWithTheDtypesOfTheTensors) {
  for (unsigned A = 0; A < 64; ++A)
    for (unsigned B = 0; B < 64; ++B) {
      const DtypeSet One = computedDtypes(set({A}));
      EXPECT_EQ(One & computedDtypes(set({A, B})), One);
      EXPECT_EQ(computedDtypes(One), One);
    }
}
