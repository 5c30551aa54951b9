// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object's part in registration at run time: initialisers that register kernels or delegates,
// other code that registers them, and the registry.
//
// Which kernels an initialiser registers is told by following its code (StaticInitializer.h).

#pragma once

#include "Runtimes/Runtime.h"

namespace etprune {

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

/// The registry: the object that defines the function that registers.
struct KernelRegistry {
  uint32_t Register = 0; ///< the function's section
  uint32_t Storage = 0;  ///< the section of the array that it copies to
  uint32_t Counter = 0;  ///< the section of the number of entries there
  /// runtime/executorch/operator_registry.cpp: Storage is that of its pointer to a storage, and
  /// there is no counter.
  bool IsOurs = false;
  bool CallsStart = false;       ///< it calls Runtime::startFunction(), which so runs before main
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

/// Reads the registry whose function lies in a section (KernelRegistry.cpp).
KernelRegistry readRegistry(const InputObject &Object, const Runtime &Kind, uint32_t Register);

/// Reads what an object has to do with registration. Errors are those of a damaged object.
llvm::Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object,
                                                                const Runtime &Kind);

} // namespace etprune
