// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that registers its kernels itself (Runtime.h). This class describes the whole link to
// code outside this folder: its kernels as records, its delegates, and the code that may register
// other kernels.

#pragma once

#include "Registry/Resolver.h"
#include "Runtimes/SelfRegisteringObject.h"

namespace etprune {

class SelfRegisteringProgram {
public:
  /// Reads the objects of a link. Fails for damaged objects, and for releases with another
  /// registration.
  static llvm::Expected<SelfRegisteringProgram> read(llvm::ArrayRef<const InputObject *> Objects,
                                                     IsSeen IsSeenOutside);

  bool empty() const { return Objects.empty(); }
  /// Has no meaning for an empty program.
  const Runtime &runtime() const { return *Kind; }
  /// The object with the registry; null if a shared library has the registry.
  const SelfRegisteringObject *registry() const {
    return RegistryIndex ? &Objects[*RegistryIndex] : nullptr;
  }
  /// True if the registry supports keys that stand for several calls, and reads a link-time table
  /// besides the kernels that the program registers. The runtime's own registry does neither.
  bool matchesKeys() const { return registry() && registry()->Registry->IsOurs; }
  bool hasInitializers() const {
    return llvm::any_of(Objects, [](const auto &Object) { return !Object.Initializers.empty(); });
  }
  llvm::ArrayRef<SelfRegisteringObject> objects() const { return Objects; }
  /// Fails if the program registers a kernel twice.
  llvm::Expected<std::vector<KernelRecord>> records() const;

  std::vector<BackendInitializer> Backends;
  std::vector<RegistryCaller> KernelCallers, BackendCallers;
  /// Arrays of kernels that no initialiser registers, or that other code uses, too.
  std::vector<KernelArray> MethodRegistries;

private:
  llvm::Error add(const InputObject &Object, const Runtime &ItsKind);
  void findFunctions(llvm::ArrayRef<const InputObject *> LinkObjects);
  void findMethodRegistries(llvm::ArrayRef<const InputObject *> LinkObjects);

  const Runtime *Kind = runtimes().front();
  std::vector<SelfRegisteringObject> Objects;
  std::optional<size_t> RegistryIndex; ///< into Objects
};

/// Plans to drop the backends that no model of a selection uses. Adds a note for each backend that
/// must stay because of its registration. `Program` may be null.
void dropUnusedBackends(PrunePlan &Plan, const SelfRegisteringProgram *Program,
                        const Selection &Wanted);

/// Further errors for an unknown operator: one for each caller that may register it, and for each
/// registry of one method. `Program` may be null.
llvm::Error unknownCallers(const SelfRegisteringProgram *Program);

} // namespace etprune
