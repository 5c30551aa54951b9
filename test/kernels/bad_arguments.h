// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes calls that no program should make, but that a program file may contain: successful calls
// with one argument changed, or with fewer arguments. A kernel may refuse the call or compute any
// result. It must not end the program, hang, write outside of its outputs or change its inputs. A
// call that fails must write nothing. A call with fewer arguments than the kernel's shortest
// successful call must return InvalidProgram.
//
// The successful calls come from the kernels' cases. Each argument is replaced by variants of its
// own kind, and by arguments of all kinds. The kernel itself is called, even if the registry would
// choose another kernel or none. If no two tensors of the changed call share memory, the call is
// repeated with outputs of dynamic shape. If the registry finds another kernel for the changed
// call, that kernel is called, too.

#pragma once

#include <map>
#include <vector>

#include "case_file.h"
#include "et/kernel.h"

namespace kernel_cases {

/// Selects about 1 / `every` of each kernel's bad calls. `seed` decides which.
struct Share {
  size_t every;
  size_t seed;
};

class BadCalls {
public:
  /// Keeps up to 4 cases of a kernel. Ignores cases whose tensors share memory, and cases that
  /// differ from a kept case only in values, dtypes or sizes.
  void add(const et::Kernel &kernel, const Case &test);

  bool run(Share share) const;

private:
  std::map<const et::Kernel *, std::vector<Case>> examples_;
};

} // namespace kernel_cases
