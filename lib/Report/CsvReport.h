// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The account of an image for a spreadsheet: RFC 4180, a row for each operator, kernel, library,
// model, helper and file.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// A field of CSV. Spreadsheets take a text that begins like a formula for one: it gets a quote in
/// front.
std::string csvField(llvm::StringRef Text);

std::string csvReport(const Explanation &Image);

} // namespace etprune
