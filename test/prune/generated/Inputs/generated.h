// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of generated programs (program.py) include this file. Kernels either have records, as
// in et/kernel.h, or register themselves, as ExecuTorch's kernels do. The variable `trace` is
// a checksum of the functions that ran, in their order.

#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

extern "C" unsigned trace, started;
extern "C" int hash(const char *text);
using Function = int (*)(int);

struct Context {
  int value;
};

namespace executorch {
namespace runtime {
struct EValue;
template <class T> class Span {
public:
  constexpr Span(T *data, size_t size) : Data(data), Size(size) {}
  constexpr Span(T *begin, T *end) : Data(begin), Size(static_cast<size_t>(end - begin)) {}
  T *begin() const { return Data; }
  T *end() const { return Data + Size; }
  size_t size() const { return Size; }

private:
  T *Data;
  size_t Size;
};
struct Kernel {
  const char *name;
  const char *kernel_key;
  void (*fn)(Context &, Span<EValue *>);
};
enum class Error : unsigned { Ok };
Error register_kernels(const Span<const Kernel>);
Span<const Kernel> get_registered_kernels();
} // namespace runtime
} // namespace executorch
using namespace executorch::runtime;

#define KERNEL(id, op, variant, key)                                                               \
  extern "C" void id(Context &, Span<EValue *>) __asm__("et_kernel$gen$" #op "$" #variant "$lib"); \
  static constexpr char id##_name[] = "gen::" #op;                                                 \
  static constexpr const char *id##_key = key;                                                     \
  __attribute__((used, section(".et_kernels.gen::" #op "-" #variant "-lib"),                       \
                 aligned(alignof(Kernel)))) static constexpr Kernel id##_record = {id##_name,      \
                                                                                   id##_key, &id}; \
  __asm__(".pushsection .et_kernel_info.gen::" #op "-" #variant "-lib,\"e\",%progbits\n"           \
          ".asciz \"" #op "(Tensor x, *, Tensor(a!) out) -> Tensor(a!)\"\n"                        \
          ".asciz \"100\"\n"                                                                       \
          ".popsection");                                                                          \
  extern "C" __attribute__((visibility("hidden"),                                                  \
                            section(".text.et_kernel.gen::" #op "-" #variant "-lib"))) void        \
  id([[maybe_unused]] Context &context, Span<EValue *>)

// Puts a constant into a mergeable section, as compilers do. Adds 10 bits of the constant to `x`.
#ifdef __arm__
#define LOAD_CONSTANT_ "ldr %0, =.LCgenerated%=\n ldr %0, [%0]\n"
#else
#define LOAD_CONSTANT_ "movl .LCgenerated%=(%%rip), %0\n"
#endif
#define CONSTANT(x, size, words)                                                                   \
  {                                                                                                \
    int loaded;                                                                                    \
    __asm__(".pushsection .rodata.cst" #size ",\"aM\",%%progbits," #size "\n"                      \
            ".balign " #size "\n"                                                                  \
            ".LCgenerated%=: .long " words "\n"                                                    \
            ".popsection\n" LOAD_CONSTANT_                                                         \
            : "=r"(loaded));                                                                       \
    x += loaded & 1023;                                                                            \
  }

#define COMMON(name)                                                                               \
  __asm__(".comm " #name ",4,4");                                                                  \
  extern "C" int name;

#define TABLE                                                                                      \
  extern "C" const Kernel __et_kernels_start[], __et_kernels_end[];                                \
  static Span<const Kernel> kernels() { return {__et_kernels_start, __et_kernels_end}; }
#define REGISTRY                                                                                   \
  static Span<const Kernel> kernels() { return get_registered_kernels(); }
