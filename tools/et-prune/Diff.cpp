// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --diff`: the differences between the images of two reports, and their causes.

#include "Modes.h"

#include "common/Messages.h"

#include "Report/DiffReports.h"
#include "Support/InputFile.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

Error diff(const Options &Opts) {
  const std::string &Before = Opts.ComparedReports[0], &After = Opts.ComparedReports[1];
  auto Old = openInput(Before), New = openInput(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  auto Limits = parseGrowthLimits(Opts.FailIfGrows);
  auto Diff = diffReports({Before, (*Old)->getBuffer()}, {After, (*New)->getBuffer()});
  if (!Diff || !Limits)
    return joinErrors(Diff.takeError(), Limits.takeError());
  if (!Opts.Quiet && Opts.DiffFormat == "json")
    printDiffJson(*Diff, outs());
  else if (!Opts.Quiet)
    outs() << printable(diffMarkdown(*Diff));
  RETURN_IF_ERROR(flushOutput());
  return checkGrowthLimits(*Limits, *Diff);
}

} // namespace etprune
