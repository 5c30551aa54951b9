// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's parser recurses into nested values, so deep nesting would overflow the stack. Parsed
// values also take much more memory than their text. An object with one key is eight bytes of text,
// for example, and becomes a hash table of 4 KiB. A first pass over the text therefore measures the
// depth of nesting, and estimates the memory from the numbers of brackets and commas.

#include "Support/Json.h"

#include "Support/InputFile.h"

#include <algorithm>

using namespace llvm;

namespace etprune {

namespace {

/// Estimated bytes of an object and of an array's item. LLVM keeps an object in a DenseMap, whose
/// first 64 buckets hold up to 47 keys. An array that grows has room for up to twice its items.
constexpr size_t PerObject = 64 * (sizeof(json::ObjectKey) + sizeof(json::Value)) + 64;
constexpr size_t PerValue = 2 * sizeof(json::Value) + 16;

/// Returns a message if the text exceeds a limit; else an empty text. Sets `At` to the position of
/// the excess. The text may be invalid JSON.
StringRef exceededLimit(StringRef Text, size_t &At) {
  if (Text.size() > MaxJsonText)
    return "it is too large";
  size_t Memory = Text.size(), Depth = 0;
  for (; At < Text.size(); ++At) {
    switch (Text[At]) {
    case '"':
      for (++At; At < Text.size() && Text[At] != '"'; ++At)
        At += Text[At] == '\\';
      break;
    case '[':
    case '{':
      if (++Depth > MaxJsonDepth)
        return "it is nested too deeply";
      Memory += Text[At] == '{' ? PerObject : PerValue;
      break;
    case ']':
    case '}':
      Depth -= Depth > 0;
      break;
    case ',':
      Memory += PerValue;
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
  // LLVM's message is "[line:column, byte=offset]: reason". The column is the 1-based
  // column of the last character read, or 0 at the start of a line.
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
