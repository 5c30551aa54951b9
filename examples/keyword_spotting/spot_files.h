// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host and boards share all but one file: the host implements the functions that the firmware has
// from semihosting. This example's own code reads and prints numbers, because C libraries differ.

#pragma once

#include <cstddef>

/// Prints the scores and the word for each .csv file of features on stdout. The output depends only
/// on the model and the files. Returns the exit status: 1 after a failure, with a message on
/// stderr.
int spot_files(const char *const *paths, size_t count);
