// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker wrapper. A compiler driver with `-B<libexec>` runs this program as its linker, under
// the linker's name. If a link uses kernels, the wrapper adds the registration table and writes a
// link bundle beside the image. It passes every other link to the real linker unchanged. Options.td
// has the wrapper's own options, such as -Wl,--et-model=FILE.
//
// With ET_LD_CAPTURE=FILE in the environment, the wrapper links nothing and writes the bundle to
// FILE. `et-prune ... -- <link command>` uses this variable to get a link's inputs.
//
// Called as et-ld with no argument, --help or --version, the wrapper prints its own help or
// version. If ET_LD_LINKER is set, the linker gets these arguments instead.

#include "LinkSteps.h"
#include "common/Messages.h"
#include "common/RunTool.h"

#include "Link/Bundle/Manifest.h"
#include "Link/Linkers/Linker.h"
#include "Link/Relink/Trust.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <unistd.h>

using namespace llvm;
using namespace llvm::opt;
using namespace etprune;

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

constexpr StringLiteral Tool = "et-ld";

struct Options : PruneRequest {
  bool AreGiven = false; ///< at least one option of et-ld was given
  bool PostLink = false; ///< --et-post-link or --et-keep-full is given
  std::string KeepFull;

  static bool isAllOps(const Selector &S) { return S.What == Selector::Kind::AllOps; }
  bool hasSelection() const { return llvm::none_of(Selectors, isAllOps); }
  /// True if the link has every kernel, and no budget, no report and no second link.
  bool isPlain() const {
    return llvm::all_of(Selectors, isAllOps) && Budgets.empty() && !Reports.any() && !PostLink;
  }
};

/// Expands response files and removes et-ld's options. An unknown --et- option is an error.
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

bool asksForVersion(ArrayRef<std::string> Args) {
  return Args.size() == 1 && (Args[0] == "--version" || Args[0] == "-v" || Args[0] == "-V");
}

/// `Name` is the name in argv[0].
bool asksForHelp(StringRef Name, ArrayRef<std::string> Args) {
  return Name == "et-ld" && !sys::Process::GetEnv(LinkerVariable) &&
         (Args.empty() || Args == ArrayRef<std::string>{"--help"} || asksForVersion(Args));
}

void printHelp(ArrayRef<std::string> Args, raw_ostream &OS) {
  OS << "et-ld " ET_PRUNE_VERSION " (link bundles of format " << BundleFormat << ")\n";
  if (asksForVersion(Args))
    return;
  const std::string Usage = "arm-none-eabi-g++ -B" + libexecFolder() +
                            " -Wl,--gc-sections -Wl,--et-model=model.pte ... -o app.elf";
  OptionTable().printHelp(
      OS, Usage.c_str(),
      "et-prune's linker wrapper: it runs the real linker, adds the registration "
      "table of the program's kernels, and leaves a link bundle beside the image");
  OS << "\nA Makefile that calls a linker can call the wrapper instead: the folder of -B has the "
        "wrapper under\neach linker's name, such as arm-none-eabi-ld. If "
     << LinkerVariable << " is set, the wrapper runs the linker that\nthis variable names.\n";
}

