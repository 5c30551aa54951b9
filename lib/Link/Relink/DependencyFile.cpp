// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/DependencyFile.h"

using namespace llvm;

namespace etprune {

std::vector<std::string> parseDependencyFile(StringRef Text) {
  std::vector<std::string> Names;
  std::string Word;
  bool IsTarget = true;
  auto Finish = [&] {
    if (!Word.empty() && !IsTarget)
      Names.push_back(Word);
    Word.clear();
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I], Next = I + 1 < Text.size() ? Text[I + 1] : '\n';
    if (C == '\\' && Next == '\n') {
      Finish();
      ++I;
    } else if ((C == '\\' && (Next == ' ' || Next == '#' || Next == '\\')) ||
               (C == '$' && Next == '$')) {
      Word += Next;
      ++I;
    } else if (C == '\n') {
      Finish();
      IsTarget = true;
    } else if (C == ' ' || C == '\t') {
      Finish();
    } else if (C == ':' && IsTarget && (Next == ' ' || Next == '\n')) {
      Word.clear();
      IsTarget = false;
    } else {
      Word += C;
    }
  }
  Finish();
  return Names;
}

Error checkDependencyFile(StringRef Text) {
  if (Text.ends_with(":\n")) // a complete file ends with an empty rule
    return Error::success();
  return createStringError(
      "the linker did not finish its list of the files that it read; is the disk full?");
}

static std::string escape(StringRef Name) {
  std::string Text;
  for (char C : Name) {
    if (C == ' ' || C == '#' || C == '\\')
      Text += '\\';
    else if (C == '$')
      Text += '$';
    Text += C;
  }
  return Text;
}

std::string formatDependencyFile(StringRef Target, ArrayRef<std::string> Names) {
  std::string Rule = escape(Target) + ":", Empty;
  for (const std::string &Name : Names) {
    Rule += " \\\n  " + escape(Name);
    Empty += "\n" + escape(Name) + ":\n";
  }
  return Rule + "\n" + Empty;
}

} // namespace etprune
