// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/ImportLibrary.h"

#include "Object/InputObject.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

static std::map<std::string, uint64_t> addresses(StringRef Library) {
  std::map<std::string, uint64_t> Result;
  auto Object = InputObject::parse({Library, ""}, "");
  if (!Object) {
    consumeError(Object.takeError());
    return Result;
  }
  for (const ObjectSymbol &Symbol : (*Object)->Symbols)
    if (!Symbol.isLocal() && !Symbol.isUndefined())
      Result[Symbol.Name.str()] = Symbol.Value;
  return Result;
}

std::string movedImports(StringRef Before, StringRef After) {
  const std::map<std::string, uint64_t> Old = addresses(Before), New = addresses(After);
  if (New.empty())
    return "";
  size_t Moved = 0;
  std::string First;
  for (const auto &[Name, Address] : Old) {
    auto Now = New.find(Name);
    if (Now != New.end() && Now->second == Address)
      continue;
    if (Moved++ == 0)
      First = "'" + Name + "' " +
              (Now == New.end() ? std::string("is gone")
                                : "from 0x" + utohexstr(Address, /*LowerCase=*/true) + " to 0x" +
                                      utohexstr(Now->second, /*LowerCase=*/true));
  }
  if (Moved == 0)
    return "";
  return std::to_string(Moved) + " of its " + std::to_string(Old.size()) +
         " symbols moved or went: " + First;
}

} // namespace etprune
