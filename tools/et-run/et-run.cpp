// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-run: runs the methods of a model and prints their outputs.
//
// Its stdout without --profile depends on the model, the inputs and the kernels' results only. A
// method that fails does not keep the others from running.

#include "DataFiles.h"
#include "InputFiles.h"
#include "MethodRun.h"
#include "Options.h"
#include "Profile.h"
#include "RuntimeErrors.h"
#include "common/Messages.h"
#include "common/RunTool.h"

#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"

#include <chrono>
#include <optional>

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-run";

/// How far a long run is, on stderr: on a terminal a line that is written over, elsewhere, when it
/// is asked for, a line every few seconds.
class Progress {
public:
  explicit Progress(bool IsAsked);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;

  /// To be called often; prints once in a while, and not in the first second.
  void tell(uint64_t Run, uint64_t Runs, StringRef Method, size_t Instruction,
            const char *Operator);
  /// Takes the line back, before other text is printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  bool IsTerminal, IsWanted;
  bool IsShown = false;
  Clock::time_point Start, Next;
};

Progress::Progress(bool IsAsked)
    : IsTerminal(sys::Process::StandardErrIsDisplayed()), IsWanted(IsAsked || IsTerminal),
      Start(Clock::now()), Next(Start + std::chrono::seconds(1)) {}

void Progress::tell(uint64_t Run, uint64_t Runs, StringRef Method, size_t Instruction,
                    const char *Operator) {
  if (!IsWanted)
    return;
  const Clock::time_point Now = Clock::now();
  if (Now < Next)
    return;
  Next = Now + (IsTerminal ? std::chrono::milliseconds(200) : std::chrono::seconds(5));
  const double Seconds = std::chrono::duration<double>(Now - Start).count();
  if (IsTerminal)
    errs() << "\r\x1b[K";
  errs() << printable(Method) << ": run " << Run << " of " << Runs << ", instruction "
         << Instruction << " " << printable(Operator) << ", " << format("%.1f s", Seconds);
  if (!IsTerminal)
    errs() << "\n";
  IsShown = IsTerminal;
}

void Progress::clear() {
  if (IsShown)
    errs() << "\r\x1b[K";
  IsShown = false;
}

/// Times the instructions and tells how far they are.
class RunObserver : public Observer {
public:
  RunObserver(const Options &Opts, StringRef Method)
      : Shown(Opts.Progress), Method(Method),
        IsProfiled(Opts.Profile || !Opts.ProfileJson.empty()) {}

  void startRun(uint64_t Number, uint64_t Count) {
    Run = Number;
    Runs = Count;
    Costs.startRun();
  }
  void before(const et::InstructionInfo &Next) override {
    Shown.tell(Run, Runs, Method, Next.index, Next.name);
    Start = Clock::now();
  }
  void after(const et::InstructionInfo &Done) override {
    if (IsProfiled)
      Costs.add(Done, Clock::now() - Start);
  }

  Progress Shown;
  Profile Costs;

private:
  using Clock = std::chrono::steady_clock;

  StringRef Method;
  bool IsProfiled;
  uint64_t Run = 0, Runs = 0;
  Clock::time_point Start;
};

class Runner {
public:
  explicit Runner(const Options &Opts) : Opts(Opts) {}

