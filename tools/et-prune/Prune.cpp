// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune without another mode: the image is linked again with the selected kernels, checked, and
// replaced together with all that describes it. And `--dry-run`: the same, but of the files only
// the reports are written.
//
// Considered for a dry run: to estimate instead of linking, from the map of the image with every
// kernel. That saved some 35 ms, took 850 lines that followed what linkers do, and was off by
// padding, merged strings, unwind tables and pages.

#include "Modes.h"

#include "Link/Bundle/OwnBundles.h"
#include "Support/ProcessGuard.h"

using namespace llvm;

namespace etprune {

/// The first steps: the link is done again, and reported. `Lock` is how the image is locked, if at
/// all.
static Expected<PruneReport> linkAndReport(const Options &Opts, std::optional<ImageLock::Mode> Lock,
                                           Pruning &State) {
  // Now, as the fork of a process with little memory is cheap. Where it fails, it is tried again.
  (void)startGuard();
  if (Error E = readInput(Opts, Lock, State))
    return E;
  if (Error E = linkAgain(Opts, State))
    return E;
  dismissGuard();
  return report(Opts, State);
}

/// The last step: the reports are added, stdout is written, and all files are put in place.
static Expected<int> finish(const Options &Opts, const Pruning &State, const PruneReport &Report,
                            AtomicFiles &Files) {
  if (Error E = addReports(Files, Opts.Reports, formsOf(Report, Opts)))
    return E;
  if (Error E = Files.commit([&] { return print(Opts, State.Pruned, Report); }))
    return E;
  if (Opts.Output.empty())
    rememberBundle(bundleOf(Opts.Image));
  return 0;
}

Expected<int> prune(const Options &Opts, Pruning &State) {
  const auto Lock = Opts.Output.empty() ? ImageLock::ToWrite : ImageLock::ToRead;
  // Before the outputs: the new bundle takes over the recorded images, which the report reads.
  auto Report = linkAndReport(Opts, Lock, State);
  if (!Report)
    return Report.takeError();
  AtomicFiles Files(AtomicFiles::Durable);
  if (Error E = addOutputs(Files, Opts, State))
    return E;
  return finish(Opts, State, *Report, Files);
}

Expected<int> dryRun(const Options &Opts, Pruning &State) {
  // Without a lock: a bundle knows the image that is there until the new one is, so that both fit
  // even while they are replaced.
  auto Report = linkAndReport(Opts, std::nullopt, State);
  if (!Report)
    return Report.takeError();
  AtomicFiles Files(AtomicFiles::Durable);
  auto Status = finish(Opts, State, *Report, Files);
  if (!Status)
    return Status;
  if (Error E = checkBudgets(State.Budgets, State.Link, State.Plan, State.Pruned))
    return E;
  return Status;
}

} // namespace etprune
