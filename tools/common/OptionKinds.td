// Two kinds of options: F is a flag, Value has a value. Two annotations of options: Sets and For.
// Included after OptParser.td.

#ifndef OPTION_KINDS_TD
#define OPTION_KINDS_TD

// et-ld gets its options among the linker's options. The prefix --et- tells them apart.
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

// The member of the tool's config that the option sets (OptionTable.inc). A flag sets a bool to
// true, a string gets the last value, and a list of strings gets every value.
class Sets<string member> : MarshallingInfo<KeyPathAndMacro<"", member>, "{}">;

// The modes of et-prune. An option's annotation For<[...]> lists the modes that accept the option.
// All other modes refuse it.
def Prunes : OptionFlag;
def Checks : OptionFlag;
def Explains : OptionFlag;
def Compares : OptionFlag;
def Tables : OptionFlag;
def PrintsFlags : OptionFlag;
class For<list<OptionFlag> modes> { list<OptionFlag> Flags = modes; }

def grp_selection : OptionGroup<"selection">, HelpText<"SELECTION (options can be combined; the union is selected)">;

#endif
