// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls that a kernel takes: how many arguments, and how many of them are plain tensors.
//
// A record of ours has a schema. Of a kernel that the program registers, the function that computes
// tells: the boxed function, which a generator of ExecuTorch's writes, calls it with one parameter
// for each argument, and its name has the types of the parameters. The primitive operators have no
// such function, and are known by their names.

#pragma once

#include "Registry/KernelRecord.h"

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
/// From whatever is known of the kernel.
std::optional<CallArguments> callArguments(const KernelRecord &Kernel);

/// What is wrong with a call with arguments of these kinds: "is called with ..."; empty where
/// nothing is.
std::string whyNotTaken(llvm::StringRef Kinds, const CallArguments &Taken);

/// The most entries that a kernel key has for the plain tensors of a call, results repeated. None
/// where the kernel's function is not known.
std::optional<unsigned> plainTensorEntries(const KernelRecord &Kernel);

} // namespace etprune
