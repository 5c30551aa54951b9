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

/// The options that choose a mode. The first option of this list that is given counts. `Heeded` has
/// the flags (For<> in Options.td) of the other options that the mode accepts.
constexpr struct ModeOption {
  OptionId Option;
  Mode What;
  unsigned Heeded;
} ModeOptions[] = {{OPT_help, Mode::Help, 0},
                   {OPT_print_link_flags, Mode::PrintLinkFlags, PrintsFlags | InLink},
                   {OPT_version, Mode::Version, 0},
                   {OPT_diff, Mode::Diff, Compares},
                   {OPT_table, Mode::Table, Tables},
                   {OPT_list_kernels, Mode::List, 0},
                   {OPT_check, Mode::Check, Checks},
                   {OPT_explain, Mode::Explain, Explains},
                   {OPT_why_eq, Mode::Explain, Explains},
                   {OPT_dry_run, Mode::DryRun, Prunes}};

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args);

private:
  void readMode(const InputArgList &Args);
  void checkHeeded(const InputArgList &Args, bool HasCommand);
  void checkFiles(const InputArgList &Args, bool HasCommand);
  void readReports(ArrayRef<std::string> Files);

  Options Result;
  std::string ChosenBy;     ///< the option that chose Result.What; empty for a pruning
  unsigned Heeded = Prunes; ///< flags of the options that the mode accepts
  Problems Errors;
};

std::string nameOf(const Arg &A) { return "'" + A.getSpelling().rtrim('=').str() + "'"; }

void Parser::readMode(const InputArgList &Args) {
  for (const ModeOption &M : ModeOptions)
    if (const Arg *A = Args.getLastArg(M.Option)) {
      Result.What = M.What;
      Heeded = M.Heeded;
      ChosenBy = nameOf(*A);
      return;
    }
}

/// Reports an error for each option that the mode would ignore.
void Parser::checkHeeded(const InputArgList &Args, bool HasCommand) {
  std::set<unsigned> Seen;
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    if (!Seen.insert(O.getID()).second)
      continue;
    const auto *Chosen =
        llvm::find_if(ModeOptions, [&](const auto &M) { return O.matches(M.Option); });
    if (Chosen != std::end(ModeOptions) ? Chosen->What == Result.What
                                        : O.hasFlag(Heeded) || !O.hasFlag(AnyMode))
      continue;
    if (!ChosenBy.empty()) {
      Errors.add(nameOf(*A) + " may not be used with " + ChosenBy);
      continue;
    }
    const auto *Right =
        llvm::find_if(ModeOptions, [&](const auto &M) { return O.hasFlag(M.Heeded); });
    Errors.add(nameOf(*A) + " may only be used with an option such as '" +
               OptionTable().getOption(Right->Option).getPrefixedName() + "'");
  }
  if (HasCommand && !(Heeded & (Prunes | Explains)))
    Errors.add("a link command may not be used with " + ChosenBy);
}

/// The reports of --table: "m4=report.json" names the board m4, but "./m4=report.json" is a path.
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
      Errors.add("--print-link-flags prints options for a future link, so it takes no image: '" +
                 Files[0] + "'");
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
  if (Heeded & (Prunes | Checks))
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
