// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles copies with few dtypes to machine code.
//
// A known dtype decides branches, and the code of the branches not taken is removed. LLVM's
// link-time pipeline does most of this work. Before the pipeline, every function that is called
// once is inlined, repeatedly. LLVM's own inliner compares sizes. It would not inline a kernel's
// lambdas, because they get a dtype by reference in a closure and contain the code of every dtype
// until they are inlined.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

/// Keeps only `Kept`, which are global functions, and their callees in the module. Calls `Narrow`
/// after functions that are called once were inlined into the local functions `Calls`.
void optimize(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kept,
              llvm::ArrayRef<llvm::Function *> Calls, llvm::function_ref<void()> Narrow);

/// The same, for a module whose externally visible symbols must all stay.
void optimize(llvm::Module &M);

/// Writes an object with a section for each function and variable. Fails if this LLVM does not have
/// the target.
llvm::Error writeObject(llvm::Module &M, llvm::raw_pwrite_stream &Out);
