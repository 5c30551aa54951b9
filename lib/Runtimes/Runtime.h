// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime whose programs register their kernels themselves: static initialisers pass kernels to a
// function, which copies them into a registry at program start.
//
// Each runtime is a class derived from Runtime, in its own folder. The other files of this folder
// work for any runtime. Programs with a link-time table, such as programs of runtime/, need none of
// this: Registry/KernelRecord.h reads their records.

#pragma once

#include "Registry/KernelRecord.h"
#include "Runtimes/StaticInitializer.h"

namespace etprune {

/// A string in an object. It is emptied if nothing refers to it after the edits.
struct ObjectString {
  std::string Text;
  uint32_t Section = 0;
  uint64_t Offset = 0;
};

struct RegisteredKernel {
  ObjectString Op;                 ///< such as aten::add.out
  std::optional<ObjectString> Key; ///< none for a fallback
  llvm::StringRef FunctionName; ///< the function's symbol; empty if a relocation names the section
  bool IsGlobal = false;        ///< other objects can refer to this name, or define it
  FunctionLocation Function;    ///< null if it depends on the objects that the linker loads
  uint32_t Entry = 0; ///< the section of the kernel's three words, or of the code that makes them

  bool isForSameCalls(const RegisteredKernel &Other) const {
    return Op.Text == Other.Op.Text &&
           (Key && Other.Key ? Key->Text == Other.Key->Text : !Key && !Other.Key);
  }
};

/// A static initialiser that only registers kernels.
struct KernelInitializer : FollowedCode {
  uint32_t Code = 0; ///< the section of its code
  uint32_t Slot = 0; ///< the .init_array section of the only pointer to it
  std::vector<RegisteredKernel> Kernels;
};

/// An array of constant kernels that the program passes to its runtime for one model. No selection
/// can drop them, because the code that uses the array keeps them.
struct KernelArray {
  const InputObject *Object;
  uint32_t Section;
  std::set<std::string> Ops; ///< such as aten::add.out

  /// "'main' (main.o) refers to 'kernels', with kernels of aten::add.out, aten::mul.out".
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
  /// The function that registers delegates; empty if there is none.
  virtual llvm::StringRef registerBackendFunction() const { return ""; }
  /// True for the registering function of a release whose kernels have another layout.
  virtual bool isOtherRelease(llvm::StringRef /*Function*/) const { return false; }
  /// True for a function that reads the registry. Such a function can read the table instead.
  virtual bool isLookup(llvm::StringRef Function) const = 0;
  /// The function that `registerFunction()` calls first. It must run before main even if no kernel
  /// is registered; empty if there is none.
  virtual llvm::StringRef startFunction() const { return ""; }
  /// True for a symbol of the runtime's library. An image with such a symbol contains the runtime.
  virtual bool isOwnSymbol(llvm::StringRef Symbol) const = 0;

  /// Adds the kernels that a call of `registerFunction()` registers, given its first two arguments.
  /// An error is text that follows the words "an initialiser".
  virtual llvm::Error readCall(CodeState &State, const Value &First, const Value &Second,
                               KernelInitializer &Initializer) const = 0;
  /// Returns the name of the delegate that a call of `registerBackendFunction()` registers.
  virtual llvm::Expected<std::string> readBackendCall(CodeState & /*State*/,
                                                      const Value & /*Backend*/) const {
    return "";
  }
  /// Sets the arguments that a kernel takes, if they can be read from the kernel's function.
  virtual void readSignature(KernelRecord & /*Kernel*/) const {}
  virtual std::vector<KernelArray> kernelArrays(const InputObject & /*Object*/) const { return {}; }
  /// How to write a registration that et-prune understands. The text continues a message.
  virtual llvm::StringRef howToRegister() const = 0;
};

llvm::ArrayRef<const Runtime *> runtimes();

/// Call it before main().
void addRuntime(const Runtime &Kind);

/// True for any release of any runtime.
bool registersKernels(llvm::StringRef Function);

// With these, a runtime's class reads strings and functions from a registration call.

bool isAddress(const Value &V);
/// If the program writes the string's section at its start, marks the section as read.
llvm::Expected<ObjectString> readString(CodeState &State, const Value &Address);
/// An error is text that follows the words "a kernel".
llvm::Error readFunction(const CodeState &State, const Value &Function, RegisteredKernel &Kernel);

} // namespace etprune
