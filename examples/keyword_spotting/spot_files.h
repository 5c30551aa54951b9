// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host and boards share all but one file: the host implements what the firmware asks of
// semihosting. Numbers are read and printed by the example's own code, so that C libraries cannot
// differ in them.

#pragma once

#include <cstddef>

/// Prints the scores and the word of each .csv file of features, on stdout: text that depends on
/// the model and the files only. Returns the program's exit status: 1 when anything failed, after a
/// message on stderr.
int spot_files(const char *const *paths, size_t count);
