// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators' schemas as PyTorch writes them, `add.out(Tensor self, Tensor other, *, Scalar alpha=1,
// Tensor(a!) out) -> Tensor(a!)`, as far as they tell the arguments of a call.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// The arguments that a program may pass in a call of an operator.
struct CallArguments {
  unsigned Least, Most;
  std::string Source; ///< the schema or the function, for messages
  /// The kinds that each may have, by the letters of SelectedOp::ArgumentKinds; empty for any. The
  /// results that are repeated have none.
  std::vector<std::string> Kinds;
};

/// From a schema: a program repeats the results as a last argument, several of them as one list or
/// one by one. None where the text is no schema.
std::optional<CallArguments> callArguments(llvm::StringRef Schema);
/// The kinds of an argument that may be none, or a list; `OfOne` are those of a value alone.
std::string argumentKinds(bool IsOptional, bool IsList, llvm::StringRef OfOne);

/// The reason why a kernel does not take a call with arguments of these kinds, "is called with
/// ..."; empty if it does.
std::string whyNotTaken(llvm::StringRef Kinds, const CallArguments &Taken);

} // namespace etprune
