// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Features of one second of speech: 49 rows of 10 MFCC, as a .csv file has them.

#pragma once

#include <cstddef>

constexpr size_t kFeatureRows = 49, kFeatureColumns = 10;
constexpr size_t kFeatureCount = kFeatureRows * kFeatureColumns;

/// Reads the numbers of a .csv text. Null, or what is wrong with it. It has its own reading of
/// numbers because strtof would be the largest part of a firmware, and differs between libraries.
const char *parse_features(const char *text, size_t size, float (&features)[kFeatureCount]);
