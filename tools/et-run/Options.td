// et-run's command line.

include "llvm/Option/OptParser.td"

include "common/OptionKinds.td"

def grp_inputs : OptionGroup<"inputs">, HelpText<"INPUTS (the first --input or --shape is for the first input tensor, and so on)">;
let Group = grp_inputs in {
  defm input : Value<"input", "<file>", "The elements: numbers in a .csv or .txt file, or raw bytes in any other file">, Sets<"InputFiles">;
  defm shape : Value<"shape", "<sizes>", "The sizes of the tensor, such as 2,3, if the model allows other sizes">;
}
def grp_run : OptionGroup<"run">, HelpText<"WHAT TO RUN">;
let Group = grp_run in {
  defm method : Value<"method", "<name>", "Run only this method">, Sets<"Method">;
  defm fill : Value<"fill", "<how>", "Fill inputs without a file with zeros, ones, ramp (the default) or random">;
  defm data : Value<"data", "[<key>=]<file>", "A .ptd file with weights of the model, or the bytes of the weight with this key">;
  defm repeat : Value<"repeat", "<n>", "Run each method this many times">;
  defm scratch : Value<"scratch", "<bytes>", "Scratch memory for kernels (default: 1048576)">;
  defm unbound : Value<"unbound", "<bytes>", "Memory for tensors of unbound shape (default: 16777216)">;
  defm rtol : Value<"rtol", "<number>", "Allowed difference of a test case, relative to the expected value (default: 1e-4)">;
  defm atol : Value<"atol", "<number>", "Allowed absolute difference of a test case (default: 1e-6)">;
}
def grp_show : OptionGroup<"show">, HelpText<"WHAT TO SHOW">;
let Group = grp_show in {
  def all : F<"all", "Print all elements; by default, long dimensions are abbreviated">;
  def profile : F<"profile", "Print time, bytes and library of each instruction and operator">, Sets<"Profile">;
  defm profile_json : Value<"profile-json", "<file>", "Write the profile as JSON; - for stdout">, Sets<"ProfileJson">;
  def memory : F<"memory", "Print the memory that each method needs">, Sets<"Memory">;
}

def help : F<"help", "Show this page">, Sets<"Help">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">, Sets<"Version">;
