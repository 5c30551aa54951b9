// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that registers its kernels itself (Runtime.h). The class reads all objects of a link.
// It gives the kernels as records, the backends, and the code that may register other kernels.

#pragma once

#include "Registry/Resolver.h"
#include "Runtimes/SelfRegisteringObject.h"

namespace etprune {

class SelfRegisteringProgram {
public:
  /// Reads the objects of a link. Fails for a damaged object, an unsupported release, two runtimes,
  /// two registries, or a registration in an object that has only gcc's intermediate code.
  static llvm::Expected<SelfRegisteringProgram> read(llvm::ArrayRef<const InputObject *> Objects,
                                                     IsSeen IsSeenOutside);

  bool empty() const { return Objects.empty(); }
  /// Has no meaning for an empty program.
  const Runtime &runtime() const { return *Kind; }
  /// The object with the registry; null if a shared library has the registry.
  const SelfRegisteringObject *registry() const {
    return RegistryIndex ? &Objects[*RegistryIndex] : nullptr;
  }
  /// True for the registry of runtime/executorch/operator_registry.cpp. That registry understands
  /// kernel keys that have several dtypes, and finds the kernels of a registration table.
  /// ExecuTorch's own registry only compares a key's text, and knows no table.
  bool matchesKeys() const { return registry() && registry()->Registry->IsOurs; }
  bool hasInitializers() const {
    return llvm::any_of(Objects, [](const auto &Object) { return !Object.Initializers.empty(); });
  }
  llvm::ArrayRef<SelfRegisteringObject> objects() const { return Objects; }
  /// Fails if the program registers a kernel twice, because it would abort at its start.
  llvm::Expected<std::vector<KernelRecord>> records() const;

  std::vector<BackendInitializer> Backends;
  std::vector<RegistryCaller> KernelCallers, BackendCallers;
  /// Constant arrays of kernels that do not belong to one of the initialisers alone. The program
  /// may pass such an array to load_method, as the registry of one method.
  std::vector<KernelArray> MethodRegistries;

private:
  llvm::Error add(const InputObject &Object, const Runtime &ItsKind);
  void findFunctions(llvm::ArrayRef<const InputObject *> LinkObjects);
  void findMethodRegistries(llvm::ArrayRef<const InputObject *> LinkObjects);

  const Runtime *Kind = runtimes().front();
  std::vector<SelfRegisteringObject> Objects;
  std::optional<size_t> RegistryIndex; ///< into Objects
};

/// Plans to drop the backends that no model of a selection uses. Adds a note for each of
/// BackendCallers, because its backend stays. Without `Program`, does nothing.
void dropUnusedBackends(PrunePlan &Plan, const SelfRegisteringProgram *Program,
                        const Selection &Wanted);

/// Errors that explain why a selected operator may have no known kernel: one error for each of
/// KernelCallers, and one for each of MethodRegistries. None if `Program` is null.
llvm::Error unknownCallers(const SelfRegisteringProgram *Program);

} // namespace etprune
