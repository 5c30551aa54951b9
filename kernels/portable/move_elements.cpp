// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See move_elements.h. Words of half a size would do for the longer elements, but loops are short.

#include "move_elements.h"

#include <cstdint>
#include <cstring>

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct Pair {
  uint64_t words[2];
};

template <typename Word>
void move_words(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t count) {
  do {
    *reinterpret_cast<Word *>(out) = *reinterpret_cast<const Word *>(in);
    out += out_step;
    in += in_step;
  } while (--count != 0);
}

} // namespace

void move_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count) {
  if (count == 0)
    return;
  const ptrdiff_t step = static_cast<ptrdiff_t>(size);
  if (out_step == step && in_step == step) {
    const size_t bytes = size * count;
    // A program may plan an output to overlap an input.
    const uintptr_t distance = reinterpret_cast<uintptr_t>(out) - reinterpret_cast<uintptr_t>(in);
    if (distance >= bytes && -distance >= bytes)
      std::memcpy(out, in, bytes);
    else
      std::memmove(out, in, bytes);
    return;
  }
  switch (size) {
  case 1:
    return move_words<uint8_t>(out, out_step, in, in_step, count);
  case 2:
    return move_words<uint16_t>(out, out_step, in, in_step, count);
  case 4:
    return move_words<uint32_t>(out, out_step, in, in_step, count);
  case 8:
    return move_words<uint64_t>(out, out_step, in, in_step, count);
  default:
    return move_words<Pair>(out, out_step, in, in_step, count);
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
