// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes calls that no program should make: good calls with one argument changed, or cut short.
// Any program file may contain such calls. A kernel refuses them or computes some result. A kernel
// never ends the program, hangs, writes beside its outputs, changes its inputs, or writes anything
// in a call that fails. A call with too few arguments gives InvalidProgram.
//
// The changes follow from the arguments' kinds, so a kernel with cases has bad calls. Each call is
// made twice: with the kernel itself, as in an image where it alone serves every dtype, and with
// the kernel that the registry finds.

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
  /// Adds a successful case as an example of the kernel's calls, unless another example is alike.
  void add(const et::Kernel &kernel, const Case &test);

  /// Makes a share of the calls, prints faults and the number of calls. True if no call was faulty.
  bool run(Share share) const;

private:
  std::map<const et::Kernel *, std::vector<Case>> examples_;
};

} // namespace kernel_cases
