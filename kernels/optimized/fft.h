// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms along one dimension of a tensor, by KissFFT (kissfft.hh, BSD-3-Clause).
// KissFFT is a template over the number type. The number type here is a vector, so that one call
// computes a transform in each lane. A real signal of even length n is transformed as n / 2 complex
// numbers. KissFFT allocates from the heap. If the largest prime factor p of a length n is large,
// the time is about proportional to n * p.

#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <kissfft.hh>

#include "../common/dims.h"
#include "../common/dtypes.h"
#include "../common/typed_arguments.h"
#include "../common/vector.h"
#include "../common/walk.h"
#include "transpose.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A vector as a number type for KissFFT and std::complex. exp(), cos() and sin() compute one
/// number for all lanes, because KissFFT calls these functions only for twiddle factors. A twiddle
/// factor is the same in all lanes.
template <typename T> class Numbers {
public:
  static constexpr size_t count = kLanes<T>;

  Numbers() : vector() {}
  Numbers(double value) : vector(splat<T>(static_cast<T>(value))) {}
  Numbers(const Vector<T> &value) : vector(value) {}
  operator double() const { return static_cast<double>(vector[0]); }

  Numbers &operator+=(const Numbers &b) { return *this = *this + b; }
  Numbers &operator-=(const Numbers &b) { return *this = *this - b; }
  Numbers &operator*=(const Numbers &b) { return *this = *this * b; }
  friend Numbers operator-(const Numbers &a) { return -a.vector; }
  friend Numbers operator+(const Numbers &a, const Numbers &b) { return a.vector + b.vector; }
  friend Numbers operator-(const Numbers &a, const Numbers &b) { return a.vector - b.vector; }
  friend Numbers operator*(const Numbers &a, const Numbers &b) { return a.vector * b.vector; }
  friend Numbers operator*(size_t a, const Numbers &b) {
    return Numbers(static_cast<double>(a)) * b;
  }
  friend Numbers operator/(const Numbers &a, size_t b) {
    return a.vector / Numbers(static_cast<double>(b)).vector;
  }
  friend Numbers exp(const Numbers &a) { return std::exp(a.vector[0]); }
  friend Numbers cos(const Numbers &a) { return std::cos(a.vector[0]); }
  friend Numbers sin(const Numbers &a) { return std::sin(a.vector[0]); }

  Vector<T> vector;
};

/// `count` rows of a tensor, at most as many as a vector has lanes. `row` is the distance from one
/// row to the next, and `step` is the distance from one element of a row to the next. A complex
/// element is two numbers of type T. Distances are in numbers, not in elements.
template <typename T> struct FftRows {
  T *data;
  ptrdiff_t row;
  ptrdiff_t step;
  size_t count;

  /// Copies number k of row i to lane i of to[k]. write() copies in the other direction.
  void read(Vector<T> *to, size_t numbers, bool is_complex) const {
    if (step == (is_complex ? 2 : 1))
      return transpose<Bits>(reinterpret_cast<char *>(to), reinterpret_cast<const char *>(data),
                             {numbers, count, sizeof(*to), row_bytes()});
    for (size_t k = 0; k < numbers; ++k, ++to)
      for (size_t i = 0; i < count; ++i)
        (*to)[i] = *at(i, k, is_complex);
  }
  void write(const Vector<T> *from, size_t numbers, bool is_complex) const {
    if (step == (is_complex ? 2 : 1))
      return transpose<Bits>(reinterpret_cast<char *>(data), reinterpret_cast<const char *>(from),
                             {count, numbers, row_bytes(), sizeof(*from)});
    for (size_t k = 0; k < numbers; ++k, ++from)
      for (size_t i = 0; i < count; ++i)
        *at(i, k, is_complex) = (*from)[i];
  }

private:
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  ptrdiff_t row_bytes() const { return row * static_cast<ptrdiff_t>(sizeof(T)); }
  T *at(size_t i, size_t k, bool is_complex) const {
    return data + static_cast<ptrdiff_t>(i) * row +
           (is_complex ? static_cast<ptrdiff_t>(k / 2) * step + static_cast<ptrdiff_t>(k % 2)
                       : static_cast<ptrdiff_t>(k) * step);
  }
};

