// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime whose programs register their kernels themselves: static initialisers pass kernels to a
// function, which copies them into a registry when the program starts.
//
// This is the description of such a runtime. The other files of this folder know the way of any:
// they follow initialisers, look for other callers, and put a table in the registry's place. A
// runtime is a class of this kind in a folder of its own, which adds itself (addRuntime). Programs
// that have a table from the start, as those of runtime/ do, need none of it: their records are
// read by Registry/KernelRecord.h.

#pragma once

#include "Registry/KernelRecord.h"
#include "Runtimes/KernelArray.h"
#include "Runtimes/RegistrationCall.h"

namespace etprune {

class Runtime {
public:
  virtual ~Runtime() = default;

  /// As messages name it.
  virtual llvm::StringRef name() const = 0;

  /// The words of a kernel in the registry, and in the table that takes its place: 3 for name, key
  /// and function, 2 where there are no keys.
  virtual unsigned entryWords() const { return 3; }
  /// The function that registers kernels, mangled.
  virtual llvm::StringRef registerFunction() const = 0;
  /// The same of delegates; empty where there are none.
  virtual llvm::StringRef registerBackendFunction() const { return ""; }
  /// True for the function that registers in a release whose kernels have another shape.
  virtual bool isOtherRelease(llvm::StringRef /*Function*/) const { return false; }
  /// True for a function that reads the registry, and may go on to read the table.
  virtual bool isLookup(llvm::StringRef Function) const = 0;
  /// The function that `registerFunction()` calls before anything else, and that must run before
  /// main even if nothing is registered; empty where there is none.
  virtual llvm::StringRef startFunction() const { return ""; }
  /// True for a symbol of the runtime's library, by which an image shows that it has the runtime.
  virtual bool isOwnSymbol(llvm::StringRef Symbol) const = 0;

  /// Adds the kernels that a call of `registerFunction()` registers, by its first two arguments. An
  /// error continues the words "an initialiser".
  virtual llvm::Error readCall(CodeState &State, const Value &First, const Value &Second,
                               KernelInitializer &Initializer) const = 0;
  /// The name of the delegate that a call of `registerBackendFunction()` registers, by its first
  /// argument; likewise.
  virtual llvm::Expected<std::string> readBackendCall(CodeState & /*State*/,
                                                      const Value & /*Backend*/) const {
    return "";
  }
  /// Fills in the arguments of the calls that a kernel takes, where the kernel's function tells.
  virtual void readSignature(KernelRecord & /*Kernel*/) const {}
  /// Kernels that the program passes to its runtime in another way, and that stay.
  virtual std::vector<KernelArray> kernelArrays(const InputObject & /*Object*/) const { return {}; }
  /// Continues a message about code that registers kernels and is not understood: how to write it.
  virtual llvm::StringRef howToRegister() const = 0;
};

/// All of them.
llvm::ArrayRef<const Runtime *> runtimes();

/// Adds one that is linked with the tools. To be called before main().
void addRuntime(const Runtime &Kind);

/// True for a function that registers kernels, in any release of any runtime.
bool registersKernels(llvm::StringRef Function);

} // namespace etprune
