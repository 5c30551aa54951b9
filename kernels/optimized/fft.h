// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms along one dimension of a tensor, by KissFFT (kissfft.hh, BSD-3-Clause), which
// is a template of the type of numbers: here that is a vector, and as many transforms as it has
// numbers are computed at a time, side by side. Real signals of an even length are half as many
// complex numbers. KissFFT takes memory from the heap, and a length that has a large prime factor
// takes time in proportion to it.

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

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A vector, as a number that KissFFT and std::complex compute with. What KissFFT asks mathematical
/// functions for, factors of rotation, is alike for all transforms.
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
  friend Numbers exp(const Numbers &a) { return std::exp(double(a)); }
  friend Numbers cos(const Numbers &a) { return std::cos(double(a)); }
  friend Numbers sin(const Numbers &a) { return std::sin(double(a)); }

  Vector<T> vector;
};

/// Rows of numbers, as many as a vector has at most; distances in numbers, of which a complex
/// element is two.
template <typename T> struct FftRows {
  T *data;
  ptrdiff_t row;
  ptrdiff_t step;
  size_t count;

  Vector<T> read(size_t k) const {
    const T *from = data + static_cast<ptrdiff_t>(k) * step;
    Vector<T> vector = {};
    for (size_t i = 0; i < count; ++i, from += row)
      vector[i] = *from;
    return vector;
  }
  void write(size_t k, const Vector<T> &vector) const {
    T *to = data + static_cast<ptrdiff_t>(k) * step;
    for (size_t i = 0; i < count; ++i, to += row)
      *to = vector[i];
  }
  FftRows imaginary() const { return {data + 1, row, step, count}; }
};

/// Transforms of `size` numbers, one kind of the three below; results are multiplied by `scale`.
template <typename T> class Fft {
public:
  using Number = Numbers<T>;
  using ComplexNumber = std::complex<Number>;
  /// What a transform does, with rows of the input and of the output.
  using Kind = void (Fft::*)(const FftRows<T> &out, const FftRows<T> &in);

  /// `is_real` is whether the signal is, before the transform or after it.
  Fft(size_t size, bool inverse, bool is_real, T scale)
      : size_(size), halves_(is_real && size % 2 == 0), scale_(scale),
        plan_(halves_ ? size / 2 : size, inverse), in_(size + 1), out_(size + 1) {
    for (size_t k = 0; halves_ && inverse && k < size / 2; ++k) {
      const double angle = std::acos(-1.0) * 2 * static_cast<double>(k) / static_cast<double>(size);
      rotations_.emplace_back(Number(std::cos(angle)), Number(std::sin(angle)));
    }
  }

  void complex_to_complex(const FftRows<T> &out, const FftRows<T> &in) {
    read(in, size_);
    plan_.transform(in_.data(), out_.data());
    write(out, size_);
  }

  /// Of `is_onesided` the first half, and the element in the middle.
  template <bool is_onesided> void real_to_complex(const FftRows<T> &out, const FftRows<T> &in) {
    const size_t half = size_ / 2;
    if (halves_) {
      for (size_t k = 0; k < half; ++k)
        in_[k] = ComplexNumber(in.read(2 * k), in.read(2 * k + 1));
      plan_.transform_real(reinterpret_cast<const Number *>(in_.data()), out_.data());
      // The first and the last element are real, and KissFFT puts them together.
      out_[half] = ComplexNumber(out_[0].imag(), 0);
      out_[0] = ComplexNumber(out_[0].real(), 0);
    } else {
      for (size_t k = 0; k < size_; ++k)
        in_[k] = ComplexNumber(in.read(k), 0);
      plan_.transform(in_.data(), out_.data());
    }
    for (size_t k = half + 1; !is_onesided && k < size_; ++k)
      out_[k] = std::conj(out_[size_ - k]);
    write(out, is_onesided ? half + 1 : size_);
  }

  /// Of the first half; what of it must be real counts as real.
  void complex_to_real(const FftRows<T> &out, const FftRows<T> &in) {
    const size_t half = size_ / 2;
    read(in, half + 1);
    in_[0].imag(0);
    if (!halves_) {
      for (size_t k = half + 1; k < size_; ++k)
        in_[k] = std::conj(in_[size_ - k]);
      plan_.transform(in_.data(), out_.data());
      for (size_t k = 0; k < size_; ++k)
        out.write(k, out_[k].real().vector * scale_);
      return;
    }
    in_[half].imag(0);
    // Elements of even and of odd places, the one as real and the other as imaginary parts.
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
    for (size_t k = 0; k < half; ++k) {
      out.write(2 * k, out_[k].real().vector * scale_);
      out.write(2 * k + 1, out_[k].imag().vector * scale_);
    }
  }

private:
  void read(const FftRows<T> &in, size_t count) {
    for (size_t k = 0; k < count; ++k)
      in_[k] = ComplexNumber(in.read(k), in.imaginary().read(k));
  }
  void write(const FftRows<T> &out, size_t count) const {
    for (size_t k = 0; k < count; ++k) {
      out.write(k, out_[k].real().vector * scale_);
      out.imaginary().write(k, out_[k].imag().vector * scale_);
    }
  }

  size_t size_;
  bool halves_;
  T scale_;
  kissfft<Number> plan_;
  std::vector<ComplexNumber> in_, out_, rotations_;
};

/// Transforms all rows of dimension `d`, of tensors that differ in that dimension only, and whose
/// elements are where the data says.
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

/// The dimensions of a transform, of which the last one has the real signal.
struct FftDims {
  uint8_t dims[kTensorDimensionLimit] = {};
  size_t count = 1;
  uint8_t last() const { return dims[count - 1]; }
};

/// Takes the dimensions args[1] of `self`, at least one. The call fails where one is named twice.
inline bool take_fft_dims(Call &call, const Tensor &self, FftDims &taken) {
  const Span<const int64_t> list = call.list(1);
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

/// By what results are multiplied for that many points: the normalisation is 0 for none, 1 for
/// their root, 2 for their number.
inline double fft_scale(int32_t normalization, double points) {
  return normalization == 0 ? 1 : 1 / (normalization == 1 ? std::sqrt(points) : points);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
