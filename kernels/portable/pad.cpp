// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pad.h.

#include "pad.h"

#include <algorithm>

namespace et::kernels::ET_KERNEL_LIBRARY {

Padding::Padding(const Tensor &self) {
  for (size_t d = 0; d < self.dim(); ++d) {
    parts_[d][0] = parts_[d][2] = {0, 0, 0};
    parts_[d][1] = {self.size(d), 0, 1};
  }
}

SizesType Padding::add(Call &call, const Tensor &self, size_t d, int64_t before, int64_t after) {
  const auto is_size = [](int64_t number) { return number >= -INT32_MAX && number <= INT32_MAX; };
  // With these limits, before + after + size does not overflow int64_t.
  if (!call.require(is_size(before) && is_size(after)))
    return 0;
  const int64_t size = self.size(d), total = before + after + size;
  if (!call.require(total >= 0 && total <= INT32_MAX))
    return 0;
  const int64_t kept = std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0) + size;
  parts_[d][0].count = static_cast<SizesType>(std::max<int64_t>(before, 0));
  parts_[d][1].count = static_cast<SizesType>(kept);
  parts_[d][1].first = static_cast<SizesType>(std::max<int64_t>(-before, 0));
  parts_[d][2].count = static_cast<SizesType>(std::max<int64_t>(after, 0));
  return parts_[d][1].count;
}

void Padding::reflect(size_t d) {
  parts_[d][0].first = parts_[d][0].count;
  parts_[d][0].step = parts_[d][2].step = -1;
  parts_[d][2].first -= 2;
}

void Padding::replicate(size_t d) { --parts_[d][2].first; }

void Padding::crop(size_t d) {
  auto &[before, kept, after] = parts_[d];
  if (before.count != 0) {
    before.count += kept.count;
  } else {
    after.count += kept.count;
    after.first -= kept.count * after.step;
  }
  kept.count = 0;
}

void Padding::run(Call &call, const CopyOperands &operands, const char *value) {
  const auto &[self, out] = operands;
  if (!call.require(call.ok() && !is_same(out, self)))
    return;
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    sizes[d] = parts_[d][0].count + parts_[d][1].count + parts_[d][2].count;
  if (!call.resize(out, {sizes, self.dim()}) || out.numel() == 0)
    return;
  size_ = self.element_size();
  value_ = value;
  for (uint8_t d : out.dim_order()) {
    Level &level = levels_[depth_++];
    std::copy(parts_[d], parts_[d] + 3, level.parts);
    // Until here, `first` of the last part is relative to the input's end.
    level.parts[2].first += self.size(d);
    level.out_step = byte_stride(out, d);
    level.in_step = byte_stride(self, d);
  }
  if (depth_ == 0)
    levels_[depth_++] = {{{0, 0, 0}, {1, 0, 1}, {0, 0, 0}}, 0, 0};
  write(0, out.mutable_data_ptr<char>(), self.const_data_ptr<char>());
}

/// If `in` is null, all elements that this call writes are copies of value_.
void Padding::write(size_t depth, char *out, const char *in) const {
  const Level &level = levels_[depth];
  const ptrdiff_t out_step = level.out_step;
  for (size_t p = 0; p < 3; ++p) {
    const Part &part = level.parts[p];
    SizesType count = part.count;
    if (count == 0)
      continue;
    const char *from = nullptr;
    ptrdiff_t step = 0;
    if (in && (p == 1 || !value_)) {
      from = in + part.first * level.in_step;
      step = part.step * level.in_step;
    }
    if (depth + 1 == depth_) {
      const char *const first = from ? from : value_;
      if (count == 1)
        copy_element(out, first, size_);
      else
        copy_elements(out, out_step, first, step, size_, static_cast<size_t>(count));
      out += count * out_step;
      continue;
    }
    do {
      write(depth + 1, out, from);
      out += out_step;
      from += step;
    } while (--count != 0);
  }
}

void pad_with_elements(KernelRuntimeContext &context, Args args, size_t spatial, bool reflected) {
  enum Arguments : size_t { kSelf, kPadding, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  const Span<const int64_t> list = call.list(kPadding);
  const Tensor &self = operands.self;
  const size_t rank = call.ok() ? self.dim() : 0;
  if (!call.require((rank == spatial + 1 || rank == spatial + 2) && list.size() == 2 * spatial))
    return;
  Padding padding(self);
  for (size_t d = 0; d < rank; ++d) {
    const SizesType size = self.size(d);
    call.require(size != 0 || (d == 0 && rank == spatial + 2));
    if (d + spatial < rank)
      continue;
    const size_t pair = 2 * (rank - 1 - d);
    const int64_t before = list[pair], after = list[pair + 1];
    call.require(!reflected || (before < size && after < size));
    const SizesType kept = padding.add(call, self, d, before, after);
    if (!call.ok() || !call.require(before + after + size >= 1))
      return;
    if (reflected)
      padding.reflect(d);
    else
      padding.replicate(d);
    if (kept < 0)
      padding.crop(d);
  }
  padding.run(call, operands, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
