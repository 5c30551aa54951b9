// The kinds of options that the tools have. Included with OptParser.td at hand.

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;
multiclass Value<string name, string metavar, string help> {
  def _eq : Joined<["--"], name # "=">, MetaVarName<metavar>, HelpText<help>;
  def "" : Separate<["--"], name>, Alias<!cast<Joined>(NAME # "_eq")>;
}
