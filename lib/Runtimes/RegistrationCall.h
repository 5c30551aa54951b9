// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that a static initialiser registers, and how a runtime's class reads them from a
// call: strings, and functions.

#pragma once

#include "Runtimes/StaticInitializer.h"

#include <optional>

namespace etprune {

/// A string of an object, which may be left without any reference.
struct ObjectString {
  std::string Text;
  uint32_t Section = 0;
  uint64_t Offset = 0;
};

/// A Kernel that is registered.
struct RegisteredKernel {
  ObjectString Op;                 ///< aten::add.out
  std::optional<ObjectString> Key; ///< none: a fallback
  llvm::StringRef FunctionName;    ///< its symbol; empty where only its section is named
  bool IsGlobal = false;           ///< other objects can refer to it by that name, and define it
  FunctionLocation Function;       ///< null where it depends on what the linker loads
  uint32_t Entry = 0; ///< the section of its three words, or of the code that makes them

  bool isForSameCalls(const RegisteredKernel &Other) const {
    return Op.Text == Other.Op.Text && Key.has_value() == Other.Key.has_value() &&
           (!Key || Key->Text == Other.Key->Text);
  }
};

/// A static initialiser that does nothing but register kernels.
struct KernelInitializer {
  uint32_t Code = 0; ///< its section
  /// The section of the only pointer to it, as SHT_INIT_ARRAY. It has only such pointers.
  uint32_t Slot = 0;
  std::vector<uint32_t> Used; ///< sections that it alone uses: arrays, and functions that it calls
  std::vector<SharedSymbol> Shared; ///< nothing else uses these in the whole link
  std::vector<RegisteredKernel> Kernels;
};

/// True for the address of a section or symbol.
bool isAddress(const Value &V);

/// The string at an address. A section that is written when the program starts counts as read.
llvm::Expected<ObjectString> readString(CodeState &State, const Value &Address);

/// Fills in a kernel's function. An error continues the words "a kernel".
llvm::Error readFunction(const CodeState &State, const Value &Function, RegisteredKernel &Kernel);

} // namespace etprune
