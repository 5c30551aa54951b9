// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A selection: operators and their kernel keys, each with the files and options that ask for it.
//
// A build asks for operators in several forms at once: ExecuTorch's selected_operators.yaml, lists
// of names, compiled models. Every reader (Forms.h) turns its form into one Selection, and merge()
// unites them, so that nothing after this library knows where a request came from, except through
// Asker, which exists to be printed. A Selection says what was asked, not what exists: whether an
// operator has a kernel for a key is decided by the resolver in lib/Registry.
//
// All containers are sorted: equal requests give equal output, in whatever order they were read.

#pragma once

#include "Selection/CallDtypes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace etprune {

/// A location that asks for an operator, as text for diagnostics and reports: "selected.yaml:14:7",
/// "model.pte: method 'forward', instruction 3", "--op-list".
struct Asker {
  std::string Text;

  friend bool operator==(const Asker &A, const Asker &B) { return A.Text == B.Text; }
  friend bool operator!=(const Asker &A, const Asker &B) { return !(A == B); }
  friend bool operator<(const Asker &A, const Asker &B) { return A.Text < B.Text; }
};

/// The file of the model that asks; empty where none does.
llvm::StringRef modelOf(const Asker &A);

/// The request for one operator name, as it is written.
struct SelectedOp {
  /// Requested without keys ("default"): every kernel of the operator, whatever Keys has.
  bool AllKernels = false;

  /// The name has no overload and may stand for several operators: the one of exactly this name if
  /// it is registered, else every overload. False for models, which mean exactly what they name.
  bool AllOverloads = false;

  /// The overloads are wanted even beside an operator of exactly this name
  /// (`include_all_overloads: true`). Implies AllOverloads.
  bool OverloadsBesideExact = false;

  /// Kernel keys in the form of normalizeKernelKey(), each with its askers.
  std::map<std::string, std::set<Asker>> Keys;

  /// The askers of the operator, with or without keys.
  std::set<Asker> Askers;

  /// From models only: the kinds of arguments of the KernelCalls, the result repeated at the end
  /// included, each with the calls that pass these. A letter stands for each argument: n none,
  /// i integer, b boolean, d floating point number, s string, t tensor; I B D T lists of these,
  /// O list of optional tensors; ? what another instruction makes of it.
  std::map<std::string, std::set<Asker>> ArgumentKinds;

  /// From models only: the dtypes of their calls.
  std::map<CallDtypes, std::set<Asker>> Calls;

  /// The original files and options of the request: `debug_info` of selected_operators.yaml.
  std::set<std::string> DebugInfo;
  /// Adds to DebugInfo. A file without its folders, so that the same is written on every machine.
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

  /// Operators to leave out of the finished union, by the name rule of operators, and the options
  /// that say so.
  std::map<std::string, std::set<Asker>> Dropped;

  /// Backends of the delegates that models name, by id.
  std::map<std::string, std::set<Asker>> Backends;

  /// Notes for the user, "...: selects no operator". Sorted, no duplicates.
  std::vector<std::string> Notes;

  /// Union: associative, commutative and idempotent.
  void merge(const Selection &Other);
};
bool operator==(const Selection &A, const Selection &B);

} // namespace etprune
