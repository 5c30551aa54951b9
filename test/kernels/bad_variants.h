// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <functional>
#include <string>

#include "case_file.h"

namespace kernel_cases {

/// Calls the function with each bad variant of a good call, and with a description of the change.
void for_each_bad_variant(const Case &good,
                          const std::function<void(const Case &, const std::string &)> &function);

} // namespace kernel_cases
