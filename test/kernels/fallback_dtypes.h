// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the dtypes that fallback kernels take with the dtypes in their keys. If a key has too
// many dtypes, the runtime chooses the kernel for calls that the kernel refuses. Another library's
// fallback kernel may be able to serve these calls. If a key has too few dtypes, the runtime finds
// no kernel for some calls.
//
// The test repeats successful cases, but gives a new dtype to one tensor. Some operators need the
// same dtype in several tensors. The test therefore also tries new dtypes for the other inputs and
// for the outputs. For each tensor and each of its dtypes in the key, the kernel must accept at
// least one call. With any other dtype, the kernel must accept no call. A kernel without a key must
// take all dtypes.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "case_file.h"

namespace kernel_cases {

class FallbackDtypes {
public:
  void add(const Case &test);

  bool run() const;

private:
  struct Examples {
    std::vector<Case> cases;
    std::map<std::vector<et::ScalarType>, size_t> counts; ///< number of cases with these dtypes
  };

  std::map<std::string, Examples> examples_;
};

} // namespace kernel_cases
