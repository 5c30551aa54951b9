// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "CaptureCommand.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

} // namespace

Expected<Options> parseOptions(ArrayRef<const char *> Args) {
  Options Result;
  auto Separator = llvm::find_if(Args, [](const char *Arg) { return StringRef(Arg) == "--"; });
  bool HasCommand = Separator != Args.end();
  for (const char *Arg : Args.drop_front(Separator - Args.begin() + HasCommand))
    Result.LinkCommand.push_back(Arg);
  Args = Args.take_front(Separator - Args.begin());

  static const OptionTable Table;
  unsigned MissingIndex, MissingCount;
  InputArgList Parsed = Table.ParseArgs(Args, MissingIndex, MissingCount);
  Error Errors = Error::success();
  auto Fail = [&](const Twine &Message) {
    Errors = joinErrors(std::move(Errors), createStringError(Message));
  };
  if (MissingCount)
    Fail("option '" + Twine(Args[MissingIndex]) + "' needs a value");
  for (const Arg *A : Parsed.filtered(OPT_UNKNOWN)) {
    std::string Nearest;
    if (Table.findNearest(A->getSpelling(), Nearest) <= 2)
      Fail("unknown option '" + A->getSpelling() + "'; did you mean '" + Nearest + "'?");
    else
      Fail("unknown option '" + A->getSpelling() + "'; --help lists the options");
  }

  Result.Help = Parsed.hasArg(OPT_help);
  Result.Version = Parsed.hasArg(OPT_version);
  Result.Selectors = selectorsOf(Parsed);
  Result.IgnoreDtypes = Parsed.hasArg(OPT_ignore_dtypes);
  Result.Output = Parsed.getLastArgValue(OPT_output_eq).str();
  Result.List = Parsed.hasArg(OPT_list_kernels);
  Result.Check = Parsed.hasArg(OPT_check);
  Result.DryRun = Parsed.hasArg(OPT_dry_run);
  Result.CheckLink = Parsed.hasArg(OPT_check_link);
  Result.AddGcSections = Parsed.hasArg(OPT_add_gc_sections);
  Result.DropBackends = Parsed.hasArg(OPT_drop_backends);
  Result.Linker = Parsed.getLastArgValue(OPT_linker_eq).str();
  Result.Budgets = Parsed.getAllArgValues(OPT_budget_eq);
  Result.PrintLinkFlags = Parsed.hasArg(OPT_print_link_flags);
  Result.ReportText = Parsed.getLastArgValue(OPT_report_text_eq).str();
  Result.CompareFull = Parsed.hasArg(OPT_compare_full);
  Result.ReportJson = Parsed.getLastArgValue(OPT_report_json_eq).str();
  Result.Verbose = Parsed.hasArg(OPT_verbose);
  Result.Quiet = Parsed.hasArg(OPT_quiet);

  std::vector<std::string> Images = Parsed.getAllArgValues(OPT_INPUT);
  if (Result.PrintLinkFlags) {
    if (!Images.empty())
      Fail("--print-link-flags is for a link to come and takes no image: '" + Images[0] + "'");
    for (unsigned Id : {OPT_output_eq, OPT_list_kernels, OPT_check, OPT_dry_run, OPT_check_link,
                        OPT_linker_eq, OPT_diff})
      if (const Arg *A = Parsed.getLastArg(Id))
        Fail("--print-link-flags is for a link to come and does not go with '" +
             A->getSpelling().rtrim('=') + "'");
  } else if (!Result.Help && !Result.Version) {
    const bool Diff = Parsed.hasArg(OPT_diff);
    if (Diff && (Images.size() != 2 || !Result.Selectors.empty() || HasCommand))
      Fail(
          "--diff takes two JSON reports and nothing else: et-prune --diff before.json after.json");
    if (Diff)
      Result.Diff = std::move(Images);
    else if (Images.empty())
      Fail("no image given; usage: et-prune --model model.pte app.elf");
    else if (Images.size() > 1)
      Fail("more than one image given: '" + Images[0] + "' and '" + Images[1] +
           "'; prune them one by one");
    else
      Result.Image = Images[0];
    if (HasCommand && Result.LinkCommand.empty())
      Fail("no link command after '--'");
    if (Result.Check && (Result.List || Result.DryRun || HasCommand || !Result.Output.empty()))
      Fail("--check only looks at the image; it does not go with --list, --dry-run, --output or a "
           "link command");
    if (!Result.List && !Diff)
      if (Error E = checkSomethingSelected(Result.Selectors))
        Errors = joinErrors(std::move(Errors), std::move(E));
  }
  if (Errors)
    return Errors;
  return Result;
}

void printHelp(raw_ostream &OS) {
  OptionTable().printHelp(OS, "et-prune [selection] [options] app.elf [-- link command]",
                          "et-prune: drop the kernels a program does not use from its image");
  OS << "\nThe image's link bundle, app.elf.etl, is written by the linker wrapper: link with\n"
        "-B"
     << libexecFolder() << ". Without one, give the link command after '--'.\n";
}

} // namespace etprune
