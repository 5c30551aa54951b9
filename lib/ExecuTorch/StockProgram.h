// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that registers its kernels at run time, as ExecuTorch's do, and what a link must see so
// that it has a table instead.
//
// Where nothing but recognised static initialisers can call `register_kernels`, a table that is
// ready when the program starts takes the place of the registry's storage: the functions that look
// kernels up read it there, the initialisers are left out, and the linker collects the arrays,
// `register_kernels` and the unselected kernels. Otherwise the storage stays, and one call before
// main registers the table.

#pragma once

#include "ExecuTorch/StockKernels.h"
#include "Registry/TableRewrite.h"

namespace etprune {

struct StockProgram {
  std::vector<StockObject> Objects;
  std::optional<size_t> RegistryIndex; ///< into Objects; none where a shared library has it
  /// What can register kernels besides the initialisers, a line each.
  std::vector<std::string> OtherCallers;

  const StockObject *registry() const { return RegistryIndex ? &Objects[*RegistryIndex] : nullptr; }
  bool hasKernels() const {
    return llvm::any_of(Objects, [](const StockObject &O) { return !O.Initializers.empty(); });
  }
};

/// Reads the objects of a link. An error for damaged objects, and for releases whose registration
/// has another shape.
llvm::Expected<StockProgram> readStockProgram(llvm::ArrayRef<const InputObject *> Objects);

/// The program's kernels. They point into `Program`.
llvm::Expected<std::vector<KernelRecord>> stockKernelRecords(const StockProgram &Program);

/// Plans to leave out the backends that no model of a selection delegates to, and notes which stay
/// because of how they are registered. `Program` may be null: then there are none.
void dropUnusedBackends(PrunePlan &Plan, const StockProgram *Program, const Selection &Wanted);

/// What to say besides where an operator is not found: an error for each caller that may register
/// it. `Program` may be null.
llvm::Error unknownCallers(const StockProgram *Program);

struct StockRewrite {
  EditMap Edits;
  RegistryParts Parts;
  /// Sections of which something else takes the place.
  std::vector<SectionPlace> Replaced;
  /// Why the registry's storage keeps its size, a line each; empty where the table is in its place.
  std::vector<std::string> WhyStorageStays;
};

/// `RootSymbols` as for DeadSections.
llvm::Expected<StockRewrite> rewriteStockProgram(const StockProgram &Program,
                                                 llvm::ArrayRef<const InputObject *> Objects,
                                                 const PrunePlan &Plan,
                                                 const llvm::StringSet<> &RootSymbols);

} // namespace etprune
