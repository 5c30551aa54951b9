// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime whose programs register their kernels themselves: static initialisers pass kernels to a
// function, which copies them into a registry at program start.
//
// Each such runtime has a class derived from Runtime, in a folder of its own. The files directly in
// lib/Runtimes work for any of these runtimes. Programs of et-prune's own runtime have a link-time
// table instead of initialisers, so no class describes them. Table/Records.h reads their records.

#pragma once

#include "Registry/KernelRecord.h"
#include "Runtimes/StaticInitializer.h"

namespace etprune {

/// A name or key that an initialiser registers. RegistrationRewrite.cpp empties the string if no
/// other code or data refers to it.
struct ObjectString {
  std::string Text;
  uint32_t Section = 0;
  uint64_t Offset = 0;
};

struct RegisteredKernel {
  ObjectString Op;                 ///< such as aten::add.out
  std::optional<ObjectString> Key; ///< none for a fallback kernel
  /// The function's symbol. Empty if no symbol is at the function's address.
  llvm::StringRef FunctionName;
  bool IsGlobal = false;     ///< the symbol is global; another object may define it
  FunctionLocation Function; ///< null if the definition is weak, ambiguous or intermediate code
  /// The section that has the array with the kernel, or the section of the code that writes the
  /// kernel into the array.
  uint32_t Entry = 0;

  bool isForSameCalls(const RegisteredKernel &Other) const {
    return Op.Text == Other.Op.Text &&
           (Key && Other.Key ? Key->Text == Other.Key->Text : !Key && !Other.Key);
  }
};

/// A static initialiser that only registers kernels.
struct KernelInitializer : FollowedCode {
  uint32_t Code = 0; ///< the section of the code
  uint32_t Slot = 0; ///< the .init_array or .ctors section with the only pointer to the code
  std::vector<RegisteredKernel> Kernels;
};

/// A constant array of kernels that the program passes to its runtime when it loads a model.
/// Pruning cannot drop these kernels, because program code refers to the array.
struct KernelArray {
  const InputObject *Object;
  uint32_t Section;
  std::set<std::string> Ops; ///< such as aten::add.out

  /// "'main' refers to the array 'kernels' of main.o, with kernels of aten::add.out".
  std::string description() const;
};

class Runtime {
public:
  virtual ~Runtime() = default;

  virtual llvm::StringRef name() const = 0;
  /// The number of words of a kernel, in the registry and in the table that replaces it: 3 for
  /// name, key and function, 2 without keys.
  virtual unsigned entryWords() const { return 3; }
  virtual llvm::StringRef registerFunction() const = 0;
  /// The function that registers backends; empty if the runtime has none.
  virtual llvm::StringRef registerBackendFunction() const { return ""; }
  /// True if `Function` is the registering function of an unsupported release, whose kernels have
  /// another layout.
  virtual bool isOtherRelease(llvm::StringRef /*Function*/) const { return false; }
  /// True for a function that only looks kernels up. Such a function may use the registry's array,
  /// because the function also works if the table replaces the array.
  virtual bool isLookup(llvm::StringRef Function) const = 0;
  /// The function that `registerFunction()` calls first; empty if the runtime has none. The
  /// function must run before main even if no kernel is registered.
  virtual llvm::StringRef startFunction() const { return ""; }
  /// True for a symbol of the runtime's library. An image with such a symbol contains the runtime.
  virtual bool isOwnSymbol(llvm::StringRef Symbol) const = 0;

  /// Adds the kernels that a call of `registerFunction()` registers, given its first two arguments.
  /// The caller puts "the initialiser of x.cpp: it" before the text of an error.
  virtual llvm::Error readCall(CodeState &State, const Value &First, const Value &Second,
                               KernelInitializer &Initializer) const = 0;
  virtual llvm::Expected<std::string> readBackendCall(CodeState & /*State*/,
                                                      const Value & /*Backend*/) const {
    return "";
  }
  /// Sets the arguments that a kernel takes, if they can be read from the kernel's function.
  virtual void readSignature(KernelRecord & /*Kernel*/) const {}
  virtual std::vector<KernelArray> kernelArrays(const InputObject & /*Object*/) const { return {}; }
  /// The line of a message that tells the user how to write a registration that et-prune
  /// understands.
  virtual llvm::StringRef howToRegister() const = 0;
};

llvm::ArrayRef<const Runtime *> runtimes();

/// Adds a runtime to runtimes(), which always has ExecuTorch. A static object makes this call
/// before main, as in test/tools/tiny-runtime.
void addRuntime(const Runtime &Kind);

/// True for a function that registers kernels, in any release of any runtime.
bool registersKernels(llvm::StringRef Function);

// The classes derived from Runtime read the arguments of a registering call with these functions.

bool isAddress(const Value &V);
llvm::Expected<ObjectString> readString(CodeState &State, const Value &Address);
/// The caller puts "registers a kernel, number 3, that" before the text of an error.
llvm::Error readFunction(const CodeState &State, const Value &Function, RegisteredKernel &Kernel);

} // namespace etprune
