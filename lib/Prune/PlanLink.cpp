// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PlanLink.h"

using namespace llvm;

namespace etprune {

Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted, bool IgnoreDtypes,
                             bool DropBackends) {
  const StockProgram *Program = Link.Kernels.Program.get();
  ResolveOptions Options;
  Options.IgnoreKeys = IgnoreDtypes;
  Options.TableInScript = Link.Inputs->TableInScript;
  Options.DropBackends = DropBackends;
  Options.BackendsAtRunTime = Program != nullptr;
  Options.OtherKernels = Program && !Program->OtherCallers.empty();
  auto Plan = resolve(Link.Kernels.Records, Wanted, Options);
  if (!Plan)
    return joinErrors(Plan.takeError(), unknownCallers(Program));
  if (DropBackends)
    dropUnusedBackends(*Plan, Program, Wanted);
  return Plan;
}

Expected<PrunePlan> planEverything(const CapturedLink &Link) {
  Selection Everything;
  Everything.AllOperators = true;
  return planLink(Link, Everything, /*IgnoreDtypes=*/false, /*DropBackends=*/false);
}

} // namespace etprune
