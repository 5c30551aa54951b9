// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --print-link-flags`: the options of a compiler with which a link is done with a
// selection, for Makefiles and shells. et-ld's options say the same as et-prune's own.
//
// On stdout they are one line, quoted for a shell. A shell that takes the line from `$(...)` splits
// it at blanks and leaves the quotes, so with `--output` they go to a response file, from which
// gcc's and clang's drivers read them as `@file`.
//
// `--print-link-flags` reads the selection and prints nothing where a link would refuse it: make
// does not look at the status of `$(shell ...)`.

#include "Modes.h"

#include "Link/Linkers/Linker.h"
#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

namespace {

/// A word of a response file. In quotes of either kind drivers still take a backslash for an
/// escape, so backslashes alone do it.
std::string responseWord(StringRef Word) {
  std::string Result;
  for (char C : Word) {
    if (isSpace(C) || StringRef("\"'\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// The options as a compiler takes them. A selection that the link would refuse is refused here.
Expected<std::vector<std::string>> linkFlags(const Options &Opts) {
  std::vector<std::string> Flags = {"-B" + libexecFolder(), "-Wl,--gc-sections"};
  auto Add = [&](const Twine &Option) {
    std::string Text = Option.str();
    // -Wl splits at commas.
    if (StringRef(Text).contains(','))
      Flags.insert(Flags.end(), {"-Xlinker", Text});
    else
      Flags.push_back("-Wl," + Text);
  };
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
  if (Opts.IgnoreDtypes)
    Add("--et-ignore-dtypes");
  if (Opts.DropBackends)
    Add("--et-drop-backends");
  if (Error E = Errors.take())
    return E;
  return Flags;
}

} // namespace

Expected<int> printLinkFlags(const Options &Opts) {
  auto Flags = linkFlags(Opts);
  if (!Flags)
    return Flags.takeError();
  if (Opts.Output.empty()) {
    outs() << join(map_range(*Flags, shellWord), " ") << "\n";
    return 0;
  }
  AtomicFiles Files(AtomicFiles::LikeALinker); // it can be made again
  if (Error E = Files.add(Opts.Output, join(map_range(*Flags, responseWord), "\n") + "\n"))
    return E;
  if (Error E = Files.commit())
    return E;
  return 0;
}

} // namespace etprune
