// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks operator names, dtype names and kernel keys.

#pragma once

#include "et/kernel_key.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

// The callers of these functions add the location to an error.

/// Checks an operator's name, `[ns::]name[.overload]`. A name without a namespace gets "aten::".
llvm::Expected<std::string> normalizeOperatorName(llvm::StringRef Name);

/// Removes a list in parentheses, "(Tensor self, *, int[2] pad=[0, 0])", from the start of a
/// signature. Returns its items without the star; none if the text does not start with a list.
std::optional<std::vector<llvm::StringRef>> takeArguments(llvm::StringRef &Text);

/// The code of a dtype's name: 6 for "Float".
llvm::Expected<unsigned> dtypeCode(llvm::StringRef Name);

/// "an unknown dtype" for codes that checkDtypeCode() refuses.
llvm::StringRef dtypeName(unsigned Code);
llvm::Error checkDtypeCode(int Code);

/// Checks a kernel key, `v1/<dtypes>;<dim order>|...`. An empty dim order means any dim order. A
/// last entry `*` means that the entry before it also holds for all further tensors. A dtype's name
/// becomes a key: "Float" becomes "v1/6;". The key of a call without tensors is "v1/", or "v1".
llvm::Expected<std::string> normalizeKernelKey(llvm::StringRef Key);

/// Like normalizeKernelKey(), for a key in a selection. Each entry must have exactly one dtype. In
/// the key of a kernel, an entry may have several dtypes, for example "0-7".
llvm::Expected<std::string> normalizeWantedKey(llvm::StringRef Key);

llvm::SmallVector<et::KernelKeyEntry> entriesOfKey(llvm::StringRef Key);

/// The kernel libraries that have the operators of a namespace, as text for a message. Empty if any
/// library may have the operators.
llvm::StringRef librariesOf(llvm::StringRef Namespace);

/// The dtypes of a valid kernel key, for messages: "Float", "(Float, Long)", "no tensors".
std::string describeKernelKey(llvm::StringRef Key);

/// The name in the list Sorted that is most similar to Name; empty if none is similar.
llvm::StringRef nearestName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Sorted);

std::string notSelected(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Selected);

} // namespace etprune
