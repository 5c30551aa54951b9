// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arduino's builder adds et-prune's library to each sketch that includes this header.

#pragma once

#if __cplusplus < 201703L
#error "et_prune needs C++17: see README.md for the flags of compiler and linker"
#endif

#include "et/program.h"
