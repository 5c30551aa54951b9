// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls as no program should make them: good ones with one argument changed, or with too few. Any
// program file may hold such calls. A kernel refuses them, or does something sensible; it never
// ends the program or hangs, writes beside its outputs, changes its inputs, or writes anything in a
// call that fails. A call with too few arguments is InvalidProgram.
//
// What is changed follows from the arguments' kinds, so a kernel has its bad calls as soon as it
// has cases. Each is made twice: of the kernel itself, as in an image where it is the only one and
// serves every dtype, and of the one that the registry finds.

#pragma once

#include <map>
#include <vector>

#include "case_file.h"
#include "et/kernel.h"

namespace kernel_cases {

/// Of the bad calls of each kernel every `every`th, from the `seed`th on.
struct Share {
  size_t every;
  size_t seed;
};

class BadCalls {
public:
  /// Takes a case that succeeds as an example of the kernel's calls, unless it is like another.
  void add(const et::Kernel &kernel, const Case &test);

  /// Makes a share of the calls, and prints what is wrong and how many there were. Returns
  /// whether nothing was wrong.
  bool run(Share share) const;

private:
  std::map<const et::Kernel *, std::vector<Case>> examples_;
};

} // namespace kernel_cases
