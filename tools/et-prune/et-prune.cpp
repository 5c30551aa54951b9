// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune: removes the kernels that a program does not use from its linked image.
//
//     et-prune --model model.pte app.elf
//
// Each mode is a function (Modes.h). Begin reading with Prune.cpp. lib/ does the work.

#include "Modes.h"

#include "common/Messages.h"
#include "common/RunTool.h"

#include "Link/Bundle/Manifest.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"

#include <unistd.h>

using namespace llvm;
using namespace etprune;

namespace {

/// Runs the mode. Only --check sets `Status`, the exit status after a run without an error.
Error run(const Options &Opts, Pruning &State, int &Status) {
  switch (Opts.What) {
  case Mode::Prune:
    return prune(Opts, State);
  case Mode::DryRun:
    return dryRun(Opts, State);
  case Mode::List:
    return list(Opts);
  case Mode::Check:
    return check(Opts).moveInto(Status);
  case Mode::Explain:
    return explain(Opts, State);
  case Mode::Diff:
    return diff(Opts);
  case Mode::Table:
    return table(Opts);
  case Mode::PrintLinkFlags:
    return printLinkFlags(Opts);
  case Mode::Help:
    printHelp(outs());
    return Error::success();
  case Mode::Version:
    outs() << "et-prune " ET_PRUNE_VERSION " (link bundles of format " << BundleFormat << ")\n";
    return Error::success();
  }
  llvm_unreachable("all modes are above");
}

} // namespace

int main(int Argc, char **Argv) {
  Pruning State;
  const int Status = runTool("et-prune", [&]() -> Expected<int> {
    prepareStreams();
    catchInterrupts();
    ASSIGN_OR_RETURN(auto Opts, parseOptions(ArrayRef(Argv + 1, Argc - 1)));
    // If --output names the image itself, replace the image and its bundle, as without --output.
    if (sys::fs::equivalent(Opts.Output, Opts.Image))
      Opts.Output.clear();
    int Status = 0;
    RETURN_IF_ERROR(checkOutputs(Opts));
    RETURN_IF_ERROR(run(Opts, State, Status));
    return Status;
  });
  _exit(exitStatus(Status)); // do not free State, which takes as long as a small link
}
