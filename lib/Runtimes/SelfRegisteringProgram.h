// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that registers its kernels itself: static initialisers pass kernels to the registry of
// its runtime (Runtime.h) when the program starts. This is the link as a whole, for everything
// outside this folder: its kernels as records, its delegates, and the code that may register
// others.

#pragma once

#include "Registry/Resolver.h"
#include "Runtimes/SharedSymbols.h"

namespace etprune {

class SelfRegisteringProgram {
public:
  /// Reads the objects of a link. An error for damaged objects, and for releases whose registration
  /// has another shape.
  static llvm::Expected<SelfRegisteringProgram> read(llvm::ArrayRef<const InputObject *> Objects,
                                                     IsSeen IsSeenOutside);

  /// True if no object of the link has anything to do with registration.
  bool empty() const { return Objects.empty(); }
  /// The one that the objects register with; any for an empty program.
  const Runtime &runtime() const { return *Kind; }
  /// The object that has the registry; null where a shared library has it.
  const SelfRegisteringObject *registry() const {
    return RegistryIndex ? &Objects[*RegistryIndex] : nullptr;
  }
  /// True if kernels are found by keys that stand for several calls, and in a table that the link
  /// has beside those that the program registers. The runtime's own registry does neither.
  bool matchesKeys() const { return registry() && registry()->Registry->IsOurs; }
  /// True if the program registers kernels when it starts, all of which are known.
  bool hasInitializers() const;
  /// Those that have to do with registration. For the rewrite, which edits them.
  llvm::ArrayRef<SelfRegisteringObject> objects() const { return Objects; }
  /// The kernels. An error where the program registers one of them twice.
  llvm::Expected<std::vector<KernelRecord>> records() const;

  std::vector<BackendInitializer> Backends;
  std::vector<RegistryCaller> KernelCallers, BackendCallers;
  /// Kernels that no initialiser registers, or not alone.
  std::vector<KernelArray> MethodRegistries;

private:
  llvm::Error add(const InputObject &Object, const Runtime &ItsKind);
  void findFunctions(llvm::ArrayRef<const InputObject *> LinkObjects);
  void findMethodRegistries(llvm::ArrayRef<const InputObject *> LinkObjects);

  const Runtime *Kind = runtimes().front();
  std::vector<SelfRegisteringObject> Objects;
  std::optional<size_t> RegistryIndex; ///< into Objects
};

/// Plans to leave out the backends that no model of a selection delegates to, and notes which stay
/// because of how they are registered. `Program` may be null: then there are none.
void dropUnusedBackends(PrunePlan &Plan, const SelfRegisteringProgram *Program,
                        const Selection &Wanted);

/// Further errors where an operator is not found: one for each caller that may register it, and for
/// each registry of one method. `Program` may be null.
llvm::Error unknownCallers(const SelfRegisteringProgram *Program);

} // namespace etprune
