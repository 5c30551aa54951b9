// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that a static initialiser registers, and the functions with which a runtime's class
// reads strings and functions from a registration call.

#pragma once

#include "Runtimes/StaticInitializer.h"

#include <optional>

namespace etprune {

/// A string in an object. After an edit, nothing may refer to it any more.
struct ObjectString {
  std::string Text;
  uint32_t Section = 0;
  uint64_t Offset = 0;
};

/// A kernel as an initialiser registers it.
struct RegisteredKernel {
  ObjectString Op;                 ///< aten::add.out
  std::optional<ObjectString> Key; ///< none: a fallback
  llvm::StringRef FunctionName;    ///< its symbol; empty if a relocation names only its section
  bool IsGlobal = false;           ///< other objects can refer to this name, or define it
  FunctionLocation Function;       ///< null if it depends on the objects that the linker loads
  uint32_t Entry = 0; ///< the section of the Kernel's three words, or of the code that makes them

  bool isForSameCalls(const RegisteredKernel &Other) const {
    return Op.Text == Other.Op.Text && Key.has_value() == Other.Key.has_value() &&
           (!Key || Key->Text == Other.Key->Text);
  }
};

/// A static initialiser that only registers kernels.
struct KernelInitializer {
  uint32_t Code = 0; ///< its section
  /// The section of the only pointer to the initialiser, of type SHT_INIT_ARRAY.
  uint32_t Slot = 0;
  std::vector<uint32_t> Used; ///< sections that only it uses: arrays, and functions that it calls
  std::vector<SharedSymbol> Shared; ///< no other code of the link may use these
  std::vector<RegisteredKernel> Kernels;
};

/// True if the value is the address of a section or symbol.
bool isAddress(const Value &V);

/// The string at an address. Marks a section that the program writes at its start as read.
llvm::Expected<ObjectString> readString(CodeState &State, const Value &Address);

/// Sets a kernel's function. An error continues the words "a kernel".
llvm::Error readFunction(const CodeState &State, const Value &Function, RegisteredKernel &Kernel);

} // namespace etprune
