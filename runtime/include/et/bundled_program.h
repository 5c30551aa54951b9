// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test cases that come with a program, in a .bpte file: inputs of its methods, and the outputs that
// they must give. Names are ExecuTorch's. Needs no memory; firmware can test itself.
//
// Every function checks the file's structure before it reads it. The file must be aligned to
// Program::kAlignment bytes in memory, and stay while a method uses its inputs.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/method.h"
#include "et/span.h"

namespace et {

/// Whether the file says that it is one.
bool is_bundled_program(const void *file_data, size_t file_size);

/// Where the program lies in a file that is bundled, or the whole of another file.
/// InvalidArgument: wrongly aligned. InvalidProgram: damaged, or without a program.
Error get_program_data(const void *file_data, size_t file_size, const void **program_data,
                       size_t *program_size);

/// How many test cases there are for the method `name`.
Result<size_t> num_test_cases(Span<const uint8_t> bundled_program, const char *name);

/// Sets all inputs of the method to those of its test case `index`. The program cannot change them.
/// InvalidArgument: there is no such test case. Otherwise as Method::set_input.
Error load_bundled_input(Method &method, Span<const uint8_t> bundled_program, size_t index);

/// Compares the outputs of the method, which has run, with those expected of its test case `index`:
/// dtypes, sizes and values. Numbers of floating point may differ by `atol`, and by `rtol` of the
/// one that is expected; a NaN is equal to another. NotFound: they differ; it is logged where.
/// NotSupported: the test case expects nothing.
Error verify_method_outputs(const Method &method, Span<const uint8_t> bundled_program, size_t index,
                            double rtol = 1e-5, double atol = 1e-8);

} // namespace et
