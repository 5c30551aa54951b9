// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/CommandRules.h"

#include "Link/Lto/LlvmLto.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

bool isElfEmulation(StringRef Name) {
  return llvm::any_of(ArrayRef<StringLiteral>{"elf", "armelf", "aarch64elf", "aarch64linux"},
                      [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

/// Whether a path, taken as it is written from a folder of depth `Depth`, leads above the root.
static bool leadsOut(StringRef Path, size_t Depth) {
  for (StringRef Name : make_range(sys::path::begin(Path), sys::path::end(Path))) {
    if (Name == "..") {
      if (Depth-- == 0)
        return true;
    } else if (Name != "." && Name != "/") {
      ++Depth;
    }
  }
  return false;
}

/// Whether a linker, or the plugin or LLVM to which it passes the value, could take it for an
/// option.
static bool hidesOption(StringRef Value, OptionUse Use) {
  if (Value.starts_with("@"))
    return true;
  // These have options for values, with rules of their own.
  if (!Value.consume_front("-") || Use == OptionUse::PluginOption || Use == OptionUse::LlvmOption)
    return false;
  return Value.empty() || !llvm::all_of(Value, isDigit);
}

/// A value that is a word, a number or a symbol.
static bool takesNoPath(OptionUse Use) {
  return llvm::is_contained({OptionUse::Plain, OptionUse::Emulation, OptionUse::Format,
                             OptionUse::Entry, OptionUse::Symbol, OptionUse::SymbolGlob,
                             OptionUse::ExportedSymbol, OptionUse::Wrap},
                            Use);
}

/// The reason against an option and its value, as the rest of a sentence that begins with the
/// option; empty where there is none.
static std::string problemOf(const LinkerOption &Option, const std::optional<std::string> &Value,
                             LinkerFamily Family) {
  if (!Option.isIn(Family))
    return Family == LinkerFamily::Lld ? ", which LLD does not have"
                                       : ", which GNU ld does not have";
  if (Option.Use == OptionUse::Runs)
    return ", with which the linker would run or load a program; link the program without it";
  if (Option.Use == OptionUse::NotAgain)
    return ", with which a link cannot be done again; link the program without it";
  if (!Value)
    return "";
  const std::string With = " with the value '" + *Value + "'";
  if (hidesOption(*Value, Option.Use))
    return With + ", which may hide another option; link the program without it";
  if (takesNoPath(Option.Use) && StringRef(*Value).contains('/'))
    return With + ", which looks like a path where none belongs; link the program without it";
  if (Option.Use == OptionUse::Emulation && !isElfEmulation(*Value))
    return With + ", which is no target that et-prune knows";
  if (Option.Use == OptionUse::LlvmOption && !isHarmlessLlvmOption(*Value))
    return With + ", which et-prune does not know to say only how LLVM makes code: others run "
                  "programs or write files; link the program without it";
  return "";
}

static std::string problemOf(const LinkArgument &Argument, LinkerFamily Family) {
  if (Argument.Option) {
    std::string Problem = problemOf(*Argument.Option, Argument.Value, Family);
    return Problem.empty()
               ? ""
               : "the link command has the option '" + Argument.Option->spelling() + "'" + Problem;
  }
  if (StringRef(*Argument.Value).starts_with("@"))
    return "the link command has the argument '" + *Argument.Value +
           "', which may be a response file to the linker; link the program without it";
  if (Argument.isInput() && !StringRef(*Argument.Value).starts_with("-"))
    return "";
  return "the link command has the argument '" + *Argument.Value +
         "', which et-prune does not know; link the program without it, or with the option's name "
         "in full";
}

/// Names of files must stay in the folder that stands for the root when the link is done again.
static std::string problemOf(const LinkOperand &Operand, StringRef Directory) {
  StringRef Path = Operand.Text;
  bool FromRoot = sys::path::is_absolute(Path);
  switch (Operand.What) {
  case LinkOperand::LibraryPath:
    FromRoot |= Path.consume_front("=") || Path.consume_front("$SYSROOT");
    break;
  case LinkOperand::Library: // looked for in folders of every depth
    FromRoot = true;
    break;
  case LinkOperand::Input:
  case LinkOperand::Script:
  case LinkOperand::Auxiliary:
  case LinkOperand::Sysroot:
    break;
  default: // put into another place, left out, or no path
    return "";
  }
  size_t Depth =
      FromRoot ? 0 : std::distance(sys::path::begin(Directory), sys::path::end(Directory)) - 1;
  return leadsOut(Path, Depth)
             ? "the link command has '" + Operand.Text + "', which leads out of every folder"
             : "";
}

Error checkCommand(const LinkCommand &Command, LinkerFamily Family, StringRef Directory) {
  Problems Errors;
  StringSet<> Said;
  auto Refuse = [&](const std::string &Problem) {
    if (!Problem.empty() && Said.insert(Problem).second)
      Errors.add(Problem);
  };
  for (const LinkArgument &Argument : Command.Arguments)
    Refuse(problemOf(Argument, Family));
  for (const LinkOperand &Operand : Command.Operands)
    Refuse(problemOf(Operand, Directory));
  return Errors.take();
}

} // namespace etprune
