// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The requests of et-prune to LLVM's code generator, in the program et-lld (tools/et-narrow):
//
//     --compile   compiles each object's bitcode to machine code, one by one
//     --narrow    narrows kernels in bitcode to the dtypes of the selected calls
//
// A request, in a file, is a line of JSON, followed by the bytes of all bitcode. The answer to
// --narrow starts with a line for each kernel, in request order: `narrowed`, or `keeps <why>`. The
// reason is empty if the kernel's code tests no dtype. Then objects follow, each a line
// `object <bytes>` and the bytes of an ELF file. --compile gives one for each input; --narrow gives
// one for all narrowed kernels, empty if there are none.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

struct BitcodeObject {
  llvm::StringRef Data;
  std::string Name;
};

/// Calls that a kernel must serve: a set of dtypes for each argument, at least one set. Bit `t` of
/// a set stands for dtype `t`. The last set also applies to all further arguments. Any set allows
/// an argument that is no tensor or list of tensors.
using NarrowCall = std::vector<uint64_t>;

struct NarrowKernel {
  uint64_t Bitcode = 0;          ///< the index of the bitcode that defines the function
  std::string Function;          ///< the boxed function, in the bitcode
  std::string Symbol;            ///< the symbol of the narrowed function, global and hidden
  std::string Refusal;           ///< the message for other calls, if the program can log
  std::vector<NarrowCall> Calls; ///< at least one
  bool AnyInLists = false;       ///< lists may have any dtypes, which the calls lack
};

struct CodeRequest {
  std::vector<BitcodeObject> Bitcode;
  std::vector<NarrowKernel> Kernels; ///< empty for --compile
};

std::string writeCodeRequest(const CodeRequest &Request);
/// `Text` must outlive the request.
llvm::Expected<CodeRequest> readCodeRequest(llvm::StringRef Text);

/// Runs et-lld with `Task`, --compile or --narrow, and returns its answer. It runs confined,
/// because LLVM's bitcode reader trusts its input.
llvm::Expected<std::string> runCodeProgram(const char *Task, const CodeRequest &Request);

/// Removes an object from the front of an answer, and returns it.
llvm::Expected<llvm::StringRef> takeObject(llvm::StringRef &Answer);

/// Compiles bitcode to objects, in order. Each keeps its bitcode, hidden from linkers.
llvm::Expected<std::vector<std::string>> compileBitcode(std::vector<BitcodeObject> Objects);

/// A part of the section names of the code that checks the dtypes of a narrowed kernel's calls.
constexpr const char GuardNamePart[] = ".et_dtypes_";

} // namespace etprune
