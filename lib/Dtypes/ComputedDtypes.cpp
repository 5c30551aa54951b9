// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel asks for the dtypes of its tensors and more: the dtype to which it promotes two tensors,
// or a tensor and a Scalar; the default dtype, if integers give a fraction; Float, in which it
// computes with half-precision numbers; the parts of complex numbers. The rules are c10's
// promoteTypes and those of ExecuTorch's compute types.

#include "Dtypes/NarrowKernels.h"

#include "et/scalar_type.h"

#include <vector>

namespace etprune {

namespace {

using et::ScalarType;

constexpr DtypeSet bit(ScalarType Dtype) { return DtypeSet(1) << static_cast<unsigned>(Dtype); }
template <class... Dtypes> constexpr DtypeSet set(Dtypes... Each) { return (bit(Each) | ...); }

constexpr DtypeSet Integers =
    set(ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long,
        ScalarType::Bool, ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64);
constexpr DtypeSet Halves = set(ScalarType::Half, ScalarType::BFloat16);
constexpr DtypeSet Complex =
    set(ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble);

/// The dtype to which two dtypes are promoted; none if it is one of the two.
DtypeSet promoted(ScalarType A, ScalarType B) {
  const DtypeSet Both = bit(A) | bit(B);
  if (Both & Complex && !(Both & bit(ScalarType::ComplexDouble))) {
    if (Both & bit(ScalarType::Double))
      return bit(ScalarType::ComplexDouble);
    return Both & (bit(ScalarType::Float) | bit(ScalarType::BFloat16) |
                   bit(ScalarType::ComplexFloat))
               ? bit(ScalarType::ComplexFloat)
               : 0;
  }
  if (Both == Halves)
    return bit(ScalarType::Float);
  if (Both == (bit(ScalarType::Byte) | bit(ScalarType::Char)))
    return bit(ScalarType::Short);
  return 0; // it is A or B
}

/// Other dtypes in which a kernel may compute or return values of a dtype.
DtypeSet derived(ScalarType Dtype) {
  DtypeSet Found = 0;
  if (bit(Dtype) & (Integers | Halves))
    Found |= bit(ScalarType::Float);
  if (Dtype == ScalarType::Bool) // with an integral Scalar
    Found |= bit(ScalarType::Long);
  if (Dtype == ScalarType::ComplexHalf)
    Found |= bit(ScalarType::Half) | bit(ScalarType::Float) | bit(ScalarType::ComplexFloat);
  if (Dtype == ScalarType::ComplexFloat)
    Found |= bit(ScalarType::Float);
  if (Dtype == ScalarType::ComplexDouble)
    Found |= bit(ScalarType::Double);
  return Found;
}

} // namespace

DtypeSet computedDtypes(DtypeSet OfTensors) {
  std::vector<ScalarType> Every;
#define ADD_DTYPE(name, code, size) Every.push_back(ScalarType::name);
  ET_FORALL_DTYPES(ADD_DTYPE)
#undef ADD_DTYPE
  for (DtypeSet Before = ~OfTensors; Before != OfTensors;) {
    Before = OfTensors;
    for (ScalarType A : Every) {
      if (!(Before & bit(A)))
        continue;
      OfTensors |= derived(A);
      for (ScalarType B : Every)
        if (Before & bit(B))
          OfTensors |= promoted(A, B);
    }
  }
  return OfTensors;
}

} // namespace etprune
