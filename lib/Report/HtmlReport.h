// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON report as one HTML page, to look at and to mail: docs/reports.md describes it. It is
// made from the JSON alone, so that what the page shows is what docs/report-schema.md says.

#pragma once

#include "Report/DiffReports.h"

namespace etprune {

/// The page of a report.
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);

/// The page of what changed between two reports that diffReports() takes.
llvm::Expected<std::string> htmlDiff(NamedReport Before, NamedReport After);

} // namespace etprune
