// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A selection: operators and their kernel keys, each with the files and options that ask for it.
// Every reader (Forms.h) makes a Selection, and merge() unites them. It has only requests: the
// resolver in lib/Registry finds the kernels. All containers are sorted, so that equal requests
// give equal output.

#pragma once

#include "Selection/CallDtypes.h"

#include <map>

namespace etprune {

/// "selected.yaml:14:7", "model.pte: method 'forward', instruction 3", "--op-list".
struct Asker {
  std::string Text;

  friend bool operator==(const Asker &A, const Asker &B) { return A.Text == B.Text; }
  friend bool operator!=(const Asker &A, const Asker &B) { return !(A == B); }
  friend bool operator<(const Asker &A, const Asker &B) { return A.Text < B.Text; }
};

/// The file of the model that asks; empty if the asker is no model.
llvm::StringRef modelOf(const Asker &A);

/// The request for one operator name, as written.
struct SelectedOp {
  /// Requested without keys ("default"): every kernel is kept.
  bool AllKernels = false;

  /// The name has no overload and means the operator of exactly this name if it is registered, else
  /// every overload. False for models, which mean exactly the operator that they name.
  bool AllOverloads = false;

  /// Keep the overloads even if there is an operator of exactly this name (`include_all_overloads:
  /// true`). Implies AllOverloads.
  bool OverloadsBesideExact = false;

  /// In the form of normalizeKernelKey().
  std::map<std::string, std::set<Asker>> Keys;

  /// With or without keys.
  std::set<Asker> Askers;

  /// For models only: the kinds of the calls' arguments, the last of which is the result. Each has
  /// a letter. n: none; i: integer; b: boolean; d: floating-point number; s: string; t: tensor; I,
  /// B, D, T: a list of these; O: a list of optional tensors; ?: a value that another instruction
  /// writes.
  std::map<std::string, std::set<Asker>> ArgumentKinds;
  /// For models only.
  std::map<CallDtypes, std::set<Asker>> Calls;

  /// The original files and options: `debug_info` of selected_operators.yaml.
  std::set<std::string> DebugInfo;
  /// Removes a file's folders, so that every machine writes the same text.
  void cameFrom(llvm::StringRef FileOrOption);

  void merge(const SelectedOp &Other);
};
bool operator==(const SelectedOp &A, const SelectedOp &B);

struct Selection {
  bool AllOperators = false;
  std::set<Asker> AllAskers;

  /// By operator name, always with a namespace: "aten::add.out".
  std::map<std::string, SelectedOp> Ops;

  /// Operators to remove from the finished union. A name without overload means the same as with
  /// AllOverloads.
  std::map<std::string, std::set<Asker>> Dropped;

  /// Of the models' delegates, by id.
  std::map<std::string, std::set<Asker>> Backends;

  /// "...: selects no operator". Sorted, no duplicates.
  std::vector<std::string> Notes;

  /// The union. It is associative, commutative and idempotent.
  void merge(const Selection &Other);
};
bool operator==(const Selection &A, const Selection &B);

} // namespace etprune
