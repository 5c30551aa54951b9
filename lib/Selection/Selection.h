// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A selection: operators and their kernel keys, each with the files and options that ask for it.
// Every reader (Forms.h) makes a Selection, and merge() unites several. A Selection has only
// requests. The resolver in lib/Registry finds the kernels for the requests. All containers are
// sorted, so that equal requests give equal output.

#pragma once

#include "Selection/CallDtypes.h"

#include <map>

namespace etprune {

/// The place that selects an operator: "selected.yaml:14:7", "model.pte: method 'forward',
/// instruction 3" or "--op-list".
struct Asker {
  std::string Text;

  friend bool operator==(const Asker &A, const Asker &B) { return A.Text == B.Text; }
  friend bool operator!=(const Asker &A, const Asker &B) { return !(A == B); }
  friend bool operator<(const Asker &A, const Asker &B) { return A.Text < B.Text; }
};

/// The model's file, if the asker is an instruction of a model; else empty.
llvm::StringRef modelOf(const Asker &A);

/// All requests for one operator name.
struct SelectedOp {
  /// Keep every kernel of the operator. Set if a request has no keys, or the key "default".
  bool AllKernels = false;

  /// The name has no overload. If an operator of exactly this name is registered, the request means
  /// this operator; else every overload of the name. False for models, because a model always means
  /// the operator of exactly the given name.
  bool AllOverloads = false;

  /// Keep the overloads even if an operator of exactly this name is registered. Set by
  /// `include_all_overloads: true`. Implies AllOverloads.
  bool OverloadsBesideExact = false;

  /// The requested kernel keys, as normalizeWantedKey() returns them.
  std::map<std::string, std::set<Asker>> Keys;

  /// Everything that asks for the operator, with or without keys.
  std::set<Asker> Askers;

  /// Only from models: the kinds of a call's arguments, one letter for each argument. The last
  /// argument is the result. n: none; i: integer; b: boolean; d: floating-point number; s: string;
  /// t: tensor; I, B, D, T: a list of integers, booleans, floating-point numbers or tensors; O: a
  /// list of optional tensors; ?: unknown, for example because another instruction computes the
  /// value when the model runs.
  std::map<std::string, std::set<Asker>> ArgumentKinds;
  /// Only from models: the dtypes of the tensors in the calls.
  std::map<CallDtypes, std::set<Asker>> Calls;

  /// The files and options from which the request came; the field `debug_info` in
  /// selected_operators.yaml.
  std::set<std::string> DebugInfo;
  /// Adds the file's name or the option to DebugInfo. The file's folder is left out, so that every
  /// machine writes the same text.
  void cameFrom(llvm::StringRef FileOrOption);

  void merge(const SelectedOp &Other);
};
bool operator==(const SelectedOp &A, const SelectedOp &B);

struct Selection {
  bool AllOperators = false;
  std::set<Asker> AllAskers;

  /// The requests, by operator name. The name always has a namespace: "aten::add.out".
  std::map<std::string, SelectedOp> Ops;

  /// Operators to remove after all selections are united. A name without overload means the
  /// operator of exactly this name or, if none is registered, every overload.
  std::map<std::string, std::set<Asker>> Dropped;

  /// The backends of the models' delegates, by the backend's id.
  std::map<std::string, std::set<Asker>> Backends;

  /// Messages for the user such as "...: selects no operator"; sorted, without duplicates.
  std::vector<std::string> Notes;

  /// The union. It is associative, commutative and idempotent.
  void merge(const Selection &Other);
};
bool operator==(const Selection &A, const Selection &B);

} // namespace etprune
