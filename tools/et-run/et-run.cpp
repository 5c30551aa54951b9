// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-run: runs the methods of a model and prints their outputs.
//
// With the same files and options, stdout is the same in each run, except for a profile. If a
// method fails, et-run still runs the other methods.

#include "InputFiles.h"
#include "MethodRun.h"
#include "Options.h"
#include "Profile.h"
#include "common/Messages.h"
#include "common/RunTool.h"

#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-run";

/// A run of the methods that the options choose.
struct Runner {
  const Options &Opts;
  ModelFile Model;
  std::vector<InputFile> Inputs;
  DataFiles Data;
  json::Array Profiles;

  Error open();
  Expected<std::vector<std::string>> methods() const;
  Error runMethod(MethodRun &Method, Profile &Costs);
  Expected<bool> runTests(MethodRun &Method, Profile &Costs);
  Expected<bool> run(StringRef Name);
};

Error Runner::open() {
  ASSIGN_OR_RETURN(Model, ModelFile::open(Opts.Model));
  if (Model.IsBundle && (!Opts.InputFiles.empty() || !Opts.Shapes.empty()))
    return createStringError(
        Opts.Model + ": a bundled program has its own inputs; leave out --input and --shape");
  Problems Errors;
  for (const std::string &Path : Opts.InputFiles)
    Errors.add(readFile(Path).moveInto(Inputs.emplace_back(InputFile{Path, nullptr}).File));
  for (const auto &[Key, Path] : Opts.Data)
    Errors.add(Data.add(Key, Path));
  Errors.add(Data.checkKeys(Model));
  return Errors.take();
}

Expected<std::vector<std::string>> Runner::methods() const {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Model.Program.num_methods(); ++I)
    if (et::Result<const char *> Name = Model.Program.get_method_name(I); Name.ok())
      Names.push_back(*Name);
  if (Names.empty())
    return createStringError(Opts.Model + ": the model has no method");
  if (Opts.Method.empty())
    return Names;
  if (is_contained(Names, Opts.Method))
    return std::vector{Opts.Method};
  return createStringError(Opts.Model + ": there is no method '" + Opts.Method +
                           "'; the model has '" + join(Names, "', '") + "'");
}

Error Runner::runMethod(MethodRun &Method, Profile &Costs) {
  RETURN_IF_ERROR(Method.makeInputs(Inputs));
  Method.printInputs(outs());
  for (uint64_t I = 0; I < Opts.Repeat; ++I)
    RETURN_IF_ERROR(Method.execute(Costs));
  Method.printOutputs(outs());
  return Error::success();
}

/// Returns true if all test cases passed.
Expected<bool> Runner::runTests(MethodRun &Method, Profile &Costs) {
  ASSIGN_OR_RETURN(auto Tests, Method.testCases());
  size_t Passed = 0;
  for (size_t I = 0; I < Tests; ++I) {
    Error Failure = Error::success();
    for (uint64_t Number = 0; Number < Opts.Repeat && !Failure; ++Number)
      Failure = Method.runTest(I, Costs);
    outs() << "test case " << I << (Failure ? " failed" : " passed") << "\n";
    Passed += !Failure;
    if (Failure)
      fail(Tool, std::move(Failure));
  }
  outs() << Passed << " of " << counted(Tests, "test case") << " passed\n";
  return Passed == Tests;
}

Expected<bool> Runner::run(StringRef Name) {
  outs() << "method " << printable(Name) << "\n";
  ASSIGN_OR_RETURN(auto Method, MethodRun::load(Model, Name, Opts, Data));
  Profile Costs;
  bool HasPassed = true;
  if (Model.IsBundle) {
    ASSIGN_OR_RETURN(HasPassed, runTests(*Method, Costs));
  } else {
    RETURN_IF_ERROR(runMethod(*Method, Costs));
  }
  if (Opts.Memory)
    Method->printMemory(outs());
  if (Opts.Profile)
    Costs.print(outs(), Name);
  if (!Opts.ProfileJson.empty())
    Profiles.push_back(Costs.json(Name));
  return HasPassed;
}

Error writeFile(StringRef Path, StringRef Contents) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << Contents;
    Path == "-" ? OS.flush() : OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError(Path + ": " + EC.message()) : Error::success();
}

Expected<int> run(ArrayRef<const char *> Args) {
  ASSIGN_OR_RETURN(auto Opts, parseOptions(Args));
  if (Opts.Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts.Version) {
    outs() << Tool << " " << ET_PRUNE_VERSION << "\n";
    return 0;
  }
  Runner Run{Opts, {}, {}, {}, {}};
  RETURN_IF_ERROR(Run.open());
  ASSIGN_OR_RETURN(auto Names, Run.methods());
  int Status = 0;
  for (const std::string &Name : Names) {
    auto HasPassed = Run.run(Name);
    if (!HasPassed || !*HasPassed)
      Status = 1;
    if (!HasPassed)
      fail(Tool, HasPassed.takeError());
  }
  outs().flush();
  if (!Opts.ProfileJson.empty())
    RETURN_IF_ERROR(writeFile(Opts.ProfileJson,
                              formatv("{0:2}\n", json::Value(std::move(Run.Profiles))).str()));
  return Status;
}

} // namespace

int main(int Argc, char **Argv) {
  return runTool(Tool, [&] { return run(ArrayRef(Argv + 1, Argc - 1)); });
}
