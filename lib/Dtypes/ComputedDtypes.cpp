// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/ComputedDtypes.h"

namespace etprune {

namespace {

/// ExecuTorch's codes of dtypes.
enum Dtype : unsigned {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
};

constexpr DtypeSet bit(unsigned Dtype) { return DtypeSet(1) << Dtype; }
constexpr DtypeSet Signed = bit(Char) | bit(Short) | bit(Int) | bit(Long);
constexpr DtypeSet Unsigned = bit(Byte) | bit(UInt16) | bit(UInt32) | bit(UInt64);
constexpr DtypeSet Integers = Signed | Unsigned | bit(Bool);
constexpr DtypeSet Halves = bit(Half) | bit(BFloat16);
constexpr DtypeSet Complex = bit(ComplexHalf) | bit(ComplexFloat) | bit(ComplexDouble);

/// To what two dtypes are promoted, of those that are not among the two.
DtypeSet promoted(unsigned A, unsigned B) {
  const DtypeSet Both = bit(A) | bit(B);
  if (Both & Complex && !(Both & bit(ComplexDouble))) {
    if (Both & bit(Double))
      return bit(ComplexDouble);
    return Both & (bit(Float) | bit(BFloat16) | bit(ComplexFloat)) ? bit(ComplexFloat) : 0;
  }
  if (Both == Halves)
    return bit(Float);
  if (Both == (bit(Byte) | bit(Char)))
    return bit(Short);
  return 0; // one of the two
}

/// What comes out of one dtype.
DtypeSet derived(unsigned Dtype) {
  DtypeSet Found = 0;
  if (bit(Dtype) & (Integers | Halves))
    Found |= bit(Float);
  if (Dtype == Bool) // with an integral Scalar
    Found |= bit(Long);
  if (Dtype == ComplexHalf)
    Found |= bit(Half) | bit(Float) | bit(ComplexFloat);
  if (Dtype == ComplexFloat)
    Found |= bit(Float);
  if (Dtype == ComplexDouble)
    Found |= bit(Double);
  return Found;
}

} // namespace

DtypeSet computedDtypes(DtypeSet OfTensors) {
  constexpr unsigned NumDtypes = 64;
  for (DtypeSet Before = ~OfTensors; Before != OfTensors;) {
    Before = OfTensors;
    for (unsigned A = 0; A < NumDtypes; ++A) {
      if (!(Before & bit(A)))
        continue;
      OfTensors |= derived(A);
      for (unsigned B = 0; B < A; ++B)
        if (Before & bit(B))
          OfTensors |= promoted(A, B);
    }
  }
  return OfTensors;
}

} // namespace etprune
