// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test cases bundled with a program, in a .bpte file: inputs of its methods and expected outputs.
// Names are ExecuTorch's. The functions allocate no memory, so firmware can test itself.
//
// Every function checks the file's structure before it reads it. The caller owns the file. The file
// must be aligned to Program::kAlignment bytes, and stay while a method uses its inputs.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/method.h"
#include "et/span.h"

namespace et {

bool is_bundled_program(const void *file_data, size_t file_size);

/// Finds the program in a bundled file. A file of another kind is taken as a program.
/// InvalidArgument: the file is not aligned. InvalidProgram: the file is damaged or has no program.
Error get_program_data(const void *file_data, size_t file_size, const void **program_data,
                       size_t *program_size);

Result<size_t> num_test_cases(Span<const uint8_t> bundled_program, const char *name);

/// Sets all inputs of the method to the inputs of its test case `index`. The program cannot write
/// to these inputs. InvalidArgument: there is no such test case. Other errors: see
/// Method::set_input.
Error load_bundled_input(Method &method, Span<const uint8_t> bundled_program, size_t index);

/// Compares the outputs of the method, which must have run, with the expected outputs of its test
/// case `index`: dtypes, sizes and values. Floating point numbers may differ by atol + rtol *
/// |expected|; NaN equals NaN. NotFound: the outputs differ; the log says where. NotSupported: the
/// test case has no expected outputs.
Error verify_method_outputs(const Method &method, Span<const uint8_t> bundled_program, size_t index,
                            double rtol = 1e-5, double atol = 1e-8);

} // namespace et
