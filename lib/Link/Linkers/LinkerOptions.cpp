// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LinkerOptions.h"

using namespace llvm;

namespace etprune {

static std::vector<LinkerOption> readTable() {
  std::vector<LinkerOption> Table;
#define OPTIONS(GNU, LLD, USE, ...)                                                                \
  for (StringRef Name : {__VA_ARGS__})                                                             \
    Table.push_back({Name, GNU, LLD, OptionUse::USE});
#include "Link/Linkers/LinkerOptions.def"
  return Table;
}

ArrayRef<LinkerOption> linkerOptions() {
  static const std::vector<LinkerOption> Table = readTable();
  return Table;
}

std::vector<LinkArgument> OptionReader::run() {
  for (; At < Words.size(); ++At)
    if (!readWord(Words[At]))
      Result.push_back({nullptr, Words[At], /*IsKnown=*/false, At, 1});
  // For linkers, -Map=- means --print-map.
  auto IsPrintMap = [](const LinkerOption &O) { return O.Use == OptionUse::PrintMap; };
  for (LinkArgument &Argument : Result)
    if (Argument.Option && Argument.Option->Use == OptionUse::Map && Argument.Value == "-") {
      Argument.Option = llvm::find_if(linkerOptions(), IsPrintMap);
      Argument.Value.reset();
    }
  return std::move(Result);
}

std::string LinkerOption::spelling() const {
  if (!Name.empty())
    return ("--" + Name).str();
  return std::string("-") + (Gnu[0] != '-' ? Gnu : Lld)[1];
}

} // namespace etprune
