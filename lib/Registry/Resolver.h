// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves a selection to the kernels that serve it: the prune plan.
//
// For every wanted operator and key, the resolver chooses among the registered kernels as the
// runtime's lookup does (RegisteredKernels.h): the most specific matching key, then the highest
// priority, else the fallback. A dropped operator is removed, even if a model needs it. Each
// request that no kernel serves is an error. All errors are reported together, before the link.
//
// ExecuTorch's own registry compares keys as text. There, a kernel that the program registers
// itself with a key serves exactly the calls whose text is this key.
//
// If the serving kernel's arguments are known, from its schema or its function, their number and
// their kinds are compared with the call's (Schema.h).
//
// Backends have records like kernels, but only models name them, so a selection of lists and yaml
// files would drop all of them. They stay unless `--drop-backends` is given, also in programs that
// register them at run time. A backend that a model names and no record has is an error. There are
// two exceptions: ExecuTorch's registry is in the link, or `--drop et_backend::<id>` says that the
// program gets the backend in another way.

#pragma once

#include "Registry/NarrowedKernels.h"
#include "Registry/TableEntries.h"

namespace etprune {

/// The kernels that the pruned image registers. Both lists are in table order: by operator,
/// variant, library.
struct PrunePlan {
  std::vector<PlannedKernel> Kept;
  std::vector<const KernelRecord *> Dropped;
  /// The entries of the image's table, in table order.
  std::vector<TableEntry> Table;
  /// Everything is selected: this is the full image, with the kernels of the highest priority.
  bool Everything = false;
  std::vector<std::string> Notes;
  /// An entry for each object with narrowed kernels. Kept and Table refer to the records in it.
  std::vector<std::shared_ptr<const NarrowedKernels>> Narrowed;
  /// Delegates that are dropped from a program that registers them at its start.
  std::set<std::string> DroppedBackends;
};

struct ResolveOptions {
  /// Keep every kernel of a wanted operator, for any key.
  bool IgnoreKeys = false;
  /// A linker script collects the records. Scripts know no priorities, so if everything is
  /// selected, kernels that lose to another library are kept, too.
  bool TableInScript = false;
  /// ExecuTorch's own registry finds the kernels. It knows no keys that stand for several calls. If
  /// everything is selected, the link adds no table.
  bool ComparesKeys = false;
  /// Drop backends that no model names.
  bool DropBackends = false;
  /// Initialisers of the program may register backends: a backend without a record is no error.
  bool HasSelfRegisteredBackends = false;
  /// The program may register kernels that have no record.
  bool HasUnknownKernels = false;
  /// For messages: the image with the records, if they are not from a link.
  llvm::StringRef Image = "";
};

/// A request that no kernel can serve: no operator of this name, no kernel for the dtypes, or a
/// kernel with other arguments.
class UnservedError : public llvm::ErrorInfo<UnservedError, llvm::StringError> {
public:
  static char ID;
  enum Kind { Operator, Dtypes, Arguments };

  UnservedError(const llvm::Twine &Message, Kind What, std::string Op, std::string Key,
                std::set<Asker> Askers)
      : ErrorInfo(Message, llvm::inconvertibleErrorCode()), What(What), Op(std::move(Op)),
        Key(std::move(Key)), Askers(std::move(Askers)) {}

  Kind What;
  std::string Op;
  std::string Key; ///< of an unserved Dtypes request
  std::set<Asker> Askers;
};

/// Resolves `Wanted` against all records of a link. The plan points into `Records`.
llvm::Expected<PrunePlan> resolve(llvm::ArrayRef<KernelRecord> Records, const Selection &Wanted,
                                  const ResolveOptions &Options = {});

} // namespace etprune
