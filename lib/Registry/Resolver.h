// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a selection to the kernels that serve it: the prune plan.
//
// For every wanted operator and key the resolver makes the choice that the runtime's lookup makes
// among the registered kernels (exact key, the most specific one; else the fallback), and where
// several libraries register the same operator and key, the library of the highest priority wins.
// A dropped operator goes whoever asks for it. Each wish that no kernel serves is an error; all
// errors are reported at once, before anything is linked.
//
// Most specific key first, then priority. The runtime sees the table, not priorities; where the
// tool keeps two kernels with keys that both match a call, the runtime takes the more specific. So
// does the resolver.
//
// Where ExecuTorch's own registry finds the kernels, those that the program registers itself serve
// a call by the text that it makes of it, and the link with all kernels has them alone.
//
// Byte-identical objects under two names count once, as the linker takes one of them.
//
// Two kernels of the same priority for the same operator and key are an error even if nothing
// selects them: the full link would have to choose.
//
// Argument counts are compared where a kernel has a schema, with the kernel that serves the call:
// what it takes and its result, as programs repeat that. Several results may come as one list or
// one by one. ExecuTorch's own arrays have no schema: no complaint.
//
// Backends are records like kernels, but only models name them: a selection of lists and yaml files
// would silently take them away. They stay unless `--drop-backends` says so, as in programs that
// register them at run time. A backend that a model names and no record has is an error, unless
// ExecuTorch's registry is in the link or `--drop et_backend::<id>` says that something else makes
// it known.

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
  /// Everything was asked for: this is the full image, whatever lost against a higher priority.
  bool Everything = false;
  std::vector<std::string> Notes;
  /// An object each. Kept and Table refer to their records.
  std::vector<std::shared_ptr<const NarrowedKernels>> Narrowed;
  /// Delegates that are left out of a program that registers them when it starts.
  std::set<std::string> DroppedBackends;
};

struct ResolveOptions {
  /// Take every kernel of a wanted operator, whatever keys were asked for.
  bool IgnoreKeys = false;
  /// A linker script collects the records: everything then means all of them, also those that
  /// another library's kernels win over, as the script knows no priorities.
  bool TableInScript = false;
  /// ExecuTorch's own registry finds the kernels. It knows neither keys that stand for several
  /// calls nor, before the first pruning, a table.
  bool ComparesKeys = false;
  /// Leave out backends that no model names.
  bool DropBackends = false;
  /// Initialisers of the program may register backends: one without a record is no error.
  bool HasSelfRegisteredBackends = false;
  /// The program may register kernels of which there is no record.
  bool HasUnknownKernels = false;
  /// The image that has the records, where they are not those of a link. For messages.
  llvm::StringRef Image = "";
};

/// A wish that the kernels cannot serve: no operator of the name, no kernel for the dtypes, or one
/// that takes other arguments.
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
  std::string Key; ///< of Dtypes
  std::set<Asker> Askers;
};

/// Resolves `Wanted` against all records of a link. The plan points into `Records`.
llvm::Expected<PrunePlan> resolve(llvm::ArrayRef<KernelRecord> Records, const Selection &Wanted,
                                  const ResolveOptions &Options = {});

} // namespace etprune
