// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration code of one object.

#pragma once

#include "Runtimes/Runtime.h"

namespace etprune {

struct BackendInitializer {
  std::string Name;
  SectionRef Code;
  uint32_t Slot = 0; ///< the section with the only pointer to the code
};

/// Code that refers to a registering function, and that et-prune cannot drop.
struct RegistryCaller {
  SectionRef Code;
  std::string Description; ///< one line: the caller's object and function, and why it stays
};

RegistryCaller callerOf(const InputObject &Object, uint32_t Code, llvm::StringRef Why);

/// The registry, in the object that defines the registering function.
struct KernelRegistry {
  uint32_t Register = 0; ///< the function's section
  uint32_t Storage = 0;  ///< the section of the array that holds the registered kernels
  uint32_t Counter = 0;  ///< the section of the variable that counts these kernels
  /// True for et-prune's own registry (runtime/executorch/operator_registry.cpp). `Storage` is then
  /// the section of the pointer to the storage, and `Counter` is 0.
  bool IsOurs = false;
  bool CallsStart = false;       ///< the registering function calls Runtime::startFunction()
  std::string WhyNotReplaceable; ///< empty if a table can replace the storage
};

struct SelfRegisteringObject {
  const InputObject *Object = nullptr;
  std::vector<KernelInitializer> Initializers;
  std::vector<RegistryCaller> Callers;
  std::vector<BackendInitializer> Backends;
  std::vector<RegistryCaller> BackendCallers; ///< callers of the function that registers backends
  std::optional<KernelRegistry> Registry;

  bool empty() const {
    return Initializers.empty() && Callers.empty() && !Registry && Backends.empty() &&
           BackendCallers.empty();
  }
};

/// Reads the registry whose registering function is in section `Register` (KernelRegistry.cpp).
KernelRegistry readRegistry(const InputObject &Object, const Runtime &Kind, uint32_t Register);

/// Fails only for a damaged object.
llvm::Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object,
                                                                const Runtime &Kind);

// SharedSymbols.cpp

/// True if other images can see a symbol of an object.
using IsSeen = llvm::function_ref<bool(const InputObject &, const ObjectSymbol &)>;

/// Some initialisers must stay, for example because kept code uses one of their symbols. Removes
/// these initialisers from `Objects` and returns them as callers.
std::vector<RegistryCaller> refuseSharedElsewhere(std::vector<SelfRegisteringObject> &Objects,
                                                  llvm::ArrayRef<const InputObject *> LinkObjects,
                                                  IsSeen IsSeenOutside);

/// True if two initialisers share a guard variable. Only the first of them to run registers its
/// kernels. refuseSharedElsewhere() has checked that their functions for a kernel are the same.
bool shareGuard(const KernelInitializer &A, const KernelInitializer &B);

} // namespace etprune
