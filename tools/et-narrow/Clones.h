// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of functions in which tensors have some dtypes only.
//
// Once a guard has let a call through, every tensor that its kernel can see has one of the call's
// dtypes: the arguments and what lists hold, because the guard has looked at them, and tensors that
// the kernel makes, because their dtype is that of another tensor or a constant of the set, which
// is checked here. So in copies of the functions that the kernel reaches, a dtype that is loaded
// from a tensor is one of these. A load that is not recognised costs size, and nothing else.
//
// The functions themselves stay as they are, for all others who call them. Only what reaches a load
// of a dtype is copied, once for each set of dtypes, whoever calls it. Tables of functions are
// copied with the functions in them where they are constants; from others, the original is called.

#pragma once

#include "Layout.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>
#include <string>

using DtypeSet = uint64_t; ///< bit `t` for dtype `t`

class Clones {
public:
  explicit Clones(llvm::Module &M);

  /// Whether a dtype is loaded in the function, or where it leads to.
  bool reachesDtypes(const llvm::Function &F) const { return Reaching.count(&F); }

  /// The function for tensors of these dtypes: a local copy.
  llvm::Function *clone(llvm::Function &F, DtypeSet Dtypes);

  /// Why a copy of the function would be wrong, or empty.
  std::string whyNot(const llvm::Function &F, DtypeSet Dtypes) const;

  /// Whether other objects see the function and nothing of it is to be copied: the program has it
  /// as machine code, and calls go there.
  bool isOutside(const llvm::Function &F) const;

private:
  using Constants = llvm::SmallSetVector<llvm::GlobalValue *, 8>;
  Constants referredTo(const llvm::Function &F) const;
  llvm::GlobalValue *cloneOf(llvm::GlobalValue &Value, DtypeSet Dtypes);
  void fill(llvm::Function &F, llvm::Function &Copy, DtypeSet Dtypes);

  llvm::Module &M;
  llvm::DenseSet<const llvm::GlobalValue *> Reaching; ///< functions, and constants that name them
  std::map<std::pair<llvm::GlobalValue *, DtypeSet>, llvm::GlobalValue *> Copies;
};
