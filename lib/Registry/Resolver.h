// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves a selection to the kernels that serve it: the prune plan.
//
// For every wanted operator and key, the resolver chooses among the registered kernels as the
// runtime's lookup does (RegisteredKernels.h). A dropped operator is removed, even if a model needs
// it. Each request that no kernel serves is an error. All errors are reported together, before the
// link. The kernel's schema or its function may tell which arguments the kernel takes. The resolver
// then compares the number and kinds of these arguments with the call (Schema.cpp).
//
// ExecuTorch's own registry makes a text of the tensors of a call, and finds the kernel whose key
// is exactly this text. The registry never finds a key that stands for many calls, such as the keys
// of ET_KERNEL. If an operator has several such kernels, the table therefore has an entry for the
// text of each selected call. A key with which the program itself registers a kernel stays as it
// is.
//
// Backends have records like kernels. Only models name backends, so a selection of lists and yaml
// files would drop every backend. All backends therefore stay unless `--drop-backends` is given. If
// a model names a backend without a record, resolve() fails, unless ExecuTorch's registry is in the
// link or `--drop et_backend::<id>` is given. The program may then get the backend in another way.

#pragma once

#include "Object/RecordNames.h"
#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

#include "llvm/ADT/SmallVector.h"

#include <deque>

namespace etprune {

struct TableEntry {
  const KernelRecord *Record;
  std::optional<std::string> Key; ///< none: a fallback
};

struct PlannedKernel {
  const KernelRecord *Record;
  std::set<Asker> Askers;
  /// The selected calls of this kernel, as the texts that ExecuTorch's own registry makes of them.
  std::set<std::string> Calls = {};
  /// Askers of unknown calls. tableEntries() fails if ExecuTorch's own registry needs them.
  std::set<Asker> WithoutCalls = {};
  /// The dtypes to which lib/Dtypes may narrow the kernel. Unused if HasAnyDtypes is true.
  CallDtypesSet Dtypes = {};
  bool HasAnyDtypes = false; ///< the kernel is selected for all dtypes
};

/// An object with kernels that lib/Dtypes compiles for only the dtypes of the selected calls. The
/// object comes after the table in the link. In the plan, the narrowed kernels replace the
/// program's kernels, so the linker can drop the code of the replaced kernels.
struct NarrowedKernels {
  std::string Name;                    ///< of the object, in the link and its map
  llvm::StringRef Maker;               ///< the compiler of the object, for the report
  llvm::SmallVector<char, 0> Bytes;    ///< of the object
  std::unique_ptr<InputObject> Object; ///< points into Bytes
  std::deque<KernelRecord> Records;    ///< of the narrowed kernels
  std::vector<const KernelRecord *> Replaced;
  /// The bytes of the replaced kernels and of the code that only they call. 0 if an object of the
  /// link has only LLVM's bitcode, because the bytes are then unknown before the link.
  uint64_t SizeBefore = 0;
  uint64_t Size = 0;      ///< bytes of the object's sections
  uint64_t GuardSize = 0; ///< bytes of the sections that check the dtypes of calls
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
  /// All operators are selected and none is dropped: this is the plan of the full image.
  bool Everything = false;
  std::vector<std::string> Notes;
  /// The objects that own the narrowed kernels' records. Kept and Table point to these records.
  std::vector<std::shared_ptr<const NarrowedKernels>> Narrowed;
  /// Dropped backends that the program's initialisers register.
  std::set<std::string> DroppedBackends;
};

struct ResolveOptions {
  /// Keep every kernel of a wanted operator, for any key.
  bool IgnoreKeys = false;
  /// A linker script collects the records. Scripts know no priorities, so if everything is
  /// selected, kernels that lose to another library are kept, too.
  bool TableInScript = false;
  /// ExecuTorch's own registry finds the kernels. If everything is selected, the plan has only the
  /// kernels that the program registers itself, so the link needs no table.
  bool ComparesKeys = false;
  /// Drop backends that no model names.
  bool DropBackends = false;
  /// Initialisers of the program may register backends: a backend without a record is no error.
  bool HasSelfRegisteredBackends = false;
  /// The program may register kernels without records, so no error says that it has no kernels.
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
/// A model repeats the result as the last argument of a call, so the text has the result twice. A
/// key in a yaml file may lack the repetition. The number of tensors in `Taken` shows this. Returns
/// two texts if `Taken` is unknown, a tensor may be absent, or the kernel has several results.
std::vector<std::string> textsOfCalls(llvm::StringRef Key,
                                      const std::optional<CallArguments> &Taken);

/// The table's entries for a plan's kernels. If everything is selected, kernels that the program
/// registers itself have no entry. `ComparesKeys` is true for ExecuTorch's own registry, which may
/// need the text of each selected call. The function fails if such a text is unknown.
llvm::Expected<std::vector<TableEntry>> tableEntries(const PrunePlan &Plan, bool ComparesKeys);

} // namespace etprune
