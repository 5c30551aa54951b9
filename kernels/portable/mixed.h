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

namespace et::kernels::ET_KERNEL_LIBRARY {

/// For each type of Wide, in its order, the run function for elements of it; null where the
/// operator computes nothing.
using WideRuns = ElementRunFunction[kWideTypes];

/// The initialiser of one.
#define ET_WIDE_RUNS(run)                                                                          \
  {run<int32_t>, run<int64_t>, run<float>, run<double>, run<Complex<float>>, run<Complex<double>>}
#define ET_WIDE_REAL_FLOAT_RUNS(run) {nullptr, nullptr, run<float>, run<double>, nullptr, nullptr}

/// The output and the inputs behind it, their dtypes, and the dtype to compute in.
struct MixedOperands {
  Tensor tensors[kMaxOperands];
  ScalarType types[kMaxOperands];
  ScalarType common;
  size_t count;
};

/// The operator with one input, args[0], and the output args[1]. Integers are computed in Float.
/// The call fails unless the result may be stored to the output, and there is a run function for
/// it.
void mixed_map(Call &call, const WideRuns &runs, const void *params);

/// Takes the inputs args[0] and args[1], and args[out]. The call fails unless the inputs promote
/// and the result may be stored to the output.
MixedOperands take_mixed_operands(Call &call, size_t out);

/// Computes all elements. The call fails when the shapes do not broadcast to the output's, or when
/// there is no run function for the common dtype.
void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
