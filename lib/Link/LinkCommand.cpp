// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/LinkCommand.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace llvm::opt;

namespace etprune {

namespace {

#define ET_OPTIONS "Link/LdOptions.inc"
#include "Link/OptionTable.inc"

/// GNU ld's `@file`: the file's words take the argument's place; a file that does not exist leaves
/// the argument as it is.
Error expandResponseFiles(std::vector<std::string> &Args) {
  unsigned Files = 0;
  for (size_t I = 0; I < Args.size();) {
    if (Args[I].size() < 2 || Args[I][0] != '@') {
      ++I;
      continue;
    }
    auto Buffer = MemoryBuffer::getFile(Args[I].substr(1), /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
    if (!Buffer) {
      ++I;
      continue;
    }
    if (++Files > 2000)
      return createStringError("response file '" + Args[I] + "' includes itself");
    BumpPtrAllocator Allocator;
    StringSaver Saver(Allocator);
    SmallVector<const char *> Words;
    cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Words);
    Args.erase(Args.begin() + I);
    Args.insert(Args.begin() + I, Words.begin(), Words.end());
  }
  return Error::success();
}

std::optional<LinkOperand::Kind> operandKind(unsigned Id) {
  switch (Id) {
  case OPT_INPUT:
    return LinkOperand::Input;
  case OPT_library_eq:
    return LinkOperand::Library;
  case OPT_library_path_eq:
    return LinkOperand::LibraryPath;
  case OPT_script_eq:
  case OPT_default_script_eq:
    return LinkOperand::Script;
  case OPT_just_symbols_eq:
  case OPT_mri_script_eq:
  case OPT_version_script_eq:
  case OPT_dynamic_list_eq:
  case OPT_export_list_eq:
  case OPT_retain_symbols_eq:
  case OPT_in_implib_eq:
  case OPT_symbol_ordering_file_eq:
  case OPT_call_graph_ordering_file_eq:
  case OPT_remap_inputs_file_eq:
    return LinkOperand::Auxiliary;
  case OPT_sysroot_eq:
    return LinkOperand::Sysroot;
  case OPT_output_eq:
    return LinkOperand::Output;
  case OPT_map_eq:
    return LinkOperand::Map;
  case OPT_dependency_file_eq:
    return LinkOperand::DependencyFile;
  case OPT_out_implib_eq:
    return LinkOperand::ImportLibrary;
  case OPT_other_output_reproduce:
  case OPT_other_output_reproduce_eq:
  case OPT_other_output_print_symbol_order:
  case OPT_other_output_print_symbol_order_eq:
  case OPT_other_output_opt_remarks_filename:
  case OPT_other_output_opt_remarks_filename_eq:
  case OPT_other_output_lto_obj_path_eq:
  case OPT_other_output_print_archive_stats_eq:
  case OPT_other_output_save_temps_eq:
  case OPT_other_output_thinlto_cache_dir_eq:
  case OPT_other_output_time_trace_eq:
  case OPT_other_output_why_extract_eq:
    return LinkOperand::OtherOutput;
  case OPT_audit_eq:
  case OPT_auxiliary_eq:
  case OPT_defsym_eq:
  case OPT_depaudit_eq:
  case OPT_dynamic_linker_eq:
  case OPT_filter_eq:
  case OPT_package_metadata_eq:
  case OPT_rpath_eq:
  case OPT_rpath_link_eq:
  case OPT_soname_eq:
    return LinkOperand::NoFile;
  case OPT_plugin_eq:
    return LinkOperand::Plugin;
  case OPT_plugin_opt_eq:
    return LinkOperand::PluginOption;
  }
  return std::nullopt;
}

/// Identifiers in `SYMBOL=EXPRESSION`.
void addIdentifiers(StringRef Text, std::vector<std::string> &Names) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == '$'; };
  while (!Text.empty()) {
    StringRef Word = Text.take_while(IsPart);
    if (!Word.empty() && !isDigit(Word[0]))
      Names.push_back(Word.str());
    Text = Text.drop_front(Word.empty() ? 1 : Word.size());
  }
}

void addRootSymbols(unsigned Id, StringRef Value, std::vector<std::string> &Names) {
  switch (Id) {
  case OPT_entry_eq:
  case OPT_undefined_eq:
  case OPT_require_defined_eq:
  case OPT_init_eq:
  case OPT_fini_eq:
  case OPT_export_symbol_eq:
  case OPT_defsym_eq:
    addIdentifiers(Value, Names);
    break;
  case OPT_wrap_eq:
    Names.push_back(Value.str());
    Names.push_back(("__wrap_" + Value).str());
    break;
  }
}

/// The list of what an option says about the symbols that the image shows.
std::vector<std::string> *exportsOf(LinkCommand &Command, unsigned Id) {
  switch (Id) {
  case OPT_version_script_eq:
    return &Command.VersionScripts;
  case OPT_dynamic_list_eq:
  case OPT_export_list_eq:
    return &Command.DynamicLists;
  case OPT_export_symbol_eq:
    return &Command.ExportedSymbols;
  case OPT_exclude_libs_eq:
    return &Command.ExcludedLibraries;
  }
  return nullptr;
}

} // namespace

