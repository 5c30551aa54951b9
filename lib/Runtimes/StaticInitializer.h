// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the effect of a static initialiser from its machine code.
//
// An initialiser can be dropped only if it does nothing but register kernels. So et-prune follows
// the code of an initialiser to its return, through branches with known conditions and into
// functions of the same object (CodeState.h, Semantics.h). At each call of the registering
// function, CodeState has the arguments, and the memory to which the arguments point. This memory
// is a static array, or a kernel on the stack.
//
// Nothing is guessed. An initialiser stays, with a reason, if it writes to memory that other code
// may read, calls any other function, or branches on an unknown condition.

#pragma once

#include "Object/Arch/CodeState.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace etprune {

/// A function that followInitializer() accepts. `Visit` gets the state at the call and the first
/// two arguments, and returns the call's result. Without `Visit` the result is unknown.
struct KnownCall {
  llvm::StringRef Name;
  llvm::function_ref<llvm::Expected<Value>(CodeState &, const Value &, const Value &)> Visit;
};

struct SharedSymbol {
  llvm::StringRef Name;
  uint32_t Section; ///< the section of the definition in the initialiser's object
  bool IsVariable = false;
  bool IsRead = false; ///< the initialiser reads the variable's initial value

  /// True for a guard: the compiler's variable that says whether another variable is initialised.
  bool isGuard() const { return IsVariable && Name.starts_with("_ZGV"); }
};

struct FollowedCode {
  /// The sections that only the followed code uses: sections of code, and sections of variables.
  std::set<uint32_t> Used;
  /// Symbols that other objects can use, too: variables, and the initialiser's own symbol if it is
  /// not local. The initialiser can be dropped only if no kept code uses these symbols.
  std::vector<SharedSymbol> Shared;
};

/// Follows code from an offset in a section; the lowest bit of the offset is set for Thumb. Fails
/// if the initialiser must stay. The error has the reason, but not the object's name.
llvm::Expected<FollowedCode> followInitializer(const InputObject &Object, uint32_t Section,
                                               uint64_t Entry, llvm::ArrayRef<KnownCall> Calls);

/// Sections that only `Code` uses, directly or through other such sections.
std::vector<bool> sectionsUsedOnlyBy(const InputObject &Object, uint32_t Code);

/// Removes each section from `Own` to which a section outside of `Own` refers. Repeats this until
/// nothing changes. `Users` always stay in `Own`.
void dropUsedElsewhere(const InputObject &Object, llvm::ArrayRef<uint32_t> Users,
                       std::vector<bool> &Own);

/// True for a section that only unwinders read. Its references keep no section alive.
bool isUnwindSection(const ObjectSection &Section);

/// The section of `Code`, and the sections of functions that it may call or take the address of.
llvm::SetVector<uint32_t> codeReachedFrom(const InputObject &Object, uint32_t Code);

bool refersTo(const InputObject &Object, uint32_t From, uint32_t To);
/// True if section `From` refers to the symbol `Name`, which must not be local.
bool refersTo(const InputObject &Object, uint32_t From, llvm::StringRef Name);

/// The symbol of the function at offset `At` of a section; without `At`, of the section's first
/// function. Returns the section's name if there is no such function.
std::string functionName(const InputObject &Object, uint32_t Section,
                         std::optional<uint64_t> At = std::nullopt);

/// The demangled name. For a static initialiser, "the static initialiser of x.cpp".
std::string readableName(llvm::StringRef Symbol);

} // namespace etprune
