// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Selectors.h"

#include "Support/Problems.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"

using namespace llvm;

namespace etprune {

/// Selectors are read in this order, so that errors do not depend on the command line's order.
static std::vector<Selector> selectorOptions() {
  std::vector<Selector> Options = {{Selector::Kind::Select, nullptr, "--ops", ""}};
  for (const SelectionForm *Form : SelectionForms)
    if (!Form->Option.empty())
      Options.push_back({Selector::Kind::Select, Form, Form->Option.str(), ""});
  Options.push_back({Selector::Kind::Select, &OpListForm, "--add", ""});
  Options.push_back({Selector::Kind::Drop, nullptr, "--drop", ""});
  Options.push_back({Selector::Kind::AllOps, nullptr, "--all-ops", ""});
  Options.push_back({Selector::Kind::Select, nullptr, "--et-select", ""});
  Options.push_back({Selector::Kind::Select, &ModelForm, "--et-model", ""});
  Options.push_back({Selector::Kind::Select, &OpListForm, "--et-op", ""});
  Options.push_back({Selector::Kind::Drop, nullptr, "--et-drop", ""});
  return Options;
}

std::vector<Selector> selectorsOf(const opt::ArgList &Args) {
  std::vector<Selector> Result;
  for (Selector &Known : selectorOptions())
    for (const opt::Arg *A : Args)
      if (A->getSpelling().rtrim('=') == Known.Option) {
        Known.Value = A->getNumValues() ? A->getValue() : "";
        Result.push_back(Known);
      }
  return Result;
}

bool selectsSomething(ArrayRef<Selector> Selectors) {
  return any_of(Selectors, [](const Selector &S) { return S.What != Selector::Kind::Drop; });
}

Error checkSomethingSelected(ArrayRef<Selector> Selectors) {
  if (selectsSomething(Selectors))
    return Error::success();
  if (!Selectors.empty())
    return createStringError(
        "cannot drop '" + Selectors.front().Value +
        "': no option selects operators; add --all-ops to keep all other operators");
  return createStringError(
      "nothing selected; name the model with --model, a selected_operators.yaml with --ops, "
      "operators with --op-list, or keep everything with --all-ops");
}

std::vector<ReadFile> filesOf(ArrayRef<Selector> Selectors) {
  std::vector<ReadFile> Files;
  for (const Selector &S : Selectors)
    if (S.What == Selector::Kind::Select &&
        !(S.Form && S.Form->OptionValue == SelectionForm::Value::Text))
      Files.push_back({S.Value, "it is read for " + S.Option});
  return Files;
}

static Expected<Selection> read(const Selector &S) {
  if (S.What == Selector::Kind::Drop)
    return readDropListText(S.Value, S.Option);
  if (S.What == Selector::Kind::Select)
    return S.Form ? readSelectionOption(*S.Form, S.Value, S.Option) : readSelectionFile(S.Value);
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
