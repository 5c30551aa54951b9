// The options that select operators, the same in every tool but et-ld. Included with OptParser.td at
// hand.

include "common/OptionKinds.td"

let Group = grp_selection, Flags = [Prunes, Checks, Explains, PrintsFlags] in {
  defm ops : Value<"ops", "<file>", "selected_operators.yaml, or any other file that says what is wanted">;
  defm model : Value<"model", "<file>", "A program: .pte or .bpte">;
  defm op_list : Value<"op-list", "<list>", "Operators, separated by commas: \"aten::add.out,aten::mm.out\"">;
  defm ops_schema : Value<"ops-schema", "<file>", "Every operator of a functions.yaml, custom_ops.yaml or the like">;
  defm ops_dict : Value<"ops-dict", "<dictionary>", "Operators with their dtypes, '{\"aten::add.out\": [\"Float\"]}', or a file with them">;
  defm add : Value<"add", "<operator>", "One operator more">;
  defm drop : Value<"drop", "<operator>", "Leave an operator out, whatever selects it">;
  def all_ops : F<"all-ops", "Every operator that there is">;
}
