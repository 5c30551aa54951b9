// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fallback kernels of elementwise operators, for tensors of different dtypes. As in PyTorch, inputs
// are converted to a common dtype, in which the operation is computed. The result is converted to
// the output's dtype. A fallback kernel has no arithmetic of its own: it calls the run functions of
// the operator's other kernels, each of which serves one dtype.

#pragma once

#include "../common/element.h"
#include "../common/elementwise.h"
#include "../common/promotion.h"
#include "../common/scalar_argument.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The run function for each wide type: Int, Long, Float, Double, ComplexFloat, ComplexDouble. Null
/// if the operator does not support the type. element.h gives the wide type of each dtype.
using WideRuns = ElementRunFunction[kWideTypes];

#define ET_WIDE_RUNS(run)                                                                          \
  {run<int32_t>, run<int64_t>, run<float>, run<double>, run<Complex<float>>, run<Complex<double>>}
#define ET_WIDE_FLOAT_RUNS(run)                                                                    \
  {nullptr, nullptr, run<float>, run<double>, run<Complex<float>>, run<Complex<double>>}
#define ET_WIDE_REAL_FLOAT_RUNS(run) {nullptr, nullptr, run<float>, run<double>, nullptr, nullptr}

#define ET_WIDE_INTEGER_RUNS(run) {run<int32_t>, run<int64_t>, nullptr, nullptr, nullptr, nullptr}
#define ET_WIDE_REAL_RUNS(run)                                                                     \
  {run<int32_t>, run<int64_t>, run<float>, run<double>, nullptr, nullptr}

enum MixedRules : uint8_t {
  kAsPromoted = 0,
  kFractional = 1,   // Integers are computed in Float.
  kPredicate = 2,    // Run functions write bool.
  kScalarFirst = 4,  // args[0] is the Scalar, and args[1] the tensor.
  kSwapped = 8,      // args[1] is the Scalar. The run function gets the Scalar as first input.
  kWithoutBool = 16, // The common dtype must not be Bool.
  kCondition = 32,   // The third input is Bool, and is not converted.
};
using Rules = unsigned;

/// The tensors and their dtypes: first the output, then the inputs. `common` is the common dtype.
struct MixedOperands {
  Tensor tensors[kMaxOperands];
  ScalarType types[kMaxOperands];
  ScalarType common;
  size_t count;
  Rules rules;
};

/// Describes an operator with one input tensor. Blocks of elements are converted to the wide type
/// in a buffer, and `run` computes in place in this buffer.
struct MixedMap {
  ScalarType in;
  ScalarType common;
  ScalarType result; // The dtype that the run function writes: the common dtype, or Bool.
  ScalarType out;
  ElementRunFunction run;
  const void *params;
};

/// Adds a Scalar. `number` is the Scalar in the wide type of the common dtype.
struct MixedNumber {
  MixedMap map;
  NumberRun with_number;
  ScalarNumber number;
};

/// MixedNumber with the tensors of the call. The output has the shape of `self`.
struct MixedScalar : MixedNumber {
  Tensor self = {};
  Tensor out = {};
};

/// Runs an operator with the input args[0] and the output args[out]. The common dtype is the
/// input's dtype, or `least` if `least` has a wider number kind (promotion.h). `least` must not be
/// complex: the right complex dtype would depend on the input's precision. The call fails if the
/// output's kind is narrower than the result's, or if `runs` has no function for the common dtype.
void mixed_map(Call &call, size_t out, ScalarType least, const WideRuns &runs, const void *params);

/// The output is args[1]. Integers are computed in Float.
void mixed_map(KernelRuntimeContext &context, Args args, const WideRuns &runs);

/// Appends args[index] to `operands`. The call fails if kernels do no arithmetic on the dtype.
void take_mixed_operand(Call &call, MixedOperands &operands, size_t index);

/// Takes two inputs and args[out]. The call fails if `rules` forbid the common dtype Bool.
MixedOperands take_mixed_operands(Call &call, size_t out, Rules rules = kAsPromoted);
/// Fills in `mixed` for an operator whose inputs args[0] and args[1] are a tensor and a Scalar. The
/// call fails if the output cannot hold the result's kind, or if `rules` forbid the common dtype.
void take_mixed_scalar(Call &call, size_t out, Rules rules, MixedScalar &mixed);

/// The call fails if the shapes do not broadcast to the output's shape, or if the output cannot
/// hold the result's kind. It also fails if there is no run function for the common dtype.
void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs, const void *params);
void mixed_scalar(Call &call, MixedScalar &mixed, const WideRuns &runs, const void *params);

void mixed_zip(KernelRuntimeContext &context, Args args, const WideRuns &runs,
               Rules rules = kAsPromoted);
void mixed_scalar(KernelRuntimeContext &context, Args args, const WideRuns &runs,
                  Rules rules = kAsPromoted);

/// `other` is "Tensor" or "Scalar".
#define ET_BINARY_SCHEMA(op, other)                                                                \
  #op "(Tensor self, " other " other, *, Tensor(a!) out) -> Tensor(a!)"

} // namespace et::kernels::ET_KERNEL_LIBRARY
