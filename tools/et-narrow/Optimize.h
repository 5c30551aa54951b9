// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles copies with few dtypes to machine code.
//
// A known dtype decides branches, and LLVM's link-time pipeline removes the code of the branches
// not taken. Before the pipeline, every function that is called once is inlined, repeatedly. LLVM's
// own inliner would not inline a kernel's lambdas, because the lambdas are too large.
// A lambda contains the code of every dtype until it is inlined.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

/// Keeps only the global functions `Kept` and their callees. Inlines functions with one call, then
/// calls `Narrow`, which changes the local functions `Calls`, and then inlines again.
void optimize(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kept,
              llvm::ArrayRef<llvm::Function *> Calls, llvm::function_ref<void()> Narrow);

/// Runs only the link-time pipeline. All externally visible symbols stay.
void optimize(llvm::Module &M);

/// Makes LLVM print errors to stderr and continue. Drops warnings and remarks.
void printOnlyErrors(llvm::LLVMContext &Context);

/// Returns an object with a section for each function and variable. Fails if this LLVM lacks the
/// target.
llvm::Expected<llvm::SmallVector<char, 0>> writeObject(llvm::Module &M);
/// Writes an object's part of the answer to stdout (Link/Lto/CodeRequest.h).
void printObject(llvm::ArrayRef<char> Object);
