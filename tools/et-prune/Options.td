// et-prune's command line.

include "llvm/Option/OptParser.td"

include "common/Selectors.td"
include "cmake/LinkOptions.td"

let Group = grp_action in {
  defm output : Value<"output", "<file>", "Write the pruned image there; without, the input is replaced">, Sets<"Output">, For<[Prunes, PrintsFlags]>;
  def o : JoinedOrSeparate<["-"], "o">, Alias<output_eq>, MetaVarName<"<file>">, HelpText<"Same as --output">;
  def print_link_flags : F<"print-link-flags", "Print what a link needs that makes this selection, with --output to a response file, and do nothing else">;
  def list_kernels : F<"list", "List the kernels that the image registers, and do nothing else">;
  def check : F<"check", "Say whether the image can run what is selected, and do nothing else">;
  def explain : F<"explain", "Account for every byte of the image: what each operator, kernel, file and helper costs">, Sets<"Explain">;
  defm why : Value<"why", "<name>", "Say why a symbol, section, operator or file is in the image, or what dropped it; repeatable">, Sets<"Why">;
  defm what_if : Value<"what-if", "<change>", "Say what a change would save, without a link: drop=<operators>, dtype=<dtype> or without-model=<file>; repeatable">, Sets<"WhatIf">;
  def dry_run : F<"dry-run", "Say what pruning would give: link and verify, and write no image">;
  def check_link : F<"check-link", "First make sure that linking again gives the image as it is">, Sets<"CheckLink">, For<[Prunes]>;
  defm linker : Value<"linker", "<program>", "Link with this program instead of the recorded one; implies --check-link">, Sets<"Linker">, For<[Prunes, Explains]>;
}

let Group = grp_report in {
  def compare_full : F<"compare-full", "Report the change from the image with every kernel">, Sets<"CompareFull">, For<[Prunes]>;
  def diff : F<"diff", "Compare two JSON reports, given in place of an image, and say what changed and why">;
  def table : F<"table", "Put many JSON reports, given in place of an image, into one table: models by boards">;
  defm diff_format : Value<"diff-format", "<form>", "Of --diff: markdown (the default) or json">, Sets<"DiffFormat">, For<[Compares]>;
  defm fail_if_grows : Value<"fail-if-grows", "<what:more>", "Of --diff: status 3 where something grew by more: flash:1%, ram:512, FLASH:4K, kernels:0; repeatable">, Sets<"FailIfGrows">, For<[Compares]>;
  def no_demangle : F<"no-demangle", "Names of C++ as the linker has them">, Sets<"NoDemangle">, For<[Explains]>;
  def verbose : F<"verbose", "Report every kernel, section and changed input section">, Sets<"Verbose">, For<[Prunes, Explains]>;
  def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Same as --verbose">;
  def quiet : F<"quiet", "No report on stdout">, Sets<"Quiet">, For<[Prunes, Explains, Checks, Compares, Tables]>;
  def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this page">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">;
