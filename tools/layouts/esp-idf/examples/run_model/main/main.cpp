// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, beside it,
// is the same program: the project's CMakeLists.txt names it, so that the link keeps its kernels.

#include <cstdio>

#include "model.h"
#include "run_model.h"

extern "C" void app_main() { print_model(model, sizeof(model), std::printf); }