template <typename T> class Fft {
public:
  using Number = Numbers<T>;
  using ComplexNumber = std::complex<Number>;
  /// Points to complex_to_complex(), real_to_complex() or complex_to_real().
  using Kind = void (Fft::*)(const FftRows<T> &out, const FftRows<T> &in);

  /// `is_real`: the input or the output of the transform is a real signal.
  Fft(size_t size, bool inverse, bool is_real, T scale)
      : size_(size), halves_(is_real && size % 2 == 0), scale_(scale),
        plan_(halves_ ? size / 2 : size, inverse), in_(size + 1), out_(size + 1) {
    if (!halves_ || !inverse)
      return;
    const size_t half = size / 2;
    rotations_.resize(half + 1);
    for (size_t k = 0; k <= half / 2; ++k) {
      const double angle = std::acos(-1.0) * 2 * static_cast<double>(k) / static_cast<double>(size);
      const double cosine = std::cos(angle), sine = std::sin(angle);
      rotations_[k] = ComplexNumber(Number(cosine), Number(sine));
      rotations_[half - k] = ComplexNumber(Number(-cosine), Number(sine));
    }
  }

  void complex_to_complex(const FftRows<T> &out, const FftRows<T> &in) {
    read(in, size_);
    plan_.transform(in_.data(), out_.data());
    write(out, size_);
  }

  /// If `is_onesided`, writes only elements 0 to size / 2 of the result. Each other element k is
  /// the complex conjugate of element size - k.
  template <bool is_onesided> void real_to_complex(const FftRows<T> &out, const FftRows<T> &in) {
    const size_t half = size_ / 2;
    if (halves_) {
      in.read(vectors(in_), size_, false);
      plan_.transform_real(reinterpret_cast<const Number *>(in_.data()), out_.data());
      // Elements 0 and size / 2 are real. KissFFT stores the two numbers in element 0.
      out_[half] = ComplexNumber(out_[0].imag(), 0);
      out_[0] = ComplexNumber(out_[0].real(), 0);
    } else {
      in.read(vectors(out_), size_, false);
      for (size_t k = 0; k < size_; ++k)
        in_[k] = ComplexNumber(vectors(out_)[k], 0);
      plan_.transform(in_.data(), out_.data());
    }
    for (size_t k = half + 1; !is_onesided && k < size_; ++k)
      out_[k] = std::conj(out_[size_ - k]);
    write(out, is_onesided ? half + 1 : size_);
  }

  /// The input has only elements 0 to size / 2 of the transform of a real signal. In the transform
  /// of a real signal, element 0 is real. If the size is even, element size / 2 is also real.
  /// Therefore the function ignores the imaginary parts of these two elements.
  void complex_to_real(const FftRows<T> &out, const FftRows<T> &in) {
    const size_t half = size_ / 2;
    read(in, half + 1);
    in_[0].imag(0);
    if (!halves_) {
      for (size_t k = half + 1; k < size_; ++k)
        in_[k] = std::conj(in_[size_ - k]);
      plan_.transform(in_.data(), out_.data());
      for (size_t k = 0; k < size_; ++k)
        vectors(in_)[k] = out_[k].real().vector * scale_;
      return out.write(vectors(in_), size_, false);
    }
    in_[half].imag(0);
    // The complex transform of half the size will give the signal's even elements as real parts,
    // and the odd elements as imaginary parts. This loop computes the input of the transform.
    for (size_t k = 0; k <= half / 2; ++k) {
      const size_t other = half - k;
      const ComplexNumber a = in_[k], b = std::conj(in_[other]);
      const ComplexNumber odd = (a - b) * rotations_[k];
      in_[k] = ComplexNumber(a.real() + b.real() - odd.imag(), a.imag() + b.imag() + odd.real());
      if (k == 0 || k == other)
        continue;
      const ComplexNumber mirrored = (std::conj(b) - std::conj(a)) * rotations_[other];
      in_[other] = ComplexNumber(a.real() + b.real() - mirrored.imag(),
                                 mirrored.real() - a.imag() - b.imag());
    }
    plan_.transform(in_.data(), out_.data());
    write_scaled(out, size_, false);
  }

private:
  static Vector<T> *vectors(std::vector<ComplexNumber> &numbers) {
    return reinterpret_cast<Vector<T> *>(numbers.data());
  }
  void read(const FftRows<T> &in, size_t count) { in.read(vectors(in_), 2 * count, true); }
  void write(const FftRows<T> &out, size_t count) { write_scaled(out, 2 * count, true); }
  void write_scaled(const FftRows<T> &out, size_t numbers, bool is_complex) {
    Vector<T> *const results = vectors(out_);
    for (size_t k = 0; scale_ != 1 && k < numbers; ++k)
      results[k] *= scale_;
    out.write(results, numbers, is_complex);
  }

  size_t size_;
  bool halves_;
  T scale_;
  kissfft<Number> plan_;
  std::vector<ComplexNumber> in_, out_, rotations_ = {};
};

