// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker wrapper. A compiler driver that is told `-B<libexec>` runs this program as its linker,
// under the linker's name. A link that uses kernels gets the registration table and leaves a link
// bundle beside its image; every other link goes to the real linker unseen.
//
//     -Wl,--et-model=FILE       register what the model calls instead of all kernels; repeatable
//     -Wl,--et-select=FILE      register what a file of any form asks for; repeatable
//     -Wl,--et-op=OPERATOR      register this operator; repeatable
//
// and others, which docs/cli.md lists: for the rest of the selection, for budgets (--et-budget),
// and for more outputs (--et-report-json, --et-keep-full, ...).
//
// With ET_LD_CAPTURE=FILE in the environment nothing is linked: the bundle goes to FILE. That is
// how `et-prune ... -- <link command>` learns what a link consists of.
//
// Under a linker's name --help and --version are the linker's. Under its own name this program
// stands for no linker unless the environment names one, so a user has called it for its help.

#include "LinkSteps.h"
#include "PipedInputs.h"
#include "RealLinker.h"
#include "common/Messages.h"
#include "common/RunTool.h"

#include "Link/Bundle/Manifest.h"
#include "Link/Linkers/Linker.h"
#include "Link/Relink/CommandRules.h"
#include "Prune/PruneLink.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Process.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <unistd.h>

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-ld";

bool asksForVersion(ArrayRef<std::string> Args) {
  return Args.size() == 1 && (Args[0] == "--version" || Args[0] == "-v" || Args[0] == "-V");
}

/// `Name` is the one that the program was called by.
bool asksForHelp(StringRef Name, ArrayRef<std::string> Args) {
  return Name == "et-ld" && !sys::Process::GetEnv(LinkerVariable) &&
         (Args.empty() || Args == ArrayRef<std::string>{"--help"} || asksForVersion(Args));
}

void printHelp(ArrayRef<std::string> Args, raw_ostream &OS) {
  OS << "et-ld " ET_PRUNE_VERSION " (link bundles of format " << BundleFormat << ")\n";
  if (asksForVersion(Args))
    return;
  OS << "et-prune's linker wrapper: it runs the real linker, adds the registration table of the\n"
        "program's kernels, and leaves a link bundle beside the image. Compilers run it:\n\n"
        "  arm-none-eabi-g++ -B"
     << libexecFolder()
     << " -Wl,--gc-sections ... -o app.elf\n\n"
        "That folder has it under the linkers' names, for links without a compiler. Under its own\n"
        "or any other name it runs the linker that "
     << LinkerVariable
     << " names.\n\n"
        "Its options follow -Wl, and are in the man page et-ld(1) and in docs/cli.md:\n"
        "  -Wl,--et-model=model.pte   link only the kernels of the model; likewise "
        "--et-op=<operator>\n"
        "  -Wl,--et-drop=<operator>   leave an operator out\n";
}

