// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune without a mode option: relinks the program with the selected kernels, checks the new
// image, and writes it (Outputs.cpp). `--dry-run` does the same, but writes only the reports.
//
// A dry run links, too, because an estimate without a link would be wrong for padding, merged
// strings, unwind tables and pages.

#include "Modes.h"

#include "Link/Bundle/OwnBundles.h"
#include "Support/Confinement.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

/// The first steps: relinks and makes the report. `Lock` says how the image is locked, if at all.
static Expected<PruneReport> linkAndReport(const Options &Opts, std::optional<ImageLock::Mode> Lock,
                                           Pruning &State) {
  // The guard kills the linker if this process dies (ProcessGuard.cpp). A fork is cheap now, while
  // this process has little memory. If the fork fails, the start of the linker tries again.
  (void)startGuard();
  RETURN_IF_ERROR(readInput(Opts, Lock, State));
  RETURN_IF_ERROR(linkAgain(Opts, State));
  dismissGuard();
  return report(Opts, State);
}

Error prune(const Options &Opts, Pruning &State) {
  const auto Lock = Opts.Output.empty() ? ImageLock::ToWrite : ImageLock::ToRead;
  // Make the report first, because addOutputs() moves the recorded images to the new bundle.
  ASSIGN_OR_RETURN(auto Report, linkAndReport(Opts, Lock, State));
  AtomicFiles Files(AtomicFiles::Durable);
  RETURN_IF_ERROR(addOutputs(Files, Opts, State));
  RETURN_IF_ERROR(writeReports(Files, Opts, formsOf(Report, Opts), State.Pruned.Link.Stdout));
  if (Opts.Output.empty())
    rememberBundle(bundleOf(Opts.Image));
  return Error::success();
}

Error dryRun(const Options &Opts, Pruning &State) {
  // No lock is needed: if a process replaces the image now, the bundle has the old and new image.
  ASSIGN_OR_RETURN(auto Report, linkAndReport(Opts, std::nullopt, State));
  AtomicFiles Files(AtomicFiles::Durable);
  RETURN_IF_ERROR(writeReports(Files, Opts, formsOf(Report, Opts), State.Pruned.Link.Stdout));
  return checkBudgets(State.Budgets, *State.Pruned.Program);
}

} // namespace etprune
