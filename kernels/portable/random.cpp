// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See random.h. The state advances first; then a random number is computed from the state.

#include "random.h"

#include <cstring>

#include "fill.h"

// The symbol is weak, because a program may link several kernel libraries that have this file.
extern "C" {
__attribute__((weak)) uint64_t et_random_state = 0;
}

namespace et::kernels::ET_KERNEL_LIBRARY {

uint32_t random_bits() {
  constexpr uint64_t multiplier = 6364136223846793005U;
  constexpr uint64_t increment = 1442695040888963407U;
  const uint64_t state = et_random_state * multiplier + increment;
  et_random_state = state;
  const uint32_t bits = static_cast<uint32_t>((state >> 18 ^ state) >> 27);
  const uint32_t turn = static_cast<uint32_t>(state >> 59);
  return bits >> turn | bits << (-turn & 31);
}

void random(KernelRuntimeContext &context, Args args, const RandomKernel &kernel) {
  enum Arguments : size_t { kSize, kOut, kCount };
  Call call(context, args, kCount);
  const ListedSizes sizes = take_sizes(call, kSize);
  const Tensor out = call.output(kOut, kernel.dtype);
  if (!call.resize(out, sizes))
    return;
  const size_t size = out.element_size();
  char *data = out.mutable_data_ptr<char>();
  alignas(8) char pair[16];
  for (size_t left = out.numel(); left != 0;) {
    kernel.write_two(pair);
    const size_t part = left > 1 ? 2 : 1;
    std::memcpy(data, pair, size * part);
    data += size * part;
    left -= part;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
