// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Link/Linkers/ProgramFile.h"
#include "Support/Problems.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

/// The options that choose a mode. If several are given, the first one in this list counts.
constexpr std::pair<OptionId, Mode> ModeOptions[] = {
    {OPT_help, Mode::Help},       {OPT_print_link_flags, Mode::PrintLinkFlags},
    {OPT_version, Mode::Version}, {OPT_diff, Mode::Diff},
    {OPT_table, Mode::Table},     {OPT_list_kernels, Mode::List},
    {OPT_check, Mode::Check},     {OPT_explain, Mode::Explain},
    {OPT_why_eq, Mode::Explain},  {OPT_dry_run, Mode::DryRun}};

/// The flags of the options that a mode accepts.
unsigned heededFlags(Mode What) {
  switch (What) {
  case Mode::Prune:
  case Mode::DryRun:
    return Prunes;
  case Mode::Check:
    return Checks;
  case Mode::Explain:
    return Explains;
  case Mode::Diff:
    return Compares;
  case Mode::Table:
    return Tables;
  case Mode::PrintLinkFlags:
    return PrintsFlags | InLink;
  case Mode::List:
  case Mode::Help:
  case Mode::Version:
    return 0;
  }
  llvm_unreachable("all modes are above");
}

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args);

private:
  void readMode(const InputArgList &Args);
  void checkHeeded(const InputArgList &Args, bool HasCommand);
  void checkFiles(const InputArgList &Args, bool HasCommand);
  void readReports(ArrayRef<std::string> Files);

  Options Result;
  std::string ModeOption; ///< the option that chose Result.What; empty for a pruning
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

/// Reports an error for each option that the mode would ignore.
void Parser::checkHeeded(const InputArgList &Args, bool HasCommand) {
  const unsigned Heeded = heededFlags(Result.What);
  std::set<unsigned> Seen;
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    if (!Seen.insert(O.getID()).second)
      continue;
    const auto *Chosen =
        llvm::find_if(ModeOptions, [&](const auto &M) { return O.matches(M.first); });
    if (Chosen != std::end(ModeOptions) ? Chosen->second == Result.What
                                        : O.hasFlag(Heeded) || !O.hasFlag(AnyMode))
      continue;
    if (!ModeOption.empty()) {
      Errors.add(nameOf(*A) + " does not go with " + ModeOption);
      continue;
    }
    const auto *Right =
        llvm::find_if(ModeOptions, [&](const auto &M) { return O.hasFlag(heededFlags(M.second)); });
    Errors.add(nameOf(*A) + " is for '" + OptionTable().getOption(Right->first).getPrefixedName() +
               "'");
  }
  if (HasCommand && !(Heeded & (Prunes | Explains)))
    Errors.add("a link command does not go with " + ModeOption);
}

/// The reports of --table. "m4=report.json" names the board. A path with a folder before the "="
/// names no board: "./m4=report.json".
void Parser::readReports(ArrayRef<std::string> Files) {
  if (Files.empty())
    Errors.add("--table takes JSON reports: et-prune --table m4/cnn.json m7/cnn.json");
  for (StringRef File : Files) {
    const auto [Board, Path] = File.split('=');
    const bool NamesBoard = !Board.empty() && !Board.contains('/') && !Path.empty();
    Result.Boards.push_back(NamesBoard ? Board.str() : "");
    Result.ComparedReports.push_back(NamesBoard ? Path.str() : File.str());
  }
}

/// Reads the names of files: the image or, for --diff and --table, the reports.
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
    Result.ComparedReports = std::move(Files);
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
  if (heededFlags(Result.What) & (Prunes | Checks))
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
  Result.Selectors = selectorsOf(Parsed);
  Table.fill(Parsed, Result);
  for (const Arg *A : Parsed)
    if (const Option &O = A->getOption(); O.hasFlag(InLink))
      Result.LinkOptions.push_back(
          ("--et-" + O.getName() + (A->getNumValues() ? A->getValue() : "")).str());
  if (Result.Reports.Json == "-" && Result.What != Mode::PrintLinkFlags) {
    Result.JsonToStdout = true;
    Result.Reports.Json.clear();
  }
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
     << libexecFolder() << ". If the image has no link bundle, give its link command after '--'.\n";
}

} // namespace etprune
