// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::nonzero.out: a matrix of Long. Its rows are the indices of the elements that are not 0, in
// index order. An element is 0 if all its bits are 0, apart from the sign of a floating point
// number. Thus NaN is not 0.

#include <cstring>

#include "../common/promotion.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

class Elements {
public:
  explicit Elements(const Tensor &tensor)
      : tensor_(tensor), data_(tensor.const_data_ptr<char>()), size_(tensor.element_size()) {
    const NumberKind kind = number_kind(tensor.scalar_type());
    std::memset(bits_, 0xff, size_);
    // Exclude the sign bit of a floating point number, or of each part of a complex number.
    if (kind >= NumberKind::Float)
      bits_[size_ - 1] = bits_[(kind == NumberKind::Complex ? size_ / 2 : size_) - 1] = 0x7f;
    for (size_t d = 0; d < tensor.dim(); ++d)
      strides_[d] = byte_stride(tensor, d);
  }

  const SizesType *indices() const { return at_; }
  bool is_true() const { return is_true(data_); }
  size_t count_true() const {
    size_t count = 0;
    const char *at = data_; // memory order is simpler than index order, with the same count
    for (size_t left = tensor_.numel(); left != 0; --left) {
      count += is_true(at);
      at += size_;
    }
    return count;
  }
  void advance() {
    for (size_t d = tensor_.dim(); d-- != 0;) {
      const ptrdiff_t stride = strides_[d];
      data_ += stride;
      if (++at_[d] != tensor_.size(d))
        return;
      data_ -= stride * at_[d];
      at_[d] = 0;
    }
  }

private:
  bool is_true(const char *at) const {
    unsigned bits = 0;
    for (size_t i = 0; i < size_; ++i)
      bits |= static_cast<uint8_t>(at[i]) & bits_[i];
    return bits != 0;
  }

  Tensor tensor_;
  const char *data_;
  size_t size_;
  uint8_t bits_[16]; // mask of all bits except signs
  ptrdiff_t strides_[kTensorDimensionLimit];
  SizesType at_[kTensorDimensionLimit] = {};
};

} // namespace

ET_KERNEL(aten, nonzero.out, fallback, ET_KEY(NumbersAndBool, Long),
          "nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.output(kOut, ScalarType::Long);
  if (!call.require(call.ok() && has_data(self) && self.dim() <= kTensorDimensionLimit &&
                    number_kind(self.scalar_type()) != NumberKind::None && !is_same(self, out)))
    return;
  Elements elements(self);
  size_t count = elements.count_true();
  const size_t dim = self.dim();
  const SizesType sizes[] = {static_cast<SizesType>(count), static_cast<SizesType>(dim)};
  if (!call.require(count <= INT32_MAX) || !call.resize(out, {sizes, 2}) || out.numel() == 0)
    return;
  char *row = out.mutable_data_ptr<char>();
  const ptrdiff_t row_stride = byte_stride(out, 0);
  const ptrdiff_t stride = byte_stride(out, 1);
  // In a malformed program the output may overlap self, and writes may make more elements not 0.
  // `count` then keeps the rows inside of the output.
  for (size_t left = self.numel(); left != 0 && count != 0; --left, elements.advance()) {
    if (!elements.is_true())
      continue;
    --count;
    for (size_t d = 0; d < dim; ++d) {
      const int64_t index = elements.indices()[d];
      std::memcpy(row + static_cast<ptrdiff_t>(d) * stride, &index, sizeof(index));
    }
    row += row_stride;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
