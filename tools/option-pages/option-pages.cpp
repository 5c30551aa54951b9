// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints a tool's shell completion or man page, from the tool's option table. This source is
// compiled once for each tool. Options that --help hides are left out.
//
//     option-pages bash|zsh <tool>                prints the completion
//     option-pages man <tool> <page> <version>    prints the file <page>. The options replace
//                                                 @OPTIONS@, and <version> replaces @VERSION@

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace {

#define ET_OPTIONS "Options.inc"
#include "common/OptionTable.inc"

struct ShownOption {
  std::string Name; ///< "--model", "-o"
  bool HasEquals;   ///< the value follows after '=', as in --model=<file>
  StringRef Value;  ///< "<file>", or empty
  StringRef Help;
  StringRef Group; ///< the option's heading in --help, or empty

  bool takesPath() const {
    return Value == "<file>" || Value == "<files>" || Value == "<folder>" || Value == "<program>" ||
           Value == "<dictionary>";
  }
};

std::vector<ShownOption> shownOptions() {
  static const OptionTable Options;
  std::vector<ShownOption> Result;
  for (unsigned Id = OPT_INVALID + 1; Id < OPT_END; ++Id) {
    const Option O = Options.getOption(Id);
    const char *Help = Options.getOptionHelpText(Id), *Value = Options.getOptionMetaVar(Id);
    if (!Help || O.getKind() == Option::GroupClass || O.hasFlag(HelpHidden))
      continue;
    StringRef Name = O.getPrefixedName();
    const bool HasEquals = Name.consume_back("=");
    const unsigned Group = Options.getOptionGroupID(Id);
    Result.push_back({Name.str(), HasEquals, Value ? Value : "", Help,
                      Group ? Options.getOptionHelpText(Group) : ""});
  }
  return Result;
}

std::string quoted(StringRef Text) { // quotes the text for a shell
  return "'" + join(split(Text, '\''), "'\\''") + "'";
}

void printBash(StringRef Tool, raw_ostream &OS) {
  std::string Names, Paths, Others;
  for (const ShownOption &O : shownOptions()) {
    Names += " " + O.Name;
    if (!O.Value.empty())
      (O.takesPath() ? Paths : Others) += "|" + O.Name;
  }
  const std::string Function = "_" + join(split(Tool, '-'), "_");
  OS << "# bash completion for " << Tool << "\n"
     << Function << "() {\n"
     << "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
     << "  if [[ $word == = ]]; then\n    word=\n"
     << "  elif [[ $before == = ]]; then\n    before=${COMP_WORDS[COMP_CWORD - 2]}\n  fi\n"
     << "  COMPREPLY=()\n  case $before in\n";
  if (!Others.empty())
    OS << "  " << StringRef(Others).drop_front() << ") return ;;\n";
  if (!Paths.empty())
    OS << "  " << StringRef(Paths).drop_front()
       << ") mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;\n";
  OS << "  esac\n  if [[ $word == -* ]]; then\n"
     << "    mapfile -t COMPREPLY < <(compgen -W '" << StringRef(Names).drop_front()
     << "' -- \"$word\")\n  else\n"
     << "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n  fi\n}\n"
     << "complete -o filenames -F " << Function << " " << Tool << "\n";
}

void printZsh(StringRef Tool, raw_ostream &OS) {
  auto Escaped = [](StringRef Text, StringRef Special) {
    std::string Result;
    for (char C : Text)
      Result += (Special.contains(C) ? "\\" : "") + std::string(1, C);
    return Result;
  };
  OS << "#compdef " << Tool << "\n_arguments \\\n";
  for (const ShownOption &O : shownOptions()) {
    std::string Spec =
        "*" + O.Name + (O.HasEquals ? "=" : "") + "[" + Escaped(O.Help, "[]:\\") + "]";
    if (!O.Value.empty())
      Spec += ":" + Escaped(O.Value.trim("<>"), ":") + ":" + (O.takesPath() ? "_files" : "");
    OS << "  " << quoted(Spec) << " \\\n";
  }
  OS << "  '*:image:_files'\n";
}

/// Escapes the characters that are special in a man page.
std::string forMan(StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '\\' ? "\\e" : C == '-' ? "\\-" : std::string(1, C);
  return Result;
}

void printManOptions(raw_ostream &OS) {
  std::vector<ShownOption> Options = shownOptions();
  // Options without a group come last, under the heading "Others".
  llvm::stable_sort(Options, [](const ShownOption &A, const ShownOption &B) {
    return std::pair(A.Group.empty(), A.Group) < std::pair(B.Group.empty(), B.Group);
  });
  StringRef Heading = "none";
  for (const ShownOption &O : Options) {
    if (O.Group != Heading)
      OS << ".SS " << (O.Group.empty() ? "Others" : forMan(O.Group)) << "\n";
    Heading = O.Group;
    OS << ".TP\n\\fB" << forMan(O.Name) << "\\fR";
    if (!O.Value.empty())
      OS << (O.HasEquals ? "=" : " ") << "\\fI" << forMan(O.Value.trim("<>")) << "\\fR";
    OS << "\n" << forMan(O.Help) << "\n";
  }
}

int printMan(StringRef Page, StringRef Version, raw_ostream &OS) {
  auto Buffer = MemoryBuffer::getFile(Page);
  if (!Buffer) {
    errs() << "option-pages: error: cannot open '" << Page << "'\n";
    return 1;
  }
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().rtrim().split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line == "@OPTIONS@")
      printManOptions(OS);
    else
      OS << join(split(Line, "@VERSION@"), Version) << "\n";
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  const StringRef Form = Argc > 2 ? Argv[1] : "";
  if (Form == "bash")
    printBash(Argv[2], outs());
  else if (Form == "zsh")
    printZsh(Argv[2], outs());
  else if (Form == "man" && Argc == 5)
    return printMan(Argv[3], Argv[4], outs());
  else
    return 1;
  return 0;
}
