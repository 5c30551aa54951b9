// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the offsets of members in ExecuTorch's classes. The layout differs between targets and
// releases, so the offsets come from the compiler's information on memory accesses (TBAA).
//
// The TBAA tag of a load or store names a class, the type of a member, and the member's offset. A
// load of TensorImpl's ScalarType is a load of a dtype. Only constructors store the dtype, because
// the member `type_` is const.

#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>

struct Layout {
  uint64_t DtypeInTensorImpl;
  uint64_t TagInEValue;
  uint64_t PayloadInEValue;
  uint64_t ErrorInContext;
  /// The offsets of a boxed list's members: an array of pointers to values, and its length.
  static constexpr uint64_t ValuesInList = 0;
  uint64_t SizeInList;

  /// None if no TBAA tag names TensorImpl, for example in a module compiled without optimisation.
  static std::optional<Layout> read(const llvm::Module &M);
};

/// True for a load or store of a TensorImpl's dtype.
bool isDtypeLoad(const llvm::Instruction &I);
bool isDtypeStore(const llvm::Instruction &I);
