// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method of a verified program: checks of indices, and the entries of kernel keys that its values
// make.

#pragma once

#include "program_generated.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

class Problems;

template <typename T> uint64_t sizeOf(const flatbuffers::Vector<T> *Vector) {
  return Vector ? Vector->size() : 0;
}

/// The entries that a value makes in the kernel key of a call: alternatives, of which each makes a
/// key of its own; none where the value has no tensor.
struct KeyEntries {
  std::vector<std::string> Entries;
  /// A list of tensors of several dtypes: no key describes a call with it.
  bool Mixed = false;
};

class ModelMethod {
protected:
  /// Budget bounds the work, see readModelCalls().
  ModelMethod(llvm::StringRef Path, const et::schema::ExecutionPlan &Plan, unsigned Index,
              uint64_t &Budget, Problems &Errors);

  void fail(const llvm::Twine &Location, const llvm::Twine &Message);
  /// Counts the elements that are visited; false, with an error, once they are too many.
  bool spend(uint64_t Amount);

  /// Whether Index is that of a value; if not, an error.
  bool checkValue(const llvm::Twine &Location, const llvm::Twine &Role, int64_t Index);
  void checkIndices(const llvm::Twine &Role, const flatbuffers::Vector<int32_t> *Indices);
  void checkValueLists();

  const KeyEntries &keyEntriesOf(uint64_t Value);

  const llvm::StringRef Path;
  const et::schema::ExecutionPlan &Plan;
  std::string Name; ///< "model.pte: method 'forward'"

private:
  bool isValue(int64_t Index) const {
    return Index >= 0 && uint64_t(Index) < sizeOf(Plan.values());
  }
  std::optional<std::string> entryOf(uint64_t Value, const et::schema::Tensor &Tensor);
  KeyEntries listEntries(const llvm::Twine &Location, const flatbuffers::Vector<int32_t> *Items);

  uint64_t &Budget;
  Problems &Errors;
  std::vector<std::optional<KeyEntries>> Known;
};

} // namespace etprune
