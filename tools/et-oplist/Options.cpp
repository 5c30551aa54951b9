// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"

#include "Support/Problems.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

/// The options of ExecuTorch that select operators, and the forms of their values.
constexpr std::pair<unsigned, const SelectionForm *> GeneratorOptions[] = {
    {OPT_model_file_path_eq, &ModelForm},
    {OPT_ops_schema_yaml_path_eq, &OpsSchemaForm},
    {OPT_root_ops_eq, &OpListForm},
    {OPT_generator_ops_dict_eq, &OpsDictionaryForm},
    {OPT_include_all_operators, nullptr}};

class Parser {
public:
  Expected<Options> parse(ArrayRef<const char *> Args);

private:
  void fail(const Twine &Message) { Errors.add(Message); }
  void readSelectors(const InputArgList &Args);
  void readOutput(const Arg &A, bool IsFolder);
  void check(std::vector<std::string> Inputs, bool IsDiff);

  Options Result;
  bool MayBeEmpty = false;
  Problems Errors;
};

} // namespace

void Parser::readSelectors(const InputArgList &Args) {
  Result.Selectors = selectorsOf(Args);
  // gen_oplist.py also has --ops-dict, and ignores an empty value.
  erase_if(Result.Selectors,
           [](const Selector &S) { return S.Form == &OpsDictionaryForm && S.Value.empty(); });
  for (const Arg *A : Args) {
    std::string Value = A->getNumValues() ? A->getValue() : "";
    if (A->getNumValues() && Value.empty())
      continue;
    const unsigned Id = A->getOption().getID();
    if (Id == OPT_model_file_list_path_eq)
      Result.ModelFileLists.push_back(Value);
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

void Parser::readOutput(const Arg &A, bool IsFolder) {
  const StringRef Path = A.getValue();
  SmallString<256> File(Path);
  if (Path != "-" && (IsFolder || Path.ends_with("/") || sys::fs::is_directory(Path)))
    sys::path::append(File, "selected_operators.yaml");
  if (!Result.Output.empty() && Result.Output != File)
    fail("more than one output given: '" + Result.Output + "' and '" + File + "'");
  Result.Output = File.str();
}

void Parser::check(std::vector<std::string> Inputs, bool IsDiff) {
  bool IsSelected = selectsSomething(Result.Selectors) || !Result.ModelFileLists.empty();
  if (IsDiff) {
    if (Inputs.size() != 2)
      fail("--diff compares two selections; usage: et-oplist --diff before.yaml after.yaml");
    if (IsSelected || !Result.Output.empty() || Result.Print || Result.IgnoreDtypes)
      fail("--diff takes two files and nothing else; merge selections first, with -o");
    Result.Diff = std::move(Inputs);
    return;
  }
  for (const std::string &Input : Inputs)
    fail("unexpected argument '" + Input + "'; name a selection with --ops, a model with --model");
  if (!IsSelected && !MayBeEmpty)
    Errors.add(checkSomethingSelected(Result.Selectors));
  if (Result.Output.empty() && !Result.Print)
    fail("no output given; name a file or folder with -o, or see the selection with --print");
  if (Result.Output == "-" && Result.Print)
    fail("stdout cannot have both the selection (-o -) and its table (--print)");
}

Expected<Options> Parser::parse(ArrayRef<const char *> Args) {
  static const OptionTable Table;
  InputArgList Parsed = Table.parse(Args, [&](const Twine &Message) { fail(Message); });

  readSelectors(Parsed);
  for (const Arg *A : Parsed.filtered(OPT_output_eq, OPT_output_path_eq, OPT_output_dir_eq))
    readOutput(*A, A->getOption().matches(OPT_output_dir_eq));
  MayBeEmpty = Parsed.hasArg(OPT_output_path_eq);
  Table.fill(Parsed, Result);
  if (!Result.Help && !Result.Version)
    check(Parsed.getAllArgValues(OPT_INPUT), Parsed.hasArg(OPT_diff));
  return Errors.takeOr(std::move(Result));
}

Expected<Options> parseOptions(ArrayRef<const char *> Args) { return Parser().parse(Args); }

void printHelp(raw_ostream &OS) {
  OptionTable().printHelp(OS, "et-oplist [selection] -o selected_operators.yaml",
                          "et-oplist: write, merge and compare selections of operators");
  OS << "\nExit status: 0 done, or --diff found no difference; 1 an error, nothing was written;\n"
        "2 --diff found differences.\n";
}

} // namespace etprune
