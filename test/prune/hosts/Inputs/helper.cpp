// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
extern "C" double helper(double x) { return std::exp(x); }
