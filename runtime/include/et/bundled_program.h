// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads .bpte files. A .bpte file has a program and test cases: inputs for the program's methods,
// and expected outputs. The functions allocate no memory, so firmware can test itself.
//
// is_bundled_program reads only the file's identifier. The other functions first check the
// structure of the whole file. The caller owns the file. The file must be aligned to
// Program::kAlignment bytes, and must stay in memory while a method uses inputs of the file.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/method.h"
#include "et/span.h"

namespace et {

bool is_bundled_program(const void *file_data, size_t file_size);

/// Finds the program in a .bpte file. If the file is no .bpte file, returns the whole file,
/// unchecked, as the program. InvalidArgument: the file is not aligned. InvalidProgram: the file is
/// damaged or has no program.
Error get_program_data(const void *file_data, size_t file_size, const void **program_data,
                       size_t *program_size);

/// Returns the number of test cases of the method `name`.
Result<size_t> num_test_cases(Span<const uint8_t> bundled_program, const char *name);

/// Sets all inputs of the method to the inputs of its test case `index`. Inputs in planned memory
/// are copied. All other tensors stay in the file. The method reads them there, and treats them as
/// read-only. InvalidArgument: there is no such test case. InvalidProgram: an input is
/// inconsistent, or the number of inputs differs. Other errors: see Method::set_input.
Error load_bundled_input(Method &method, Span<const uint8_t> bundled_program, size_t index);

/// Compares the outputs of the method, which must have run, with the expected outputs of its test
/// case `index`: dtypes, sizes, dim orders and values. Floating point numbers may differ by
/// atol + rtol * |expected|; NaN equals NaN. NotFound: the outputs differ; the log says where.
/// NotSupported: the test case has no expected outputs.
Error verify_method_outputs(const Method &method, Span<const uint8_t> bundled_program, size_t index,
                            double rtol = 1e-5, double atol = 1e-8);

} // namespace et
