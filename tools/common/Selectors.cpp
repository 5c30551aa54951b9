// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Selectors.h"

#include "Support/Problems.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"

using namespace llvm;

namespace etprune {

static constexpr struct {
  StringLiteral Option;
  Selector::Kind What;
} Kinds[] = {
    {"--ops", Selector::Kind::File},
    {"--model", Selector::Kind::Model},
    {"--op-list", Selector::Kind::OpList},
    {"--ops-schema", Selector::Kind::Schema},
    {"--ops-dict", Selector::Kind::Dictionary},
    {"--add", Selector::Kind::OpList},
    {"--drop", Selector::Kind::Drop},
    {"--all-ops", Selector::Kind::AllOps},
};

std::vector<Selector> selectorsOf(const opt::ArgList &Args) {
  // By option, so that errors and reports do not depend on how options are mixed.
  std::vector<Selector> Result;
  for (const auto &Known : Kinds)
    for (const opt::Arg *A : Args)
      if (A->getSpelling().rtrim('=') == Known.Option)
        Result.push_back({Known.What, Known.Option.str(), A->getNumValues() ? A->getValue() : ""});
  return Result;
}

bool selectsSomething(ArrayRef<Selector> Selectors) {
  return any_of(Selectors, [](const Selector &S) { return S.What != Selector::Kind::Drop; });
}

Error checkSomethingSelected(ArrayRef<Selector> Selectors) {
  if (selectsSomething(Selectors))
    return Error::success();
  if (!Selectors.empty())
    return createStringError("nothing selected to leave '" + Selectors.front().Value +
                             "' out of; add --all-ops to keep everything else");
  return createStringError(
      "nothing selected; name the model with --model, a selected_operators.yaml with --ops, "
      "operators with --op-list, or keep everything with --all-ops");
}

static Expected<Selection> read(const Selector &S) {
  switch (S.What) {
  case Selector::Kind::File:
    return readSelectionFile(S.Value);
  case Selector::Kind::Model:
    return readModel(S.Value);
  case Selector::Kind::OpList:
    return readOpListText(S.Value, S.Option);
  case Selector::Kind::Schema:
    return readOpsSchemaYaml(S.Value);
  case Selector::Kind::Dictionary:
    return readOpsDictionaryOption(S.Value, S.Option);
  case Selector::Kind::Drop:
    return readDropListText(S.Value, S.Option);
  case Selector::Kind::AllOps:
    break;
  }
  Selection Everything;
  Everything.AllOperators = true;
  Everything.AllAskers.insert({S.Option});
  return Everything;
}

Expected<Selection> readSelectors(ArrayRef<Selector> Selectors) {
  Selection Wanted;
  Problems Errors;
  for (const Selector &S : Selectors) {
    if (Expected<Selection> Read = read(S))
      Wanted.merge(*Read);
    else
      Errors.add(Read.takeError());
  }
  return Errors.takeOr(std::move(Wanted));
}

} // namespace etprune
