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
// function, or branches on an unknown condition is left alone, with the reason.

#pragma once

#include "Object/Arch/CodeState.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// A function that an initialiser may call; `Visit` gets the state at a call, and the first two
/// arguments.
struct KnownCall {
  llvm::StringRef Name;
  llvm::function_ref<llvm::Error(CodeState &, const Value &, const Value &)> Visit;
};

/// Follows code from an offset in a section, whose lowest bit is set for Thumb. Returns the
/// sections that nothing else uses: of the code that is followed, and of the variables that it
/// reads or writes. An error, without the object's name, says what else the code does, or why that
/// cannot be told.
llvm::Expected<std::vector<uint32_t>> followInitializer(const InputObject &Object, uint32_t Section,
                                                        uint64_t Entry,
                                                        llvm::ArrayRef<KnownCall> Calls);

/// Sections that are used by `Code` alone, and by sections that it alone uses.
std::vector<bool> sectionsUsedOnlyBy(const InputObject &Object, uint32_t Code);

/// Takes sections out of `Own` until no other section refers to one, but to those of `Users`.
void dropUsedElsewhere(const InputObject &Object, llvm::ArrayRef<uint32_t> Users,
                       std::vector<bool> &Own);

/// Whether a section is for unwinders: its references keep no section alive.
bool isUnwindSection(const ObjectSection &Section);

/// The name of a function as its source has it, that of a static initialiser in words.
std::string readableName(llvm::StringRef Symbol);

} // namespace etprune
