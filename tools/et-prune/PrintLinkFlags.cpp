// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --print-link-flags`: the options of a compiler with which a link is done with a
// selection, for Makefiles and shells. et-ld's options say the same as et-prune's own.
//
// `--print-link-flags` reads the selection and prints nothing where a link would refuse it: make
// does not look at the status of `$(shell ...)`.

#include "Modes.h"

#include "Link/Linker.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

Expected<int> printLinkFlags(const Options &Opts) {
  std::string Flags = shellWord("-B" + libexecFolder()) + " -Wl,--gc-sections";
  auto Add = [&](const Twine &Option) {
    std::string Text = Option.str();
    // -Wl splits at commas.
    Flags += StringRef(Text).contains(',') ? " -Xlinker " + shellWord(Text)
                                           : " " + shellWord("-Wl," + Text);
  };
  // A selection that the link would refuse is refused here.
  auto Wanted = readSelectors(Opts.Selectors);
  auto Budgets = parseBudgets(Opts.Budgets);
  Problems Errors;
  Errors.add(Wanted.takeError());
  Errors.add(Budgets.takeError());
  const bool AllOps = llvm::any_of(
      Opts.Selectors, [](const Selector &S) { return S.What == Selector::Kind::AllOps; });
  for (const Selector &S : Opts.Selectors) {
    if (S.What == Selector::Kind::Drop)
      Add("--et-drop=" + S.Value);
    else if (AllOps)
      continue;
    else if (S.Form == &OpListForm)
      for (StringRef Name : split(S.Value, ','))
        Add("--et-op=" + Name.trim());
    else if (S.Form == &OpsDictionaryForm && StringRef(S.Value).ltrim().starts_with("{"))
      Errors.add(S.Option + ": a link takes a dictionary from a file only; write '" + S.Value +
                 "' to one and name that");
    else
      Add((S.Form == &ModelForm ? "--et-model=" : "--et-select=") + S.Value);
  }
  for (const std::string &Budget : Opts.Budgets)
    Add("--et-budget=" + Budget);
  if (!Opts.ReportText.empty())
    Add("--et-report-text=" + Opts.ReportText);
  if (!Opts.ReportJson.empty())
    Add("--et-report-json=" + Opts.ReportJson);
  if (!Opts.ReportHtml.empty())
    Add("--et-report-html=" + Opts.ReportHtml);
  if (!Opts.ReportCsv.empty())
    Add("--et-report-csv=" + Opts.ReportCsv);
  if (Opts.IgnoreDtypes)
    Add("--et-ignore-dtypes");
  if (Opts.DropBackends)
    Add("--et-drop-backends");
  if (Error E = Errors.take())
    return E;
  outs() << Flags << "\n";
  return 0;
}

} // namespace etprune
