// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What et-prune asks of the module et-narrow (tools/et-narrow): kernels made anew from bitcode, for
// the dtypes of the selected calls alone.
//
// The module brings a copy of LLVM along and the C++ library with it, so what passes between both
// is plain data. Everything belongs to the caller. The answer is what the module writes to the
// standard output: a line for each kernel of the request, in its order, `narrowed` or
// `keeps <why>`, without a reason where its code asks for no dtype; a line `object <bytes>`; and
// then the bytes of an ELF object, none where no kernel was narrowed. Errors that concern all
// kernels go to the standard error, and the exit status is 1.

#pragma once

#include "Link/CompileRequest.h"

#include <cstdint>

namespace etprune {

extern "C" {

/// The calls of one kind that a kernel must serve: a set of dtypes for each argument, bit `t` for
/// dtype `t`. The last one is of all further arguments, too. Arguments that are neither tensors nor
/// lists of tensors have no dtype, and any set allows them.
struct NarrowCall {
  const uint64_t *Sets;
  size_t NumSets; ///< at least 1
};

struct NarrowKernel {
  size_t Bitcode;       ///< the index of the one that has the function
  const char *Function; ///< the boxed function, in the bitcode
  const char *Symbol;   ///< of the new function: global and hidden
  const char *Refusal;  ///< what a program that logs says of other calls
  const NarrowCall *Calls;
  size_t NumCalls; ///< at least 1
  /// The calls do not tell the dtypes of lists.
  bool AnyInLists;
};

struct NarrowRequest {
  const BitcodeObject *Bitcode;
  size_t NumBitcode;
  const NarrowKernel *Kernels;
  size_t NumKernels;
};

using NarrowFunction = int(const NarrowRequest *);
}

/// In the names of the object's sections that all of its kernels share to look at calls.
constexpr const char GuardNamePart[] = ".et_dtypes_";
constexpr const char NarrowFunctionName[] = "etNarrow";

} // namespace etprune
