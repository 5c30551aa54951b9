// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of the tensors in an operator's calls.
//
// A kernel key has the dtypes of plain tensor arguments only, one after the other. A model says
// more: which argument has which dtype, and what lists hold. Kernels that were made for some calls
// (lib/Dtypes) serve no others, so it is written into the name of their function which these are:
// an image then tells it, whoever has it.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace etprune {

using DtypeSet = uint64_t; ///< bit `t` for the dtype of code `t`

/// The calls of one kind.
struct CallDtypes {
  /// For each argument the dtypes that it may have; the last one is for all further arguments, too.
  /// Empty for an argument that is neither tensor nor list of tensors. At least one.
  std::vector<DtypeSet> Sets;
  /// Lists of tensors may have other dtypes: the request does not speak of them.
  bool AnyInLists = false;

  DtypeSet all() const;
  /// Whether all calls of the other kind are of this one. Of a request for dtypes, whatever
  /// argument has them, each argument must allow them; for several such, it is enough that they
  /// occur.
  bool covers(const CallDtypes &Other) const;

  friend bool operator<(const CallDtypes &A, const CallDtypes &B) {
    return std::tie(A.Sets, A.AnyInLists) < std::tie(B.Sets, B.AnyInLists);
  }
  friend bool operator==(const CallDtypes &A, const CallDtypes &B) {
    return A.Sets == B.Sets && A.AnyInLists == B.AnyInLists;
  }
};

using CallDtypesSet = std::set<CallDtypes>;

/// "Float+Long": the dtypes of all of the calls.
std::string dtypeNames(const CallDtypesSet &Calls);

/// The calls as text of letters, digits and `:+.,*`: "Float:40.40.0.40", with the sets in
/// hexadecimal and `*` behind calls with any lists. readCalls() is the inverse; none for any other
/// text.
std::string callsText(const CallDtypesSet &Calls);
std::optional<CallDtypesSet> readCalls(llvm::StringRef Text);

} // namespace etprune
