// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --dry-run`: all that pruning does, but of the files only the reports are written.
//
// Considered: to estimate instead of linking, from the map of the image with every kernel. That
// saved some 35 ms, took 850 lines that followed what linkers do, and was off by padding, merged
// strings, unwind tables and pages.

#include "Modes.h"

using namespace llvm;

namespace etprune {

Expected<int> dryRun(const Options &Opts, Pruning &State) {
  // Without a lock: a bundle knows the image that is there until the new one is, so that both fit
  // even while they are replaced.
  if (Error E = readInput(Opts, std::nullopt, State))
    return E;
  if (Error E = linkAgain(Opts, State))
    return E;
  auto Report = report(Opts, State);
  if (!Report)
    return Report.takeError();
  AtomicFiles Files(AtomicFiles::Durable);
  if (Error E = addReports(Files, *Report, Opts.ReportText, Opts.jsonFile(), Opts.Verbose))
    return E;
  if (Error E = Files.commit([&] { return print(Opts, State.Pruned, *Report); }))
    return E;
  return 0;
}

} // namespace etprune
