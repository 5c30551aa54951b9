// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallCheck.h"

#include "Registry/KernelRecord.h"
#include "Selection/Readers/ModelCalls.h"
#include "Support/Problems.h"

using namespace llvm;

namespace etprune {

/// The kernels in this program, sorted by operator.
static constexpr std::pair<StringLiteral, StringLiteral> Schemas[] = {
#include "KernelSchemas.inc"
};

/// Returns why no kernel of the operator takes the arguments. Empty if a kernel takes them, or if
/// the operator has no kernel.
static std::string whyNotTaken(StringRef Op, StringRef Kinds) {
  std::string Why;
  for (const auto &[Name, Schema] : Schemas) {
    if (Name != Op)
      continue;
    const std::optional<CallArguments> Taken = callArguments(Schema);
    Why = Taken ? whyNotTaken(Kinds, *Taken) : "";
    if (Why.empty())
      return Why;
  }
  return Why;
}

Error checkCalls(const ModelFile &Model, StringRef Method) {
  Problems Errors, OfOthers; // OfOthers is ignored, because the runtime reports these problems
  const Selection Calls =
      readModelCalls(Model.path(), Model.tables(), Model.bytes().size(), OfOthers);
  consumeError(OfOthers.take());
  for (const auto &[Op, Selected] : Calls.Ops)
    for (const auto &[Kinds, Askers] : Selected.ArgumentKinds)
      if (const std::string Why = whyNotTaken(Op, Kinds); !Why.empty())
        for (const Asker &Call : Askers)
          if (StringRef(Call.Text).starts_with((Method + ", ").str()))
            Errors.add(
                createStringError(Call.Text + ": operator '" + Op + "' " + Why +
                                  "; the model is of another version than et-run's kernels"));
  return Errors.take();
}

} // namespace etprune
