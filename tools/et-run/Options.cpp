// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#include <cmath>

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args) {
    static const OptionTable Table;
    InputArgList Parsed = Table.parse(Args, [&](const Twine &Message) { fail(Message); });

    Table.fill(Parsed, Result);
    for (const std::string &Shape : Parsed.getAllArgValues(OPT_shape_eq))
      readShape(Shape);
    for (const std::string &Data : Parsed.getAllArgValues(OPT_data_eq))
      readData(Data);
    readFill(Parsed);
    readNumber(Parsed, OPT_repeat_eq, Result.Repeat);
    readNumber(Parsed, OPT_scratch_eq, Result.ScratchSize);
    readNumber(Parsed, OPT_unbound_eq, Result.UnboundSize);
    readTolerance(Parsed, OPT_rtol_eq, Result.Allowed.Relative);
    readTolerance(Parsed, OPT_atol_eq, Result.Allowed.Absolute);
    if (Result.Repeat == 0)
      fail("'--repeat=0': write how often to run, at least 1");
    if (Parsed.hasArg(OPT_all))
      Result.Longest = SIZE_MAX;
    if (!Result.Help && !Result.Version)
      readModel(Parsed.getAllArgValues(OPT_INPUT));
    return Errors.takeOr(std::move(Result));
  }

private:
  void fail(const Twine &Message) { Errors.add(Message); }

  /// Reads an option's value as a number. Does not change the number if the option is not given.
  template <typename T> void readNumber(const InputArgList &Args, OptionId Id, T &Number) {
    const Arg *A = Args.getLastArg(Id);
    if (A && StringRef(A->getValue()).getAsInteger(10, Number))
      fail("'" + Twine(A->getSpelling()) + A->getValue() + "': write a number");
  }

  void readTolerance(const InputArgList &Args, OptionId Id, double &Number) {
    const Arg *A = Args.getLastArg(Id);
    if (A && (StringRef(A->getValue()).getAsDouble(Number) || !(Number >= 0)))
      fail("'" + Twine(A->getSpelling()) + A->getValue() + "': write a number such as 1e-4");
  }

  void readFill(const InputArgList &Args) {
    const Arg *A = Args.getLastArg(OPT_fill_eq);
    if (!A)
      return;
    const auto *How =
        llvm::find_if(FillNames, [&](const auto &F) { return F.second == A->getValue(); });
    if (How != std::end(FillNames))
      Result.Rest = How->first;
    else
      fail("'--fill=" + Twine(A->getValue()) + "': write zeros, ones, ramp or random");
  }

  void readShape(StringRef Text) {
    std::vector<et::SizesType> &Sizes = Result.Shapes.emplace_back();
    SmallVector<StringRef> Parts;
    Text.split(Parts, ',', -1, /*KeepEmpty=*/!Text.empty());
    for (StringRef Part : Parts) {
      et::SizesType Size;
      if (Part.trim().getAsInteger(10, Size) || Size < 0)
        return fail("'--shape=" + Text + "': write sizes such as 2,3");
      Sizes.push_back(Size);
    }
  }

  void readData(StringRef Text) {
    auto [Key, File] = Text.contains('=') ? Text.split('=') : std::pair("", Text);
    if (File.empty() || Text.starts_with("="))
      return fail("'--data=" + Text + "': write <file.ptd> or <key>=<file>");
    Result.Data.emplace_back(Key, File);
  }

  void readModel(std::vector<std::string> Inputs) {
    if (Inputs.empty())
      return fail("no model given; usage: et-run [options] model.pte");
    Result.Model = Inputs[0];
    for (const std::string &Other : drop_begin(Inputs))
      fail("more than one model given: '" + Result.Model + "' and '" + Other +
           "'; name elements of inputs with --input");
  }

  Options Result;
  Problems Errors;
};

} // namespace

Expected<Options> parseOptions(ArrayRef<const char *> Args) { return Parser().parse(Args); }

void printHelp(raw_ostream &OS) {
  OptionTable().printHelp(OS, "et-run [options] model.pte",
                          "et-run: run a model and print what comes out");
  OS << "\nA .bpte brings test cases: they are run and compared.\n"
        "Exit status: 0 done, and all test cases passed; 1 an error, or one failed.\n";
}

} // namespace etprune
