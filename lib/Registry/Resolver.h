// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves a selection to the kernels that serve it: the prune plan.
//
// For every wanted operator and key, the resolver chooses among the registered kernels as the
// runtime's lookup does (RegisteredKernels.h). A dropped operator is removed, even if a model needs
// it. Each request that no kernel serves is an error. All errors are reported together, before the
// link. If the serving kernel's arguments are known, from its schema or its function, their number
// and their kinds are compared with the call's (Schema.cpp).
//
// ExecuTorch's own registry looks up the text of a call's tensors. A kernel that the program
// registers itself with a key serves exactly the calls whose text is this key. The registry never
// finds a key that stands for many calls, such as the keys of ET_KERNEL. There, the text of each
// call of the selected models becomes a key of the table.
//
// Backends have records like kernels, but only models name them, so a selection of lists and yaml
// files would drop all of them. They stay unless `--drop-backends` is given. A backend that a model
// names and no record has is an error, unless ExecuTorch's registry is in the link, or `--drop
// et_backend::<id>` says that the program gets the backend in another way.

#pragma once

#include "Object/RecordNames.h"
#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

#include "llvm/ADT/SmallVector.h"

#include <deque>

namespace etprune {

/// A kernel of the image's table.
struct TableEntry {
  const KernelRecord *Record;
  std::optional<std::string> Key; ///< none: a fallback
};

struct PlannedKernel {
  const KernelRecord *Record;
  std::set<Asker> Askers;
  /// The selected calls of this kernel, as the texts that ExecuTorch's own registry makes of them.
  std::set<std::string> Calls = {};
  /// The askers that want the kernel for all calls of a dtype, or for all calls.
  std::set<Asker> WithoutCalls = {};
  /// The wanted dtypes of a kernel that the program registers itself. Unused if it is wanted for
  /// all dtypes.
  CallDtypesSet Dtypes = {};
  bool HasAnyDtypes = false;
};

/// The kernels of an object that lib/Dtypes compiles for only the dtypes of the selected calls. The
/// object is added to the link after the table. In the plan, its kernels replace the program's
/// kernels, whose code can then be dropped.
struct NarrowedKernels {
  std::string Name;                    ///< of the object, in the link and its map
  llvm::StringRef Maker;               ///< the compiler that made it, for the report
  llvm::SmallVector<char, 0> Bytes;    ///< of the object
  std::unique_ptr<InputObject> Object; ///< points into Bytes
  std::deque<KernelRecord> Records;    ///< of the narrowed kernels
  std::vector<const KernelRecord *> Replaced;
  uint64_t SizeBefore = 0; ///< bytes of the sections that they replace; 0 if only the link can tell
  uint64_t Size = 0;       ///< bytes of the object's sections
  uint64_t GuardSize = 0;  ///< bytes of the sections that check the dtypes of calls
};

/// The name of a narrowed kernel's function. It encodes the calls, so that the image shows them.
inline std::string narrowedSymbol(const KernelRecord &Original, const CallDtypesSet &Calls) {
  return (KernelSymbolPrefix + Original.Op + "$" + callsText(Calls) + "$" + Original.Library).str();
}

/// The calls that the name of a narrowed kernel's function encodes; none for any other name.
inline std::optional<CallDtypesSet> callsOfSymbol(llvm::StringRef Symbol) {
  return isKernelSymbol(Symbol) ? readCalls(Symbol.rsplit('$').first.rsplit('$').second)
                                : std::nullopt;
}

/// The kernels that the pruned image registers. The lists are in table order: by operator, variant,
/// library.
struct PrunePlan {
  std::vector<PlannedKernel> Kept;
  std::vector<const KernelRecord *> Dropped;
  std::vector<TableEntry> Table;
  /// Everything is selected: this is the full image, with the kernels of the highest priority.
  bool Everything = false;
  std::vector<std::string> Notes;
  /// Kept and Table refer to the records in these.
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
  /// ExecuTorch's own registry finds the kernels. If everything is selected, the link adds no
  /// table.
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

// TableEntries.cpp

/// True if the key has a dim order for each tensor. It is then the text of a call.
bool isKeyOfCall(llvm::StringRef Key);

/// The texts of the calls that a key stands for, given the arguments that the kernel takes.
///
/// A program repeats the result as a call's last argument, and so does the text. Keys in yaml files
/// may lack the result. The schema tells if a key contains it. If the schema cannot tell, because a
/// tensor may be absent from a call, there are two texts.
std::vector<std::string> textsOfCalls(llvm::StringRef Key,
                                      const std::optional<CallArguments> &Taken);

/// The entries for a plan's kernels. The link with all kernels needs none for kernels that the
/// program registers itself. For ExecuTorch's own registry, fails if it needs the calls of a kernel
/// that was selected without calls.
llvm::Expected<std::vector<TableEntry>> tableEntries(const PrunePlan &Plan, bool ComparesKeys);

} // namespace etprune