/// Used for a link without kernels: the linker replaces this process. Returns only on failure.
Error becomeLinker(const std::string &Linker, ArrayRef<std::string> Args) {
  std::vector<char *> Argv{const_cast<char *>(Linker.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);
  execv(Linker.c_str(), Argv.data());
  return createStringError("cannot run '" + Linker + "': " + sys::StrError());
}

/// A linker script may name inputs, too.
bool hasInputs(const LinkCommand &Command) {
  return Command.last(OptionUse::Input) || Command.last(OptionUse::Library) ||
         Command.last(OptionUse::Script);
}

/// Warns of a program that looks kernels up, but has no kernels that the wrapper can see.
void warnWithoutKernels(const LinkInputs &Inputs, const LinkKernels &Kernels) {
  if (!Kernels.Records.empty())
    return;
  if (Error E = unknownCallers(Kernels.Program.get()))
    warn(Tool, std::move(E));
  else
    errs() << "et-ld: warning: the program looks kernels up, but no object or archive of the link "
              "registers a kernel"
           << unloadedRegistrations(Inputs) << "\n";
}

/// Warns of kernels that the image lacks because ExecuTorch's own registry could not find them.
void warnOfUnregistered(const LinkKernels &Kernels) {
  const size_t Number =
      llvm::count_if(Kernels.Records, [](const KernelRecord &R) { return !R.IsSelfRegistered; });
  if (Number == 0 || !Kernels.comparesKeys())
    return;
  warn(Tool,
       createStringError(
           "this image lacks the " + counted(Number, "kernel") +
           " defined with ET_KERNEL: ExecuTorch's own registry finds such kernels only by the "
           "exact keys of calls, but this link has no model with the calls\n>>> select by "
           "the models that the program runs, here with -Wl,--et-model=model.pte or later with "
           "et-prune --model,\n>>> or replace ExecuTorch's registry by et-prune's, "
           "runtime/executorch/operator_registry.cpp"));
}

/// Warns if et-prune will refuse to prune the image. The user's link is done in any case.
void noteWhatPruningRefuses(const RecordedLink &Link) {
  Error E = checkCommand(Link.Command, *Link.Command.Linker);
  if (!E)
    return;
  std::string Text = "et-prune will not prune the image of this link";
  handleAllErrors(std::move(E),
                  [&](const ErrorInfoBase &Info) { Text += "\n>>> " + Info.message(); });
  warn(Tool, Text);
}

/// Fails if a report or the full image's copy would overwrite an input, the image or the bundle.
Error checkOutputs(const CapturedLink &Link, const Options &Opts) {
  const std::string Image = Link.Command.output();
  RETURN_IF_ERROR(checkBundlePlace(bundlePath(Image)));
  std::vector<ReadFile> Inputs = filesOf(Opts.Selectors);
  for (const std::unique_ptr<LinkFile> &File : Link.Inputs->Files)
    Inputs.push_back({File->Path, "the link reads it"});
  Inputs.push_back({Image, "it is the image"});
  Inputs.push_back({bundlePath(Image), "it is the link bundle of '" + Image + "'"});
  const ReportFiles &Reports = Opts.Reports;
  return checkReplacesNone({Reports.Text, Reports.Json, Reports.Html, Opts.KeepFull}, Inputs);
}

/// For --et-post-link: links with every kernel first. For --et-keep-full, also copies the image.
Expected<int> linkFirstInFull(const Options &Opts, PruneState &State) {
  ASSIGN_OR_RETURN(auto Everything, planEverything(State.Link));
  auto Status = linkInFull(State.Link, Everything, /*IsLast=*/false);
  if (!Status || *Status != 0 || !sys::fs::is_regular_file(State.Link.Command.output()))
    return Status;
  const std::string Image = State.Link.Command.output();
  if (Opts.KeepFull.empty())
    return 0;
  if (Error E = AtomicFiles::write(AtomicFiles::LikeALinker, Opts.KeepFull, readFile(Image),
                                   /*Executable=*/true)) {
    removeOutputs(Image);
    return E;
  }
  return 0;
}

/// Links with all kernels, with the selected kernels, or both in this order.
Expected<int> linkKernels(const Options &Opts, PruneState &State) {
  CapturedLink &Link = State.Link;
  const std::string Image = Link.Command.output();
  // The lock keeps other processes from writing image and bundle until this process ends.
  ASSIGN_OR_RETURN(State.Lock, ImageLock::take(Tool, Image, bundlePath(Image), ImageLock::ToWrite));
  RETURN_IF_ERROR(checkOutputs(Link, Opts));
  RETURN_IF_ERROR(readRequest(Opts, State));
  // plan() may run the user's gcc to narrow kernels, and identify() records this gcc.
  if (Opts.hasSelection())
    RETURN_IF_ERROR(identify(Link));
  RETURN_IF_ERROR(plan(Opts, State));
  note(Tool, State.Plan.Notes);

  if (Opts.isPlain()) {
    noteWhatPruningRefuses(Link);
    warnOfUnregistered(Link.Kernels);
    return linkInFull(Link, State.Plan, /*IsLast=*/true);
  }
  if (Opts.PostLink) {
    auto Status = linkFirstInFull(Opts, State);
    if (!Status || *Status != 0 || !sys::fs::is_regular_file(Image))
      return Status;
  }
  auto Status = linkSelected(Opts, State);
  // Remove image and bundle if the linker failed or the image is over budget. With PostLink, remove
  // the full image after any error. These files would pass for this link's result. Without
  // PostLink, the files of an earlier link stay after other errors.
  if (Status ? *Status != 0 : Opts.PostLink || Status.errorIsA<StatusError>())
    removeOutputs(Link.Command.output());
  return Status;
}

Expected<int> run(StringRef Name, ArrayRef<std::string> Argv, PruneState &State) {
  ASSIGN_OR_RETURN(auto Linker, findRealLinker(Name));
  if (Error E = keepPipedInputs(Argv)) // one of the pipes may be a response file
    return E;
  std::vector<std::string> Args = Argv.vec();
  ASSIGN_OR_RETURN(auto Opts, takeOptions(Args));
  RETURN_IF_ERROR(keepPipedInputs(Args));
  // A response file may hold more arguments than an exec call accepts. The linker therefore gets
  // the response files unexpanded, unless et-ld's options were removed from the arguments.
  const std::vector<std::string> Untouched = Opts.AreGiven ? Args : Argv.vec();
  LinkCommand Command = LinkCommand::parseExpanded(std::move(Args), linkerOfFile(Linker));
  if (Command.Relocatable || !hasInputs(Command))
    return becomeLinker(Linker, Untouched);
  ASSIGN_OR_RETURN(auto Link, CapturedLink::capture(std::move(Command), Linker));
  if (!Link)
    return becomeLinker(Linker, Untouched);
  State.Link = std::move(*Link);
  warnWithoutKernels(*State.Link.Inputs, State.Link.Kernels);
  if (const auto CaptureTo = sys::Process::GetEnv("ET_LD_CAPTURE")) {
    RETURN_IF_ERROR(identify(State.Link));
    BundleWriter Bundle(State.Link);
    RETURN_IF_ERROR(writeBundle(Bundle, *CaptureTo));
    return 0;
  }
  return linkKernels(Opts, State);
}

} // namespace

int main(int Argc, char **Argv) {
  PruneState State;
  const int Status = runTool(Tool, [&]() -> Expected<int> {
    prepareStreams();
    catchInterrupts();
    std::vector<std::string> Args(Argv + 1, Argv + Argc);
    const StringRef Name = sys::path::filename(Argv[0]);
    if (asksForHelp(Name, Args)) {
      printHelp(Args, outs());
      return 0;
    }
    return run(Name, Args, State);
  });
  _exit(exitStatus(Status)); // skips the slow destructor of State
}
