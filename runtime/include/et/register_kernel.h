// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of kernels: ET_KERNEL.
//
// A kernel is a function and a record of three words, each in a section of its own:
//
//     .text.et_kernel.aten::add.out-Float-portable    the code, symbol
//                                                     et_kernel$aten$add.out$Float$portable
//     .et_kernels.aten::add.out-Float-portable        the record
//     .et_kernel_info.aten::add.out-Float-portable    schema and priority, never in an image
//
// No code runs at start-up, and no source file lists the kernels. et-ld builds the registration
// table from the records in the objects of a link. Without et-ld, a linker script collects the
// records (linker-scripts/et_kernels.ld). docs/record-format.md has all details.
//
// All files of a library are compiled with the library's name and priority:
//     -DET_KERNEL_LIBRARY=my_kernels -DET_KERNEL_LIBRARY_PRIORITY=10
// Kernels are in the namespace ET_KERNEL_LIBRARY. A build can compile several files as one
// (kernels/together.cmake). Operator files define the same names, so each then has its own
// namespace ET_KERNEL_LIBRARY. ET_KERNEL_LIBRARY_NAME is the library's name.
//
// A symbol is `et_kernel$<namespace>$<op>$<variant>$<library>`. An assembler label defines the
// symbol, because C identifiers cannot contain the dot of `add.out`. The four names do not
// contain `$`, so two different kernels never have the same symbol.
//
// The info section is written in assembly with the flag `e` (SHF_EXCLUDE), which keeps it out of
// every image, with or without `--gc-sections`. C++ cannot define this section, because gcc's
// section attribute always makes an allocated section.
//
// Names and keys are arrays, because GNU ld keeps all string literals of an object if one of these
// literals is live.
//
// Records have no redzones (`no_sanitize`), because clang's AddressSanitizer would pad them and so
// break up the table of kernels.
//
// The record's function takes KernelArguments, the type that the runtime passes. The kernel's body
// takes Args. In builds for ExecuTorch, the two types differ, so the record cannot point to the
// body: a call through another function type is undefined behaviour, even if the parameters have
// the same layout. The record's function calls the body within a KernelScope, which reports events
// to ExecuTorch.
//
// Kernels include et/kernel.h, which defines the types of the runtime and includes this file.

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

// gcc adds no redzones to variables with their own section.
#ifdef __clang__
#define ET_WITHOUT_REDZONE_ no_sanitize("address"),
#else
#define ET_WITHOUT_REDZONE_
#endif

#define ET_STRINGIZE_(x) #x
#define ET_STRINGIZE(x) ET_STRINGIZE_(x)
#define ET_CONCAT_(a, b) a##b
#define ET_CONCAT(a, b) ET_CONCAT_(a, b)

/// Defines and registers a kernel. The function's body follows; `context` and `args` are in scope.
///
///     ET_KERNEL(aten, relu.out, Float, ET_KEY(Float, Rest),
///               "relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
///       relu<float>(context, args);
///     }
///
/// ns, op    the operator `ns::op`, e.g. aten, add.out
/// variant   distinguishes the operator's kernels within the library: a dtype's name, or any word
///           of [A-Za-z0-9_]
/// key       the kernel key, a string literal: ET_KEY, or e.g. "v1/6;0,2,3,1" with a dim order. A
///           key with several dtypes for a tensor makes the kernel a fallback kernel
/// schema    the operator's schema, a string literal; only tools read it, and it takes no flash
#define ET_KERNEL(ns, op, variant, key, schema)                                                    \
  ET_KERNEL_(ns, op, variant, ET_KERNEL_LIBRARY_NAME, schema, __COUNTER__, static constexpr char,  \
             [] = key, )

/// Defines and registers a fallback kernel without a key, which takes every dtype.
#define ET_FALLBACK_KERNEL(ns, op, schema)                                                         \
  ET_KERNEL_(ns, op, fallback, ET_KERNEL_LIBRARY_NAME, schema, __COUNTER__,                        \
             static constexpr decltype(nullptr), = nullptr, )

// Names are built from literals, because attributes and asm labels accept nothing else.
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
