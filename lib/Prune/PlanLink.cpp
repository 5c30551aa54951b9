// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PlanLink.h"

using namespace llvm;

namespace etprune {

Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted, bool IgnoreDtypes,
                             bool DropBackends) {
  const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
  ResolveOptions Options;
  Options.IgnoreKeys = IgnoreDtypes;
  Options.TableInScript = Link.Inputs->TableInScript;
  Options.DropBackends = DropBackends;
  Options.HasSelfRegisteredBackends = Program != nullptr;
  Options.HasUnknownKernels = Program && !Program->KernelCallers.empty();
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