  Error run();
  bool failed() const { return HasFailed; }

private:
  Error open();
  Error checkFileNames(std::vector<std::string> Names) const;
  Expected<std::vector<std::string>> methods() const;
  Error runMethod(StringRef Name, bool IsOnly);
  Error runTests(StringRef Name);
  void report(const RunObserver &Watch, const MethodRun &Run, StringRef Name);
  /// Reports a failure, and goes on.
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
  auto File = ModelFile::open(Opts.Model);
  if (!File)
    return File.takeError();
  Model = std::move(*File);
  if (Model->isBundle() && (!Opts.InputFiles.empty() || !Opts.Shapes.empty()))
    return createStringError(Opts.Model + ": it brings its inputs; leave out --input and --shape");
  if (Model->isBundle() && !Opts.Output.empty())
    return createStringError(Opts.Model +
                             ": its outputs are compared with those it brings; leave out --output");
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

/// Whether the files of several methods, which have the methods' names, lie in one folder, and each
/// by itself.
Error Runner::checkFileNames(std::vector<std::string> Names) const {
  llvm::sort(Names);
  const auto Twin = std::adjacent_find(Names.begin(), Names.end());
  if (Twin != Names.end())
    return createStringError(Opts.Model + ": two methods are called '" + *Twin +
                             "', and would write the same files");
  for (const std::string &Name : Names)
    if (StringRef(Name).contains('/'))
      return createStringError(Opts.Model + ": a method's name is part of its files' names, and '" +
                               Name + "' leads to another folder; name one method with --method");
  return Error::success();
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
  if (!Opts.Output.empty() && Names.size() > 1)
    if (Error E = checkFileNames(Names))
      return E;
  if (!Names.empty())
    return Names;
  if (All.empty())
    return createStringError(Opts.Model + ": there is no method in it");
  return createStringError(Opts.Model + ": there is no method '" + Opts.Method + "'; there are " +
                           join(All, ", "));
}

void Runner::report(const RunObserver &Watch, const MethodRun &Run, StringRef Name) {
  if (Opts.Memory)
    Run.printMemory(outs());
  if (Opts.Profile)
    Watch.Costs.print(outs(), Name);
  if (!Opts.ProfileJson.empty())
    Profiles.push_back(Watch.Costs.json(Name));
}

Error Runner::runMethod(StringRef Name, bool IsOnly) {
  auto Run = MethodRun::load(*Model, Name, Opts, Data);
  if (!Run)
    return Run.takeError();
  MethodRun &Method = **Run;
  if (Error E = Method.makeInputs(Inputs))
    return E;
  Method.printInputs(outs());
  RunObserver Watch(Opts, Name);
  for (uint64_t I = 1; I <= Opts.Repeat; ++I) {
    Watch.startRun(I, Opts.Repeat);
    if (Error E = Method.execute(Watch)) {
      Watch.Shown.clear();
      return E;
    }
  }
  Watch.Shown.clear();
  if (Opts.Output.empty())
    Method.printOutputs(outs());
  else if (Error E = Method.writeOutputs(Opts.Output, IsOnly))
    return E;
  report(Watch, Method, Name);
  return Error::success();
}

Error Runner::runTests(StringRef Name) {
  auto Run = MethodRun::load(*Model, Name, Opts, Data);
  if (!Run)
    return Run.takeError();
  auto Tests = (*Run)->testCases();
  if (!Tests)
    return Tests.takeError();
  RunObserver Watch(Opts, Name);
  size_t Passed = 0;
  for (size_t I = 0; I < *Tests; ++I) {
    Error Failure = Error::success();
    for (uint64_t Number = 1; Number <= Opts.Repeat && !Failure; ++Number) {
      Watch.startRun(Number, Opts.Repeat);
      Failure = (*Run)->runTest(I, Watch);
    }
    Watch.Shown.clear();
    outs() << "test case " << I << (Failure ? " failed" : " passed") << "\n";
    Passed += !Failure;
    if (Failure)
      fail(std::move(Failure));
  }
  outs() << Passed << " of " << counted(*Tests, "test case") << " passed\n";
  report(Watch, **Run, Name);
  return Error::success();
}

Error Runner::run() {
  if (Error E = open())
    return E;
  auto Names = methods();
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : *Names) {
    outs() << "method " << printable(Name) << "\n";
    if (Error E = Model->isBundle() ? runTests(Name) : runMethod(Name, Names->size() == 1))
      fail(std::move(E));
  }
  outs().flush();
  if (Opts.ProfileJson.empty())
    return Error::success();
  return writeFile(Opts.ProfileJson, formatv("{0:2}\n", json::Value(std::move(Profiles))).str());
}

static Expected<int> run(int Argc, char **Argv) {
  auto Opts = parseOptions(ArrayRef(Argv + 1, Argc - 1));
  if (!Opts)
    return Opts.takeError();
  if (Opts->Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts->Version) {
    outs() << Tool << " " << ET_PRUNE_VERSION << "\n";
    return 0;
  }
  Runner Run(*Opts);
  if (Error E = Run.run())
    return E;
  return Run.failed() ? 1 : 0;
}

int main(int Argc, char **Argv) {
  return runTool(Tool, [&] { return run(Argc, Argv); });
}
