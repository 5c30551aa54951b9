// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that generated.cpp and one_by_one.cpp register.

namespace forms {

void twice(const float *in, float *out) { *out = *in + *in; }
void negate_float(const float *in, float *out) { *out = -*in; }
void negate_int(const int *in, int *out) { *out = -*in; }
void unused(const float *in, float *out) { *out = *in * *in * *in; }
void plus(const float *in, float *out) { *out = *in + 8; }
void minus(const float *in, float *out) { *out = *in - 8; }

} // namespace forms
