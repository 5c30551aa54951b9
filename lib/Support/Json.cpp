// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's parser recurses into nested values and takes up to 500 times as much memory as the text:
// an object of one key, eight bytes of text, is a hash table of 4 KiB. A limit of the text that
// keeps that below 1 GiB, 2 MB, would refuse a link of 10,000 files. So one pass over the text
// comes first, which knows neither values nor names, only brackets, commas, colons and quotes, and
// adds up the memory that the parser would take for them.

#include "Support/Json.h"

#include "Support/InputFile.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace etprune {

namespace {

/// Bytes of LLVM's json::Value, with the allocator's share. A vector is at least half full, and a
/// hash table three eighths.
constexpr size_t PerItem = 2 * sizeof(json::Value) + 16;
constexpr size_t PerTable = 64 * (sizeof(json::ObjectKey) + sizeof(json::Value)) + 64;
constexpr size_t KeysOfFirstTable = 48;
constexpr size_t PerFurtherKey = 3 * (sizeof(json::ObjectKey) + sizeof(json::Value));
constexpr size_t PerString = 16;

/// The limit that is exceeded before At, as a message; empty where the text is within all. It need
/// not be JSON.
StringRef exceededLimit(StringRef Text, size_t &At) {
  if (Text.size() > MaxJsonText)
    return "it is too large";
  size_t Memory = 0;
  std::vector<size_t> Keys(1); // of each bracket that is open, and outside of all
  for (; At < Text.size(); ++At) {
    switch (Text[At]) {
    case '"': {
      const size_t Start = At;
      for (++At; At < Text.size() && Text[At] != '"'; ++At)
        At += Text[At] == '\\';
      Memory += PerString + (std::min(At, Text.size()) - Start);
      break;
    }
    case '[':
    case '{':
      if (Keys.size() > MaxJsonDepth)
        return "it is nested too deeply";
      Keys.push_back(0);
      Memory += PerItem;
      break;
    case ']':
    case '}':
      if (Keys.size() > 1)
        Keys.pop_back();
      break;
    case ',':
      Memory += Keys.back() == 0 ? PerItem : 0; // in an object the colon counts
      break;
    case ':':
      Memory += Keys.back() == 0 ? PerTable : Keys.back() < KeysOfFirstTable ? 0 : PerFurtherKey;
      ++Keys.back();
      break;
    default:
      break;
    }
    if (Memory > MaxJsonMemory)
      return "it has too many values";
  }
  return "";
}

Error invalid(const Twine &Location, StringRef Reason) {
  return createStringError(Location + ": invalid JSON: " + Reason);
}

} // namespace

Expected<json::Value> parseJson(StringRef Text) {
  size_t At = 0;
  if (StringRef Problem = exceededLimit(Text, At); !Problem.empty())
    return invalid(endOf(Text.take_front(At)), Problem);
  Expected<json::Value> Value = json::parse(Text);
  if (Value)
    return Value;
  // "[line:column, byte=offset]: why", with the column that was read last
  const std::string Message = toString(Value.takeError());
  auto [Location, Reason] = StringRef(Message).split("]: ");
  unsigned Line = 1, Column = 1;
  Location.consume_front("[");
  Location.consumeInteger(10, Line);
  Location.consume_front(":");
  Location.consumeInteger(10, Column);
  return invalid(Twine(Line) + ":" + Twine(std::max(Column, 1u)), Reason);
}

} // namespace etprune