/// Transforms all rows along dimension `d`. The sizes of `out` and `in` may differ only in this
/// dimension. The data pointers are parameters, because op__fft_c2r.cpp passes a copy of
/// the input's elements.
template <typename T>
void transform_rows(const Tensor &out, char *out_data, const Tensor &in, char *in_data, size_t d,
                    Fft<T> &fft, typename Fft<T>::Kind kind) {
  struct Params {
    Fft<T> &fft;
    typename Fft<T>::Kind kind;
    ptrdiff_t out_step;
    ptrdiff_t in_step;
  } params = {fft, kind, byte_stride(out, d), byte_stride(in, d)};
  ElementWalk walk;
  walk.add_pair(out, in, nullptr, d);
  walk.run.data[0] = out_data;
  walk.run.data[1] = in_data;
  walk.run.params = &params;
  walk.for_each_run([](const ElementRun &run) {
    const Params &p = *static_cast<const Params *>(run.params);
    constexpr ptrdiff_t size = sizeof(T);
    constexpr size_t most = Numbers<T>::count;
    for (size_t i = 0; i < run.count; i += most) {
      const size_t count = std::min(most, run.count - i);
      const auto rows_of = [&](size_t operand, ptrdiff_t step) {
        return FftRows<T>{reinterpret_cast<T *>(run.data[operand] +
                                                static_cast<ptrdiff_t>(i) * run.strides[operand]),
                          run.strides[operand] / size, step / size, count};
      };
      (p.fft.*p.kind)(rows_of(0, p.out_step), rows_of(1, p.in_step));
    }
  });
}

/// The dimensions along which a tensor is transformed. The transform along last() converts a real
/// signal to complex numbers, or complex numbers to a real signal. The transforms along the other
/// dimensions have complex inputs and outputs.
struct FftDims {
  uint8_t dims[kTensorDimensionLimit] = {};
  size_t count = 1;
  uint8_t last() const { return dims[count - 1]; }
};

/// The call fails if the list args[1] is empty or names a dimension twice.
inline bool take_fft_dims(Call &call, const Tensor &self, FftDims &taken) {
  enum : size_t { kSelf, kDim };
  const Span<const int64_t> list = call.list(kDim);
  if (!call.require(call.ok() && self.dim() >= 1 && self.dim() <= kTensorDimensionLimit &&
                    !list.empty() && list.size() <= self.dim()))
    return false;
  uint32_t seen = 0;
  for (size_t i = 0; i < list.size(); ++i)
    if (!call.require(mark_dim(list[i], self.dim(), seen, taken.dims[i])))
      return false;
  taken.count = list.size();
  return true;
}

/// Returns the factor for the argument `normalization`: 0 gives 1, 1 gives 1 / sqrt(points), and 2
/// gives 1 / points. `points` is the product of the signal's sizes in the transformed dimensions.
inline double fft_scale(int32_t normalization, double points) {
  return normalization == 0 ? 1 : 1 / (normalization == 1 ? std::sqrt(points) : points);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
