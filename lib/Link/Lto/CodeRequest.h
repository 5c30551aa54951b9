// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune runs LLVM's code generator in a separate program, et-lld (tools/et-narrow). The program
// has two tasks:
//
//     --compile   compiles each object's bitcode to machine code, one by one
//     --narrow    narrows kernels in bitcode to the dtypes of the selected calls
//
// et-prune writes a request to a file: a line of JSON, followed by the bytes of all bitcode. The
// answer to --narrow starts with a line for each kernel, in request order: `narrowed`, or
// `keeps <why>` if the kernel keeps all dtypes. <why> is empty if the kernel's code tests no dtype.
// Then objects follow, each a line `object <bytes>` and the bytes of an ELF file. --compile writes
// an object for each input. --narrow writes one object with all narrowed kernels. This object is
// empty if no kernel is narrowed.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

struct BitcodeObject {
  llvm::StringRef Data;
  std::string Name;
};

/// Calls that a narrowed kernel must serve. Element `i` is the set of dtypes that argument `i` may
/// have. All further arguments have the last set, so the vector is not empty. Bit `t` of a set
/// stands for dtype `t`. A set limits only tensors and lists of tensors. An argument of another
/// type is always allowed.
using NarrowCall = std::vector<uint64_t>;

struct NarrowKernel {
  uint64_t Bitcode = 0;          ///< the index of the bitcode that defines the function
  std::string Function;          ///< the boxed function, in the bitcode
  std::string Symbol;            ///< the symbol of the narrowed function, global and hidden
  std::string Refusal;           ///< what a program with logging logs for any other call
  std::vector<NarrowCall> Calls; ///< at least one
  bool AnyInLists = false;       ///< the calls may have lists of tensors of any dtypes
};

struct CodeRequest {
  std::vector<BitcodeObject> Bitcode;
  std::vector<NarrowKernel> Kernels; ///< empty for --compile
};

std::string writeCodeRequest(const CodeRequest &Request);
/// `Text` must outlive the request.
llvm::Expected<CodeRequest> readCodeRequest(llvm::StringRef Text);

/// Runs et-lld with `Task`, --compile or --narrow, and returns the answer. et-lld runs confined,
/// because LLVM's bitcode reader trusts its input.
llvm::Expected<std::string> runCodeProgram(const char *Task, const CodeRequest &Request);

/// Removes an object from the front of an answer, and returns it.
llvm::Expected<llvm::StringRef> takeObject(llvm::StringRef &Answer);

/// Compiles each bitcode to an object with machine code. The object also holds the bitcode, which
/// --narrow needs, in a section that linkers ignore.
llvm::Expected<std::vector<std::string>> compileBitcode(std::vector<BitcodeObject> Objects);

/// Narrowed kernels check the dtypes of their calls with shared code and tables. The sections of
/// this code and these tables have names that contain this text.
constexpr const char GuardNamePart[] = ".et_dtypes_";

} // namespace etprune
