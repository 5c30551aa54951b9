// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-oplist: writes ExecuTorch's selected_operators.yaml from selections of any form.
//
//     et-oplist --model a.pte --model b.pte --ops more.yaml -o selected_operators.yaml
//
// et-oplist also takes the options of ExecuTorch's gen_oplist.py and gen_all_oplist.py. With these
// options, an empty value counts as no value, --output_path without a selection writes an empty
// selection, and one value may name several models.

#include "common/Messages.h"
#include "common/RunTool.h"
#include "common/Selectors.h"

#include "Support/AtomicFiles.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::opt;
using namespace etprune;

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

constexpr StringLiteral Tool = "et-oplist";

/// A file with more names than this is no list of models.
constexpr size_t MaxListedFiles = 10000;

struct Options {
  std::vector<Selector> Selectors;
  std::vector<std::string> ModelFileLists;
  bool AllowAllOverloads = false;
  bool IgnoreDtypes = false;
  std::string Output; ///< the path of a file, or "-" for stdout
  bool Help = false;
  bool Version = false;
};

/// The options of ExecuTorch that select operators, and the forms of their values.
constexpr std::pair<unsigned, const SelectionForm *> GeneratorOptions[] = {
    {OPT_model_file_path_eq, &ModelForm},
    {OPT_ops_schema_yaml_path_eq, &OpsSchemaForm},
    {OPT_root_ops_eq, &OpListForm},
    {OPT_generator_ops_dict_eq, &OpsDictionaryForm},
    {OPT_include_all_operators, nullptr}};

void readSelectors(const InputArgList &Args, Options &Result) {
  Result.Selectors = selectorsOf(Args);
  // gen_oplist.py ignores an empty --ops-dict, so ignore it, too.
  erase_if(Result.Selectors,
           [](const Selector &S) { return S.Form == &OpsDictionaryForm && S.Value.empty(); });
  for (const Arg *A : Args) {
    const StringRef Value = A->getNumValues() ? A->getValue() : "";
    if (A->getNumValues() && Value.empty())
      continue;
    const unsigned Id = A->getOption().getID();
    if (Id == OPT_model_file_list_path_eq)
      Result.ModelFileLists.push_back(Value.str());
    const auto *Known =
        find_if(GeneratorOptions, [&](const auto &Option) { return Option.first == Id; });
    if (Known == std::end(GeneratorOptions))
      continue;
    const SelectionForm *Form = Known->second;
    SmallVector<StringRef> Values = {Value};
    if (Form == &ModelForm && !sys::fs::exists(Value)) {
      Values.clear();
      SplitString(Value, Values, ",;");
    }
    // For messages: the option as it is spelled on the command line.
    const Arg &Spelled = A->getAlias() ? *A->getAlias() : *A;
    for (StringRef One : Values)
      Result.Selectors.push_back({Form ? Selector::Kind::Select : Selector::Kind::AllOps, Form,
                                  Spelled.getSpelling().rtrim('=').str(), One.str()});
  }
}

Expected<Options> parseOptions(ArrayRef<const char *> Argv) {
  Options Result;
  Problems Errors;
  static const OptionTable Table;
  InputArgList Args = Table.parse(Argv, [&](const Twine &Message) { Errors.add(Message); });
  Table.fill(Args, Result);
  if (Result.Help || Result.Version)
    return Errors.takeOr(std::move(Result));

  readSelectors(Args, Result);
  for (const Arg *A : Args.filtered(OPT_output_eq, OPT_output_path_eq, OPT_output_dir_eq)) {
    const StringRef Path = A->getValue();
    SmallString<256> File(Path);
    if (Path != "-" && (A->getOption().matches(OPT_output_dir_eq) || Path.ends_with("/") ||
                        sys::fs::is_directory(Path)))
      sys::path::append(File, "selected_operators.yaml");
    if (!Result.Output.empty() && Result.Output != File)
      Errors.add("more than one output given: '" + Result.Output + "' and '" + File + "'");
    Result.Output = File.str();
  }
  for (const std::string &Input : Args.getAllArgValues(OPT_INPUT))
    Errors.add("unexpected argument '" + Input +
               "'; name a selection with --ops, a model with --model");
  if (Result.ModelFileLists.empty() && !Args.hasArg(OPT_output_path_eq))
    Errors.add(checkSomethingSelected(Result.Selectors));
  if (Result.Output.empty())
    Errors.add("no output given; name a file or folder with -o, or - for stdout");
  return Errors.takeOr(std::move(Result));
}

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
      Words.push_back(Names); // this file exists, so blanks belong to its name
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

/// Like gen_all_oplist.py, refuses a listed file that selects all overloads of an operator.
Error refuseAllOverloads(const Selection &Sel) {
  Problems Errors;
  for (const auto &[Name, Op] : Sel.Ops)
    if (Op.OverloadsBesideExact)
      Errors.add(Op.Askers.begin()->Text + ": '" + Name +
                 "' selects all overloads of the operator; allow this with "
                 "--allow_include_all_overloads, or name the overloads");
  return Errors.take();
}

Expected<Selection> readFileLists(const Options &Opts) {
  Selection Listed;
  Problems Errors;
  for (StringRef List : Opts.ModelFileLists) {
    std::vector<ListedFile> Files;
    Errors.add(readFileList(List).moveInto(Files));
    for (const ListedFile &File : Files) {
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

Expected<std::string> select(const Options &Opts) {
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
  std::string Text;
  raw_string_ostream OS(Text);
  RETURN_IF_ERROR(writeSelectedOperatorsYaml(*Wanted, OS));
  return Text;
}

Expected<int> run(int Argc, char **Argv) {
  catchInterrupts();
  ASSIGN_OR_RETURN(auto Opts, parseOptions(ArrayRef(Argv + 1, Argc - 1)));
  if (Opts.Help) {
    OptionTable().printHelp(outs(), "et-oplist [selection] -o selected_operators.yaml",
                            "et-oplist: write and merge selections of operators");
    return 0;
  }
  if (Opts.Version) {
    outs() << Tool << " " << ET_PRUNE_VERSION << "\n";
    return 0;
  }
  // The output may replace a list that was read, but not a model.
  std::vector<Selector> Models = Opts.Selectors;
  erase_if(Models, [](const Selector &S) { return S.Form != &ModelForm; });
  RETURN_IF_ERROR(checkReplacesNone(Opts.Output, filesOf(Models)));
  ASSIGN_OR_RETURN(auto Text, select(Opts));
  if (Opts.Output == "-")
    outs() << Text;
  else // not durable, because the user can make the file again
    RETURN_IF_ERROR(AtomicFiles::write(AtomicFiles::LikeALinker, Opts.Output, Text));
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  return exitStatus(runTool(Tool, [&] { return run(Argc, Argv); }));
}
