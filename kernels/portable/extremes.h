// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest or smallest element along some dimensions, and the index of this element. For each
// dtype, amax, argmax and max share one function, and amin, argmin and min share another. If there
// is a NaN, the first NaN is the result. Of equal elements, the first one is the result.

#pragma once

#include <limits>
#include <type_traits>

#include "mixed_fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// True if `value` does not replace `best`. Comparisons with NaN are false, so NaN replaces `best`.
template <bool kMax, typename T> inline bool stays(T value, T best) {
  return kMax ? value <= best : value >= best;
}

template <bool kMax, typename T> constexpr T worst() {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity)
    return kMax ? -Limits::infinity() : Limits::infinity();
  else
    return kMax ? Limits::lowest() : Limits::max();
}

/// Writes the best element to operand 0. Writes the index of this element among all folded elements
/// to operand 2, a Long. An operand whose address is null is not written.
template <bool kMax, typename T> void extreme_fold(const ElementRun &outputs, FoldState &state) {
  using Compute = std::conditional_t<sizeof(ComputeType<T>) == sizeof(T), T,
                                     std::conditional_t<std::is_integral_v<T>, T, float>>;
  struct Best {
    Compute value;
    size_t index;
  };
  char *out = outputs.data[0];
  char *indices = outputs.data[2];
  const char *first = outputs.data[1];
  const ptrdiff_t stride = state.stride;
  const size_t end = state.done + state.count;
  for (size_t i = outputs.count; i != 0; --i) {
    Best best = {worst<kMax, Compute>(), 0};
    if (!state.is_first)
      best = *reinterpret_cast<const Best *>(state.sum);
    const char *in = first;
    size_t at = state.done;
    if (best.value == best.value && at != end)
      do {
        const Compute value = static_cast<Compute>(read_element<T>(in));
        in += stride;
        if (stays<kMax>(value, best.value))
          continue;
        best = {value, at};
        if (value != value)
          break;
      } while (++at != end);
    if (!state.is_last) {
      *reinterpret_cast<Best *>(state.sum) = best;
      return;
    }
    if (out)
      *reinterpret_cast<T *>(out) = static_cast<T>(best.value);
    if (indices)
      *reinterpret_cast<int64_t *>(indices) = static_cast<int64_t>(best.index);
    out += outputs.strides[0];
    indices += outputs.strides[2];
    first += outputs.strides[1];
  }
}

template <bool kMax, typename T>
constexpr FoldKernel kExtreme = {DtypeOf<T>::value, DtypeOf<T>::value, extreme_fold<kMax, T>};

/// `kernel` is a kExtreme.
void extremes(KernelRuntimeContext &context, Args args, const FoldKernel &kernel);
void indices_of_extremes(KernelRuntimeContext &context, Args args, const FoldKernel &kernel);
void extremes_and_indices(KernelRuntimeContext &context, Args args, const FoldKernel &kernel);
void extreme_of_all(KernelRuntimeContext &context, Args args, const FoldKernel &kernel);

template <bool kMax>
constexpr WideFolds kExtremeFolds = {extreme_fold<kMax, int32_t>,
                                     extreme_fold<kMax, int64_t>,
                                     extreme_fold<kMax, float>,
                                     extreme_fold<kMax, double>,
                                     nullptr,
                                     nullptr};
/// Fallback kernel for the largest or smallest of all elements, if the output and self have
/// different dtypes. As in PyTorch, the call fails if the output's dtype cannot hold the result.
void mixed_extreme_of_all(KernelRuntimeContext &context, Args args, const WideFolds &folds);

#define ET_EXTREMES(op, is_max, name, code, type)                                                  \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*",                                                     \
            #op "(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) "             \
                "-> Tensor(a!)") {                                                                 \
    extremes(context, args, kExtreme<is_max, type>);                                               \
  }
#define ET_INDICES_OF_EXTREMES(op, is_max, name, code, type)                                       \
  ET_KERNEL(aten, op, name, "v1/" #code ";|4;",                                                    \
            #op "(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) "             \
                "-> Tensor(a!)") {                                                                 \
    indices_of_extremes(context, args, kExtreme<is_max, type>);                                    \
  }
/// `outs` is the part of the schema that declares the two outputs.
#define ET_EXTREMES_AND_INDICES(op, outs, is_max, name, code, type)                                \
  ET_KERNEL(aten, op, name, "v1/" #code ";|" #code ";|4;",                                         \
            #op "(Tensor self, int dim, bool keepdim=False, *, " outs                              \
                ") -> (Tensor(a!) values, Tensor(b!) indices)") {                                  \
    extremes_and_indices(context, args, kExtreme<is_max, type>);                                   \
  }
#define ET_EXTREME_OF_ALL_SCHEMA(op) #op "(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define ET_EXTREME_OF_ALL(op, is_max, name, code, type)                                            \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*", ET_EXTREME_OF_ALL_SCHEMA(op)) {                     \
    extreme_of_all(context, args, kExtreme<is_max, type>);                                         \
  }
#define ET_MIXED_EXTREME_OF_ALL(op, is_max)                                                        \
  ET_KERNEL(aten, op, fallback, ET_KEY(RealsAndBool, NumbersAndBool),                              \
            ET_EXTREME_OF_ALL_SCHEMA(op)) {                                                        \
    mixed_extreme_of_all(context, args, kExtremeFolds<is_max>);                                    \
  }

} // namespace et::kernels::ET_KERNEL_LIBRARY
