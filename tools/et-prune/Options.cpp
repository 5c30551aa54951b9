// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Link/Linkers/Linker.h"
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

/// The options that choose a mode. Of several modes the first one counts.
constexpr std::pair<OptionId, Mode> ModeOptions[] = {
    {OPT_help, Mode::Help},       {OPT_print_link_flags, Mode::PrintLinkFlags},
    {OPT_version, Mode::Version}, {OPT_diff, Mode::Diff},
    {OPT_table, Mode::Table},     {OPT_list_kernels, Mode::List},
    {OPT_check, Mode::Check},     {OPT_explain, Mode::Explain},
    {OPT_why_eq, Mode::Explain},  {OPT_what_if_eq, Mode::Explain},
    {OPT_dry_run, Mode::DryRun}};

constexpr unsigned setOf(Mode What) { return 1u << unsigned(What); }
constexpr unsigned Prunes = setOf(Mode::Prune) | setOf(Mode::DryRun), Lists = setOf(Mode::List),
                   Checks = setOf(Mode::Check), Explains = setOf(Mode::Explain),
                   Compares = setOf(Mode::Diff), Tables = setOf(Mode::Table),
                   PrintsFlags = setOf(Mode::PrintLinkFlags);
/// A command after "--" is run and read as the bundle is.
constexpr unsigned TakeCommand = Prunes | Explains;

/// The modes that heed an option, or the options of a group. --explain links in some cases.
constexpr std::pair<OptionId, unsigned> HeededBy[] = {
    {OPT_grp_selection, Prunes | Checks | Explains | PrintsFlags},
    {OPT_output_eq, Prunes | PrintsFlags},
    {OPT_sizes, Lists},
    {OPT_check_link, Prunes},
    {OPT_drop_backends, Prunes | PrintsFlags},
    {OPT_add_gc_sections, Prunes | Explains | PrintsFlags},
    {OPT_budget_eq, Prunes | Explains | PrintsFlags | Tables},
    {OPT_linker_eq, Prunes | Explains},
    {OPT_report_text_eq, Prunes | Explains | PrintsFlags | Tables},
    {OPT_report_json_eq, Prunes | Explains | PrintsFlags | Checks | Tables},
    {OPT_report_html_eq, Prunes | Explains | PrintsFlags | Tables},
    {OPT_compare_full, Prunes},
    {OPT_diff_format_eq, Compares},
    {OPT_fail_if_grows_eq, Compares},
    {OPT_no_demangle, Explains | Lists},
    {OPT_verbose, Prunes | Explains},
    {OPT_quiet, Prunes | Explains | Checks | Compares | Tables}};

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args);

private:
  void readMode(const InputArgList &Args);
  void readValues(const InputArgList &Args);
  void checkHeeded(const InputArgList &Args, bool HasCommand);
  void checkFiles(const InputArgList &Args, bool HasCommand);
  void readReports(ArrayRef<std::string> Files);

  Options Result;
  std::string ModeOption; ///< that chose Result.What; empty of a pruning
  Problems Errors;
};

std::string nameOf(const Arg &A) { return "'" + A.getSpelling().rtrim('=').str() + "'"; }

void Parser::readMode(const InputArgList &Args) {
  for (const auto &[Option, What] : ModeOptions)
    if (const Arg *A = Args.getLastArg(Option)) {
      Result.What = What;
      ModeOption = nameOf(*A);
      return;
    }
}

void Parser::readValues(const InputArgList &Args) {
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

/// An option that a mode would ignore is an error.
void Parser::checkHeeded(const InputArgList &Args, bool HasCommand) {
  auto Check = [&](const std::string &Name, unsigned Modes) {
    if (Modes & setOf(Result.What))
      return;
    const auto *Right = llvm::find_if(
        ModeOptions, [&](const auto &Option) { return (Modes & setOf(Option.second)) != 0; });
    Errors.add(ModeOption.empty()
                   ? Name + " is for '" + OptionTable().getOption(Right->first).getPrefixedName() +
                         "'"
                   : Name + " does not go with " + ModeOption);
  };
  for (const auto &[Option, Modes] : HeededBy)
    if (const Arg *A = Args.getLastArg(Option))
      Check(nameOf(*A), Modes);
  for (const auto &[Option, What] : ModeOptions)
    if (const Arg *A = Args.getLastArg(Option))
      Check(nameOf(*A), setOf(What));
  if (HasCommand)
    Check("a link command", TakeCommand);
}

/// The reports of --table. "m4=report.json" names the board; a path with a folder before the "="
/// names none: "./m4=report.json".
void Parser::readReports(ArrayRef<std::string> Files) {
  if (Files.empty())
    Errors.add("--table takes JSON reports: et-prune --table m4/cnn.json m7/cnn.json");
  for (StringRef File : Files) {
    const auto [Board, Path] = File.split('=');
    const bool NamesBoard = !Board.empty() && !Board.contains('/') && !Path.empty();
    Result.Boards.push_back(NamesBoard ? Board.str() : "");
    Result.Reports.push_back(NamesBoard ? Path.str() : File.str());
  }
}

/// The image or, of --diff and --table, the reports.
void Parser::checkFiles(const InputArgList &Args, bool HasCommand) {
  std::vector<std::string> Files = Args.getAllArgValues(OPT_INPUT);
  if (!is_contained({"markdown", "json"}, Result.DiffFormat))
    Errors.add("--diff-format is markdown or json, not '" + Result.DiffFormat + "'");
  if (HasCommand && Result.LinkCommand.empty())
    Errors.add("no link command after '--'");
  if (Result.What == Mode::PrintLinkFlags) {
    if (!Files.empty())
      Errors.add("--print-link-flags is for a link to come and takes no image: '" + Files[0] + "'");
  } else if (Result.What == Mode::Diff) {
    if (Files.size() != 2)
      Errors.add("--diff takes two JSON reports: et-prune --diff before.json after.json");
    Result.Reports = std::move(Files);
  } else if (Result.What == Mode::Table) {
    readReports(Files);
  } else if (Files.empty()) {
    Errors.add("no image given; usage: et-prune --model model.pte app.elf");
  } else if (Files.size() > 1) {
    Errors.add("more than one image given: '" + Files[0] + "' and '" + Files[1] +
               "'; prune them one by one");
  } else {
    Result.Image = Files[0];
  }
  if ((Prunes | Checks) & setOf(Result.What))
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
  readMode(Parsed);
  readValues(Parsed);
  if (Result.What != Mode::Help && Result.What != Mode::Version) {
    checkHeeded(Parsed, HasCommand);
    checkFiles(Parsed, HasCommand);
  }
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
