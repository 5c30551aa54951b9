// The kinds of options that the tools have, and the two notes that an option may carry: Sets and For.
// Included with OptParser.td at hand.

#ifndef OPTION_KINDS_TD
#define OPTION_KINDS_TD

// et-ld's options stand among the linker's.
#ifdef ET_LD
defvar Prefix = "--et-";
#else
defvar Prefix = "--";
#endif

class F<string name, string help> : Flag<[Prefix], name>, HelpText<help>;
multiclass Value<string name, string metavar, string help> {
  def _eq : Joined<[Prefix], name # "=">, MetaVarName<metavar>, HelpText<help>;
#ifndef ET_LD
  def "" : Separate<[Prefix], name>, Alias<!cast<Joined>(NAME # "_eq")>;
#endif
}

// The member of the tool's config that the option sets (OptionTable.inc): a flag makes a bool true,
// a string gets the last value, a list of strings gets every value.
class Sets<string member> : MarshallingInfo<KeyPathAndMacro<"", member>, "{}">;

// The modes of et-prune that heed the option; in any other mode it is an error.
def Prunes : OptionFlag;
def Checks : OptionFlag;
def Explains : OptionFlag;
def Compares : OptionFlag;
def Tables : OptionFlag;
def PrintsFlags : OptionFlag;
class For<list<OptionFlag> modes> { list<OptionFlag> Flags = modes; }

def grp_selection : OptionGroup<"selection">, HelpText<"SELECTION (any mix; the union counts)">;

#endif
