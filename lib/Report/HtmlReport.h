// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON report as one HTML page, to view and to mail: docs/reports.md describes it. It is made
// only from the JSON, so docs/report-schema.md describes all of its data.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);

/// The text without characters that have a meaning in HTML.
std::string escapedHtml(llvm::StringRef Text);

} // namespace etprune
