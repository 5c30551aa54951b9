// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators on tensors of different dtypes: the bodies of their fallback kernels. As in
// PyTorch, inputs are converted to a common dtype, the operation happens in it, and the result is
// converted to the output's dtype. The operation is that of the operator's kernels for one dtype: a
// fallback kernel brings no arithmetic of its own, only the list of their run functions.

#pragma once

#include "../common/element.h"
#include "../common/elementwise.h"
#include "../common/promotion.h"
#include "../common/scalar_argument.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// For each type of Wide, in its order, the run function for elements of it; null where the
/// operator computes nothing.
using WideRuns = ElementRunFunction[kWideTypes];

/// The initialiser of one.
#define ET_WIDE_RUNS(run)                                                                          \
  {run<int32_t>, run<int64_t>, run<float>, run<double>, run<Complex<float>>, run<Complex<double>>}
#define ET_WIDE_FLOAT_RUNS(run)                                                                    \
  {nullptr, nullptr, run<float>, run<double>, run<Complex<float>>, run<Complex<double>>}
#define ET_WIDE_REAL_FLOAT_RUNS(run) {nullptr, nullptr, run<float>, run<double>, nullptr, nullptr}

#define ET_WIDE_INTEGER_RUNS(run) {run<int32_t>, run<int64_t>, nullptr, nullptr, nullptr, nullptr}
#define ET_WIDE_REAL_RUNS(run)                                                                     \
  {run<int32_t>, run<int64_t>, run<float>, run<double>, nullptr, nullptr}

/// What is particular about an operator, of which several may hold.
enum MixedRules : uint8_t {
  kAsPromoted = 0,
  kFractional = 1,   // Integers are computed in Float.
  kPredicate = 2,    // Run functions write bool, whatever they compute in.
  kScalarFirst = 4,  // args[0] is a Scalar, not args[1].
  kSwapped = 8,      // args[1], a Scalar, comes first for the run function.
  kWithoutBool = 16, // Nothing is computed in Bool.
  kCondition = 32,   // The third input is Bool, whatever is computed in.
};
using Rules = unsigned;

/// The output and the inputs behind it, their dtypes, and the dtype to compute in.
struct MixedOperands {
  Tensor tensors[kMaxOperands];
  ScalarType types[kMaxOperands];
  ScalarType common;
  size_t count;
  Rules rules;
};

/// One input, which is converted some elements at a time and computed in place.
struct MixedMap {
  ScalarType in;
  ScalarType common;
  ScalarType result; // What the run function writes: the common dtype, or Bool.
  ScalarType out;
  ElementRunFunction run;
  const void *params;
};

/// A map whose run function takes a Scalar, too.
struct MixedNumber {
  MixedMap map;
  NumberRun with_number;
  ScalarNumber number;
};

/// A tensor and a Scalar, with which there is nothing to broadcast.
struct MixedScalar : MixedNumber {
  Tensor self = {};
  Tensor out = {};
};

/// The operator with one input, args[0], and the output args[out]. It is computed in the input's
/// dtype, or in `least` where that is of a wider kind, neither of them complex. The call fails
/// unless the result may be stored to the output, and there is a run function for it.
void mixed_map(Call &call, size_t out, ScalarType least, const WideRuns &runs, const void *params);

/// The whole operator with one input and the output args[1], where it makes Floats of integers.
void mixed_map(KernelRuntimeContext &context, Args args, const WideRuns &runs);

/// Takes args[index] as the next operand.
void take_mixed_operand(Call &call, MixedOperands &operands, size_t index);

/// Takes the inputs args[0] and args[1], and args[out]. The call fails unless the inputs promote
/// and the result may be stored to the output.
MixedOperands take_mixed_operands(Call &call, size_t out, Rules rules = kAsPromoted);
/// The same where one of the inputs is a Scalar.
void take_mixed_scalar(Call &call, size_t out, Rules rules, MixedScalar &mixed);

/// Computes all elements. The call fails when the shapes do not broadcast to the output's, or when
/// there is no run function for the common dtype.
void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs, const void *params);
void mixed_scalar(Call &call, MixedScalar &mixed, const WideRuns &runs, const void *params);

/// The whole operator where it has no other arguments: of tensors, or of a tensor and a Scalar.
void mixed_zip(KernelRuntimeContext &context, Args args, const WideRuns &runs,
               Rules rules = kAsPromoted);
void mixed_scalar(KernelRuntimeContext &context, Args args, const WideRuns &runs,
                  Rules rules = kAsPromoted);

/// The schema of an operator of self and another operand, "Tensor" or "Scalar".
#define ET_BINARY_SCHEMA(op, other)                                                                \
  #op "(Tensor self, " other " other, *, Tensor(a!) out) -> Tensor(a!)"

} // namespace et::kernels::ET_KERNEL_LIBRARY
