// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Link/Linker.h"
#include "Support/Problems.h"

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

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args);

private:
  Mode modeOf(const InputArgList &Args) const;
  void readValues(const InputArgList &Args);
  void checkLinkFlags(const InputArgList &Args);
  void checkFiles(const InputArgList &Args, bool HasCommand);

  Options Result;
  Problems Errors;
};

/// Of several modes the first one counts.
Mode Parser::modeOf(const InputArgList &Args) const {
  const std::pair<OptionId, Mode> Modes[] = {
      {OPT_help, Mode::Help},          {OPT_print_link_flags, Mode::PrintLinkFlags},
      {OPT_version, Mode::Version},    {OPT_diff, Mode::Diff},
      {OPT_list_kernels, Mode::List},  {OPT_check, Mode::Check},
      {OPT_explain, Mode::Explain},    {OPT_why_eq, Mode::Explain},
      {OPT_what_if_eq, Mode::Explain}, {OPT_dry_run, Mode::DryRun}};
  for (const auto &[Option, What] : Modes)
    if (Args.hasArg(Option))
      return What;
  return Mode::Prune;
}

void Parser::readValues(const InputArgList &Args) {
  Result.What = modeOf(Args);
  Result.Selectors = selectorsOf(Args);
  Result.IgnoreDtypes = Args.hasArg(OPT_ignore_dtypes);
  Result.Output = Args.getLastArgValue(OPT_output_eq).str();
  Result.CheckLink = Args.hasArg(OPT_check_link);
  Result.AddGcSections = Args.hasArg(OPT_add_gc_sections);
  Result.DropBackends = Args.hasArg(OPT_drop_backends);
  Result.Linker = Args.getLastArgValue(OPT_linker_eq).str();
  Result.Budgets = Args.getAllArgValues(OPT_budget_eq);
  Result.ReportText = Args.getLastArgValue(OPT_report_text_eq).str();
  Result.ReportJson = Args.getLastArgValue(OPT_report_json_eq).str();
  Result.ReportCsv = Args.getLastArgValue(OPT_report_csv_eq).str();
  Result.ReportHtml = Args.getLastArgValue(OPT_report_html_eq).str();
  Result.Sizes = Args.hasArg(OPT_sizes);
  Result.Explain = Args.hasArg(OPT_explain);
  Result.DiffFormat = Args.getLastArgValue(OPT_diff_format_eq, "markdown").str();
  Result.FailIfGrows = Args.getAllArgValues(OPT_fail_if_grows_eq);
  Result.Why = Args.getAllArgValues(OPT_why_eq);
  Result.WhatIf = Args.getAllArgValues(OPT_what_if_eq);
  Result.Demangle = !Args.hasArg(OPT_no_demangle);
  Result.CompareFull = Args.hasArg(OPT_compare_full);
  Result.Verbose = Args.hasArg(OPT_verbose);
  Result.Quiet = Args.hasArg(OPT_quiet);
}

/// --print-link-flags is of no image.
void Parser::checkLinkFlags(const InputArgList &Args) {
  if (std::vector<std::string> Images = Args.getAllArgValues(OPT_INPUT); !Images.empty())
    Errors.add("--print-link-flags is for a link to come and takes no image: '" + Images[0] + "'");
  for (unsigned Id : {OPT_output_eq, OPT_list_kernels, OPT_check, OPT_explain, OPT_why_eq,
                      OPT_what_if_eq, OPT_dry_run, OPT_check_link, OPT_linker_eq, OPT_diff})
    if (const Arg *A = Args.getLastArg(Id))
      Errors.add("--print-link-flags is for a link to come and does not go with '" +
                 A->getSpelling().rtrim('=') + "'");
}

/// The image or, of --diff, the two reports; and which modes and options go with them.
void Parser::checkFiles(const InputArgList &Args, bool HasCommand) {
  std::vector<std::string> Files = Args.getAllArgValues(OPT_INPUT);
  const bool IsDiff = Result.What == Mode::Diff;
  if (IsDiff && (Files.size() != 2 || !Result.Selectors.empty() || HasCommand))
    Errors.add(
        "--diff takes two JSON reports and nothing else: et-prune --diff before.json after.json");
  if (!is_contained({"markdown", "text", "json", "csv"}, Result.DiffFormat))
    Errors.add("--diff-format is markdown, text, json or csv, not '" + Result.DiffFormat + "'");
  if (Result.Sizes && Result.What != Mode::List)
    Errors.add("--sizes is for --list; --explain says more, with the image's link bundle");
  if (!IsDiff && !Result.FailIfGrows.empty())
    Errors.add("--fail-if-grows is for two reports: et-prune --diff before.json after.json "
               "--fail-if-grows=" +
               Result.FailIfGrows.front());
  if (IsDiff)
    Result.Reports = std::move(Files);
  else if (Files.empty())
    Errors.add("no image given; usage: et-prune --model model.pte app.elf");
  else if (Files.size() > 1)
    Errors.add("more than one image given: '" + Files[0] + "' and '" + Files[1] +
               "'; prune them one by one");
  else
    Result.Image = Files[0];
  if (HasCommand && Result.LinkCommand.empty())
    Errors.add("no link command after '--'");
  if (Args.hasArg(OPT_check) && (Args.hasArg(OPT_list_kernels) || Args.hasArg(OPT_dry_run) ||
                                 HasCommand || !Result.Output.empty()))
    Errors.add("--check only looks at the image; it does not go with --list, --dry-run, --output "
               "or a link command");
  if (!IsDiff && Result.What != Mode::List && Result.What != Mode::Explain)
    Errors.add(checkSomethingSelected(Result.Selectors));
}

Expected<Options> Parser::parse(ArrayRef<const char *> Args) {
  auto Separator = llvm::find_if(Args, [](const char *Arg) { return StringRef(Arg) == "--"; });
  const bool HasCommand = Separator != Args.end();
  for (const char *Arg : Args.drop_front(Separator - Args.begin() + HasCommand))
    Result.LinkCommand.push_back(Arg);
  Args = Args.take_front(Separator - Args.begin());

  static const OptionTable Table;
  InputArgList Parsed = Table.parse(Args, [&](const Twine &Message) { Errors.add(Message); });
  readValues(Parsed);
  if (Parsed.hasArg(OPT_print_link_flags))
    checkLinkFlags(Parsed);
  else if (Result.What != Mode::Help && Result.What != Mode::Version)
    checkFiles(Parsed, HasCommand);
  return Errors.takeOr(std::move(Result));
}

} // namespace

Expected<Options> parseOptions(ArrayRef<const char *> Args) { return Parser().parse(Args); }

void printHelp(raw_ostream &OS) {
  OptionTable().printHelp(OS, "et-prune [selection] [options] app.elf [-- link command]",
                          "et-prune: drop the kernels a program does not use from its image");
  OS << "\nThe image's link bundle, app.elf.etl, is written by the linker wrapper: link with\n"
        "-B"
     << libexecFolder() << ". Without one, give the link command after '--'.\n";
}

} // namespace etprune
