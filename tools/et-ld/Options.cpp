// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

bool isAllOps(const Selector &S) { return S.What == Selector::Kind::AllOps; }

} // namespace

bool Options::hasSelection() const { return llvm::none_of(Selectors, isAllOps); }

bool Options::isPlain() const {
  return llvm::all_of(Selectors, isAllOps) && Budgets.empty() && !Reports.any() && !PostLink;
}

Expected<Options> takeOptions(std::vector<std::string> &Args) {
  RETURN_IF_ERROR(expandResponseFiles(Args));
  const auto FirstOwn = std::stable_partition(
      Args.begin(), Args.end(), [](StringRef Arg) { return !Arg.starts_with("--et-"); });
  const std::vector<std::string> Own(FirstOwn, Args.end());
  Args.erase(FirstOwn, Args.end());
  std::vector<const char *> Texts;
  for (const std::string &Arg : Own)
    Texts.push_back(Arg.c_str());

  static const OptionTable Table;
  Problems Errors;
  const InputArgList Parsed = Table.parse(
      Texts, [&](const Twine &Message) { Errors.add(Message); },
      "docs/cli.md lists et-ld's options");
  Options Result;
  Result.AreGiven = !Own.empty();
  Table.fill(Parsed, Result);
  Result.PostLink |= !Result.KeepFull.empty();
  Result.Selectors = selectorsOf(Parsed);
  if (!selectsSomething(Result.Selectors))
    Result.Selectors.push_back({Selector::Kind::AllOps, nullptr, "the link", ""});
  return Errors.takeOr(std::move(Result));
}

void printOptions(StringRef Usage, raw_ostream &OS) {
  OptionTable().printHelp(
      OS, Usage.str().c_str(),
      "et-prune's linker wrapper: it runs the real linker, adds the registration "
      "table of the program's kernels, and leaves a link bundle beside the image");
}

} // namespace etprune
