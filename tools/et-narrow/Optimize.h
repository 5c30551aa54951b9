// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From copies with few dtypes to the machine code that is left of them.
//
// A dtype that is known decides branches, and what only the others lead to goes. The link-time
// pipeline does most of that. Before it, whatever is called once is made a part of its caller, over
// and over: a kernel's lambdas get a dtype in a closure, by reference, and are too large for an
// inliner that counts bytes as long as they have the code of every dtype.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

/// Leaves in the module what `Kept`, global functions, need. `Narrow` is called once the functions
/// of `Calls`, local ones, have in them what only they call.
void optimize(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kept,
              llvm::ArrayRef<llvm::Function *> Calls, llvm::function_ref<void()> Narrow);

/// The same for a module of which all stays that others can see.
void optimize(llvm::Module &M);

/// Writes an object, a section for each function and variable. An error where this LLVM has no
/// such target.
llvm::Error writeObject(llvm::Module &M, llvm::raw_pwrite_stream &Out);
