// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_upsample_bilinear2d_aa.out: upsample_bilinear2d with antialiasing. Each output element
// is a weighted mean of the input elements around its position. More elements count if the output
// is smaller than the input. A weight falls linearly with the distance from the position. Only the
// code for Byte stores weights; the other kernels compute a weight for each use. Half, BFloat16 and
// integers except Byte are computed in Float. A mean of integers is rounded to the nearest integer.

#include <algorithm>

#include "upsample.h"
#include "upsample_bytes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The input elements [first, last) along an axis for one output element. `center` is the output
/// element's position in the input. `slope` is the weight's decrease per input element. `total` is
/// the sum of the weights.
template <typename W> struct Support {
  SizesType first;
  SizesType last;
  W center;
  W slope;
  W total;

  W weight_at(SizesType i) const {
    const W distance = (static_cast<W>(i) - center + W(0.5)) * slope;
    return std::max(1 - (distance < 0 ? -distance : distance), W(0));
  }
  W share_of(SizesType i) const { return weight_at(i) / total; }
};

template <typename W> SizesType limited(W value, SizesType limit) {
  if (!(value > 0))
    return 0;
  return value < static_cast<W>(limit) ? static_cast<SizesType>(value) : limit;
}

template <typename W> Support<W> find_support(const Axis &axis, SizesType position) {
  const W scale = scale_of<W>(axis);
  const W reach = std::max(scale, W(1));
  Support<W> support;
  support.center = scale * (static_cast<W>(position) + W(0.5));
  support.slope = 1 / reach;
  support.first = limited(support.center - reach + W(0.5), axis.in);
  support.last = limited(support.center + reach + W(0.5), axis.in);
  support.total = 0;
  for (SizesType i = support.first; i < support.last; ++i)
    support.total += support.weight_at(i);
  if (support.total == 0)
    support.total = 1;
  return support;
}

template <typename T>
void write_element(char *to, const char *from, const Planes &in,
                   const Support<UpsampleType<T>> &rows, const Support<UpsampleType<T>> &columns) {
  using W = UpsampleType<T>;
  W sum = 0;
  for (SizesType y = rows.first; y < rows.last; ++y) {
    W line = 0;
    for (SizesType x = columns.first; x < columns.last; ++x)
      line += columns.share_of(x) * static_cast<W>(*reinterpret_cast<const T *>(
                                        from + y * in.strides[2] + x * in.strides[3]));
    sum += rows.share_of(y) * line;
  }
  if (std::is_integral_v<T>)
    sum += sum < 0 ? W(-0.5) : W(0.5);
  *reinterpret_cast<T *>(to) = mean_as_element<T>(sum);
}

template <typename T> void upsample(const Planes &out, const Planes &in, const Axis *axes) {
  for (SizesType row = 0; row < out.sizes[2]; ++row) {
    const auto rows = find_support<UpsampleType<T>>(axes[0], row);
    for (SizesType column = 0; column < out.sizes[3]; ++column) {
      const auto columns = find_support<UpsampleType<T>>(axes[1], column);
      for (SizesType n = 0; n < out.sizes[0]; ++n)
        for (SizesType c = 0; c < out.sizes[1]; ++c)
          write_element<T>(out.at(n, c, row, column), in.at(n, c), in, rows, columns);
    }
  }
}

Support<double> find_byte_support(const Axis &axis, SizesType position) {
  if (axis.in == axis.out)
    return {position, position + 1, position + 0.5, 1, 1};
  return find_support<double>(axis, position);
}

void upsample_byte(const Planes &out, const Planes &in, const Axis *axes) {
  upsample_bytes(out, in, axes, find_byte_support);
}

template <typename T> constexpr UpsampleKernel kUpsample = {DtypeOf<T>::value, upsample<T>};
template <> constexpr UpsampleKernel kUpsample<uint8_t> = {ScalarType::Byte, upsample_byte};

void upsample_bilinear2d_aa(KernelRuntimeContext &context, Args args,
                            const UpsampleKernel &kernel) {
  enum Arguments : size_t { kSelf, kOutputSize, kAlignCorners, kScalesH, kScalesW, kOut, kCount };
  Call call(context, args, kCount);
  call.tensor(kSelf, kernel.dtype);
  const Upsampling taken = take_size(call, kAlignCorners, kScalesH, kOut);
  if (call.ok())
    kernel.run(Planes(taken.out), Planes(taken.self), taken.axes);
}

} // namespace

#define UPSAMPLE_BILINEAR2D_AA(name, code, type)                                                   \
  ET_KERNEL(aten, _upsample_bilinear2d_aa.out, name, "v1/" #code ";|*",                            \
            "_upsample_bilinear2d_aa.out(Tensor self, SymInt[2] output_size, bool align_corners, " \
            "float? scales_h=None, float? scales_w=None, *, Tensor(a!) out) -> Tensor(a!)") {      \
    upsample_bilinear2d_aa(context, args, kUpsample<type>);                                        \
  }
ET_FORALL_REAL_DTYPES(UPSAMPLE_BILINEAR2D_AA)

} // namespace et::kernels::ET_KERNEL_LIBRARY
