// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine code of a static initialiser does.
//
// ExecuTorch's registration files call `register_kernels(Span<Kernel>)` from a static initialiser.
// It can be left out of a program, and its kernels registered in another way, only if it does
// nothing else, which only its instructions tell: a store to a device register has no relocation.
// So they are read one by one, with LLVM's disassembler, and whatever is not known to be harmless
// is a reason to leave the initialiser alone.

#pragma once

#include "Registry/InputObject.h"

namespace etprune {

/// A call with a pointer and a count, which is all that an initialiser does. It may also keep the
/// two, or the call's result, in variables that nothing else uses.
struct SpanCall {
  uint32_t Array = 0;      ///< the section that the pointer points to, at its start
  uint64_t Count = 0;      ///< of elements
  uint32_t CallOffset = 0; ///< of the relocation that names the callee
};

/// Reads the initialiser that a section of its own holds, at its start. `Callee` is the function's
/// symbol. An error, without the object's name, says what else the code does, or why that cannot be
/// told.
llvm::Expected<SpanCall> readSpanCall(const InputObject &Object, uint32_t Section,
                                      llvm::StringRef Callee);

/// Reads an initialiser that passes the address of a structure, and does nothing besides but have
/// destructors called at the program's end. Returns the section that the structure is.
llvm::Expected<uint32_t> readReferenceCall(const InputObject &Object, uint32_t Section,
                                           llvm::StringRef Callee);

} // namespace etprune
