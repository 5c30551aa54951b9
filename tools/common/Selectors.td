// The options of et-prune and et-oplist that select operators. Included after OptParser.td.

include "common/OptionKinds.td"

let Group = grp_selection, Flags = [Prunes, Checks, Explains, PrintsFlags] in {
  defm ops : Value<"ops", "<file>", "A file of operators in any form, such as selected_operators.yaml">;
  defm model : Value<"model", "<file>", "A program: .pte or .bpte">;
  defm op_list : Value<"op-list", "<list>", "Operators, separated by commas: \"aten::add.out,aten::mm.out\"">;
  defm ops_schema : Value<"ops-schema", "<file>", "Every operator of a schema file: functions.yaml, custom_ops.yaml and others">;
  defm ops_dict : Value<"ops-dict", "<dictionary>", "Operators with their dtypes, as '{\"aten::add.out\": [\"Float\"]}' or in a file">;
  defm add : Value<"add", "<operator>", "One more operator">;
  defm drop : Value<"drop", "<operator>", "Do not select this operator, even if another option selects it">;
  def all_ops : F<"all-ops", "Every operator of the kernel libraries">;
}
