// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes calls that no program should make, but that a program file may contain: successful calls
// with one argument changed, or with fewer arguments. A kernel may refuse the call or compute any
// result. It must not end the program, hang, write outside of its outputs or change its inputs. A
// call that fails must write nothing. A call with too few arguments must return InvalidProgram.
//
// The successful calls come from the kernels' cases. The kind of an argument determines its
// changes. Each call is made twice. First the kernel itself is called, as in an image where it is
// the operator's only kernel. Then the kernel that the registry finds for the arguments is called.

#pragma once

#include <map>
#include <vector>

#include "case_file.h"
#include "et/kernel.h"

namespace kernel_cases {

/// Selects every `every`th of the bad calls of each kernel, from the `seed`th on.
struct Share {
  size_t every;
  size_t seed;
};

class BadCalls {
public:
  /// Adds an example of the kernel's calls, unless another example is alike.
  void add(const et::Kernel &kernel, const Case &test);

  /// Prints faults and the number of calls. Returns true if there are no faults.
  bool run(Share share) const;

private:
  std::map<const et::Kernel *, std::vector<Case>> examples_;
};

} // namespace kernel_cases
