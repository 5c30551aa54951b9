// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for the runtime's tests, and their registration table. ET_KERNEL defines the kernels, as
// in a kernel library. The tests are linked without et-ld, so test_kernels.cpp has the table.

#pragma once

#include "et/kernel.h"
#include "et/span.h"

namespace test {

/// Returns the registration table. It has ToyBackend and these kernels:
/// - aten::add.out and aten::mul.out, for Float and Int
/// - test::cat.out joins the tensors of a list of Float tensors
/// - test::count.out resizes a Float tensor to the sizes in an int list, and writes 1, 2, 3, ...
/// - test::fail.out fails with InvalidType
/// - test::scratch.out allocates 64 bytes of scratch memory
/// - test::store.Scalar copies a number or bool to another value
/// - test::sum.out writes the sum of an int list to a Long tensor
/// - test::view.out makes a tensor a view of another tensor, like executorch_prim::et_view
et::Span<const et::Kernel> kernels();

struct ToyBackendState {
  bool is_available = true;
  int live = 0; ///< delegates that exist now
};
extern ToyBackendState toy_backend;

} // namespace test
