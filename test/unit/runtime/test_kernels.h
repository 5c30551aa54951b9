// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for the runtime's tests, defined with ET_KERNEL like a library's, and the registration
// table that et-ld would make for them.

#pragma once

#include "et/kernel.h"
#include "et/span.h"

namespace test {

/// aten::add.out and aten::mul.out for Float and Int, test::fail.out, test::scratch.out (takes 64
/// bytes of scratch memory), test::store.Scalar (writes an int value), test::sum.out (adds an int
/// list into a Long tensor), test::cat.out (joins a tensor list of Float), test::view.out (like
/// et_view) and test::count.out (resizes a Float tensor to an int list and fills it). The table
/// also has ToyBackend, a backend that multiplies a Float tensor by the float in its processed
/// data.
et::Span<const et::Kernel> kernels();

struct ToyBackendState {
  bool is_available = true;
  int live = 0; ///< delegates that exist now
};
extern ToyBackendState toy_backend;

} // namespace test
