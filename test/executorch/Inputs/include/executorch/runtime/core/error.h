// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): error
// codes.

#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

enum class Error : uint32_t {
  Ok = 0,
  Internal = 1,
  InvalidState = 2,
  NotSupported = 0x10,
  InvalidArgument = 0x12,
  InvalidType = 0x13,
  OperatorMissing = 0x14,
  RegistrationExceedingMaxKernels = 0x15,
  RegistrationAlreadyRegistered = 0x16,
  NotFound = 0x20,
  MemoryAllocationFailed = 0x21,
  InvalidProgram = 0x23,
};

} // namespace runtime
} // namespace executorch

/// What a wrong use of a value ends in.
#define ET_CHECK_MSG(condition, message)                                                           \
  do {                                                                                             \
    if (!(condition))                                                                              \
      __builtin_abort();                                                                           \
  } while (false)
