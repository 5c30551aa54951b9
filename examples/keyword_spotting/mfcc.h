// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features of one second of speech: 49 rows of 10 MFCC (mel-frequency cepstral coefficients), read
// from a .csv file.

#pragma once

#include <cstddef>

constexpr size_t kFeatureRows = 49, kFeatureColumns = 10;
constexpr size_t kFeatureCount = kFeatureRows * kFeatureColumns;

/// Reads the numbers of a .csv file. Returns null, or an error message. Does not use strtof, which
/// is large and differs between C libraries.
const char *parse_features(const char *text, size_t size, float (&features)[kFeatureCount]);
