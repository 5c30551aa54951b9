// et-prune's command line.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;
multiclass Value<string name, string metavar, string help> {
  def _eq : Joined<["--"], name # "=">, MetaVarName<metavar>, HelpText<help>;
  def "" : Separate<["--"], name>, Alias<!cast<Joined>(NAME # "_eq")>;
}

def grp_selection : OptionGroup<"selection">, HelpText<"SELECTION (any mix; the union counts)">;
let Group = grp_selection in {
  defm ops : Value<"ops", "<file>", "A selection in any form: ExecuTorch's selected_operators.yaml, a schema yaml, a dictionary, a list with an operator a line, a program">;
  defm model : Value<"model", "<file>", "A program: .pte or .bpte">;
  defm op_list : Value<"op-list", "<list>", "Operators, separated by commas: \"aten::add.out,aten::mm.out\"">;
  defm ops_schema : Value<"ops-schema", "<file>", "Every operator of a functions.yaml, custom_ops.yaml or the like">;
  defm ops_dict : Value<"ops-dict", "<dictionary>", "Operators with their dtypes, '{\"aten::add.out\": [\"Float\"]}', or a file with them">;
  defm add : Value<"add", "<operator>", "One operator more">;
  defm drop : Value<"drop", "<operator>", "Leave an operator out, whatever selects it">;
  def all_ops : F<"all-ops", "Every kernel that is linked: gives the full image back">;
  def ignore_dtypes : F<"ignore-dtypes", "Keep all dtypes of every selected operator">;
}

def grp_action : OptionGroup<"action">, HelpText<"WHAT TO DO">;
let Group = grp_action in {
  defm output : Value<"output", "<file>", "Write the pruned image there; without, the input is replaced">;
  def o : JoinedOrSeparate<["-"], "o">, Alias<output_eq>, MetaVarName<"<file>">, HelpText<"Same as --output">;
  def list_kernels : F<"list", "List the kernels that the image registers, and do nothing else">;
  def check : F<"check", "Say whether the image can run what is selected, and do nothing else">;
  def dry_run : F<"dry-run", "Do everything but write">;
  def check_link : F<"check-link", "First make sure that linking again gives the image as it is">;
  def drop_backends : F<"drop-backends", "Leave out backends that no model of the selection delegates to">;
  def add_gc_sections : F<"add-gc-sections", "Prune although the program was linked without --gc-sections">;
  defm linker : Value<"linker", "<program>", "Link with this program instead of the recorded one; implies --check-link">;
}

def grp_report : OptionGroup<"report">, HelpText<"REPORT">;
let Group = grp_report in {
  defm report_json : Value<"report-json", "<file>", "Write the report as JSON; - for stdout, which then has nothing else">;
  def verbose : F<"verbose", "Report every kernel, section and changed input section">;
  def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Same as --verbose">;
  def quiet : F<"quiet", "No report on stdout">;
  def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this page">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">;
