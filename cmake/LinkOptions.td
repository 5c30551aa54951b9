// The options that et-prune and et-ld share. et-ld's names begin with --et-. For example,
// et-prune's --budget is et-ld's --et-budget. The options set members of PruneRequest.
//
// EtPrune.cmake also reads this file. An option whose line ends with InCMake is a keyword of
// et_prune_target. For example, DROP_BACKENDS is the keyword for drop-backends.

include "common/OptionKinds.td"

def InLink : OptionFlag; // --print-link-flags prints the option
class InCMake;
// A part of the help text that only et-prune prints.
class OfPrune<string text> { string Text = !if(!eq(Prefix, "--"), text, ""); }

let Group = grp_selection in {
  def ignore_dtypes : F<"ignore-dtypes", "Keep all dtypes of every selected operator">, Sets<"IgnoreDtypes">, For<[InLink, Prunes, Checks, Explains]>;
}

def grp_action : OptionGroup<"action">, HelpText<"WHAT TO DO">;
let Group = grp_action in {
  def drop_backends : F<"drop-backends", "Leave out backends that no model of the selection delegates to">, Sets<"DropBackends">, For<[InLink, Prunes]>, InCMake;
  def add_gc_sections : F<"add-gc-sections", "Prune although the program was linked without --gc-sections">, Sets<"AddGcSections">, For<[InLink, Prunes, Explains]>;
  defm budget : Value<"budget", "<region=size>", "Fail if the image takes more of a memory region: FLASH=64K" # OfPrune<"; of --table, m4:FLASH=64K for one board">.Text>, Sets<"Budgets">, For<[InLink, Prunes, Explains, Tables]>, InCMake;
}

def grp_report : OptionGroup<"report">, HelpText<"REPORT">;
let Group = grp_report in {
  defm report_text : Value<"report-text", "<file>", "Write the report" # OfPrune<" of stdout">.Text # " there">, Sets<"Reports.Text">, For<[InLink, Prunes, Explains, Tables]>;
  defm report_json : Value<"report-json", "<file>", "Write the report as JSON" # OfPrune<"; - for stdout, which then has nothing else">.Text>, Sets<"Reports.Json">, For<[InLink, Prunes, Explains, Checks, Tables]>;
  defm report_html : Value<"report-html", "<file>", "Write the report as one HTML page">, Sets<"Reports.Html">, For<[InLink, Prunes, Explains, Tables]>;
}
