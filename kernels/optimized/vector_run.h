// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of an elementwise operator's run function (elementwise.h), with vectors where
// the output's elements lie side by side and each input's do or are all the same one: tensors of
// one layout, and rows, columns and scalars broadcast. The other elements are computed one by one.

#pragma once

#include <algorithm>
#include <utility>

#include "../common/elementwise.h"
#include "vector.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Inputs of a run, vector after vector: elements side by side, or one that repeats.
template <typename T> struct SideBySide {
  const char *data;
  ET_ALWAYS_INLINE Vector<Lane<T>> at(size_t i) const { return load<T>(data + i * sizeof(T)); }
};
template <typename T> struct Repeated {
  Vector<Lane<T>> vector;
  explicit Repeated(const char *element)
      : vector(splat(static_cast<Lane<T>>(*reinterpret_cast<const T *>(element)))) {}
  ET_ALWAYS_INLINE Vector<Lane<T>> at(size_t) const { return vector; }
};

/// out[i] = fn(a[i], b[i]) for whole vectors, several at a time while there are; returns for how
/// many elements.
template <typename T, typename A, typename B, typename Function, size_t... vector>
ET_ALWAYS_INLINE size_t zip_whole_vectors(char *out, const A &a, const B &b, size_t count,
                                          const Function &fn, std::index_sequence<vector...>) {
  constexpr size_t lanes = kLanes<T>;
  const auto zip = [&](size_t i) { store<T>(out + i * sizeof(T), fn(a.at(i), b.at(i))); };
  size_t i = 0;
  for (; count - i >= sizeof...(vector) * lanes; i += sizeof...(vector) * lanes)
    (zip(i + vector * lanes), ...);
  for (; count - i >= lanes; i += lanes)
    zip(i);
  return i;
}

/// The same for single elements, of which the first `done` are left out.
template <typename T, typename Function>
ET_ALWAYS_INLINE void zip_elements(const ElementRun &run, size_t done, const Function &fn) {
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t a_stride = run.strides[1];
  const ptrdiff_t b_stride = run.strides[2];
  char *out = run.data[0] + static_cast<ptrdiff_t>(done) * out_stride;
  const char *a = run.data[1] + static_cast<ptrdiff_t>(done) * a_stride;
  const char *b = run.data[2] + static_cast<ptrdiff_t>(done) * b_stride;
  for (size_t left = run.count - done; left != 0; --left) {
    const ComputeType<T> x = *reinterpret_cast<const T *>(a);
    const ComputeType<T> y = *reinterpret_cast<const T *>(b);
    *reinterpret_cast<T *>(out) = static_cast<T>(fn(x, y));
    out += out_stride;
    a += a_stride;
    b += b_stride;
  }
}

template <typename T, typename Function>
__attribute__((noinline)) void zip_long_run(const ElementRun &run) {
  constexpr ptrdiff_t size = sizeof(T);
  constexpr std::make_index_sequence<4> several;
  const Function fn(run);
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t a_stride = run.strides[1];
  const ptrdiff_t b_stride = run.strides[2];
  char *const out = run.data[0];
  const char *const a = run.data[1];
  const char *const b = run.data[2];
  const SideBySide<T> a_elements = {a}, b_elements = {b};
  size_t done = 0;
  if (out_stride == size && a_stride == size && b_stride == size)
    done = zip_whole_vectors<T>(out, a_elements, b_elements, run.count, fn, several);
  else if (out_stride == size && a_stride == size && b_stride == 0)
    done = zip_whole_vectors<T>(out, a_elements, Repeated<T>(b), run.count, fn, several);
  else if (out_stride == size && a_stride == 0 && b_stride == size)
    done = zip_whole_vectors<T>(out, Repeated<T>(a), b_elements, run.count, fn, several);
  zip_elements<T>(run, done, fn);
}

/// out[i] = fn(a[i], b[i]) on elements of type T. `Function` is made from the run; it takes vectors
/// of Lane<T> and, for single elements, ComputeType<T>. Short runs have a function of their own,
/// which saves no registers for the other.
template <typename T, typename Function> void zip_vectors(const ElementRun &run) {
  if (run.count < std::max(kLanes<T>, size_t(4)))
    zip_elements<T>(run, 0, Function(run));
  else
    zip_long_run<T, Function>(run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
