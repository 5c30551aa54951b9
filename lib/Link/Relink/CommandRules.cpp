// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/CommandRules.h"

#include "Link/Lto/LlvmLto.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace etprune {

/// The reason to refuse an argument; empty if there is none.
static std::string problemOf(const LinkArgument &Argument, const LinkerKind &Linker) {
  // A linker would read an input name that begins with "-" as an option, and a name that begins
  // with "@" as a response file.
  if (Argument.isInput() && !StringRef(*Argument.Value).starts_with("-") &&
      !StringRef(*Argument.Value).starts_with("@"))
    return "";
  if (!Argument.Option)
    return "the link command has the argument '" + *Argument.Value +
           "', which et-prune does not know; link the program without it, or with the option's "
           "name in full";
  const LinkerOption &Option = *Argument.Option;
  const std::string Start = "the link command has the option '" + Option.spelling() + "'";
  if (!Linker.has(Option))
    return (Start + ", which " + Linker.Name + " does not have").str();
  if (Option.Use == OptionUse::NotAgain)
    return Start + ", with which a link cannot be done again; link the program without it";
  if (Option.Use == OptionUse::LlvmOption && Argument.Value &&
      !isHarmlessLlvmOption(*Argument.Value))
    return Start + " with the value '" + *Argument.Value +
           "', which is not a known code generation option; link the program without it";
  return "";
}

Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker) {
  Problems Errors;
  StringSet<> Said;
  for (const LinkArgument &Argument : Command.Arguments) {
    const std::string Problem = problemOf(Argument, Linker);
    if (!Problem.empty() && Said.insert(Problem).second)
      Errors.add(Problem);
  }
  return Errors.take();
}

} // namespace etprune
