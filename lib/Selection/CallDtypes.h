// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of the tensors in an operator's calls. A kernel key has only the dtypes of plain
// tensor arguments. A model also has the dtypes of lists' items. The names of narrowed kernels'
// functions (lib/Dtypes) contain their calls as text, so that the calls can be read from an image
// alone.

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

/// Calls that have the same possible dtypes.
struct CallDtypes {
  /// The possible dtypes of each argument; at least one set. The last set is for all further
  /// arguments, too. An empty set means neither a tensor nor a list of tensors.
  std::vector<DtypeSet> Sets;
  /// Lists of tensors may have other dtypes: the request does not mention lists.
  bool AnyInLists = false;

  DtypeSet all() const;
  /// True if these calls include all calls of `Other`. `Other` may be a request for dtypes in any
  /// argument. A single requested dtype must be possible in each tensor argument here. Each of
  /// several requested dtypes must be possible in at least one argument here.
  bool covers(const CallDtypes &Other) const;

  friend bool operator<(const CallDtypes &A, const CallDtypes &B) {
    return std::tie(A.Sets, A.AnyInLists) < std::tie(B.Sets, B.AnyInLists);
  }
  friend bool operator==(const CallDtypes &A, const CallDtypes &B) {
    return A.Sets == B.Sets && A.AnyInLists == B.AnyInLists;
  }
};

using CallDtypesSet = std::set<CallDtypes>;

/// "Float+Long": the dtypes of all calls.
std::string dtypeNames(const CallDtypesSet &Calls);

/// The calls as text of letters, digits and `:+.,*`: "Float:40.40.0.40". The sets are hexadecimal.
/// `*` marks calls with any lists. readCalls() is the inverse, and returns none for other text.
std::string callsText(const CallDtypesSet &Calls);
std::optional<CallDtypesSet> readCalls(llvm::StringRef Text);

} // namespace etprune
