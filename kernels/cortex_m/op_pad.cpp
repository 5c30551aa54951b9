// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::pad.out: adds elements of one value before and after each dimension. The lists
// pre_pad and post_pad have four paddings, in the dim order of the tensor. A tensor with n
// dimensions uses the last n paddings. The other paddings must be 0.

#include <cstring>

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr size_t kDims = 4;

struct Dimension {
  int32_t pre;
  int32_t in;
  int32_t out;

  bool has_input(int32_t index) const { return index >= pre && index - pre < in; }
};

void pad(const int8_t *in, const Dimension *dims, int8_t value, int8_t *out) {
  size_t row = static_cast<size_t>(dims[3].in);
  size_t pre = static_cast<size_t>(dims[3].pre);
  size_t out_row = static_cast<size_t>(dims[3].out);
  for (int32_t i = 0; i < dims[0].out; ++i)
    for (int32_t j = 0; j < dims[1].out; ++j)
      for (int32_t k = 0; k < dims[2].out; ++k) {
        std::memset(out, value, out_row);
        if (row != 0 && dims[0].has_input(i) && dims[1].has_input(j) && dims[2].has_input(k)) {
          std::memmove(out + pre, in, row);
          in += row;
        }
        out += out_row;
      }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, pad.out,
                   "cortex_m::pad.out(Tensor input, int[] pre_pad, int[] post_pad, int pad_value, "
                   "*, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kInput, kPrePad, kPostPad, kPadValue, kOut, kCount };
  Call call = Call::exact(context, args, kCount);
  Tensor input = call.tensor(kInput, ScalarType::Char);
  Span<const int64_t> pre = call.list(kPrePad);
  Span<const int64_t> post = call.list(kPostPad);
  int32_t value = call.char_value(kPadValue);
  Tensor out = call.output(kOut, ScalarType::Char);
  call.require(call.ok() && input.dim() <= kDims && out.dim() == input.dim() &&
               pre.size() == kDims && post.size() == kDims);
  if (!call.ok())
    return;
  Dimension dims[kDims];
  SizesType sizes[kDims];
  size_t missing = kDims - input.dim();
  for (size_t i = 0; i < kDims; ++i) {
    size_t d = i < missing ? 0 : input.dim_order()[i - missing];
    int64_t size = i < missing ? 1 : input.size(d);
    call.require(pre[i] >= 0 && pre[i] <= INT32_MAX && post[i] >= 0 && post[i] <= INT32_MAX);
    if (!call.ok())
      return;
    int64_t padded = size + pre[i] + post[i];
    call.require(padded <= (i < missing ? 1 : INT32_MAX));
    dims[i] = {static_cast<int32_t>(pre[i]), static_cast<int32_t>(size),
               static_cast<int32_t>(padded)};
    if (i >= missing) {
      sizes[d] = dims[i].out;
      call.require(out.dim_order()[i - missing] == d);
    }
  }
  call.resize(out, {sizes, input.dim()});
  if (call.ok() && out.numel() != 0)
    pad(input.const_data_ptr<int8_t>(), dims, static_cast<int8_t>(value),
        out.mutable_data_ptr<int8_t>());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
