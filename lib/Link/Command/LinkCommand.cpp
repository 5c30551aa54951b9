// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Command/LinkCommand.h"

#include "Link/Command/LinkNames.h"
#include "Link/Script/ScriptLexer.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace etprune {

namespace {

/// The kind of operand that an option's value is. Options that are not listed have no operand.
constexpr std::pair<OptionUse, LinkOperand::Kind> OperandKinds[] = {
    {OptionUse::Library, LinkOperand::Library},
    {OptionUse::LibraryPath, LinkOperand::LibraryPath},
    {OptionUse::Script, LinkOperand::Script},
    {OptionUse::Auxiliary, LinkOperand::Auxiliary},
    {OptionUse::VersionScript, LinkOperand::Auxiliary},
    {OptionUse::DynamicList, LinkOperand::Auxiliary},
    {OptionUse::Sysroot, LinkOperand::Sysroot},
    {OptionUse::Output, LinkOperand::Output},
    {OptionUse::Map, LinkOperand::Map},
    {OptionUse::DependencyFile, LinkOperand::DependencyFile},
    {OptionUse::ImportLibrary, LinkOperand::ImportLibrary},
    {OptionUse::OtherOutput, LinkOperand::OtherOutput},
    {OptionUse::PrintMap, LinkOperand::OtherOutput}, // a relink prints the map itself
    {OptionUse::NoFile, LinkOperand::NoFile},
    {OptionUse::Soname, LinkOperand::NoFile},
    {OptionUse::Define, LinkOperand::NoFile},
    {OptionUse::Plugin, LinkOperand::Plugin},
    {OptionUse::PluginOption, LinkOperand::PluginOption},
};

/// Options that set or clear a flag of the command.
struct FlagValue {
  bool LinkCommand::*Flag;
  bool Value;
};
constexpr std::pair<OptionUse, FlagValue> Flags[] = {
    {OptionUse::Relocatable, {&LinkCommand::Relocatable, true}},
    {OptionUse::Shared, {&LinkCommand::Shared, true}},
    {OptionUse::Pie, {&LinkCommand::PositionIndependent, true}},
    {OptionUse::ExportDynamic, {&LinkCommand::ExportDynamic, true}},
    {OptionUse::NoExportDynamic, {&LinkCommand::ExportDynamic, false}},
    {OptionUse::GcSections, {&LinkCommand::GcSections, true}},
    {OptionUse::NoGcSections, {&LinkCommand::GcSections, false}},
    {OptionUse::FatLto, {&LinkCommand::FatLtoObjects, true}},
    {OptionUse::NoFatLto, {&LinkCommand::FatLtoObjects, false}},
    {OptionUse::PrintMap, {&LinkCommand::PrintMap, true}},
    {OptionUse::StripDebug, {&LinkCommand::StripsDebug, true}},
    {OptionUse::StartLib, {&LinkCommand::HasLazyObjects, true}},
    {OptionUse::Soname, {&LinkCommand::HasSoname, true}},
    {OptionUse::Relax, {&LinkCommand::HasNoRelax, false}},
    {OptionUse::NoRelax, {&LinkCommand::HasNoRelax, true}},
};

constexpr std::pair<OptionUse, std::vector<std::string> LinkCommand::*> Lists[] = {
    {OptionUse::ExportedSymbol, &LinkCommand::ExportedSymbols},
    {OptionUse::Define, &LinkCommand::Definitions},
    {OptionUse::SymbolGlob, &LinkCommand::RootGlobs},
    {OptionUse::VersionScript, &LinkCommand::VersionScripts},
    {OptionUse::DynamicList, &LinkCommand::DynamicLists},
    {OptionUse::ExcludeLibs, &LinkCommand::ExcludedLibraries},
};

template <typename T, size_t Size>
const T *find(const std::pair<OptionUse, T> (&Table)[Size], OptionUse Use) {
  auto Entry = llvm::find_if(Table, [&](const auto &E) { return E.first == Use; });
  return Entry == std::end(Table) ? nullptr : &Entry->second;
}

/// The state that options set for the inputs after them.
struct InputState {
  bool WholeArchive = false, Static = false;
};

} // namespace

