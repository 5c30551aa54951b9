// et-oplist's command line.

include "llvm/Option/OptParser.td"

include "common/Selectors.td"

// ExecuTorch's own options are spelled with underscores or dashes; --help shows the former.
class Hidden { list<OptionFlag> Flags = [HelpHidden]; }
multiclass Both<string name, string dashed, string metavar, string help> {
  defm "" : Value<name, metavar, help>;
  def _dashed_eq : Joined<["--"], dashed # "=">, Alias<!cast<Joined>(NAME # "_eq")>, Hidden;
  def _dashed : Separate<["--"], dashed>, Alias<!cast<Joined>(NAME # "_eq")>, Hidden;
}
multiclass BothFlags<string name, string dashed, string help> {
  def "" : F<name, help>;
  def _dashed : Flag<["--"], dashed>, Alias<!cast<Flag>(NAME)>, Hidden;
}

def grp_generator : OptionGroup<"generator">, HelpText<"SELECTION AS FOR gen_oplist.py AND gen_all_oplist.py (with dashes, too)">;
let Group = grp_generator in {
  defm output_path : Both<"output_path", "output-path", "<file>", "The file or folder to write; with nothing selected, an empty selection">;
  defm model_file_path : Both<"model_file_path", "model-file-path", "<files>", "Programs, separated by commas or semicolons">;
  defm ops_schema_yaml_path : Both<"ops_schema_yaml_path", "ops-schema-yaml-path", "<file>", "Same as --ops-schema">;
  defm root_ops : Both<"root_ops", "root-ops", "<list>", "Same as --op-list">;
  defm generator_ops_dict : Value<"ops_dict", "<dictionary>", "Same as --ops-dict">;
  defm include_all_operators : BothFlags<"include_all_operators", "include-all-operators", "Same as --all-ops">;
  defm model_file_list_path : Both<"model_file_list_path", "model-file-list-path", "<file>", "A text file that names files for --ops; @<file>, too">;
  defm allow_include_all_overloads : BothFlags<"allow_include_all_overloads", "allow-include-all-overloads", "The listed files may ask for all overloads of an operator">, Sets<"AllowAllOverloads">;
  defm output_dir : Both<"output_dir", "output-dir", "<folder>", "The folder to write selected_operators.yaml to">;
}

def grp_action : OptionGroup<"action">, HelpText<"WHAT TO DO">;
let Group = grp_action in {
  defm output : Value<"output", "<file>", "Write the selection there: a file, a folder for selected_operators.yaml, or - for stdout">;
  def o : JoinedOrSeparate<["-"], "o">, Alias<output_eq>, MetaVarName<"<file>">, HelpText<"Same as --output">;
  def ignore_dtypes : F<"ignore-dtypes", "Write every selected operator for all dtypes">, Sets<"IgnoreDtypes">;
  def print : F<"print", "Print the selection as a table: operators, dtypes, who asked">, Sets<"Print">;
  def diff : F<"diff", "Print how two selections, any files for --ops, differ; status 2 if they do">;
}

def help : F<"help", "Show this page">, Sets<"Help">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">, Sets<"Version">;
