// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_fft_c2r.out: the inverse Fourier transform along some dimensions. The result is a real
// signal with last_dim_size elements along the last of these dimensions. Along this dimension, the
// result depends only on elements 0 to last_dim_size / 2 of the input. With several dimensions, the
// input is first copied to the heap, because all transforms but the last overwrite their input.
// The kernel exists only if the build found KissFFT.

#if defined(ET_OPTIMIZED_WITH_FFT)

#include <algorithm>
#include <memory>
#include <new>

#include "fft.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void fft_c2r(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kSelf, kDim, kNormalization, kLastDimSize, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, DtypeOf<Complex<T>>::value);
  const Tensor out = call.output(kOut, DtypeOf<T>::value);
  const int32_t normalization = call.integer(kNormalization, 0, 2);
  const int32_t size = call.integer(kLastDimSize, 1);
  FftDims dims;
  if (!take_fft_dims(call, self, dims) || !call.require(self.size(dims.last()) > size / 2))
    return;
  SizesType sizes[kTensorDimensionLimit];
  std::copy(self.sizes().begin(), self.sizes().end(), sizes);
  sizes[dims.last()] = size;
  double points = 1;
  for (size_t i = 0; i < dims.count; ++i)
    points *= sizes[dims.dims[i]];
  if (!call.require(points != 0) || !call.resize(out, {sizes, self.dim()}) || out.numel() == 0)
    return;
  char *data = self.mutable_data_ptr<char>();
  std::unique_ptr<char[]> copy;
  if (dims.count > 1) {
    copy.reset(new (std::nothrow) char[self.nbytes()]);
    if (copy == nullptr)
      return call.fail(Error::MemoryAllocationFailed);
    std::copy_n(data, self.nbytes(), copy.get());
    data = copy.get();
  }
  for (size_t i = 0; i + 1 < dims.count; ++i) {
    Fft<T> first(static_cast<size_t>(self.size(dims.dims[i])), true, false, 1);
    transform_rows(self, data, self, data, dims.dims[i], first, &Fft<T>::complex_to_complex);
  }
  Fft<T> last(static_cast<size_t>(size), true, true,
              static_cast<T>(fft_scale(normalization, points)));
  transform_rows(out, out.mutable_data_ptr<char>(), self, data, dims.last(), last,
                 &Fft<T>::complex_to_real);
}

} // namespace

#define FFT_C2R(name, code, complex_code, type)                                                    \
  ET_KERNEL(aten, _fft_c2r.out, name, "v1/" #complex_code ";|" #code ";",                          \
            "_fft_c2r.out(Tensor self, int[] dim, int normalization, SymInt last_dim_size, *, "    \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    fft_c2r<type>(context, args);                                                                  \
  }
FFT_C2R(Float, 6, 9, float)
FFT_C2R(Double, 7, 10, double)

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