Error expandResponseFiles(std::vector<std::string> &Args) {
  unsigned Files = 0;
  for (size_t I = 0; I < Args.size();) {
    StringRef Path = Args[I];
    if (!Path.consume_front("@"))
      Path = ""; // an empty path cannot be opened
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                        /*IsVolatile=*/true);
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

LinkCommand LinkCommand::parseExpanded(std::vector<std::string> Args, const LinkerKind &Linker) {
  LinkCommand Command;
  Command.Args = std::move(Args);
  Command.Linker = &Linker;
  Command.Arguments = Linker.readArguments(Command.Args);
  for (const LinkArgument &Argument : Command.Arguments)
    if (Argument.Option)
      Command.readOption(Argument.Option->Use, Argument.Value);
  Command.readLists();
  Command.collectOperands();
  return Command;
}

void LinkCommand::readLists() {
  for (const auto &[Use, List] : Lists)
    (this->*List).clear();
  for (const LinkArgument &Argument : Arguments)
    if (const auto *List =
            Argument.Option && Argument.Value ? find(Lists, Argument.Option->Use) : nullptr)
      (this->**List).push_back(withoutLinkFolder(*Argument.Value));
}

void LinkCommand::rename(function_ref<std::string(const LinkOperand &)> Name) {
  for (LinkOperand &Operand : Operands)
    if (std::optional<std::string> &Value = Arguments[Operand.Argument].Value)
      Value = Operand.Text = Name(Operand);
  readLists();
}

void LinkCommand::readOption(OptionUse Use, const std::optional<std::string> &Value) {
  if (const FlagValue *Set = find(Flags, Use))
    this->*Set->Flag = Set->Value;
  PositionIndependent |= Use == OptionUse::Shared;
  if (Use == OptionUse::NoPie)
    PositionIndependent = Shared; // after -shared, only GNU ld obeys -no-pie
  if (Use == OptionUse::PluginOption)
    Relocatable |= Value == "emit-asm" || Value == "emit-llvm";
  if (!Value)
    return;
  if (Use == OptionUse::Entry)
    Entry = *Value;
  if (Use == OptionUse::Wrap)
    RootSymbols.insert(RootSymbols.end(), {*Value, "__wrap_" + *Value});
  if (llvm::is_contained(
          {OptionUse::Entry, OptionUse::Symbol, OptionUse::ExportedSymbol, OptionUse::Define}, Use))
    forEachSymbol(*Value, [&](StringRef Name) { RootSymbols.push_back(Name.str()); });
}

void LinkCommand::collectOperands() {
  InputState State;
  bool Raw = false;
  SmallVector<InputState> Saved;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const LinkArgument &Argument = Arguments[I];
    constexpr LinkOperand::Kind Input = LinkOperand::Input;
    const LinkOperand::Kind *Kind = Argument.Option      ? find(OperandKinds, Argument.Option->Use)
                                    : Argument.isInput() ? &Input
                                                         : nullptr;
    if (Kind)
      Operands.push_back(
          {*Kind, I, Argument.Value.value_or(""), State.WholeArchive, State.Static, Raw});
    if (!Argument.Option)
      continue;
    const OptionUse Use = Argument.Option->Use;
    if (Use == OptionUse::WholeArchive || Use == OptionUse::NoWholeArchive)
      State.WholeArchive = Use == OptionUse::WholeArchive;
    if (Use == OptionUse::Static || Use == OptionUse::Dynamic)
      State.Static = Use == OptionUse::Static;
    if (Use == OptionUse::PushState)
      Saved.push_back(State);
    if (Use == OptionUse::PopState && !Saved.empty())
      State = Saved.pop_back_val();
    if (Use == OptionUse::Format)
      Raw = Argument.Value != "default" && !StringRef(*Argument.Value).starts_with("elf");
  }
}

const LinkOperand *LinkCommand::last(LinkOperand::Kind What) const {
  for (const LinkOperand &Operand : llvm::reverse(Operands))
    if (Operand.What == What)
      return &Operand;
  return nullptr;
}

std::string LinkCommand::output() const {
  const LinkOperand *Output = last(LinkOperand::Output);
  return Output ? Output->Text : "a.out";
}

std::optional<std::string> LinkCommand::mapPath() const {
  const LinkOperand *Map = last(LinkOperand::Map);
  if (!Map)
    return std::nullopt;
  if (!Linker->ExpandsMapName)
    return Map->Text;
  if (sys::fs::is_directory(Map->Text)) {
    SmallString<256> Path(Map->Text);
    sys::path::append(Path, sys::path::filename(output()) + ".map");
    return Path.str().str();
  }
  const auto [Before, After] = StringRef(Map->Text).split('%');
  if (Before.size() == Map->Text.size())
    return Map->Text;
  return (Before + output() + (After.empty() ? ".map" : After)).str();
}

} // namespace etprune
