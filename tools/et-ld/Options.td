// et-ld's own options, `--et-...`, which are mixed with the linker's options.

#define ET_LD

include "llvm/Option/OptParser.td"

include "cmake/LinkOptions.td"

let Group = grp_selection in {
  defm select : Value<"select", "<file>", "Register only the operators in this file: a model, selected_operators.yaml, schema yaml, a dictionary or a list; repeatable">;
  defm model : Value<"model", "<file>", "Register only the operators that this model (.pte or .bpte) calls; repeatable">;
  defm op : Value<"op", "<operator>", "One more operator; repeatable">;
  defm drop : Value<"drop", "<operator>", "Drop this operator from the selection or, without a selection, from all operators; repeatable">;
}
let Group = grp_action in {
  def post_link : F<"post-link", "Link with every kernel, then prune; the full program must fit">, Sets<"PostLink">;
  defm keep_full : Value<"keep-full", "<file>", "Like --et-post-link; also write the full image to this file">, Sets<"KeepFull">;
}
