// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What et-prune asks of the module et-narrow (tools/et-narrow): bitcode compiled to machine code,
// each object by itself.
//
// The module brings a copy of LLVM along and the C++ library with it, so what passes between both
// is plain data. Everything belongs to the caller. The answer is what the module writes to the
// standard output: for each object of the request, in its order, a line `object <bytes>`, and then
// the bytes of an ELF object. Errors go to the standard error, and the exit status is 1.

#pragma once

#include <cstddef>

namespace etprune {

extern "C" {

/// An object's bitcode. `Name` is the object's, for messages.
struct BitcodeObject {
  const char *Data;
  size_t Size;
  const char *Name;
};

struct CompileRequest {
  const BitcodeObject *Objects;
  size_t NumObjects;
};

/// One of the module's two functions. The other is in Dtypes/NarrowRequest.h.
using CompileFunction = int(const CompileRequest *);
}

constexpr const char CompileFunctionName[] = "etCompile";

} // namespace etprune
