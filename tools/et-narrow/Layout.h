// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where ExecuTorch's classes have their members, from what the compiler tells of accesses to them
// (TBAA): the classes' layout differs with the target and with releases.
//
// The tags name classes and the types of their members, with offsets. A load of TensorImpl's
// ScalarType is a load of a dtype; `type_` is const, and only constructors store it.

#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>

struct Layout {
  uint64_t DtypeInTensorImpl;
  uint64_t TagInEValue;
  uint64_t PayloadInEValue;
  uint64_t ErrorInContext;
  /// Of a boxed list: pointers to its values, and their number. Both are there in all releases.
  static constexpr uint64_t ValuesInList = 0;
  uint64_t SizeInList;

  /// None where no module has such accesses, as without optimisation or strict aliasing.
  static std::optional<Layout> read(const llvm::Module &M);
};

/// The dtype member of a TensorImpl, not where a list or a scalar has one.
bool isDtypeLoad(const llvm::Instruction &I);
bool isDtypeStore(const llvm::Instruction &I);
