// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that a program passes to its runtime itself, for one model. No initialiser registers
// them, and no selection can drop them: the code that uses their array keeps them.

#pragma once

#include "Object/InputObject.h"

namespace etprune {

/// An array of constant kernels in its own section.
struct KernelArray {
  const InputObject *Object;
  uint32_t Section;
  std::vector<std::string> Ops; ///< aten::add.out

  /// "'main' (main.o) refers to 'kernels', with kernels of aten::add.out, aten::mul.out"
  std::string description() const;
};

} // namespace etprune
