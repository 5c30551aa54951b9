// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Command/LinkCommand.h"

#include "Link/Command/LinkNames.h"
#include "Link/Script/ScriptLexer.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

struct InputState {
  bool WholeArchive = false, Static = false;
};

} // namespace

Error expandResponseFiles(std::vector<std::string> &Args) {
  unsigned Files = 0;
  for (size_t I = 0; I < Args.size();) {
    StringRef Path = Args[I];
    if (!Path.consume_front("@"))
      Path = ""; // getFile("") fails, so the word stays
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
  Command.Relocatable = Command.has(OptionUse::Relocatable) ||
                        llvm::any_of(Command.values(OptionUse::PluginOption), [](StringRef Value) {
                          return Value == "emit-asm" || Value == "emit-llvm";
                        });
  Command.Shared = Command.has(OptionUse::Shared);
  Command.PositionIndependent = Command.Shared || Command.isOn(OptionUse::Pie, OptionUse::NoPie);
  Command.GcSections = Command.isOn(OptionUse::GcSections, OptionUse::NoGcSections);
  Command.PrintMap = Command.has(OptionUse::PrintMap);
  Command.readRootSymbols();
  Command.collectOperands();
  return Command;
}

bool LinkCommand::isOn(OptionUse On, OptionUse Off) const {
  for (const LinkArgument &Argument : llvm::reverse(Arguments))
    if (Argument.Option && (Argument.Option->Use == On || Argument.Option->Use == Off))
      return Argument.Option->Use == On;
  return false;
}

std::vector<StringRef> LinkCommand::values(OptionUse Use) const {
  std::vector<StringRef> Values;
  for (const LinkArgument &Argument : Arguments)
    if (Argument.Option && Argument.Option->Use == Use && Argument.Value)
      Values.push_back(withoutLinkFolder(*Argument.Value));
  return Values;
}

void LinkCommand::rename(function_ref<std::string(const LinkOperand &)> Name) {
  for (LinkOperand &Operand : Operands)
    if (std::optional<std::string> &Value = Arguments[Operand.Argument].Value)
      Value = Operand.Text = Name(Operand);
}

void LinkCommand::readRootSymbols() {
  for (StringRef Name : values(OptionUse::Wrap))
    RootSymbols.insert(RootSymbols.end(), {Name.str(), ("__wrap_" + Name).str()});
  for (OptionUse Use : {OptionUse::Entry, OptionUse::Symbol, OptionUse::Undefined,
                        OptionUse::ExportedSymbol, OptionUse::Define})
    for (StringRef Value : values(Use))
      forEachSymbol(Value, [&](StringRef Name) { RootSymbols.push_back(Name.str()); });
}

void LinkCommand::collectOperands() {
  InputState State;
  bool Raw = false;
  SmallVector<InputState> Saved;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const LinkArgument &Argument = Arguments[I];
    if (!Argument.Option && !Argument.isInput())
      continue;
    const OptionUse Use = Argument.Option ? Argument.Option->Use : OptionUse::Input;
    if (isOperand(Use))
      Operands.push_back(
          {Use, I, Argument.Value.value_or(""), State.WholeArchive, State.Static, Raw});
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

const LinkOperand *LinkCommand::last(OptionUse What) const {
  for (const LinkOperand &Operand : llvm::reverse(Operands))
    if (Operand.What == What)
      return &Operand;
  return nullptr;
}

std::string LinkCommand::output() const {
  const LinkOperand *Output = last(OptionUse::Output);
  return Output ? Output->Text : "a.out";
}

std::optional<std::string> LinkCommand::mapPath() const {
  const LinkOperand *Map = last(OptionUse::Map);
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
