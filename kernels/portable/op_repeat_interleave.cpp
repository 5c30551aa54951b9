// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::repeat_interleave.Tensor_out: for each index i, in order, repeats[i] elements with the
// value i. `repeats` is Int or Long. If `output_size` is given, `output_size` must equal the sum of
// the repeats.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Returns the sum of the items, or -1 if an item is negative or the sum is larger than INT32_MAX.
template <typename T> int64_t total(const Tensor &repeats) {
  const T *items = repeats.const_data_ptr<T>();
  int64_t sum = 0;
  for (size_t i = 0; i < repeats.numel(); ++i) {
    if (items[i] < 0 || items[i] > INT32_MAX - sum)
      return -1;
    sum += items[i];
  }
  return sum;
}

template <typename T> void repeat(const Tensor &repeats, const Tensor &out) {
  const T *items = repeats.const_data_ptr<T>();
  T *to = out.mutable_data_ptr<T>();
  for (size_t i = 0; i < repeats.numel(); ++i)
    for (T left = items[i]; left > 0; --left)
      *to++ = static_cast<T>(i);
}

template <typename T> void kernel(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kRepeats, kOutputSize, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor repeats = call.tensor(kRepeats, sizeof(T) == 4 ? ScalarType::Int : ScalarType::Long);
  const Tensor out = call.output(kOut, sizeof(T) == 4 ? ScalarType::Int : ScalarType::Long);
  if (!call.ok() || !call.require(repeats.dim() == 1 && !is_same(repeats, out)))
    return;
  const int64_t sum = total<T>(repeats);
  if (!call.require(sum >= 0 && (call.is_none(kOutputSize) ||
                                 (call[kOutputSize].isInt() && call[kOutputSize].toInt() == sum))))
    return;
  const SizesType size = static_cast<SizesType>(sum);
  if (call.resize(out, {&size, 1}))
    repeat<T>(repeats, out);
}

} // namespace

ET_KERNEL(aten, repeat_interleave.Tensor_out, Int, "v1/3;|*",
          "repeat_interleave.Tensor_out(Tensor repeats, *, SymInt? output_size=None, Tensor(a!) "
          "out) -> Tensor(a!)") {
  kernel<int32_t>(context, args);
}
ET_KERNEL(aten, repeat_interleave.Tensor_out, Long, "v1/4;|*",
          "repeat_interleave.Tensor_out(Tensor repeats, *, SymInt? output_size=None, Tensor(a!) "
          "out) -> Tensor(a!)") {
  kernel<int64_t>(context, args);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
