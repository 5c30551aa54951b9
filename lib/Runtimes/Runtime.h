// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime whose programs register their kernels themselves: static initialisers pass kernels to a
// function, which copies them into a registry at program start.
//
// This class describes such a runtime. The other files of this folder work for any runtime: they
// follow initialisers, look for other callers, and replace the registry by a table. Each runtime is
// a class derived from Runtime, in its own folder, and adds itself with addRuntime(). Programs with
// a link-time table, such as programs of runtime/, need none of this: Registry/KernelRecord.h reads
// their records.

#pragma once

#include "Registry/KernelRecord.h"
#include "Runtimes/KernelArray.h"
#include "Runtimes/RegistrationCall.h"

namespace etprune {

class Runtime {
public:
  virtual ~Runtime() = default;

  /// The runtime's name in messages.
  virtual llvm::StringRef name() const = 0;

  /// The number of words of a kernel, in the registry and in the table that replaces it: 3 for
  /// name, key and function, 2 without keys.
  virtual unsigned entryWords() const { return 3; }
  /// The mangled name of the function that registers kernels.
  virtual llvm::StringRef registerFunction() const = 0;
  /// The function that registers delegates; empty if there is none.
  virtual llvm::StringRef registerBackendFunction() const { return ""; }
  /// True for the registering function of a release whose kernels have another layout.
  virtual bool isOtherRelease(llvm::StringRef /*Function*/) const { return false; }
  /// True for a function that reads the registry. It may also read the table.
  virtual bool isLookup(llvm::StringRef Function) const = 0;
  /// The function that `registerFunction()` calls first. It must run before main even if no kernel
  /// is registered; empty if there is none.
  virtual llvm::StringRef startFunction() const { return ""; }
  /// True for a symbol of the runtime's library. An image with such a symbol contains the runtime.
  virtual bool isOwnSymbol(llvm::StringRef Symbol) const = 0;

  /// Adds the kernels that a call of `registerFunction()` registers, given its first two arguments.
  /// An error continues the words "an initialiser".
  virtual llvm::Error readCall(CodeState &State, const Value &First, const Value &Second,
                               KernelInitializer &Initializer) const = 0;
  /// The name of the delegate that a call of `registerBackendFunction()` registers, given its first
  /// argument. An error continues the same words.
  virtual llvm::Expected<std::string> readBackendCall(CodeState & /*State*/,
                                                      const Value & /*Backend*/) const {
    return "";
  }
  /// Sets the arguments that a kernel takes, if they can be read from the kernel's function.
  virtual void readSignature(KernelRecord & /*Kernel*/) const {}
  /// Kernels that the program passes to its runtime in another way. They stay.
  virtual std::vector<KernelArray> kernelArrays(const InputObject & /*Object*/) const { return {}; }
  /// How to write a registration that et-prune understands. Continues a message.
  virtual llvm::StringRef howToRegister() const = 0;
};

/// All known runtimes.
llvm::ArrayRef<const Runtime *> runtimes();

/// Adds a runtime that is linked into the tools. Call it before main().
void addRuntime(const Runtime &Kind);

/// True for a function that registers kernels, in any release of any runtime.
bool registersKernels(llvm::StringRef Function);

} // namespace etprune
