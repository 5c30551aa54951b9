// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one module that has the kernels to be narrowed and the functions that these kernels call.
//
// From a file that registers kernels, only the needed functions are linked. Such a file refers to
// hundreds of kernels, and loading all of their modules would take seconds. A function without
// bitcode stays a declaration, because the program has its machine code.

#pragma once

#include "Link/Lto/CodeRequest.h"

#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

struct Kernel {
  const etprune::NarrowKernel &Request;
  llvm::Function *Boxed = nullptr; ///< null if the kernel cannot be narrowed
  std::string WhyNot;

  void refuse(const llvm::Twine &Why) {
    Boxed = nullptr;
    WhyNot = Why.str();
  }
};

/// Gives each kernel its boxed function, or the reason why there is none. The module has no debug
/// information.
std::unique_ptr<llvm::Module> mergeKernels(const etprune::CodeRequest &Request,
                                           std::vector<Kernel> &Kernels,
                                           llvm::LLVMContext &Context);
