// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/ComputedDtypes.h"
#include "UnitTest.h"

namespace {

enum : unsigned {
  Byte = 0,
  Char = 1,
  Short = 2,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
};

DtypeSet set(std::initializer_list<unsigned> Dtypes) {
  DtypeSet Set = 0;
  for (unsigned Dtype : Dtypes)
    Set |= DtypeSet(1) << Dtype;
  return Set;
}

DtypeSet computed(std::initializer_list<unsigned> Dtypes) { return computedDtypes(set(Dtypes)); }

TEST(ComputedDtypes, FractionsAreComputedAsTheyAre) {
  EXPECT_EQ(computed({Float}), set({Float}));
  EXPECT_EQ(computed({Double}), set({Double}));
  EXPECT_EQ(computed({Float, Double}), set({Float, Double}));
  EXPECT_EQ(computed({}), set({}));
}

TEST(ComputedDtypes, IntegersBecomeTheDefaultDtype) {
  EXPECT_EQ(computed({Long}), set({Long, Float}));
  EXPECT_EQ(computed({Byte, Long}), set({Byte, Long, Float}));
  EXPECT_EQ(computed({Bool}), set({Bool, Long, Float}));
}

TEST(ComputedDtypes, HalvesAreComputedAsFloat) {
  EXPECT_EQ(computed({Half}), set({Half, Float}));
  EXPECT_EQ(computed({Half, BFloat16}), set({Half, BFloat16, Float}));
}

TEST(ComputedDtypes, TwoArePromotedToAThird) {
  EXPECT_EQ(computed({Byte, Char}), set({Byte, Char, Short, Float}));
  EXPECT_EQ(computed({ComplexFloat, Double}), set({ComplexFloat, Double, ComplexDouble, Float}));
}

TEST(ComputedDtypes, ComplexNumbersHaveParts) {
  EXPECT_EQ(computed({ComplexFloat}), set({ComplexFloat, Float}));
  EXPECT_EQ(computed({ComplexDouble}), set({ComplexDouble, Double}));
}

TEST(ComputedDtypes, MoreOfTensorsIsMoreInAll) {
  for (unsigned A = 0; A < 64; ++A)
    for (unsigned B = 0; B < 64; ++B) {
      const DtypeSet One = computed({A});
      EXPECT_EQ(One & computed({A, B}), One);
      EXPECT_EQ(computedDtypes(One), One);
    }
}

} // namespace
