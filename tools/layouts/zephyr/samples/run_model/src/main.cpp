// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, in the
// same folder, has the same bytes. prj.conf names model.pte, so that the link keeps the kernels
// that the model calls.

#include <zephyr/sys/printk.h>

#include "model.h"
#include "run_model.h"

int main() { return print_model(model, sizeof(model), printk); }
