// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-run: runs the methods of a model and prints their outputs.
//
// Without --profile, stdout depends only on the model, the inputs and the kernels' results. If a
// method fails, the others still run.

#include "DataFiles.h"
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

#include <optional>

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-run";

class Runner {
public:
  explicit Runner(const Options &Opts) : Opts(Opts) {}

  Error run();
  bool failed() const { return HasFailed; }

private:
  Error open();
  Expected<std::vector<std::string>> methods() const;
  Error runMethod(StringRef Name);
  Error runTests(StringRef Name);
  void report(const Profile &Costs, const MethodRun &Run, StringRef Name);
  void fail(Error E) {
    etprune::fail(Tool, std::move(E));
    HasFailed = true;
  }

  const Options &Opts;
  std::optional<ModelFile> Model;
  std::vector<InputFile> Inputs;
  DataFiles Data;
  json::Array Profiles;
  bool HasFailed = false;
};

} // namespace

Error Runner::open() {
  ASSIGN_OR_RETURN(Model, ModelFile::open(Opts.Model));
  if (Model->isBundle() && (!Opts.InputFiles.empty() || !Opts.Shapes.empty()))
    return createStringError(Opts.Model + ": it brings its inputs; leave out --input and --shape");
  Problems Errors;
  for (const std::string &Path : Opts.InputFiles) {
    auto Input = InputFile::open(Path);
    if (Input)
      Inputs.push_back(std::move(*Input));
    else
      Errors.add(Input.takeError());
  }
  for (const auto &[Key, Path] : Opts.Data)
    Errors.add(Key.empty() ? Data.add(Path) : Data.add(Key, Path));
  Errors.add(Data.checkKeys(*Model));
  return Errors.take();
}

Expected<std::vector<std::string>> Runner::methods() const {
  std::vector<std::string> Names, All;
  for (size_t I = 0; I < Model->program().num_methods(); ++I) {
    et::Result<const char *> Name = Model->program().get_method_name(I);
    if (!Name.ok())
      continue;
    All.push_back("'" + std::string(*Name) + "'");
    if (Opts.Method.empty() || Opts.Method == *Name)
      Names.push_back(*Name);
  }
  if (!Names.empty())
    return Names;
  if (All.empty())
    return createStringError(Opts.Model + ": there is no method in it");
  return createStringError(Opts.Model + ": there is no method '" + Opts.Method + "'; there are " +
                           join(All, ", "));
}

void Runner::report(const Profile &Costs, const MethodRun &Run, StringRef Name) {
  if (Opts.Memory)
    Run.printMemory(outs());
  if (Opts.Profile)
    Costs.print(outs(), Name);
  if (!Opts.ProfileJson.empty())
    Profiles.push_back(Costs.json(Name));
}

Error Runner::runMethod(StringRef Name) {
  ASSIGN_OR_RETURN(auto Run, MethodRun::load(*Model, Name, Opts, Data));
  MethodRun &Method = *Run;
  RETURN_IF_ERROR(Method.makeInputs(Inputs));
  Method.printInputs(outs());
  Profile Costs;
  for (uint64_t I = 0; I < Opts.Repeat; ++I)
    RETURN_IF_ERROR(Method.execute(Costs));
  Method.printOutputs(outs());
  report(Costs, Method, Name);
  return Error::success();
}

Error Runner::runTests(StringRef Name) {
  ASSIGN_OR_RETURN(auto Run, MethodRun::load(*Model, Name, Opts, Data));
  ASSIGN_OR_RETURN(auto Tests, Run->testCases());
  Profile Costs;
  size_t Passed = 0;
  for (size_t I = 0; I < Tests; ++I) {
    Error Failure = Error::success();
    for (uint64_t Number = 0; Number < Opts.Repeat && !Failure; ++Number)
      Failure = Run->runTest(I, Costs);
    outs() << "test case " << I << (Failure ? " failed" : " passed") << "\n";
    Passed += !Failure;
    if (Failure)
      fail(std::move(Failure));
  }
  outs() << Passed << " of " << counted(Tests, "test case") << " passed\n";
  report(Costs, *Run, Name);
  return Error::success();
}

Error Runner::run() {
  RETURN_IF_ERROR(open());
  ASSIGN_OR_RETURN(auto Names, methods());
  for (const std::string &Name : Names) {
    outs() << "method " << printable(Name) << "\n";
    if (Error E = Model->isBundle() ? runTests(Name) : runMethod(Name))
      fail(std::move(E));
  }
  outs().flush();
  if (Opts.ProfileJson.empty())
    return Error::success();
  return writeFile(Opts.ProfileJson, formatv("{0:2}\n", json::Value(std::move(Profiles))).str());
}

static Expected<int> run(int Argc, char **Argv) {
  ASSIGN_OR_RETURN(auto Opts, parseOptions(ArrayRef(Argv + 1, Argc - 1)));
  if (Opts.Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts.Version) {
    outs() << Tool << " " << ET_PRUNE_VERSION << "\n";
    return 0;
  }
  Runner Run(Opts);
  RETURN_IF_ERROR(Run.run());
  return Run.failed() ? 1 : 0;
}

int main(int Argc, char **Argv) {
  return runTool(Tool, [&] { return run(Argc, Argv); });
}
