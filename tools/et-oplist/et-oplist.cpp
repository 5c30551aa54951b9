// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-oplist: writes ExecuTorch's selected_operators.yaml from selections of any form.
//
//     et-oplist --model a.pte --model b.pte --ops more.yaml -o selected_operators.yaml
//
// It also replaces ExecuTorch's gen_oplist.py and gen_all_oplist.py and takes their options. Other
// modes print a selection and compare two.

#include "Options.h"

#include "common/Messages.h"
#include "common/RunTool.h"

#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Process.h"
#include "Support/Try.h"
#include "et-oplist/SelectionText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-oplist";
constexpr int Different = 2;

/// A file with more names than this is no list of models.
constexpr size_t MaxListedFiles = 10000;

/// A line in a file of file names, and the name on this line.
struct ListedFile {
  std::string Location, Path;
};

/// The file names in gen_all_oplist.py's list. A line has one name, or several separated by blanks.
Expected<std::vector<ListedFile>> readFileList(StringRef List) {
  List.consume_front("@");
  ASSIGN_OR_RETURN(auto Buffer, openInput(List));
  ASSIGN_OR_RETURN(auto Text, checkText(List, Buffer->getBuffer()));
  std::vector<ListedFile> Files;
  for (unsigned Line = 1; !Text.empty(); ++Line) {
    StringRef Names;
    std::tie(Names, Text) = Text.split('\n');
    Names = Names.trim();
    std::string Location = (List + ":" + Twine(Line)).str();
    SmallVector<StringRef> Words;
    if (sys::fs::exists(Names))
      Words.push_back(Names); // a file with this name exists, so blanks are part of it
    else
      SplitString(Names, Words);
    if (Files.size() + Words.size() > MaxListedFiles)
      return createStringError(Location + ": more than " + grouped(MaxListedFiles) +
                               " files; is it a list of models?");
    for (StringRef Path : Words)
      Files.push_back({Location, Path.str()});
  }
  return Files;
}

Error refuseAllOverloads(const Selection &Sel) {
  Problems Errors;
  for (const auto &[Name, Op] : Sel.Ops)
    if (Op.OverloadsBesideExact)
      Errors.add(Op.Askers.begin()->Text + ": operator '" + Name +
                 "' asks for all its overloads; allow it with --allow_include_all_overloads, or "
                 "name the overloads");
  return Errors.take();
}

Expected<Selection> readFileLists(const Options &Opts) {
  Selection Listed;
  Problems Errors;
  for (StringRef List : Opts.ModelFileLists) {
    auto Files = readFileList(List);
    if (!Files) {
      Errors.add(Files.takeError());
      continue;
    }
    for (const ListedFile &File : *Files) {
      if (!sys::fs::exists(File.Path)) {
        Errors.add(File.Location + ": cannot open '" + File.Path + "': no such file");
      } else if (auto Read = readSelectionFile(File.Path)) {
        if (!Opts.AllowAllOverloads)
          Errors.add(refuseAllOverloads(*Read));
        Listed.merge(*Read);
      } else {
        Errors.add(Read.takeError());
      }
    }
  }
  return Errors.takeOr(std::move(Listed));
}

Expected<Selection> readSelection(const Options &Opts) {
  auto Wanted = readSelectors(Opts.Selectors), Listed = readFileLists(Opts);
  if (!Wanted || !Listed)
    return joinErrors(Wanted.takeError(), Listed.takeError());
  Wanted->merge(*Listed);
  RETURN_IF_ERROR(applyDrops(*Wanted));
  if (Opts.IgnoreDtypes)
    for (auto &[Name, Op] : Wanted->Ops) {
      Op.AllKernels = true;
      Op.Keys.clear();
    }
  return Wanted;
}

Error write(const Selection &Wanted, const std::string &Path) {
  std::string Text;
  raw_string_ostream OS(Text);
  RETURN_IF_ERROR(writeSelectedOperatorsYaml(Wanted, OS));
  if (Path == "-") {
    outs() << Text;
    return Error::success();
  }
  AtomicFiles Files(AtomicFiles::LikeALinker); // the user can make it again
  RETURN_IF_ERROR(Files.add(Path, Text));
  return Files.commit();
}

Expected<int> diff(const std::string &Before, const std::string &After) {
  auto Old = readSelectionFile(Before), New = readSelectionFile(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  bool IsSame = false;
  outs() << printableText([&](raw_ostream &OS) { IsSame = printDifferences(*Old, *New, OS); });
  return IsSame ? 0 : Different;
}

Expected<int> run(const Options &Opts) {
  if (!Opts.Diff.empty())
    return diff(Opts.Diff[0], Opts.Diff[1]);

  // The output may replace a list that was read, but not a model.
  std::vector<Selector> Models = Opts.Selectors;
  llvm::erase_if(Models, [](const Selector &S) { return S.Form != &ModelForm; });
  RETURN_IF_ERROR(checkReplacesNone(Opts.Output, filesOf(Models)));
  ASSIGN_OR_RETURN(auto Wanted, readSelection(Opts));
  if (Opts.Print)
    outs() << printableText([&](raw_ostream &OS) { printSelection(Wanted, OS); });
  if (!Opts.Output.empty())
    RETURN_IF_ERROR(write(Wanted, Opts.Output));
  return 0;
}

Expected<int> select(int Argc, char **Argv) {
  catchInterrupts();
  ASSIGN_OR_RETURN(auto Opts, parseOptions(ArrayRef(Argv + 1, Argc - 1)));
  if (Opts.Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts.Version) {
    outs() << Tool << " " << ET_PRUNE_VERSION << "\n";
    return 0;
  }
  return run(Opts);
}

} // namespace

int main(int Argc, char **Argv) {
  return exitStatus(runTool(Tool, [&] { return select(Argc, Argv); }));
}
