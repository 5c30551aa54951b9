// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::upsample_bilinear2d.vec_out: each output element is a weighted mean of the four input
// elements around the output element's position. Nearer input elements have larger weights. Half,
// BFloat16 and integers except Byte are computed in Float, and integer results are truncated. Byte
// is computed with integer weights (upsample_bytes.h).

#include <algorithm>

#include "upsample.h"
#include "upsample_bytes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The first neighbour has the weight 1 - `weight`; the second neighbour has `weight`.
template <typename W> struct Neighbours {
  SizesType first;
  SizesType second;
  W weight;
};

template <typename W> Neighbours<W> find_neighbours(const Axis &axis, W scale, SizesType position) {
  if (axis.in == axis.out)
    return {position, position, W(0)};
  W place = static_cast<W>(position) * scale;
  if (!axis.align_corners)
    place = std::max((static_cast<W>(position) + W(0.5)) * scale - W(0.5), W(0));
  const SizesType first = std::min<SizesType>(static_cast<SizesType>(place), axis.in - 1);
  return {first, std::min<SizesType>(first + 1, axis.in - 1),
          std::min(place - static_cast<W>(first), W(1))};
}

/// One or two neighbouring input elements of Byte, [first, last) along an axis. upsample_bytes.h
/// computes their mean. `second` is the weight of the second element.
struct Pair {
  SizesType first;
  SizesType last;
  double second;

  double share_of(SizesType i) const {
    const double share = last - first == 1 ? 1 : 1 - second;
    return i == first ? share : 1 - share;
  }
};

Pair find_pair(const Axis &axis, SizesType position) {
  const auto found = find_neighbours(axis, scale_of<double>(axis), position);
  return {found.first, found.second + 1, found.weight};
}

void upsample_byte(const Planes &out, const Planes &in, const Axis *axes) {
  upsample_bytes(out, in, axes, find_pair);
}

template <typename T> void upsample(const Planes &out, const Planes &in, const Axis *axes) {
  using W = UpsampleType<T>;
  const W scales[] = {scale_of<W>(axes[0]), scale_of<W>(axes[1])};
  const ChannelOrder channels(out);
  for (SizesType n = 0; n < out.sizes[0]; ++n)
    for (SizesType c = 0; c < channels.outer; ++c)
      for (SizesType row = 0; row < out.sizes[2]; ++row) {
        const Neighbours<W> y = find_neighbours(axes[0], scales[0], row);
        const char *const above = in.at(n, c, y.first, 0);
        const char *const below = in.at(n, c, y.second, 0);
        for (SizesType column = 0; column < out.sizes[3]; ++column) {
          const Neighbours<W> x = find_neighbours(axes[1], scales[1], column);
          ptrdiff_t left = x.first * in.strides[3], right = x.second * in.strides[3];
          char *to = out.at(n, c, row, column);
          const auto at = [](const char *line, ptrdiff_t place) {
            return static_cast<W>(*reinterpret_cast<const T *>(line + place));
          };
          for (SizesType i = 0; i < channels.inner; ++i) {
            const W top = (1 - x.weight) * at(above, left) + x.weight * at(above, right);
            const W bottom = (1 - x.weight) * at(below, left) + x.weight * at(below, right);
            *reinterpret_cast<T *>(to) =
                mean_as_element<T>((1 - y.weight) * top + y.weight * bottom);
            to += out.strides[1];
            left += in.strides[1];
            right += in.strides[1];
          }
        }
      }
}

template <typename T> constexpr UpsampleKernel kUpsample = {DtypeOf<T>::value, upsample<T>};
template <> constexpr UpsampleKernel kUpsample<uint8_t> = {ScalarType::Byte, upsample_byte};

void upsample_bilinear2d(KernelRuntimeContext &context, Args args, const UpsampleKernel &kernel) {
  enum Arguments : size_t { kInput, kOutputSize, kAlignCorners, kScaleFactors, kOut, kCount };
  Call call(context, args, kCount);
  call.tensor(kInput, kernel.dtype);
  const Upsampling taken = take_factors(call, kAlignCorners, kScaleFactors, kOut);
  if (call.ok())
    kernel.run(Planes(taken.out), Planes(taken.self), taken.axes);
}

} // namespace

#define UPSAMPLE_BILINEAR2D(name, code, type)                                                      \
  ET_KERNEL(aten, upsample_bilinear2d.vec_out, name, "v1/" #code ";|*",                            \
            "upsample_bilinear2d.vec_out(Tensor input, SymInt[]? output_size, bool "               \
            "align_corners, float[]? scale_factors, *, Tensor(a!) out) -> Tensor(a!)") {           \
    upsample_bilinear2d(context, args, kUpsample<type>);                                           \
  }
ET_FORALL_REAL_DTYPES(UPSAMPLE_BILINEAR2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
