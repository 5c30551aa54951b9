// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the arguments of a call from an operator's schema in PyTorch's form, `add.out(Tensor self,
// Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)`.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

struct CallArguments {
  unsigned Least, Most;
  std::string Source; ///< the schema or the function, for messages
  /// The kinds that each argument may have, by the letters of SelectedOp::ArgumentKinds; empty for
  /// any kind. Repeated results have no entry.
  std::vector<std::string> Kinds;
};

/// Reads a schema. A program repeats the results as the last argument: several results as one list,
/// or one by one. None if the text is no schema.
std::optional<CallArguments> callArguments(llvm::StringRef Schema);
/// The kinds of an argument that may be optional or a list; `OfOne` are the kinds of one element.
std::string argumentKinds(bool IsOptional, bool IsList, llvm::StringRef OfOne);

/// The reason why a kernel does not take a call with these argument kinds, "is called with ...";
/// empty if it takes the call.
std::string whyNotTaken(llvm::StringRef Kinds, const CallArguments &Taken);

} // namespace etprune
