// et-oplist's command line.

include "llvm/Option/OptParser.td"

include "common/Selectors.td"

// ExecuTorch's own options have underscores or dashes. --help shows them with underscores.
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

def grp_generator : OptionGroup<"generator">, HelpText<"OPTIONS OF gen_oplist.py AND gen_all_oplist.py (underscores or dashes)">;
let Group = grp_generator in {
  defm output_path : Both<"output_path", "output-path", "<file>", "Write the selection to this file or folder; without selection options, an empty one">;
  defm model_file_path : Both<"model_file_path", "model-file-path", "<files>", "Programs, separated by commas or semicolons">;
  defm ops_schema_yaml_path : Both<"ops_schema_yaml_path", "ops-schema-yaml-path", "<file>", "Same as --ops-schema">;
  defm root_ops : Both<"root_ops", "root-ops", "<list>", "Same as --op-list">;
  defm generator_ops_dict : Value<"ops_dict", "<dictionary>", "Same as --ops-dict">;
  defm include_all_operators : BothFlags<"include_all_operators", "include-all-operators", "Same as --all-ops">;
  defm model_file_list_path : Both<"model_file_list_path", "model-file-list-path", "<file>", "A text file with names of files for --ops; may start with @">;
  defm allow_include_all_overloads : BothFlags<"allow_include_all_overloads", "allow-include-all-overloads", "Allow the listed files to select all overloads of an operator">, Sets<"AllowAllOverloads">;
  defm output_dir : Both<"output_dir", "output-dir", "<folder>", "Write selected_operators.yaml to this folder">;
}

def grp_action : OptionGroup<"action">, HelpText<"WHAT TO DO">;
let Group = grp_action in {
  defm output : Value<"output", "<file>", "Write the selection to this file, to selected_operators.yaml in this folder, or to stdout (-)">;
  def o : JoinedOrSeparate<["-"], "o">, Alias<output_eq>, MetaVarName<"<file>">, HelpText<"Same as --output">;
  def ignore_dtypes : F<"ignore-dtypes", "Write every selected operator for all dtypes">, Sets<"IgnoreDtypes">;
}

def help : F<"help", "Show this page">, Sets<"Help">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">, Sets<"Version">;
