// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The requests of et-prune to LLVM's code generator, in the program et-lld (tools/et-narrow):
//
//     --compile   each object's bitcode, compiled to machine code by itself
//     --narrow    kernels, made anew from bitcode for the dtypes of the selected calls alone
//
// A request is a line of JSON, and the bytes of all bitcode behind it. The program reads it from a
// file and writes its answer to the standard output: to --narrow, a line for each kernel, in
// the order of the request: `narrowed`, or `keeps <why>`, without a reason where the kernel's code
// asks for no dtype. Then objects follow, each a line `object <bytes>` and the bytes of an ELF
// file: one for each object to compile; one for all narrowed kernels, empty where there are none.
// Errors that concern the whole request go to the standard error, and the exit status is 1.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

/// An object's bitcode. `Name` is the object's, for messages.
struct BitcodeObject {
  llvm::StringRef Data;
  std::string Name;
};

/// The calls of one kind that a kernel must serve: a set of dtypes for each argument, at least one,
/// bit `t` for dtype `t`. The last set is of all further arguments, too. Arguments that are neither
/// tensors nor lists of tensors have no dtype, and any set allows them.
using NarrowCall = std::vector<uint64_t>;

struct NarrowKernel {
  size_t Bitcode = 0;            ///< the index of the bitcode that has the function
  std::string Function;          ///< the boxed function, in the bitcode
  std::string Symbol;            ///< of the new function: global and hidden
  std::string Refusal;           ///< the message of a program that logs, for other calls
  std::vector<NarrowCall> Calls; ///< at least one
  bool AnyInLists = false;       ///< the calls do not tell the dtypes of lists
};

struct CodeRequest {
  std::vector<BitcodeObject> Bitcode;
  std::vector<NarrowKernel> Kernels; ///< none to compile
};

std::string writeCodeRequest(const CodeRequest &Request);
/// `Text` must outlive the request.
llvm::Expected<CodeRequest> readCodeRequest(llvm::StringRef Text);

/// In the names of the object's sections that all of its kernels share to look at calls.
constexpr const char GuardNamePart[] = ".et_dtypes_";

} // namespace etprune
