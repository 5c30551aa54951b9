// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, beside it,
// is the same program: the options of the linker name it, so that the link keeps its kernels.

#include <cstdio>

#include "model.h"
#include "run_model.h"

int main() {
  const char *error;
  const float last = run_model(model, sizeof(model), error);
  if (error)
    std::printf("error: %s\n", error);
  else
    std::printf("result: %d.%02d\n", static_cast<int>(last), static_cast<int>(last * 100) % 100);
  return error ? 1 : 0;
}
