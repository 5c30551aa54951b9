// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of a static initialiser, found from its machine code.
//
// ExecuTorch's registration files call `register_kernels(Span<Kernel>)` from a static initialiser.
// It can be left out of a program, and its kernels registered in another way, only if it does
// nothing else. So its code is followed from the start, through branches whose condition is known
// and into functions of the same object, until it returns (CodeState.h, Semantics.h). At each call
// of the function that registers, the state tells the arguments and what they point to: a static
// array, or a Kernel that was built on the stack.
//
// Nothing is guessed. Code that writes to memory that other code may read, calls any other
// function, or branches on an unknown condition is left alone, with the reason. SharedSymbols.h
// looks for other users of variables and functions that other objects can name.

#pragma once

#include "Object/Arch/CodeState.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace etprune {

/// A function that an initialiser may call; `Visit` gets the state at a call, and the first two
/// arguments. It returns the call's result, which is unknown without it.
struct KnownCall {
  llvm::StringRef Name;
  llvm::function_ref<llvm::Expected<Value>(CodeState &, const Value &, const Value &)> Visit;
};

/// A symbol that other objects can name, too.
struct SharedSymbol {
  llvm::StringRef Name;
  uint32_t Section; ///< of its definition in the initialiser's object
  bool IsVariable = false;
  bool IsRead = false; ///< before the initialiser stores to it

  /// True for a guard: the compiler's variable that says if another variable is initialised.
  bool isGuard() const { return IsVariable && Name.starts_with("_ZGV"); }
};

/// The sections and symbols that an initialiser uses.
struct FollowedCode {
  /// The sections that nothing else uses: of the code that is followed, and of the variables that
  /// it reads or writes.
  std::vector<uint32_t> Used;
  /// Variables, and the initialiser itself, that nothing else must use.
  std::vector<SharedSymbol> Shared;
};

/// Follows code from an offset in a section, whose lowest bit is set for Thumb. An error, without
/// the object's name, says what else the code does, or why that cannot be told.
llvm::Expected<FollowedCode> followInitializer(const InputObject &Object, uint32_t Section,
                                               uint64_t Entry, llvm::ArrayRef<KnownCall> Calls);

/// Sections that are used by `Code` alone, and by sections that it alone uses.
std::vector<bool> sectionsUsedOnlyBy(const InputObject &Object, uint32_t Code);

/// Takes sections out of `Own` until no other section refers to one, but to those of `Users`.
void dropUsedElsewhere(const InputObject &Object, llvm::ArrayRef<uint32_t> Users,
                       std::vector<bool> &Own);

/// True if a section is for unwinders: its references keep no section alive.
bool isUnwindSection(const ObjectSection &Section);

/// The sections of functions that code may call or take the address of, and its own.
llvm::SetVector<uint32_t> codeReachedFrom(const InputObject &Object, uint32_t Code);

/// The symbol of a function that a section has; the section's name where it has none.
std::string functionName(const InputObject &Object, uint32_t Section);

/// The name of a function as its source has it, that of a static initialiser in words.
std::string readableName(llvm::StringRef Symbol);

} // namespace etprune
