// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Argv) {
    static const OptionTable Table;
    const InputArgList Args = Table.parse(Argv, [&](const Twine &Message) { Errors.add(Message); });
    Table.fill(Args, Result);
    for (StringRef Shape : Args.getAllArgValues(OPT_shape_eq))
      readShape(Shape);
    for (StringRef Data : Args.getAllArgValues(OPT_data_eq))
      readData(Data);
    readValue(Args, OPT_fill_eq, "zeros, ones, ramp or random", [&](StringRef Value) {
      const auto *How = find_if(FillNames, [&](const auto &F) { return F.second == Value; });
      if (How != std::end(FillNames))
        Result.Rest = How->first;
      return How != std::end(FillNames);
    });
    readNumber(Args, OPT_repeat_eq, Result.Repeat);
    readNumber(Args, OPT_scratch_eq, Result.ScratchSize);
    readNumber(Args, OPT_unbound_eq, Result.UnboundSize);
    readTolerance(Args, OPT_rtol_eq, Result.RelativeTolerance);
    readTolerance(Args, OPT_atol_eq, Result.AbsoluteTolerance);
    if (Result.Repeat == 0)
      Errors.add("'--repeat=0': write how often to run, at least 1");
    if (Args.hasArg(OPT_all))
      Result.Longest = SIZE_MAX;
    if (!Result.Help && !Result.Version)
      readModel(Args.getAllArgValues(OPT_INPUT));
    return Errors.takeOr(std::move(Result));
  }

private:
  /// Reads an option's last value, if the option is given. `Read` returns false for a wrong value.
  void readValue(const InputArgList &Args, OptionId Id, StringRef Valid,
                 function_ref<bool(StringRef)> Read) {
    if (const Arg *A = Args.getLastArg(Id); A && !Read(A->getValue()))
      Errors.add("'" + Twine(A->getSpelling()) + A->getValue() + "': write " + Valid);
  }
  template <typename T> void readNumber(const InputArgList &Args, OptionId Id, T &Number) {
    readValue(Args, Id, "a number",
              [&](StringRef Value) { return !Value.getAsInteger(10, Number); });
  }
  void readTolerance(const InputArgList &Args, OptionId Id, double &Number) {
    readValue(Args, Id, "a number such as 1e-4",
              [&](StringRef Value) { return !Value.getAsDouble(Number) && Number >= 0; });
  }

  void readShape(StringRef Text) {
    std::vector<et::SizesType> &Sizes = Result.Shapes.emplace_back();
    SmallVector<StringRef> Parts;
    Text.split(Parts, ',', -1, /*KeepEmpty=*/!Text.empty());
    for (StringRef Part : Parts) {
      et::SizesType Size;
      if (Part.trim().getAsInteger(10, Size) || Size < 0)
        return Errors.add("'--shape=" + Text + "': write sizes such as 2,3");
      Sizes.push_back(Size);
    }
  }

  void readData(StringRef Text) {
    auto [Key, File] = Text.contains('=') ? Text.split('=') : std::pair("", Text);
    if (File.empty() || Text.starts_with("="))
      return Errors.add("'--data=" + Text + "': write <file.ptd> or <key>=<file>");
    Result.Data.emplace_back(Key, File);
  }

  void readModel(ArrayRef<std::string> Inputs) {
    if (Inputs.empty())
      return Errors.add("no model given; usage: et-run [options] model.pte");
    Result.Model = Inputs[0];
    for (const std::string &Other : drop_begin(Inputs))
      Errors.add("more than one model given: '" + Result.Model + "' and '" + Other +
                 "'; pass files with input elements by --input");
  }

  Options Result;
  Problems Errors;
};

} // namespace

Expected<Options> parseOptions(ArrayRef<const char *> Args) { return Parser().parse(Args); }

void printHelp(raw_ostream &OS) {
  OptionTable().printHelp(OS, "et-run [options] model.pte",
                          "et-run: run a model and print its outputs");
  OS << "\nA .bpte file contains test cases. et-run runs them and compares the outputs.\n"
        "Exit status: 0 done, and all test cases passed; 1 an error, or a test case failed.\n";
}

} // namespace etprune
