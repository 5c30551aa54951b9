// et-prune's command line.

include "llvm/Option/OptParser.td"

include "common/Selectors.td"
include "cmake/LinkOptions.td"

let Group = grp_action in {
  defm output : Value<"output", "<file>", "Write the pruned image to this file; by default, it replaces the input">, Sets<"Output">, For<[Prunes, PrintsFlags]>;
  def o : JoinedOrSeparate<["-"], "o">, Alias<output_eq>, MetaVarName<"<file>">, HelpText<"Same as --output">;
  def print_link_flags : F<"print-link-flags", "Only print the compiler options for a link with this selection; --output writes them to a response file">;
  def list_kernels : F<"list", "Only list the kernels that the image registers">;
  def check : F<"check", "Only check that the image has the selected operators">;
  def explain : F<"explain", "Account for every byte of the image: the cost of each operator, kernel, file and helper">, Sets<"Explain">;
  defm why : Value<"why", "<name>", "Explain why a symbol, section, operator or file is in the image, or was dropped; repeatable">, Sets<"Why">;
  def dry_run : F<"dry-run", "Link, verify and report, but write no image">;
  def check_link : F<"check-link", "First check that linking again reproduces the image">, Sets<"CheckLink">, For<[Prunes]>;
  defm linker : Value<"linker", "<program>", "Link with this program instead of the recorded one; implies --check-link">, Sets<"Linker">, For<[Prunes, Explains]>;
}

let Group = grp_report in {
  def compare_full : F<"compare-full", "Report the change from the image with every kernel">, Sets<"CompareFull">, For<[Prunes]>;
  def diff : F<"diff", "Compare two JSON reports, given instead of an image, and explain the changes">;
  def table : F<"table", "Make one table of many JSON reports, given instead of an image: models by boards">;
  defm diff_format : Value<"diff-format", "<form>", "With --diff: markdown (the default) or json">, Sets<"DiffFormat">, For<[Compares]>;
  defm fail_if_grows : Value<"fail-if-grows", "<what:more>", "With --diff: status 3 if this grew by more: flash:1%, ram:512, FLASH:4K, kernels:0; repeatable">, Sets<"FailIfGrows">, For<[Compares]>;
  def no_demangle : F<"no-demangle", "Print mangled names of C++">, Sets<"NoDemangle">, For<[Explains]>;
  def verbose : F<"verbose", "Report every kernel, section and changed input section">, Sets<"Verbose">, For<[Prunes, Explains]>;
  def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Same as --verbose">;
  def quiet : F<"quiet", "No report on stdout">, Sets<"Quiet">, For<[Prunes, Explains, Checks, Compares, Tables]>;
  def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this page">;
def h : Flag<["-"], "h">, Alias<help>, HelpText<"Same as --help">;
def version : F<"version", "Show the version">;
