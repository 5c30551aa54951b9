// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes copies of functions for tensors of only some dtypes.
//
// A guard checks the dtypes of a call's tensors and lists of tensors before it calls a copy.
// whyNot() checks the tensors that the kernel makes: each must get another tensor's dtype, or a
// constant from the copy's set of dtypes. So every dtype that a copy loads is in the set. If a load
// of a dtype is not recognised, the copy is only larger.
//
// The original functions stay unchanged for other callers. Only functions that reach a load of a
// dtype are copied, once for each set of dtypes. Constant tables of functions are copied with their
// functions. Other tables are not copied, so a call through them reaches the original function.

#pragma once

#include "Layout.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>
#include <string>
#include <tuple>

using DtypeSet = uint64_t; ///< bit `t` for dtype `t`

/// Replaces a loaded dtype by the only one of `Dtypes`, or makes it select one of these constants.
void narrowLoad(llvm::Instruction &Load, DtypeSet Dtypes);

class Clones {
public:
  explicit Clones(llvm::Module &M);

  /// True if the function loads a dtype, or reaches a function that loads a dtype.
  bool reachesDtypes(const llvm::Function &F) const { return Reaching.count(&F); }

  /// Returns a local copy of the function for tensors of these dtypes. All callers share the copy.
  llvm::Function *clone(llvm::Function &F, DtypeSet Dtypes) { return clone(F, Dtypes, Shared); }

  /// Returns a copy of the boxed function for one GuardedCall (Guard.h). Other calls share neither
  /// this copy nor its direct callees, so narrowArguments() can narrow these functions further.
  llvm::Function *cloneForCall(llvm::Function &Boxed, DtypeSet Dtypes);

  /// Returns why a copy of the function would be wrong, or an empty string.
  std::string whyNot(const llvm::Function &F, DtypeSet Dtypes) const;

private:
  std::string whyNot(const llvm::GlobalValue &Value, bool IsOutside, DtypeSet Dtypes,
                     llvm::function_ref<void(const llvm::GlobalValue &, bool)> Visit) const;
  /// The number of a group of copies. All callers share the copies of group `Shared`.
  /// cloneForCall() puts the copy of the boxed function into a new group with an even number, and
  /// the copies of the functions that it calls into the next, odd group. Functions that are called
  /// from the odd group are in group `Shared`.
  using Owner = unsigned;
  static constexpr Owner Shared = 0;
  static Owner ownerOfCallees(Owner Of) { return Of != Shared && Of % 2 == 0 ? Of + 1 : Shared; }
  llvm::Function *clone(llvm::Function &F, DtypeSet Dtypes, Owner Of);
  llvm::GlobalValue *cloneOf(llvm::GlobalValue &Value, DtypeSet Dtypes, Owner Of);
  void mapGlobals(const llvm::Value *V, llvm::ValueToValueMapTy &Map, DtypeSet Dtypes, Owner Of);

  llvm::Module &M;
  llvm::SetVector<const llvm::GlobalValue *> Reaching; ///< functions, and constants that name them
  std::map<std::tuple<llvm::GlobalValue *, DtypeSet, Owner>, llvm::GlobalValue *> Copies;
  Owner LastCall = Shared;
};
