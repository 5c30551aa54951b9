// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON report as one HTML page, to look at and to mail: docs/reports.md describes it. It is
// made from the JSON alone, so that what the page shows is what docs/report-schema.md says.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// The page of a report.
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);

} // namespace etprune
