// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_not.out: ~self; for Bool, not self. One loop serves all integer dtypes, because the
// loop inverts every bit. Bool has its own loop.

#include <cstring>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void not_bool_run(const ElementRun &run) {
  map_run<bool>(run, [](bool value) { return !value; });
}

void bitwise_not_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  size_t left = run.count * static_cast<size_t>(run.strides[0]);
  size_t word;
  for (; left >= sizeof(word); left -= sizeof(word)) {
    std::memcpy(&word, in, sizeof(word));
    word = ~word;
    std::memcpy(out, &word, sizeof(word));
    in += sizeof(word);
    out += sizeof(word);
  }
  for (; left != 0; --left)
    *out++ = static_cast<char>(~*in++);
}

} // namespace

ET_KERNEL(aten, bitwise_not.out, fallback, ET_KEY(IntegersAndBool, Rest),
          "bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  const bool is_bool = type == ScalarType::Bool;
  call.require(type <= ScalarType::Long || is_bool);
  map(call, call.output(kOut, type), self, is_bool ? not_bool_run : bitwise_not_run, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
