// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune without another mode: the image is linked again with the selected kernels, checked, and
// replaced together with all that describes it.

#include "Modes.h"
#include "Outputs.h"

using namespace llvm;

namespace etprune {

Expected<int> prune(const Options &Opts, Pruning &State) {
  const auto Kind = Opts.Output.empty() ? ImageLock::ToWrite : ImageLock::ToRead;
  if (Error E = readInput(Opts, Kind, State))
    return E;
  if (Error E = linkAgain(Opts, State))
    return E;
  // Before the outputs: the new bundle takes over the recorded images, which the report reads.
  auto Report = report(Opts, State);
  if (!Report)
    return Report.takeError();
  AtomicFiles Files(AtomicFiles::Durable);
  if (Error E = addOutputs(Files, Opts, State))
    return E;
  if (Error E = addReports(Files, *Report, Opts.ReportText, Opts.jsonFile(), Opts.Verbose))
    return E;
  if (Error E = Files.commit([&] { return print(Opts, State.Pruned, *Report); }))
    return E;
  return 0;
}

} // namespace etprune
