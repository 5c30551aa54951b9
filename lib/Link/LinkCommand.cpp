// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/LinkCommand.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace etprune {

namespace {

/// GNU ld's `@file`: the file's words take the argument's place. LLVM's cl::expandResponseFiles is
/// for programs to which a file that cannot be read is an error; GNU ld takes such an argument for
/// an input's name.
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

/// Null for options that name nothing.
std::optional<LinkOperand::Kind> operandKind(OptionUse Use) {
  switch (Use) {
  case OptionUse::Library:
    return LinkOperand::Library;
  case OptionUse::LibraryPath:
    return LinkOperand::LibraryPath;
  case OptionUse::Script:
    return LinkOperand::Script;
  case OptionUse::Auxiliary:
  case OptionUse::VersionScript:
  case OptionUse::DynamicList:
    return LinkOperand::Auxiliary;
  case OptionUse::Sysroot:
    return LinkOperand::Sysroot;
  case OptionUse::Output:
    return LinkOperand::Output;
  case OptionUse::Map:
    return LinkOperand::Map;
  case OptionUse::DependencyFile:
    return LinkOperand::DependencyFile;
  case OptionUse::ImportLibrary:
    return LinkOperand::ImportLibrary;
  case OptionUse::OtherOutput:
  case OptionUse::PrintMap: // a relink prints the map itself
    return LinkOperand::OtherOutput;
  case OptionUse::NoFile:
  case OptionUse::Soname:
  case OptionUse::Define:
    return LinkOperand::NoFile;
  case OptionUse::Plugin:
    return LinkOperand::Plugin;
  case OptionUse::PluginOption:
    return LinkOperand::PluginOption;
  default:
    return std::nullopt;
  }
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

/// How the inputs that follow are taken.
struct InputState {
  bool WholeArchive = false, Static = false;
};

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

Expected<LinkCommand> LinkCommand::parse(ArrayRef<std::string> Argv, LinkerFamily Family) {
  std::vector<std::string> Expanded = Argv.vec();
  if (Error E = expandResponseFiles(Expanded))
    return E;
  return parseExpanded(std::move(Expanded), Family);
}

LinkCommand LinkCommand::parseExpanded(std::vector<std::string> Args, LinkerFamily Family) {
  LinkCommand Command;
  for (std::string &Arg : Args)
    if (Command.Et.take(Arg))
      Command.HasEt = true;
    else
      Command.Args.push_back(std::move(Arg));
  Command.Family = Family;
  Command.Arguments = readLinkArguments(Command.Args, Family);
  Command.understandKind();
  Command.collectSymbols();
  Command.collectOperands();
  return Command;
}

void LinkCommand::understandKind() {
  for (const LinkArgument &Argument : Arguments) {
    if (!Argument.Option)
      continue;
    switch (const OptionUse Use = Argument.Option->Use) {
    case OptionUse::Relocatable:
      Relocatable = true;
      break;
    case OptionUse::PluginOption:
      Relocatable |= Argument.Value == "emit-asm" || Argument.Value == "emit-llvm";
      break;
    case OptionUse::Shared:
      Shared = PositionIndependent = true;
      break;
    case OptionUse::Pie:
      PositionIndependent = true;
      break;
    case OptionUse::NoPie:
      PositionIndependent = Shared; // after -shared, GNU ld alone obeys it
      break;
    case OptionUse::ExportDynamic:
    case OptionUse::NoExportDynamic:
      ExportDynamic = Use == OptionUse::ExportDynamic;
      break;
    case OptionUse::GcSections:
    case OptionUse::NoGcSections:
      GcSections = Use == OptionUse::GcSections;
      break;
    case OptionUse::FatLto:
    case OptionUse::NoFatLto:
      FatLtoObjects = Use == OptionUse::FatLto;
      break;
    case OptionUse::PrintMap:
      PrintMap = true;
      break;
    case OptionUse::StartLib:
      HasLazyObjects = true;
      break;
    case OptionUse::Soname:
      HasSoname = true;
      break;
    default:
      break;
    }
  }
}

void LinkCommand::collectSymbols() {
  for (const LinkArgument &Argument : Arguments) {
    if (!Argument.Option || !Argument.Value)
      continue;
    const std::string &Value = *Argument.Value;
    switch (Argument.Option->Use) {
    case OptionUse::Entry:
      Entry = Value;
      addIdentifiers(Value, RootSymbols);
      break;
    case OptionUse::Symbol:
      addIdentifiers(Value, RootSymbols);
      break;
    case OptionUse::ExportedSymbol:
      ExportedSymbols.push_back(Value);
      addIdentifiers(Value, RootSymbols);
      break;
    case OptionUse::Define:
      Definitions.push_back(Value);
      addIdentifiers(Value, RootSymbols);
      break;
    case OptionUse::Wrap:
      RootSymbols.push_back(Value);
      RootSymbols.push_back("__wrap_" + Value);
      break;
    case OptionUse::VersionScript:
      VersionScripts.push_back(Value);
      break;
    case OptionUse::DynamicList:
      DynamicLists.push_back(Value);
      break;
    case OptionUse::ExcludeLibs:
      ExcludedLibraries.push_back(Value);
      break;
    default:
      break;
    }
  }
}

void LinkCommand::collectOperands() {
  InputState State;
  bool Raw = false;
  std::vector<InputState> Saved;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const LinkArgument &Argument = Arguments[I];
    std::optional<LinkOperand::Kind> Kind;
    if (Argument.Option)
      Kind = operandKind(Argument.Option->Use);
    else if (Argument.isInput())
      Kind = LinkOperand::Input;
    // GNU ld takes the first sysroot, LLD the last.
    if (Kind == LinkOperand::Sysroot && Family == LinkerFamily::Gnu && last(LinkOperand::Sysroot))
      continue;
    if (Kind)
      Operands.push_back(
          {*Kind, I, Argument.Value.value_or(""), State.WholeArchive, State.Static, Raw});
    if (!Argument.Option)
      continue;
    switch (const OptionUse Use = Argument.Option->Use) {
    case OptionUse::WholeArchive:
    case OptionUse::NoWholeArchive:
      State.WholeArchive = Use == OptionUse::WholeArchive;
      break;
    case OptionUse::Static:
    case OptionUse::Dynamic:
      State.Static = Use == OptionUse::Static;
      break;
    case OptionUse::PushState:
      Saved.push_back(State);
      break;
    case OptionUse::PopState:
      if (!Saved.empty())
        State = Saved.back(), Saved.pop_back();
      break;
    case OptionUse::Format:
      Raw = Argument.Value != "default" && !StringRef(*Argument.Value).starts_with("elf");
      break;
    default:
      break;
    }
  }
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
