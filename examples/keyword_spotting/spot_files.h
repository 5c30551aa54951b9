// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the program that is the same on hosts and boards. Hosts and boards have different
// versions of main() and of the functions of semihosting.h.

#pragma once

#include <cstddef>

/// For each .csv file of features, prints all scores and the recognised word. Returns the exit
/// status: 1 after a failure, with a message on stderr.
int spot_files(const char *const *paths, size_t count);
