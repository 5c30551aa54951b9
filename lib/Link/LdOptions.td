// The linker options that matter to et-ld: those that name files, take a separate value (which must
// not be mistaken for an input), or change what kind of link it is. All others pass through unread.

include "llvm/Option/OptParser.td"

multiclass Value<string name> {
  def _eq : Joined<["--", "-"], name # "=">;
  def "" : Separate<["--", "-"], name>, Alias<!cast<Option>(NAME # "_eq")>;
}
class Short<string name> : JoinedOrSeparate<["-"], name>;

// What kind of link it is.
foreach name = ["relocatable", "r", "i", "Ur"] in
  def relocatable_ # name : Flag<!if(!eq(name, "relocatable"), ["--", "-"], ["-"]), name>;
foreach name = ["emit-asm", "emit-llvm"] in {
  def lto_ # !subst("-", "_", name) : Flag<["--", "-"], "lto-" # name>;
  def plugin_opt_ # !subst("-", "_", name) : Flag<["--", "-"], "plugin-opt=" # name>;
}
foreach name = ["shared", "Bshareable"] in
  def shared_ # name : Flag<["--", "-"], name>;
foreach name = ["pie", "pic-executable"] in {
  def pie_ # !subst("-", "_", name) : Flag<["--", "-"], name>;
  def no_pie_ # !subst("-", "_", name) : Flag<["--", "-"], "no-" # name>;
}
def export_dynamic : Flag<["--", "-"], "export-dynamic">;
def no_export_dynamic : Flag<["--", "-"], "no-export-dynamic">;
def E : Flag<["-"], "E">, Alias<export_dynamic>;
def gc_sections : Flag<["--", "-"], "gc-sections">;
def no_gc_sections : Flag<["--", "-"], "no-gc-sections">;
def fat_lto_objects : Flag<["--", "-"], "fat-lto-objects">;
def no_fat_lto_objects : Flag<["--", "-"], "no-fat-lto-objects">;
def print_map : Flag<["--", "-"], "print-map">;
def M : Flag<["-"], "M">, Alias<print_map>;

// How the inputs that follow are taken.
def whole_archive : Flag<["--", "-"], "whole-archive">;
def no_whole_archive : Flag<["--", "-"], "no-whole-archive">;
def push_state : Flag<["--", "-"], "push-state">;
def pop_state : Flag<["--", "-"], "pop-state">;
foreach name = ["Bstatic", "dn", "non_shared", "static"] in
  def static_ # name : Flag<["--", "-"], name>;
foreach name = ["Bdynamic", "dy", "call_shared"] in
  def dynamic_ # name : Flag<["--", "-"], name>;

defm format : Value<"format">;
def b : Short<"b">, Alias<format_eq>;

// Inputs and where they are looked for.
defm script : Value<"script">;
def T : Short<"T">, Alias<script_eq>;
defm default_script : Value<"default-script">;
def dT : Short<"dT">, Alias<default_script_eq>;
defm library : Value<"library">;
def l : Short<"l">, Alias<library_eq>;
defm library_path : Value<"library-path">;
def L : Short<"L">, Alias<library_path_eq>;
defm sysroot : Value<"sysroot">;
defm just_symbols : Value<"just-symbols">;
def R : Short<"R">, Alias<just_symbols_eq>;
defm mri_script : Value<"mri-script">;
def c : Separate<["-"], "c">, Alias<mri_script_eq>;
defm version_script : Value<"version-script">;
defm dynamic_list : Value<"dynamic-list">;
defm export_list : Value<"export-dynamic-symbol-list">;
defm retain_symbols : Value<"retain-symbols-file">;
defm in_implib : Value<"in-implib">;
defm symbol_ordering_file : Value<"symbol-ordering-file">;
defm call_graph_ordering_file : Value<"call-graph-ordering-file">;
defm remap_inputs_file : Value<"remap-inputs-file">;

// Outputs.
defm output : Value<"output">;
def o : Short<"o">, Alias<output_eq>;
defm map : Value<"Map">;
defm dependency_file : Value<"dependency-file">;
defm out_implib : Value<"out-implib">;

// What LLD writes besides; "-foo FILE" is not a form of all of them.
foreach name = ["reproduce", "print-symbol-order", "opt-remarks-filename"] in {
  def other_output_ # !subst("-", "_", name) : Separate<["--", "-"], name>;
  def other_output_ # !subst("-", "_", name) # _eq : Joined<["--", "-"], name # "=">;
}
foreach name = ["lto-obj-path", "print-archive-stats", "save-temps", "thinlto-cache-dir", "time-trace",
                "why-extract"] in
  def other_output_ # !subst("-", "_", name) # _eq : Joined<["--", "-"], name # "=">;

// Names of symbols that the link needs whatever the objects say.
defm entry : Value<"entry">;
def e : Short<"e">, Alias<entry_eq>;
defm undefined : Value<"undefined">;
def u : Short<"u">, Alias<undefined_eq>;
defm require_defined : Value<"require-defined">;
defm defsym : Value<"defsym">;
defm init : Value<"init">;
defm fini : Value<"fini">;
defm wrap : Value<"wrap">;
defm export_symbol : Value<"export-dynamic-symbol">;

// Archives whose symbols the image does not show.
defm exclude_libs : Value<"exclude-libs">;

// Paths and names that go into the image: nothing is read or written there.
defm audit : Value<"audit">;
defm depaudit : Value<"depaudit">;
def P : Short<"P">, Alias<depaudit_eq>;
defm auxiliary : Value<"auxiliary">;
def f : Short<"f">, Alias<auxiliary_eq>;
defm filter : Value<"filter">;
def F : Short<"F">, Alias<filter_eq>;
defm dynamic_linker : Value<"dynamic-linker">;
def I : Short<"I">, Alias<dynamic_linker_eq>;
defm rpath : Value<"rpath">;
defm rpath_link : Value<"rpath-link">;
defm soname : Value<"soname">;
def h : Short<"h">, Alias<soname_eq>;
def package_metadata_eq : Joined<["--", "-"], "package-metadata=">; // GNU ld knows no other form

// The compiler driver's plugin.
defm plugin : Value<"plugin">;
defm plugin_opt : Value<"plugin-opt">;

// A separate value that is no input.
foreach name = ["assert", "architecture", "compress-debug-sections", "compress-sections",
                "error-handling-script", "error-limit",
                "exclude-modules-for-implib", "gpsize", "hash-size", "hash-style",
                "ignore-unresolved-symbol", "image-base", "keep-unique", "lto-aa-pipeline",
                "lto-newpm-passes", "max-cache-size", "mllvm", "oformat", "opt-remarks-format",
                "opt-remarks-passes", "orphan-handling", "remap-inputs", "section-start",
                "shuffle-sections", "sort-section", "spare-dynamic-tags", "target2", "task-link",
                "thinlto-cache-policy", "thinlto-jobs", "thinlto-single-module", "threads",
                "trace-symbol", "undefined-glob", "unresolved-symbols", "version-exports-section",
                "warn-backrefs-exclude",
                "Tbss", "Tdata", "Ttext", "Ttext-segment", "Trodata-segment", "Tldata-segment"] in
  def value_ # !subst("-", "_", name) : Separate<["--", "-"], name>;
foreach name = ["a", "A", "G", "m", "y", "Y", "z", "O"] in
  def value_short_ # name : Short<name>;
