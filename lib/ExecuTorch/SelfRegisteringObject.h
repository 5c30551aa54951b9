// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that ExecuTorch registers at run time, found in its objects as they are.
//
// A registration file has an array of `Kernel {const char *name; const char *kernel_key; OpFunction
// op;}` and a static initialiser that passes it to `register_kernels`, which copies it into the
// registry's storage. EXECUTORCH_LIBRARY, for operators of one's own, builds a Kernel on the stack
// instead, one for each call. Which kernels lie where the call's argument points to is told by
// following the initialiser's code (StaticInitializer.h). The three words of a Kernel are what a
// record of ours has, in the same order.

#pragma once

#include "ExecuTorch/StaticInitializer.h"

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

/// A static initialiser that does nothing but register a delegate.
struct BackendInitializer {
  std::string Name;
  SectionRef Code;
  uint32_t Slot = 0; ///< the section of the only pointer to it
};

/// Code that refers to a function that registers, and is no initialiser that can be left out.
struct RegistryCaller {
  SectionRef Code;
  std::string Description; ///< in a line: its object, its function and why it is left alone
};

/// A caller as messages name it.
RegistryCaller callerOf(const InputObject &Object, uint32_t Code, llvm::StringRef Why);

/// The registry: the object that defines `register_kernels`.
struct KernelRegistry {
  uint32_t Register = 0; ///< the function's section
  uint32_t Storage = 0;  ///< the section of the array that it copies to
  uint32_t Counter = 0;  ///< the section of the number of entries there
  /// runtime/executorch/operator_registry.cpp: Storage is that of its pointer to a storage, and
  /// there is no counter.
  bool IsOurs = false;
  bool StartsPlatform = false;   ///< it calls et_pal_init, so that this runs before main
  std::string WhyNotReplaceable; ///< empty where a table can take the storage's place
};

struct SelfRegisteringObject {
  const InputObject *Object = nullptr;
  std::vector<KernelInitializer> Initializers;
  std::vector<RegistryCaller> Callers;
  std::vector<BackendInitializer> Backends;
  std::vector<RegistryCaller> BackendCallers; ///< of the function that registers delegates
  std::optional<KernelRegistry> Registry;

  bool empty() const {
    return Initializers.empty() && Callers.empty() && !Registry && Backends.empty() &&
           BackendCallers.empty();
  }
};

/// Called by register_kernels before anything else.
constexpr llvm::StringLiteral PlatformInitSymbol = "et_pal_init";

/// Reads the registry whose function lies in a section (KernelRegistry.cpp).
KernelRegistry readRegistry(const InputObject &Object, uint32_t Register);

/// Reads what an object has to do with registration. Errors are those of a damaged object.
llvm::Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object);

} // namespace etprune
