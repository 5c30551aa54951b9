// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of elementwise operators, for any vector size (machine.h). Vectors are loaded and stored
// directly if the output is contiguous, and each input is contiguous or repeats one element.
// Tensors of the same layout fulfil this condition; so do broadcast rows, columns and scalars.
// Otherwise elements are gathered into vectors first. The elements of an incomplete last vector are
// always gathered. Thus one and the same function computes all elements, always in vectors. The
// result of an element does not depend on the element's position.

#pragma once

#include "../common/elementwise.h"
#include "../common/machine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Three types read vectors of elements from an input. SideBySide reads contiguous elements.
/// Repeated has one element for all positions. Apart reads elements at any stride.
template <typename T, size_t bytes> struct SideBySide {
  using V = Vector<Lane<T>, bytes>;
  const char *data;
  ET_ALWAYS_INLINE V at(size_t i) const { return load<T, bytes>(data + i * sizeof(T)); }
  ET_ALWAYS_INLINE V at(size_t i, size_t count) const {
    return load_some<T, bytes>(data + i * sizeof(T), sizeof(T), count);
  }
};
template <typename T, size_t bytes> struct Repeated {
  using V = Vector<Lane<T>, bytes>;
  V vector;
  ET_ALWAYS_INLINE explicit Repeated(const char *element)
      : vector(splat_as<V>(static_cast<Lane<T>>(*reinterpret_cast<const T *>(element)))) {}
  ET_ALWAYS_INLINE explicit Repeated(const V &value) : vector(value) {}
  ET_ALWAYS_INLINE V at(size_t) const { return vector; }
  ET_ALWAYS_INLINE V at(size_t, size_t) const { return vector; }
};
template <typename T, size_t bytes> struct Apart {
  using V = Vector<Lane<T>, bytes>;
  const char *data;
  ptrdiff_t stride;
  ET_ALWAYS_INLINE V at(size_t i, size_t count) const {
    return load_some<T, bytes>(data + static_cast<ptrdiff_t>(i) * stride, stride, count);
  }
};

/// out[i] = fn(in[i], ...) for a contiguous output.
template <typename T, size_t bytes, typename Function, typename... In>
ET_ALWAYS_INLINE void compute_whole(char *out, size_t count, const Function &fn, const In &...in) {
  constexpr size_t lanes = kLanes<T, bytes>;
  size_t i = 0;
  for (; count - i >= 2 * lanes; i += 2 * lanes) {
    const auto first = fn(in.at(i)...);
    const auto second = fn(in.at(i + lanes)...);
    store<T>(out + i * sizeof(T), first);
    store<T>(out + (i + lanes) * sizeof(T), second);
  }
  if (count - i >= lanes) {
    store<T>(out + i * sizeof(T), fn(in.at(i)...));
    i += lanes;
  }
  if (i < count)
    store_some<T>(out + i * sizeof(T), sizeof(T), count - i, fn(in.at(i, count - i)...));
}

template <typename T, size_t bytes, typename Function, typename... In>
ET_ALWAYS_INLINE void compute_apart(const ElementRun &run, const Function &fn, const In &...in) {
  constexpr size_t lanes = kLanes<T, bytes>;
  char *const out = run.data[0];
  const ptrdiff_t stride = run.strides[0];
  for (size_t i = 0; i < run.count; i += lanes) {
    const size_t some = run.count - i < lanes ? run.count - i : lanes;
    store_some<T>(out + static_cast<ptrdiff_t>(i) * stride, stride, some, fn(in.at(i, some)...));
  }
}

template <typename T, size_t bytes, typename Function>
ET_ALWAYS_INLINE void map_vectors(const ElementRun &run, const Function &fn) {
  compute_whole<T, bytes>(run.data[0], run.count, fn, SideBySide<T, bytes>{run.data[1]});
}

/// out[i] = fn(a[i], b[i]); `Other` is the type of the second input.
template <typename T, size_t bytes, typename Other = T, typename Function>
ET_ALWAYS_INLINE void zip_vectors(const ElementRun &run, const Function &fn) {
  constexpr ptrdiff_t size = sizeof(T);
  const ptrdiff_t a_stride = run.strides[1];
  const ptrdiff_t b_stride = run.strides[2];
  char *const out = run.data[0];
  const char *const a = run.data[1];
  const char *const b = run.data[2];
  const bool is_whole = run.strides[0] == size && run.count >= kLanes<T, bytes>;
  if (is_whole && a_stride == size && b_stride == 0)
    compute_whole<T, bytes>(out, run.count, fn, SideBySide<T, bytes>{a}, Repeated<Other, bytes>(b));
  else if (is_whole && a_stride == size && b_stride == sizeof(Other))
    compute_whole<T, bytes>(out, run.count, fn, SideBySide<T, bytes>{a},
                            SideBySide<Other, bytes>{b});
  else if (is_whole && a_stride == 0 && b_stride == sizeof(Other))
    compute_whole<T, bytes>(out, run.count, fn, Repeated<T, bytes>(a), SideBySide<Other, bytes>{b});
  else
    compute_apart<T, bytes>(run, fn, Apart<T, bytes>{a, a_stride},
                            Apart<Other, bytes>{b, b_stride});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
