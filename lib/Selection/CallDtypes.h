// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of the tensors in an operator's calls. A kernel key has only the dtypes of plain
// tensor arguments. A model also has the dtypes of the tensors in lists. The function name of a
// narrowed kernel (lib/Dtypes) contains the calls that the kernel serves, as text. So et-prune can
// read these calls from an image alone.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace etprune {

using DtypeSet = uint64_t; ///< bit `t` for the dtype with the number `t` in ScalarType

struct CallDtypes {
  /// The possible dtypes of each argument; at least one set. The last set also holds for each
  /// argument after it. An empty set means neither a tensor nor a list of tensors.
  std::vector<DtypeSet> Sets;
  /// True if the tensors in lists may have any dtypes, because only a kernel key describes the
  /// calls, and the key says nothing about lists. See dtypesOf() in Registry/RegisteredKernels.h.
  bool AnyInLists = false;

  DtypeSet all() const;
  /// True if these calls include all calls of `Other`. If `Other` has one set and this object has
  /// several, the one set may come from a kernel key, which does not say which argument has which
  /// dtype. If the one set has one dtype, each non-empty set of this object must have this dtype.
  /// If the one set has several dtypes, each of them must be in at least one set of this object.
  bool covers(const CallDtypes &Other) const;

  friend bool operator<(const CallDtypes &A, const CallDtypes &B) {
    return std::tie(A.Sets, A.AnyInLists) < std::tie(B.Sets, B.AnyInLists);
  }
  friend bool operator==(const CallDtypes &A, const CallDtypes &B) {
    return A.Sets == B.Sets && A.AnyInLists == B.AnyInLists;
  }
};

using CallDtypesSet = std::set<CallDtypes>;

std::string dtypeNames(const CallDtypesSet &Calls);

/// The calls as text of letters, digits and `:+.,*`. "Float:40.40.0.40" has the dtypes' names and
/// then the sets in hexadecimal. `*` marks `AnyInLists`. readCalls() returns none for other text.
std::string callsText(const CallDtypesSet &Calls);
std::optional<CallDtypesSet> readCalls(llvm::StringRef Text);

} // namespace etprune
