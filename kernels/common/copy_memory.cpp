// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See copy_memory.h.

#include "copy_memory.h"

#include <cstdint>
#include <cstring>

namespace et::kernels {

void copy_memory(char *to, const char *from, size_t size) {
  const uintptr_t distance = reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from);
  if (distance + size < 2 * size) // -size <= distance (signed) < size: ranges may overlap
    std::memmove(to, from, size);
  else
    std::memcpy(to, from, size);
}

namespace {

template <typename Word, size_t Count = 1> struct [[gnu::may_alias]] Bytes {
  Word words[Count];
};

template <typename Word, size_t Count = 1> void copy_word(char *to, const char *from) {
  using Element = Bytes<Word, Count>;
  *reinterpret_cast<Element *>(to) = *reinterpret_cast<const Element *>(from);
}

template <typename Word>
void copy_words(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t count) {
  do {
    copy_word<Word>(out, in);
    out += out_step;
    in += in_step;
  } while (--count != 0);
}

} // namespace

void copy_element(char *to, const char *from, size_t size) {
  switch (size) {
  case 1:
    return copy_word<uint8_t>(to, from);
  case 2:
    return copy_word<uint16_t>(to, from);
  case 4:
    return copy_word<uint32_t>(to, from);
  case 8:
    return copy_word<uint64_t>(to, from);
  default:
    return copy_word<uint64_t, 2>(to, from);
  }
}

/// Elements of 8 and 16 bytes are rare, so a slower loop copies them in words of 4 bytes.
void copy_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count) {
  if (count == 0)
    return;
  const ptrdiff_t step = static_cast<ptrdiff_t>(size);
  if (out_step == step && in_step == step)
    return copy_memory(out, in, size * count);
  switch (size) {
  case 1:
    return copy_words<uint8_t>(out, out_step, in, in_step, count);
  case 2:
    return copy_words<uint16_t>(out, out_step, in, in_step, count);
  case 4:
    return copy_words<uint32_t>(out, out_step, in, in_step, count);
  default:
    do {
      for (size_t at = 0; at != size; at += sizeof(uint32_t))
        copy_word<uint32_t>(out + at, in + at);
      out += out_step;
      in += in_step;
    } while (--count != 0);
  }
}

void copy_run(const ElementRun &run) {
  copy_elements(run.data[0], run.strides[0], run.data[1], run.strides[1],
                *static_cast<const size_t *>(run.params), run.count);
}

} // namespace et::kernels
