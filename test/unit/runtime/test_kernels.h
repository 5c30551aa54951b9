// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handful of kernels for the runtime's tests, defined with ET_KERNEL as a library's are, and the
// registration table that et-ld would make for them.

#pragma once

#include "et/kernel.h"
#include "et/span.h"

namespace test {

/// aten::add.out and aten::mul.out for Float and Int, test::fail.out, test::scratch.out (takes 64
/// bytes of scratch memory), test::store.Scalar (writes an int value), test::sum.out (adds an int
/// list into a Long tensor), test::cat.out (joins a tensor list of Float), test::view.out (what
/// et_view does) and test::count.out (resizes a Float tensor to an int list and fills it).
et::Span<const et::Kernel> kernels();

} // namespace test
