// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker wrapper. A compiler driver that is told `-B<libexec>` runs this program as its linker,
// under the linker's name. A link that uses kernels gets the registration table and leaves a link
// bundle beside its image; every other link goes to the real linker unseen.
//
//     -Wl,--et-select=FILE      register what FILE asks for instead of all kernels; repeatable
//     -Wl,--et-op=OPERATOR      register this operator; repeatable
//
// and others, which docs/cli.md lists: they say more of the selection, where the link stops
// (--et-budget) and what it writes besides (--et-report-json, --et-keep-full, ...).
//
// With ET_LD_CAPTURE=FILE in the environment nothing is linked: the bundle goes to FILE. That is
// how `et-prune ... -- <link command>` learns what a link consists of.

#include "FullLink.h"
#include "Help.h"
#include "LinkSteps.h"
#include "SelectedLink.h"
#include "common/Messages.h"
#include "common/OutOfMemory.h"

#include "Link/CommandRules.h"
#include "Link/ImageLock.h"
#include "Selection/Forms.h"
#include "Support/AtomicFiles.h"
#include "Support/Process.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace etprune;

namespace {

int report(Error E) {
  const bool IsOverBudget = E.isA<OverBudget>();
  const int Failed = fail("et-ld", std::move(E));
  return IsOverBudget ? OverBudget::ExitStatus : Failed;
}

/// A link that is none of our business: this process becomes the linker.
int passThrough(const std::string &Linker, ArrayRef<std::string> Args) {
  std::vector<char *> Argv{const_cast<char *>(Linker.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);
  execv(Linker.c_str(), Argv.data());
  return report(createStringError("cannot run '" + Linker + "': " + sys::StrError()));
}

/// A script may name inputs, too.
bool hasInputs(const LinkCommand &Command) {
  return Command.last(LinkOperand::Input) || Command.last(LinkOperand::Library) ||
         Command.last(LinkOperand::Script);
}

Error keepFullImage(const LinkCommand &Command) {
  if (Command.Et.KeepFull.empty())
    return Error::success();
  const std::string Image = readFile(Command.output());
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = Files.add(Command.Et.KeepFull, Image, /*Executable=*/true))
    return E;
  return Files.commit();
}

Expected<Selection> readSelection(const WrapperOptions &Et) {
  Selection Wanted;
  Error Errors = Error::success();
  auto Add = [&](Expected<Selection> Read) {
    if (Read)
      Wanted.merge(*Read);
    else
      Errors = joinErrors(std::move(Errors), Read.takeError());
  };
  for (const std::string &Path : Et.Select)
    Add(readSelectionFile(Path));
  for (const std::string &Name : Et.Operators)
    Add(readOpListText(Name, "--et-op"));
  for (const std::string &Name : Et.Dropped)
    Add(readDropListText(Name, "--et-drop"));
  if (!Et.hasSelection()) {
    Wanted.AllOperators = true;
    Wanted.AllAskers.insert({"the link"});
  }
  if (Errors)
    return Errors;
  return Wanted;
}

/// The link is done as the user wrote it, whatever et-prune will say to that.
void noteWhatPruningRefuses(const CapturedLink &Link) {
  Error E = checkCommand(Link.Command, Link.Command.Family, Link.Directory);
  if (!E)
    return;
  std::string Text = "et-prune will not prune the image of this link";
  handleAllErrors(std::move(E),
                  [&](const ErrorInfoBase &Info) { Text += "\n>>> " + Info.message(); });
  warn("et-ld", createStringError(Text));
}

/// Ends the process as it is: giving back memory piece by piece takes milliseconds of every link.
[[noreturn]] void leave(Expected<int> Result) {
  int Status = Result ? *Result : report(Result.takeError());
  if (Error E = flushOutput())
    Status = report(std::move(E));
  _exit(exitStatus(Status));
}

Expected<int> run(StringRef Name, ArrayRef<std::string> Argv) {
  auto Linker = findRealLinker(Name, "/proc/self/exe");
  if (!Linker)
    return Linker.takeError();
  auto Command = LinkCommand::parse(Argv, familyOf(linkerKindOfFile(*Linker)));
  if (!Command)
    return Command.takeError();
  // As it came, where nothing has to be taken out: a response file may stand for more arguments
  // than a program can be given.
  std::vector<std::string> Untouched = Command->HasEt ? Command->Args : Argv.vec();
  if (Command->Relocatable || !hasInputs(*Command))
    return passThrough(*Linker, Untouched);
  auto Captured = CapturedLink::capture(std::move(*Command), *Linker);
  if (!Captured)
    return Captured.takeError();
  std::optional<CapturedLink> &Link = *Captured;
  if (!Link)
    return passThrough(*Linker, Untouched);
  const std::vector<KernelRecord> &Records = Link->Kernels.Records;
  const StockProgram *Program = Link->Kernels.Program.get();
  if (Error E = Records.empty() ? unknownCallers(Program) : Error::success())
    warn("et-ld", std::move(E));
  else if (Records.empty())
    errs() << "et-ld: warning: the program looks kernels up, but no object or archive of the link "
              "registers any\n";
  if (auto Capture = sys::Process::GetEnv("ET_LD_CAPTURE")) {
    if (Error E = identify(*Link))
      return E;
    BundleWriter Bundle(*Link);
    if (Error E = writeBundle(Bundle, *Capture))
      return E;
    return 0;
  }
  // From here on, image and bundle are this process's, which ends by _exit().
  const std::string Image = Link->Command.output();
  auto Lock = ImageLock::take("et-ld", Image, bundlePath(Image), ImageLock::ToWrite);
  if (!Lock)
    return Lock.takeError();
  WrapperOptions &Et = Link->Command.Et;
  auto Wanted = readSelection(Et);
  auto Budgets = parseBudgets(Et.Budgets);
  if (!Wanted || !Budgets)
    return joinErrors(Wanted.takeError(), Budgets.takeError());
  ResolveOptions Resolving;
  Resolving.IgnoreKeys = Et.IgnoreDtypes;
  Resolving.TableInScript = Link->Inputs->TableInScript;
  Resolving.DropBackends = Et.DropBackends;
  Resolving.BackendsAtRunTime = Program != nullptr;
  Resolving.OtherKernels = Program && !Program->OtherCallers.empty();
  auto Plan = resolve(Records, *Wanted, Resolving);
  if (!Plan)
    return joinErrors(Plan.takeError(), unknownCallers(Program));
  if (Et.DropBackends)
    dropUnusedBackends(*Plan, Program, *Wanted);
  note("et-ld", Plan->Notes);

  // The image with every kernel is what was asked for, or the first step to it.
  const bool WantsAll = !Et.hasSelection() && Et.Dropped.empty();
  const bool WantsMore = !Et.Budgets.empty() || !Et.ReportText.empty() || !Et.ReportJson.empty();
  Et.PostLink |= !Et.KeepFull.empty();
  if (WantsAll && !WantsMore && !Et.PostLink) {
    noteWhatPruningRefuses(*Link);
    leave(linkInFull(*Link, *Plan));
  }
  if (Et.PostLink) {
    Selection Everything;
    Everything.AllOperators = true;
    auto FullPlan = resolve(Records, Everything, Resolving);
    if (!FullPlan)
      return FullPlan.takeError();
    auto Full = linkInFull(*Link, *FullPlan);
    if (!Full || *Full != 0 || !sys::fs::is_regular_file(Link->Command.output()))
      leave(std::move(Full));
    if (Error E = keepFullImage(Link->Command)) {
      removeOutputs(Link->Command);
      return E;
    }
  }
  auto Result = linkSelected(*Link, Records, *Wanted, *Plan, *Budgets);
  // What is refused before its link changes nothing.
  if (Result ? *Result != 0 : Et.PostLink || Result.errorIsA<OverBudget>())
    removeOutputs(Link->Command);
  leave(std::move(Result));
}

} // namespace

static int wrap(int Argc, char **Argv) {
  // A write beyond a file size limit is to be an error like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  prepareStreams();
  catchInterrupts();
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  const StringRef Name = sys::path::filename(Argv[0]);
  if (asksForHelp(Name, Args)) {
    printHelp(Args, outs());
    leave(0);
  }
  leave(run(Name, Args));
}

int main(int Argc, char **Argv) {
  return withinMemory("et-ld", [&] { return wrap(Argc, Argv); });
}
