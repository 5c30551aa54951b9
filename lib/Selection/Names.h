// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two small languages of a selection: operator names and kernel keys. Both are checked where
// they are read, because later they become section names, symbols and strings in an image.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Checks `ns::name[.overload]` and gives it with a namespace: "add.out" becomes "aten::add.out".
/// The error has no location in it; the caller knows it.
llvm::Expected<std::string> normalizeOperatorName(llvm::StringRef Name);

/// The code of a dtype's name: 6 for "Float". The error has no location in it.
llvm::Expected<unsigned> dtypeCode(llvm::StringRef Name);

/// The name of a dtype's code; "an unknown dtype" for others.
llvm::StringRef dtypeName(unsigned Code);

/// An error, without a location in it, unless this is the code of a dtype.
llvm::Error checkDtypeCode(int Code);

/// Checks a kernel key, `v1/<dtypes>;<dim order>|...`, an empty dim order meaning any and a last
/// entry `*` meaning every further tensor like the one before; or takes a dtype's name: "Float"
/// becomes "v1/6;", and "v1" is "v1/". Does not take "default".
llvm::Expected<std::string> normalizeKernelKey(llvm::StringRef Key);

/// The same for a key that a selection asks for, which has one dtype for each tensor.
llvm::Expected<std::string> normalizeWantedKey(llvm::StringRef Key);

/// The libraries that have the operators of a namespace, for people; empty where any may.
llvm::StringRef librariesOf(llvm::StringRef Namespace);

/// The dtypes of a valid kernel key for people: "Float", "(Float, Long)", "no tensors".
std::string describeKernelKey(llvm::StringRef Key);

/// The one of the sorted names that is most like Name, or nothing where none is.
llvm::StringRef nearestName(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Sorted);

/// The error message for an operator that is to be left out and is not among the selected ones.
std::string notSelected(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Selected);

} // namespace etprune
