// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the dtypes that fallback kernels take with the dtypes in their keys. A key with too many
// dtypes hides another library's kernel for the same operator. With too few dtypes, the operator is
// missing in some calls.
//
// The calls are successful cases with another dtype for one tensor and, if needed, for the other
// tensors of the same dtype. A kernel must take each tensor in every dtype of the key in at least
// one call, and in no other dtype. A kernel without a key must take tensors of any dtype.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "case_file.h"

namespace kernel_cases {

class FallbackDtypes {
public:
  void add(const Case &test);

  /// Prints faults and the number of kernels. Returns true if there are no faults.
  bool run() const;

private:
  struct Examples {
    std::vector<Case> cases;
    std::map<std::vector<et::ScalarType>, size_t> counts; ///< by the tensors' dtypes
  };

  std::map<std::string, Examples> examples_;
};

} // namespace kernel_cases
