// et-run's command line.

include "llvm/Option/OptParser.td"

include "common/OptionKinds.td"

def grp_inputs : OptionGroup<"inputs">, HelpText<"INPUTS (each option again for the next input tensor)">;
let Group = grp_inputs in {
  defm input : Value<"input", "<file>", "Its elements: numbers as .csv or .txt, or raw bytes in a file of any other name">, Sets<"InputFiles">;
  defm shape : Value<"shape", "<sizes>", "Its sizes where the model leaves them open: 2,3">;
}
def grp_run : OptionGroup<"run">, HelpText<"WHAT TO RUN">;
let Group = grp_run in {
  defm method : Value<"method", "<name>", "Only this method, not all of them">, Sets<"Method">;
  defm fill : Value<"fill", "<how>", "What inputs without a file have: zeros, ones, ramp (the default) or random">;
  defm data : Value<"data", "[<key>=]<file>", "A .ptd file of weights beside the model, or the bytes of one by its name">;
  defm repeat : Value<"repeat", "<n>", "Run each method so many times">;
  defm scratch : Value<"scratch", "<bytes>", "Memory that kernels may use while they run (default: 1048576)">;
  defm unbound : Value<"unbound", "<bytes>", "Memory for tensors without a bound (default: 16777216)">;
  defm rtol : Value<"rtol", "<number>", "How much test cases may differ, relative to what they expect (default: 1e-4)">;
  defm atol : Value<"atol", "<number>", "The same in absolute terms (default: 1e-6)">;
}
def grp_show : OptionGroup<"show">, HelpText<"WHAT TO SHOW">;
let Group = grp_show in {
  def all : F<"all", "Print all elements, not only the ends of long dimensions">;
  def profile : F<"profile", "Print time, bytes and library of each instruction and operator">, Sets<"Profile">;
  defm profile_json : Value<"profile-json", "<file>", "Write them as JSON; - for stdout">, Sets<"ProfileJson">;
  def memory : F<"memory", "Print what memory each method takes">, Sets<"Memory">;
}

def help : F<"help", "Show this page">, Sets<"Help">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">, Sets<"Version">;
