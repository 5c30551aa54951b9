// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_fft_r2c.out: the Fourier transform of a real signal along some dimensions. If `onesided`
// is true, the result has only elements 0 to n / 2 along the last of these dimensions, where n is
// the signal's size along this dimension. The missing elements would be the complex conjugates of
// elements in the result. The kernel exists only if the build found KissFFT.

#if defined(ET_OPTIMIZED_WITH_FFT)

#include <algorithm>

#include "fft.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void fft_r2c(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kSelf, kDim, kNormalization, kOnesided, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, DtypeOf<T>::value);
  const Tensor out = call.output(kOut, DtypeOf<Complex<T>>::value);
  const int32_t normalization = call.integer(kNormalization, 0, 2);
  const bool is_onesided = call.boolean(kOnesided);
  FftDims dims;
  if (!take_fft_dims(call, self, dims))
    return;
  SizesType sizes[kTensorDimensionLimit];
  std::copy(self.sizes().begin(), self.sizes().end(), sizes);
  double points = 1;
  for (size_t i = 0; i < dims.count; ++i)
    points *= self.size(dims.dims[i]);
  if (!call.require(points != 0))
    return;
  const SizesType size = self.size(dims.last());
  if (is_onesided)
    sizes[dims.last()] = size / 2 + 1;
  if (!call.resize(out, {sizes, self.dim()}) || out.numel() == 0)
    return;
  Fft<T> first(static_cast<size_t>(size), false, true,
               static_cast<T>(fft_scale(normalization, points)));
  char *const data = out.mutable_data_ptr<char>();
  transform_rows(out, data, self, self.mutable_data_ptr<char>(), dims.last(), first,
                 is_onesided ? &Fft<T>::template real_to_complex<true>
                             : &Fft<T>::template real_to_complex<false>);
  for (size_t i = 0; i + 1 < dims.count; ++i) {
    Fft<T> next(static_cast<size_t>(self.size(dims.dims[i])), false, false, 1);
    transform_rows(out, data, out, data, dims.dims[i], next, &Fft<T>::complex_to_complex);
  }
}

} // namespace

#define FFT_R2C(name, code, complex_code, type)                                                    \
  ET_KERNEL(aten, _fft_r2c.out, name, "v1/" #code ";|" #complex_code ";",                          \
            "_fft_r2c.out(Tensor self, int[] dim, int normalization, bool onesided, *, "           \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    fft_r2c<type>(context, args);                                                                  \
  }
FFT_R2C(Float, 6, 9, float)
FFT_R2C(Double, 7, 10, double)

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
