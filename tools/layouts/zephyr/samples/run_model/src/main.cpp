// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the model in model.h once and prints the last element of its output. model.pte, beside it,
// is the same program: prj.conf names it, so that the link keeps its kernels.

#include <zephyr/sys/printk.h>

#include "model.h"
#include "run_model.h"

int main() { return print_model(model, sizeof(model), printk); }