/// For a link without kernels: this process becomes the linker. Returns only where it cannot.
Error becomeLinker(const std::string &Linker, ArrayRef<std::string> Args) {
  std::vector<char *> Argv{const_cast<char *>(Linker.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);
  execv(Linker.c_str(), Argv.data());
  return createStringError("cannot run '" + Linker + "': " + sys::StrError());
}

/// A script may name inputs, too.
bool hasInputs(const LinkCommand &Command) {
  return Command.last(LinkOperand::Input) || Command.last(LinkOperand::Library) ||
         Command.last(LinkOperand::Script);
}

/// The program looks kernels up, and there may be none, or none that can be seen.
void warnWithoutKernels(const LinkInputs &Inputs, const LinkKernels &Kernels) {
  if (!Kernels.Records.empty())
    return;
  if (Error E = unknownCallers(Kernels.Program.get()))
    warn(Tool, std::move(E));
  else
    errs() << "et-ld: warning: the program looks kernels up, but no object or archive of the link "
              "registers any"
           << unloadedRegistrations(Inputs) << "\n";
}

/// ExecuTorch's own registry has no table before the program is pruned.
void warnOfUnregistered(const LinkKernels &Kernels) {
  const size_t Number =
      llvm::count_if(Kernels.Records, [](const KernelRecord &R) { return !R.IsSelfRegistered; });
  if (Number == 0 || !Kernels.comparesKeys())
    return;
  warn(Tool, createStringError(
                 counted(Number, "kernel") +
                 " with a record cannot be found by ExecuTorch's own registry, which compares keys "
                 "as they are, and " +
                 (Number == 1 ? "is" : "are") +
                 " not in this image\n>>> select by the models that the program runs, here with "
                 "-Wl,--et-model=model.pte or later with et-prune,\n>>> or put "
                 "runtime/executorch/operator_registry.cpp in the place of that registry"));
}

/// Writes the bundle alone, for et-prune.
Error captureOnly(CapturedLink &Link, const std::string &Path) {
  if (Error E = identify(Link))
    return E;
  BundleWriter Bundle(Link);
  return writeBundle(Bundle, Path);
}

/// The link is done as the user wrote it, also where et-prune will refuse to prune its image.
void noteWhatPruningRefuses(const CapturedLink &Link) {
  Error E = checkCommand(Link.Command, Link.Command.Family);
  if (!E)
    return;
  std::string Text = "et-prune will not prune the image of this link";
  handleAllErrors(std::move(E),
                  [&](const ErrorInfoBase &Info) { Text += "\n>>> " + Info.message(); });
  warn(Tool, createStringError(Text));
}

Error keepFullImage(const LinkCommand &Command) {
  if (Command.Et.KeepFull.empty())
    return Error::success();
  const std::string Image = readFile(Command.output());
  return AtomicFiles::write(AtomicFiles::LikeALinker, Command.Et.KeepFull, Image,
                            /*Executable=*/true);
}

/// et-ld's own outputs must not replace what the link reads. The linker's may: they are the user's.
Error checkOutputs(const CapturedLink &Link, ArrayRef<Selector> Selectors) {
  const WrapperOptions &Et = Link.Command.Et;
  const std::string Image = Link.Command.output();
  if (Error E = checkBundlePlace(bundlePath(Image)))
    return E;
  std::vector<ReadFile> Inputs = filesOf(Selectors);
  for (const std::unique_ptr<LinkFile> &File : Link.Inputs->Files)
    Inputs.push_back({File->Path, "the link reads it"});
  Inputs.push_back({Image, "it is the image"});
  Inputs.push_back({bundlePath(Image), "it is the link bundle of '" + Image + "'"});
  return checkReplacesNone({Et.ReportText, Et.ReportJson, Et.ReportHtml, Et.ReportCsv, Et.KeepFull},
                           Inputs);
}

/// For --et-post-link: the link with every kernel, before the one with the selection. Its status is
/// the linker's; without an image the second link is not done.
Expected<int> linkFirstInFull(PruneState &State) {
  auto Everything = planEverything(State.Link);
  if (!Everything)
    return Everything.takeError();
  auto Status = linkInFull(State.Link, *Everything);
  if (!Status || *Status != 0 || !sys::fs::is_regular_file(State.Link.Command.output()))
    return Status;
  if (Error E = keepFullImage(State.Link.Command)) {
    removeOutputs(State.Link.Command.output());
    return E;
  }
  return 0;
}

/// True where the link gets every kernel and leaves only image and bundle.
bool isPlain(const WrapperOptions &Et) {
  return !Et.hasSelection() && Et.Dropped.empty() && Et.Budgets.empty() && !Et.hasReport() &&
         !Et.PostLink && Et.KeepFull.empty();
}

/// The link with all kernels or with those that its options select, or one after the other.
Expected<int> linkKernels(PruneState &State) {
  CapturedLink &Link = State.Link;
  const std::string Image = Link.Command.output();
  // Until this process ends, no other one writes image and bundle.
  if (Error E =
          ImageLock::take(Tool, Image, bundlePath(Image), ImageLock::ToWrite).moveInto(State.Lock))
    return E;
  WrapperOptions &Et = Link.Command.Et;
  const PruneRequest Request = requestOf(Et);
  if (Error E = checkOutputs(Link, Request.Selectors))
    return E;
  if (Error E = readRequest(Request, State))
    return E;
  // Kernels may be made anew for the plan, by the compiler that asked for the link.
  if (Et.hasSelection())
    if (Error E = identify(Link))
      return E;
  if (Error E = plan(Request, State))
    return E;
  note(Tool, State.Plan.Notes);

  if (isPlain(Et)) {
    noteWhatPruningRefuses(Link);
    warnOfUnregistered(Link.Kernels);
    return linkInFull(Link, State.Plan);
  }
  Et.PostLink |= !Et.KeepFull.empty();
  if (Et.PostLink) {
    auto Status = linkFirstInFull(State);
    if (!Status || *Status != 0 || !sys::fs::is_regular_file(Image))
      return Status;
  }
  auto Status = linkSelected(Request, State);
  // A link that is refused before it was done changes nothing.
  if (Status ? *Status != 0 : Et.PostLink || Status.errorIsA<StatusError>())
    removeOutputs(Link.Command.output());
  return Status;
}

Expected<int> run(StringRef Name, ArrayRef<std::string> Argv, PruneState &State) {
  auto Linker = findRealLinker(Name, "/proc/self/exe");
  if (!Linker)
    return Linker.takeError();
  if (Error E = keepPipedInputs(Argv)) // of which one may be a response file
    return E;
  auto Command = LinkCommand::parse(Argv, familyOf(linkerKindOfFile(*Linker)));
  if (!Command)
    return Command.takeError();
  if (Error E = keepPipedInputs(Command->Args))
    return E;
  // As it came, where nothing has to be taken out: a response file may stand for more arguments
  // than a program can be given.
  const std::vector<std::string> Untouched = Command->HasEt ? Command->Args : Argv.vec();
  if (Command->Relocatable || !hasInputs(*Command))
    return becomeLinker(*Linker, Untouched);
  const auto CaptureTo = sys::Process::GetEnv("ET_LD_CAPTURE");
  auto Link = CapturedLink::capture(std::move(*Command), *Linker);
  if (!Link)
    return Link.takeError();
  if (!*Link)
    return becomeLinker(*Linker, Untouched);
  State.Link = std::move(**Link);
  warnWithoutKernels(*State.Link.Inputs, State.Link.Kernels);
  if (CaptureTo) {
    if (Error E = captureOnly(State.Link, *CaptureTo))
      return E;
    return 0;
  }
  return linkKernels(State);
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
  _exit(exitStatus(Status)); // see PruneState
}
