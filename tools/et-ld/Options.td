// et-ld's own options, `--et-...` among the linker's.

#define ET_LD

include "llvm/Option/OptParser.td"

include "cmake/LinkOptions.td"

let Group = grp_selection in {
  defm select : Value<"select", "<file>", "Register only what the file asks for: a program, selected_operators.yaml, schema yaml, a dictionary or a list; repeatable">;
  defm model : Value<"model", "<file>", "Register only what the model, a .pte or .bpte, calls; repeatable">;
  defm op : Value<"op", "<operator>", "An operator more; repeatable">;
  defm drop : Value<"drop", "<operator>", "Leave an operator out, of the selection or, without one, of all; repeatable">;
}
let Group = grp_action in {
  def post_link : F<"post-link", "Link every kernel first, then prune: the full program must fit">, Sets<"PostLink">;
  defm keep_full : Value<"keep-full", "<file>", "That, and keep the full image there">, Sets<"KeepFull">;
}
