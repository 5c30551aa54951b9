// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was asked for: operators, their kernel keys, and who asked.
//
// A build asks for operators in several forms at once: ExecuTorch's selected_operators.yaml, lists
// of names, compiled models. Every reader turns its form into one Selection, and merge() unites
// them, so that nothing after this library knows where a wish came from, except through Asker,
// which exists to be printed. A Selection says what was asked, not what exists: whether an operator
// has a kernel for a key is decided by the resolver in lib/Registry.
//
// All containers are sorted, so equal wishes give equal output whatever order they came in.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace etprune {

/// Who asked, as text for diagnostics and reports: "selected.yaml:14:7",
/// "model.pte: method 'forward', instruction 3", "--op-list".
struct Asker {
  std::string Text;

  friend bool operator==(const Asker &A, const Asker &B) { return A.Text == B.Text; }
  friend bool operator!=(const Asker &A, const Asker &B) { return !(A == B); }
  friend bool operator<(const Asker &A, const Asker &B) { return A.Text < B.Text; }
};

/// What was asked for one operator name as written.
struct SelectedOp {
  /// Asked without keys ("default"): every kernel of the operator. Stands above Keys.
  bool AllKernels = false;

  /// The name has no overload and may stand for several operators: the one of exactly this name if
  /// it is registered, else every overload. False for models, which mean exactly what they name.
  bool AllOverloads = false;

  /// The overloads are wanted even beside an operator of exactly this name
  /// (`include_all_overloads: true`). Implies AllOverloads.
  bool OverloadsBesideExact = false;

  /// Kernel keys in the form of normalizeKernelKey() and who asked for each.
  std::map<std::string, std::set<Asker>> Keys;

  /// Who asked for the operator at all.
  std::set<Asker> Askers;

  /// From models only: how many arguments the KernelCalls pass, the result repeated at the end
  /// included, and who passes that many.
  std::map<unsigned, std::set<Asker>> ArgumentCounts;

  /// Files and options the wish came from first: the `debug_info` of selected_operators.yaml.
  std::set<std::string> DebugInfo;
  /// Takes a file without its folders, so that what is written is the same wherever it is made.
  void cameFrom(llvm::StringRef FileOrOption);

  void merge(const SelectedOp &Other);
};
bool operator==(const SelectedOp &A, const SelectedOp &B);

struct Selection {
  /// Everything that is registered.
  bool AllOperators = false;
  std::set<Asker> AllAskers;

  /// By operator name, always with a namespace: "aten::add.out".
  std::map<std::string, SelectedOp> Ops;

  /// Operators to leave out of the finished union, by the name rule of operators, and who says so.
  std::map<std::string, std::set<Asker>> Dropped;

  /// Delegates that models name, by backend id.
  std::map<std::string, std::set<Asker>> Backends;

  /// What a user may want to hear although it is no error. Sorted, no duplicates.
  std::vector<std::string> Notes;

  /// Union: associative, commutative and idempotent.
  void merge(const Selection &Other);
};
bool operator==(const Selection &A, const Selection &B);

/// Checks `ns::name[.overload]` and gives it with a namespace: "add.out" becomes "aten::add.out".
/// The error has no place in it; the caller knows it.
llvm::Expected<std::string> normalizeOperatorName(llvm::StringRef Name);

/// The code of a dtype's name: 6 for "Float". The error has no place in it.
llvm::Expected<unsigned> dtypeCode(llvm::StringRef Name);

/// Checks a kernel key, `v1/<dtype>;<dim order>|...`, an empty dim order meaning any and a last
/// entry `*` meaning every further tensor like the one before; or takes a dtype's name: "Float"
/// becomes "v1/6;". Does not take "default".
llvm::Expected<std::string> normalizeKernelKey(llvm::StringRef Key);

/// The dtypes of a valid kernel key for people: "Float", "(Float, Long)", "no tensors".
std::string describeKernelKey(llvm::StringRef Key);

/// The one of the sorted names that is most like Name, or nothing where none is.
llvm::StringRef nearestName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Sorted);

/// What to say of an operator that is to be left out and is not among the selected ones.
std::string notSelected(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Selected);

/// ExecuTorch's selected_operators.yaml. Errors name path, line and column, all of them at once.
llvm::Expected<Selection> readSelectedOperatorsYaml(llvm::StringRef Path);

/// A .pte or .bpte, told apart by content. Constants and weights are never touched.
llvm::Expected<Selection> readModel(llvm::StringRef Path);

/// Operator names separated by commas, or by blanks. AskerName is e.g. "--op-list".
llvm::Expected<Selection> readOpListText(llvm::StringRef Text, llvm::StringRef AskerName);

/// One operator name per line; `#` starts a comment.
llvm::Expected<Selection> readOpListFile(llvm::StringRef Path);

/// Operator names as above, to be left out.
llvm::Expected<Selection> readDropListText(llvm::StringRef Text, llvm::StringRef AskerName);

/// functions.yaml, custom_ops.yaml and the like: the schema yaml that kernel libraries are
/// generated from. Selects every operator in it.
llvm::Expected<Selection> readOpsSchemaYaml(llvm::StringRef Path);

/// A dictionary from operators to lists of dtypes and kernel keys, JSON or YAML. An empty list is
/// the whole operator. AskerName, e.g. "--ops-dict", stands where a file's path would.
llvm::Expected<Selection> readOpsDictionary(llvm::StringRef Text, llvm::StringRef AskerName);
llvm::Expected<Selection> readOpsDictionaryFile(llvm::StringRef Path);
/// As an option takes it: what starts with a brace is the dictionary itself, all else names a file.
llvm::Expected<Selection> readOpsDictionaryOption(llvm::StringRef Value, llvm::StringRef AskerName);

/// Any of the files above, recognised by its content: what `--et-select=FILE` takes.
llvm::Expected<Selection> readSelectionFile(llvm::StringRef Path);

/// Takes the operators in Dropped off Ops, for a file, which cannot say that. An error where more
/// must be known than the names that were selected, or where a name hits nothing.
llvm::Error applyDrops(Selection &Sel);

/// Writes the selection as ExecuTorch's tools read it. Backends, argument counts and notes have no
/// place in that format and are left out. Dropped must have been applied.
llvm::Error writeSelectedOperatorsYaml(const Selection &Sel, llvm::raw_ostream &OS);

} // namespace etprune
