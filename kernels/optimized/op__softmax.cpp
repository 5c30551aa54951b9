// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_softmax.out: exp(x) / sum of exp(x) along a dimension, of x less the largest element. A
// line of elements that lie side by side is computed a vector at a time. Along other dimensions as
// many lines as a vector has lanes are computed at once, because mostly they lie side by side. As
// in the portable library, Half and BFloat16 are computed in Float, and exp twice rather than
// rounded before the division.

#include <algorithm>
#include <type_traits>
#include <utility>

#include "../common/lines.h"
#include "exponential.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Whether results can be kept in the output and computed on.
template <typename T> constexpr bool kIsComputed = std::is_same_v<T, Lane<T>>;

/// `count` elements, at most a vector's, `stride` bytes apart; the lanes left over are 0.
template <typename T, size_t... i>
ET_ALWAYS_INLINE Vector<Lane<T>> gather(const char *data, ptrdiff_t stride, size_t count,
                                        std::index_sequence<i...>) {
  if (count == sizeof...(i) && stride == sizeof(T))
    return load<T>(data);
  Vector<Lane<T>> vector = {};
  const auto element = [&](size_t lane) -> Lane<T> {
    return *reinterpret_cast<const T *>(data + static_cast<ptrdiff_t>(lane) * stride);
  };
  ((vector[i] = i < count ? element(i) : 0), ...);
  return vector;
}
template <typename T>
ET_ALWAYS_INLINE Vector<Lane<T>> gather(const char *data, ptrdiff_t stride, size_t count) {
  return gather<T>(data, stride, count, std::make_index_sequence<kLanes<T>>());
}
template <typename T>
ET_ALWAYS_INLINE void scatter(char *data, ptrdiff_t stride, size_t count,
                              const Vector<Lane<T>> &vector) {
  if (count == kLanes<T> && stride == sizeof(T))
    return store<T>(data, vector);
  for (size_t i = 0; i < count; ++i, data += stride)
    *reinterpret_cast<T *>(data) = static_cast<T>(vector[i]);
}

template <typename T> ET_ALWAYS_INLINE T largest_lane(const Vector<T> &vector) {
  T largest = vector[0];
  for (size_t i = 1; i < kLanes<T>; ++i)
    largest = vector[i] > largest ? vector[i] : largest;
  return largest;
}

/// The softmax of a line of elements that lie side by side, at least as many as a vector's. The
/// last vector ends with the line and overlaps with the one before it; since the output may be the
/// input, it is loaded before anything is written.
template <typename T> void softmax_along(char *out, const char *in, size_t size) {
  using Real = Lane<T>;
  const size_t whole = size / kLanes<T> * kLanes<T> * sizeof(T); // bytes of whole vectors
  constexpr size_t step = kLanes<T> * sizeof(T);
  const size_t last = size * sizeof(T) - step;
  Vector<Real> most = load<T>(in + last);
  for (size_t at = 0; at < whole; at += step) {
    const Vector<Real> x = load<T>(in + at);
    most = x > most ? x : most;
  }
  const Real largest = largest_lane<Real>(most);

  const Vector<Real> last_powers = exponential<Real>(load<T>(in + last) - largest);
  Vector<Real> sums = {};
  for (size_t at = 0; at < whole; at += step) {
    const Vector<Real> powers = exponential<Real>(load<T>(in + at) - largest);
    sums += powers;
    if constexpr (kIsComputed<T>)
      store<T>(out + at, powers);
  }
  Real sum = sum_of_lanes<Real>(sums);
  for (size_t lane = (whole - last) / sizeof(T); lane < kLanes<T>; ++lane)
    sum += last_powers[lane];

  for (size_t at = 0; at < whole; at += step) {
    Vector<Real> powers;
    if constexpr (kIsComputed<T>)
      powers = load<T>(out + at);
    else
      powers = exponential<Real>(load<T>(in + at) - largest);
    store<T>(out + at, powers / sum);
  }
  store<T>(out + last, last_powers / sum);
}

/// The softmax of `count` lines, at most as many as a vector has lanes; the first elements of the
/// lines are `out_stride` and `in_stride` apart.
template <typename T>
void softmax_across(char *out, ptrdiff_t out_stride, const char *in, ptrdiff_t in_stride,
                    size_t count, const Line &line) {
  using Real = Lane<T>;
  const auto in_row = [&](size_t i) {
    return gather<T>(in + static_cast<ptrdiff_t>(i) * line.in_stride, in_stride, count);
  };
  const auto out_row = [&](size_t i) { return out + static_cast<ptrdiff_t>(i) * line.out_stride; };
  Vector<Real> largest = in_row(0);
  for (size_t i = 1; i < line.size; ++i) {
    const Vector<Real> x = in_row(i);
    largest = x > largest ? x : largest;
  }
  Vector<Real> sum = {};
  for (size_t i = 0; i < line.size; ++i) {
    const Vector<Real> powers = exponential<Real>(in_row(i) - largest);
    sum += powers;
    if constexpr (kIsComputed<T>)
      scatter<T>(out_row(i), out_stride, count, powers);
  }
  for (size_t i = 0; i < line.size; ++i) {
    Vector<Real> powers;
    if constexpr (kIsComputed<T>)
      powers = gather<T>(out_row(i), out_stride, count);
    else
      powers = exponential<Real>(in_row(i) - largest);
    scatter<T>(out_row(i), out_stride, count, powers / sum);
  }
}

template <typename T> void softmax_run(const ElementRun &run) {
  const Line &line = *static_cast<const Line *>(run.params);
  constexpr ptrdiff_t size = sizeof(T);
  const bool is_side_by_side = line.out_stride == size && line.in_stride == size;
  char *out = run.data[0];
  const char *in = run.data[1];
  if (is_side_by_side && line.size >= (run.count == 1 ? 1 : 2) * kLanes<T>) {
    for (size_t i = run.count; i != 0; --i) {
      softmax_along<T>(out, in, line.size);
      out += run.strides[0];
      in += run.strides[1];
    }
    return;
  }
  for (size_t left = run.count; left != 0;) {
    const size_t count = std::min(left, kLanes<T>);
    softmax_across<T>(out, run.strides[0], in, run.strides[1], count, line);
    out += static_cast<ptrdiff_t>(count) * run.strides[0];
    in += static_cast<ptrdiff_t>(count) * run.strides[1];
    left -= count;
  }
}

template <typename T> constexpr ElementwiseKernel kSoftmax = elementwise<T>(3, softmax_run<T>);

} // namespace

#define SOFTMAX(name, code, type)                                                                  \
  ET_KERNEL(aten, _softmax.out, name, "v1/" #code ";|*",                                           \
            "_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "           \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, kSoftmax<type>);                                                        \
  }
ET_FORALL_FLOAT_DTYPES(SOFTMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
