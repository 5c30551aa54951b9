// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel is registered: ET_KERNEL.
//
// A kernel is a function in a section of its own, and a three-word record in a section of its own:
//
//     .text.et_kernel.aten::add.out-Float-portable    the code, symbol
//                                                     et_kernel$aten$add.out$Float$portable
//     .et_kernels.aten::add.out-Float-portable        the record
//     .et_kernel_info.aten::add.out-Float-portable    schema and priority, never in an image
//
// Nothing runs at start-up and nothing lists the kernels: et-ld finds the records in the objects of
// a link and builds the registration table from them, or a linker script collects them
// (linker-scripts/et_kernels.ld). docs/record-format.md has every detail.
//
// The library's name and priority come from the build, the same for all files of a library:
//     -DET_KERNEL_LIBRARY=my_kernels -DET_KERNEL_LIBRARY_PRIORITY=10
// Kernels are in the namespace ET_KERNEL_LIBRARY. Where several files are compiled as one, each has
// a namespace of its own, and ET_KERNEL_LIBRARY_NAME is the library's name.
//
// Symbols are `et_kernel$<namespace>$<op>$<variant>$<library>`, written as an assembler label: a C
// identifier cannot hold the dot of `add.out`, and token pasting without a separator that names
// cannot contain would not be injective.
//
// The info section is written in assembly with the flag `e`. gcc's section attribute always makes
// sections allocated; this one must not reach any image, with or without `--gc-sections`.
//
// Names and keys are arrays, not literals. GNU ld keeps all literals of a file when it keeps one.
//
// Records have no redzones (`no_sanitize`): clang's AddressSanitizer pads variables in sections of
// their own, which would take the table of kernels apart.
//
// The function in the record has exactly the type that the runtime calls, et::KernelArguments as
// its second parameter: another type of the same layout would be undefined behaviour. It does
// nothing but enter the kernel's body, within a KernelScope for runtimes that record events, and so
// it is that body when it is compiled.
//
// Included by et/kernel.h, for this runtime or for ExecuTorch's, which defines the types.

#pragma once

#include "et/key.h"

#ifndef ET_KERNEL_LIBRARY
#define ET_KERNEL_LIBRARY user
#endif
#ifndef ET_KERNEL_LIBRARY_NAME
#define ET_KERNEL_LIBRARY_NAME ET_STRINGIZE(ET_KERNEL_LIBRARY)
#endif
#ifndef ET_KERNEL_LIBRARY_PRIORITY
#define ET_KERNEL_LIBRARY_PRIORITY 100
#endif

// The records form a table: nothing may stand between them. gcc leaves variables with a section of
// their own alone.
#ifdef __clang__
#define ET_WITHOUT_REDZONE_ no_sanitize("address"),
#else
#define ET_WITHOUT_REDZONE_
#endif

#define ET_STRINGIZE_(x) #x
#define ET_STRINGIZE(x) ET_STRINGIZE_(x)
#define ET_CONCAT_(a, b) a##b
#define ET_CONCAT(a, b) ET_CONCAT_(a, b)

/// Defines and registers a kernel; the function's body follows, with `context` and `args` in scope.
///
///     ET_KERNEL(aten, relu.out, Float, ET_KEY(Float, Rest),
///               "relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
///       relu<float>(context, args);
///     }
///
/// ns, op    the operator `ns::op`, e.g. aten, add.out
/// variant   tells the operator's kernels apart within the library: a dtype's name, or any word of
///           [A-Za-z0-9_]
/// key       the kernel key, a string literal: ET_KEY, or e.g. "v1/6;0,2,3,1" with a dim order.
/// With
///           several dtypes for a tensor, the kernel is a fallback kernel
/// schema    the operator's schema, a string literal; only tools read it, and it takes no flash
#define ET_KERNEL(ns, op, variant, key, schema)                                                    \
  ET_KERNEL_(ns, op, variant, ET_KERNEL_LIBRARY_NAME, schema, __COUNTER__, static constexpr char,  \
             [] = key, )

/// The same for a fallback kernel that takes every dtype. It has no key.
#define ET_FALLBACK_KERNEL(ns, op, schema)                                                         \
  ET_KERNEL_(ns, op, fallback, ET_KERNEL_LIBRARY_NAME, schema, __COUNTER__,                        \
             static constexpr decltype(nullptr), = nullptr, )

// The section and symbol names are built from literals because attributes and asm labels take
// nothing else. The info section is written in assembly because it must not be allocated: gcc's
// section attribute cannot say so; "e" (SHF_EXCLUDE) keeps it out of every image. Each string has
// an array of its own rather than a literal: GNU ld keeps or drops a file's literals all together.
// clang-format off
#define ET_KERNEL_(...) ET_KERNEL__(__VA_ARGS__)
#define ET_KERNEL__(ns, op, variant, library, schema, id, key_type, key_value, ...)                \
  extern "C" void ET_CONCAT(et_kernel_, id)(::et::KernelRuntimeContext &, ::et::KernelArguments)   \
      __asm__("et_kernel$" #ns "$" #op "$" #variant "$" library);                                  \
  static constexpr char ET_CONCAT(et_kernel_name_, id)[] = #ns "::" #op;                           \
  key_type ET_CONCAT(et_kernel_key_, id) key_value;                                                \
  __attribute__((ET_WITHOUT_REDZONE_ used,                                                         \
                 section(".et_kernels." #ns "::" #op "-" #variant "-" library),                    \
                 aligned(alignof(::et::Kernel)))) static constexpr ::et::Kernel                    \
  ET_CONCAT(et_kernel_record_, id) = {ET_CONCAT(et_kernel_name_, id),                              \
                                      ET_CONCAT(et_kernel_key_, id),                               \
                                      &ET_CONCAT(et_kernel_, id)};                                 \
  __asm__(".pushsection .et_kernel_info." #ns "::" #op "-" #variant "-" library                    \
          ",\"e\",%progbits\n"                                                                     \
          ".asciz \"" schema "\"\n"                                                                \
          ".asciz \"" ET_STRINGIZE(ET_KERNEL_LIBRARY_PRIORITY) "\"\n"                              \
          ".popsection");                                                                          \
  static inline __attribute__((always_inline)) void ET_CONCAT(et_kernel_body_, id)(                \
      ::et::KernelRuntimeContext & context, ::et::Args args);                                      \
  extern "C" __attribute__((visibility("hidden"),                                                  \
                            section(".text.et_kernel." #ns "::" #op "-" #variant "-" library)))    \
  void ET_CONCAT(et_kernel_, id)(::et::KernelRuntimeContext & context,                             \
                                 ::et::KernelArguments args) {                                     \
    [[maybe_unused]] const ::et::KernelScope scope(context, args, "native_call_" #op);             \
    ET_CONCAT(et_kernel_body_, id)(context, ::et::Args(args));                                     \
  }                                                                                                \
  static inline void ET_CONCAT(et_kernel_body_, id)(                                               \
      [[maybe_unused]] ::et::KernelRuntimeContext & context, [[maybe_unused]] ::et::Args args)
// clang-format on
