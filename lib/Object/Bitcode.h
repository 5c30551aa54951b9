// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's half of IntermediateCode.h. A bitcode file has a symbol table in a form of its own, made
// for linkers: it tells everything but what the kernels' records hold, so that only the few modules
// with kernels are read as modules.

#pragma once

#include "Object/InputObject.h"

namespace etprune {

/// readIntermediateCode() for bitcode, which is the object or a section of it.
llvm::Error readBitcode(InputObject &Object, llvm::StringRef Bitcode);

} // namespace etprune
