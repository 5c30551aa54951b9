// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dtypes the fallback kernels take, compared with what their keys say. A key that says too
// much hides another library's kernel for the same operator; one that says too little makes the
// operator missing.
//
// The calls are cases that succeed, with a tensor of another dtype, where needed the others of that
// dtype, too. Each tensor of a key must be taken in every dtype that the key has for it, in one
// call at least, and in no other dtype. A kernel without key must take a tensor of any dtype there
// is.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "case_file.h"

namespace kernel_cases {

class FallbackDtypes {
public:
  /// Takes a case that succeeds as an example of its operator's calls.
  void add(const Case &test);

  /// Prints what is wrong and how many kernels there were. Returns whether nothing was wrong.
  bool run() const;

private:
  struct Examples {
    std::vector<Case> cases;
    std::map<std::vector<et::ScalarType>, size_t> counts; ///< by the tensors' dtypes
  };

  std::map<std::string, Examples> examples_;
};

} // namespace kernel_cases
