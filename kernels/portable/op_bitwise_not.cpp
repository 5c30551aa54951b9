// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_not.out: ~self, of Bool not self. One kernel for all dtypes, since all bytes change
// alike.

#include <cstring>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// A word at a time. The params are the bits to change.
void bitwise_not_run(const ElementRun &run) {
  const size_t flip = *static_cast<const size_t *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  size_t left = run.count * static_cast<size_t>(run.strides[0]);
  size_t word;
  for (; left >= sizeof(word); left -= sizeof(word)) {
    std::memcpy(&word, in, sizeof(word));
    word ^= flip;
    std::memcpy(out, &word, sizeof(word));
    in += sizeof(word);
    out += sizeof(word);
  }
  for (; left != 0; --left)
    *out++ = static_cast<char>(*in++ ^ flip);
}

} // namespace

ET_KERNEL(aten, bitwise_not.out, fallback, ET_KEY(IntegersAndBool, Rest),
          "bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 2);
  const Tensor self = call.any_tensor(0);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  constexpr size_t all = ~size_t(0);
  const size_t flip = type == ScalarType::Bool ? all / 255 : all;
  call.require(type <= ScalarType::Long || type == ScalarType::Bool);
  map(call, call.output(1, type), self, bitwise_not_run, &flip);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
