// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzes manifests, linker scripts, dependency files and command lines.

#include "Targets.h"

#include "Link/Bundle/Manifest.h"
#include "Link/Relink/DependencyFile.h"
#include "Link/Relink/Trust.h"
#include "Link/Script/LinkerScript.h"
#include "Link/Script/MemoryRegions.h"

using namespace llvm;

namespace etprune::fuzz {

static std::string print(const Manifest &M) { return printManifest(M, M.Files); }

void fuzzManifest(StringRef Bytes) {
  auto Read = parseManifest(Bytes);
  if (!isRead(Read))
    return;
  std::string Printed = print(*Read);
  auto Again = parseManifest(Printed);
  require(isRead(Again), "a printed manifest cannot be read");
  const auto &Before = Read->Command.Arguments, &After = Again->Command.Arguments;
  require(After.size() == Before.size(), "arguments were lost");
  // printManifest() gives gcc's resolution file a fixed name.
  for (size_t I = 0; I < Before.size(); ++I)
    require(After[I].Option == Before[I].Option &&
                (After[I].Value == Before[I].Value ||
                 StringRef(Before[I].Value.value_or("")).contains("-fresolution=")),
            "an argument has changed");
  require(Again->Linker.Path == Read->Linker.Path, "the linker has changed");
  require(Again->Files.size() == Read->Files.size(), "files were lost");
  for (size_t I = 0; I < Read->Files.size(); ++I)
    require(Again->Files[I].Path == Read->Files[I].Path, "the path of a file has changed");
  require(print(*Again) == Printed, "printing a manifest again changes its text");
}

void fuzzScript(StringRef Bytes) {
  LinkerScript Script = LinkerScript::parse(Bytes);
  for (const auto &Word : Script.Words)
    require(Bytes.contains(Word.getKey()), "a parsed word is not in the script");
  ScriptText Text{"x.ld", Bytes};
  memoryRegions(Text, StringRef("size=64K"));
}

void fuzzDependencyFile(StringRef Bytes) {
  std::vector<std::string> Names = parseDependencyFile(Bytes);
  (void)formatDependencyFile("app.elf", Names);
}

static void requireSameWhenWritten(const LinkCommand &Command) {
  std::vector<std::string> Written = Command.Linker->write(Command.Arguments);
  std::vector<LinkArgument> Again = Command.Linker->readArguments(Written);
  require(Again.size() == Command.Arguments.size(), "the number of arguments has changed");
  for (size_t I = 0; I < Again.size(); ++I)
    require(Again[I].Option == Command.Arguments[I].Option &&
                Again[I].Value == Command.Arguments[I].Value &&
                Again[I].IsKnown == Command.Arguments[I].IsKnown,
            "an argument has changed");
}

void fuzzCommand(StringRef Bytes) {
  std::vector<std::string> Args;
  for (StringRef Rest = Bytes; !Rest.empty();) {
    auto [Line, After] = Rest.split('\n');
    Args.push_back(Line.str());
    Rest = After;
  }
  for (const LinkerKind *Linker : {&linkerGnuLd(), &linkerLld()}) {
    LinkCommand Command = LinkCommand::parseExpanded(Args, *Linker);
    size_t Words = 0;
    for (const LinkArgument &Argument : Command.Arguments)
      Words += Argument.Words;
    require(Words == Command.Args.size(), "a word belongs to no argument, or to two");
    for (const LinkOperand &Operand : Command.Operands)
      require(Operand.Argument < Command.Arguments.size(), "an operand belongs to no argument");
    requireSameWhenWritten(Command);
    consumeError(checkCommand(Command, *Linker));
  }
}

} // namespace etprune::fuzz
