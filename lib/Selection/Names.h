// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operator names and kernel keys, the two small languages of a selection. The readers check both,
// because an image later contains them as section names, symbols and strings.

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

/// Checks `ns::name[.overload]` and returns it with a namespace: "add.out" becomes "aten::add.out".
/// The caller adds the location to an error.
llvm::Expected<std::string> normalizeOperatorName(llvm::StringRef Name);

/// Removes a list in parentheses, "(Tensor self, *, int[2] pad=[0, 0])", from the start of a
/// signature. Returns its items without the star; none if the text does not start with a list.
std::optional<std::vector<llvm::StringRef>> takeArguments(llvm::StringRef &Text);

/// The code of a dtype's name: 6 for "Float". The caller adds the location to an error.
llvm::Expected<unsigned> dtypeCode(llvm::StringRef Name);

/// The name of a dtype's code; "an unknown dtype" for other codes.
llvm::StringRef dtypeName(unsigned Code);

/// Fails if this is not a dtype's code. The caller adds the location to an error.
llvm::Error checkDtypeCode(int Code);

/// Checks a kernel key, `v1/<dtypes>;<dim order>|...`. An empty dim order means any dim order. A
/// last entry `*` means further tensors like the one before. A dtype's name becomes a key: "Float"
/// becomes "v1/6;". "v1" becomes "v1/".
llvm::Expected<std::string> normalizeKernelKey(llvm::StringRef Key);

/// Checks the key in a selection in the same way. Such a key has one dtype for each tensor.
llvm::Expected<std::string> normalizeWantedKey(llvm::StringRef Key);

llvm::SmallVector<et::KernelKeyEntry> entriesOfKey(llvm::StringRef Key);

/// The libraries with a namespace's operators, for messages; empty if it could be any library.
llvm::StringRef librariesOf(llvm::StringRef Namespace);

/// The dtypes of a valid kernel key, for messages: "Float", "(Float, Long)", "no tensors".
std::string describeKernelKey(llvm::StringRef Key);

/// The sorted name that is most similar to Name; empty if none is similar.
llvm::StringRef nearestName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Sorted);

/// The error for a dropped operator that is not selected.
std::string notSelected(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Selected);

} // namespace etprune