bool WrapperOptions::take(StringRef Arg) {
  const std::pair<StringRef, bool *> Flags[] = {{"--et-ignore-dtypes", &IgnoreDtypes},
                                                {"--et-drop-backends", &DropBackends},
                                                {"--et-add-gc-sections", &AddGcSections},
                                                {"--et-post-link", &PostLink}};
  const std::pair<StringRef, std::vector<std::string> *> Lists[] = {{"--et-select=", &Select},
                                                                    {"--et-op=", &Operators},
                                                                    {"--et-drop=", &Dropped},
                                                                    {"--et-budget=", &Budgets}};
  const std::pair<StringRef, std::string *> Files[] = {{"--et-report-text=", &ReportText},
                                                       {"--et-report-json=", &ReportJson},
                                                       {"--et-keep-full=", &KeepFull}};
  for (auto [Name, Flag] : Flags)
    if (Arg == Name)
      return *Flag = true;
  for (auto [Name, Values] : Lists)
    if (Arg.consume_front(Name))
      return Values->push_back(Arg.str()), true;
  for (auto [Name, Path] : Files)
    if (Arg.consume_front(Name))
      return *Path = Arg.str(), true;
  return false;
}

Expected<LinkCommand> LinkCommand::parse(ArrayRef<std::string> Argv) {
  std::vector<std::string> Expanded = Argv.vec();
  if (Error E = expandResponseFiles(Expanded))
    return E;
  return parseExpanded(std::move(Expanded));
}

LinkCommand LinkCommand::parseExpanded(std::vector<std::string> Args) {
  LinkCommand Command;
  for (std::string &Arg : Args)
    if (Command.Et.take(Arg))
      Command.HasEt = true;
    else
      Command.Args.push_back(std::move(Arg));

  std::vector<const char *> Pointers;
  for (const std::string &Arg : Command.Args)
    Pointers.push_back(Arg.c_str());
  static const OptionTable Table;
  unsigned MissingIndex, MissingCount;
  InputArgList Parsed = Table.ParseArgs(Pointers, MissingIndex, MissingCount);

  bool WholeArchive = false, Static = false, Raw = false;
  std::vector<std::pair<bool, bool>> Saved;
  for (const Arg *A : Parsed) {
    unsigned Id = A->getOption().getUnaliasedOption().getID();
    switch (Id) {
    case OPT_relocatable_relocatable:
    case OPT_relocatable_r:
    case OPT_relocatable_i:
    case OPT_relocatable_Ur:
    case OPT_lto_emit_asm:
    case OPT_lto_emit_llvm:
    case OPT_plugin_opt_emit_asm:
    case OPT_plugin_opt_emit_llvm:
      Command.Relocatable = true;
      continue;
    case OPT_shared_shared:
    case OPT_shared_Bshareable:
      Command.Shared = Command.PositionIndependent = true;
      continue;
    case OPT_pie_pie:
    case OPT_pie_pic_executable:
      Command.PositionIndependent = true;
      continue;
    case OPT_no_pie_pie:
    case OPT_no_pie_pic_executable:
      Command.PositionIndependent = Command.Shared; // after -shared, GNU ld alone obeys it
      continue;
    case OPT_export_dynamic:
    case OPT_no_export_dynamic:
      Command.ExportDynamic = Id == OPT_export_dynamic;
      continue;
    case OPT_gc_sections:
      Command.GcSections = true;
      continue;
    case OPT_no_gc_sections:
      Command.GcSections = false;
      continue;
    case OPT_fat_lto_objects:
    case OPT_no_fat_lto_objects:
      Command.FatLtoObjects = Id == OPT_fat_lto_objects;
      continue;
    case OPT_whole_archive:
    case OPT_no_whole_archive:
      WholeArchive = Id == OPT_whole_archive;
      continue;
    case OPT_static_Bstatic:
    case OPT_static_dn:
    case OPT_static_non_shared:
    case OPT_static_static:
      Static = true;
      continue;
    case OPT_dynamic_Bdynamic:
    case OPT_dynamic_dy:
    case OPT_dynamic_call_shared:
      Static = false;
      continue;
    case OPT_push_state:
      Saved.push_back({WholeArchive, Static});
      continue;
    case OPT_pop_state:
      if (!Saved.empty()) {
        std::tie(WholeArchive, Static) = Saved.back();
        Saved.pop_back();
      }
      continue;
    case OPT_print_map:
      Command.PrintMap = true;
      // A relink prints the map itself.
      Command.Operands.push_back({LinkOperand::OtherOutput, A->getIndex(),
                                  StringRef(Pointers[A->getIndex()]).size(), A->getIndex(), ""});
      continue;
    }
    if (A->getNumValues() == 0)
      continue;
    StringRef Value = A->getValue();
    if (Id == OPT_format_eq)
      Raw = Value != "default" && !Value.starts_with("elf");
    addRootSymbols(Id, Value, Command.RootSymbols);
    if (std::vector<std::string> *Exports = exportsOf(Command, Id))
      Exports->push_back(Value.str());
    Command.HasSoname |= Id == OPT_soname_eq;
    if (Id == OPT_entry_eq)
      Command.Entry = Value.str();
    if (Id == OPT_defsym_eq)
      Command.Definitions.push_back(Value.str());
    auto Kind = operandKind(Id);
    if (!Kind)
      continue;
    // A value is either the tail of the option's own argument or the whole next one.
    LinkOperand Operand{*Kind,       A->getIndex(), 0,      A->getIndex(),
                        Value.str(), WholeArchive,  Static, Raw};
    StringRef Own(Pointers[Operand.Arg]);
    if (Id != OPT_INPUT && Value.data() >= Own.begin() && Value.data() <= Own.end())
      Operand.Offset = Value.data() - Own.begin();
    else if (Id != OPT_INPUT)
      ++Operand.Arg;
    Command.Operands.push_back(std::move(Operand));
  }
  return Command;
}

const LinkOperand *LinkCommand::last(LinkOperand::Kind What) const {
  for (auto It = Operands.rbegin(); It != Operands.rend(); ++It)
    if (It->What == What)
      return &*It;
  return nullptr;
}

std::string LinkCommand::output() const {
  const LinkOperand *Output = last(LinkOperand::Output);
  return Output ? Output->Text : "a.out";
}

} // namespace etprune
