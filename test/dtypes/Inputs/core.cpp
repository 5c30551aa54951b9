// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that ExecuTorch's core library defines out of line.

#include "kernels.h"

#include <cstdio>

namespace executorch::runtime {

etensor::TensorImpl::TensorImpl(ScalarType type, int32_t numel, void *data)
    : data_(data), numel_(numel), type_(type) {}

template <> Span<etensor::Tensor> BoxedEvalueList<etensor::Tensor>::get() const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i)
    unwrapped_vals_[i] = wrapped_vals_[i]->toTensor();
  return {unwrapped_vals_, wrapped_vals_.size()};
}

#ifdef WITH_LOG
void internal::vlogf(LogLevel level, uint64_t, const char *file, const char *, size_t,
                     const char *format, __builtin_va_list arguments) {
  std::fprintf(stderr, "%d %s: ", static_cast<int>(level), file);
  std::vfprintf(stderr, format, arguments);
  std::fprintf(stderr, "\n");
}
#endif

} // namespace executorch::runtime
