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
#include <tuple>

using DtypeSet = uint64_t; ///< bit `t` for dtype `t`

/// A dtype that was loaded, where it is known to be one of a set: a constant, or one of several.
void narrowLoad(llvm::Instruction &Load, DtypeSet Dtypes);

class Clones {
public:
  explicit Clones(llvm::Module &M);

  /// True where the function, or another one that it reaches, loads a dtype.
  bool reachesDtypes(const llvm::Function &F) const { return Reaching.count(&F); }

  /// The function for tensors of these dtypes: a local copy, the same whoever asks.
  llvm::Function *clone(llvm::Function &F, DtypeSet Dtypes) { return clone(F, Dtypes, Shared); }

  /// A boxed function for one kind of call, with what it calls itself, in copies of their own:
  /// Arguments.h can tell them more.
  llvm::Function *cloneForCall(llvm::Function &Boxed, DtypeSet Dtypes);

  /// Why a copy of the function would be wrong, or empty.
  std::string whyNot(const llvm::Function &F, DtypeSet Dtypes) const;

  /// Whether other objects see the function and nothing of it is to be copied: the program has it
  /// as machine code, and calls go there.
  bool isOutside(const llvm::Function &F) const;

private:
  using Constants = llvm::SmallSetVector<llvm::GlobalValue *, 8>;
  Constants referredTo(const llvm::Function &F) const;
  std::string whyNot(const llvm::GlobalValue &Value, bool IsOutside, DtypeSet Dtypes,
                     llvm::function_ref<void(const llvm::GlobalValue &, bool)> Visit) const;
  /// Whose copies: everybody's, or a number for each call's boxed function, and one for what that
  /// calls.
  using Owner = unsigned;
  static constexpr Owner Shared = 0;
  static Owner ownerOfCallees(Owner Of) { return Of != Shared && Of % 2 == 0 ? Of + 1 : Shared; }
  llvm::Function *clone(llvm::Function &F, DtypeSet Dtypes, Owner Of);
  llvm::GlobalValue *cloneOf(llvm::GlobalValue &Value, DtypeSet Dtypes, Owner Of);
  void fill(llvm::Function &F, llvm::Function &Copy, DtypeSet Dtypes, Owner OfCallees);

  llvm::Module &M;
  llvm::SetVector<const llvm::GlobalValue *> Reaching; ///< functions, and constants that name them
  std::map<std::tuple<llvm::GlobalValue *, DtypeSet, Owner>, llvm::GlobalValue *> Copies;
  Owner LastCall = Shared;
};
