// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --print-link-flags`: prints the compiler options that make a link use the selection,
// for Makefiles and shells.
//
// On stdout the options are one line, quoted for a shell. A shell that inserts the line by `$(...)`
// splits it at blanks and does not remove the quotes. Therefore `--output` writes a response file,
// which gcc's and clang's drivers read as `@file`. If a link would refuse the selection, nothing is
// printed, because make ignores the status of `$(shell ...)` and would use the options.

#include "Modes.h"

#include "Link/Linkers/ProgramFile.h"
#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

namespace {

/// Escapes a word for a response file. Uses no quotes: drivers interpret backslashes inside them.
std::string responseWord(StringRef Word) {
  std::string Result;
  for (char C : Word) {
    if (isSpace(C) || StringRef("\"'\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

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
  Problems Errors;
  Errors.add(readSelectors(Opts.Selectors).takeError());
  Errors.add(parseBudgets(Opts.Budgets).takeError());
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
      Errors.add(S.Option + ": a link reads a dictionary only from a file; write '" + S.Value +
                 "' to a file and name the file");
    else
      Add((S.Form == &ModelForm ? "--et-model=" : "--et-select=") + S.Value);
  }
  for (const std::string &Option : Opts.LinkOptions)
    Add(Option);
  RETURN_IF_ERROR(Errors.take());
  return Flags;
}

} // namespace

Error printLinkFlags(const Options &Opts) {
  ASSIGN_OR_RETURN(auto Flags, linkFlags(Opts));
  if (Opts.Output.empty()) {
    outs() << join(map_range(Flags, shellWord), " ") << "\n";
    return Error::success();
  }
  return AtomicFiles::write(AtomicFiles::LikeALinker, Opts.Output,
                            join(map_range(Flags, responseWord), "\n") + "\n");
}

} // namespace etprune
