// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/LinkMapReaders.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

Expected<LinkMap> parseLinkMap(StringRef Text, StringRef Name) {
  return isLldLinkMap(Text) ? parseLldLinkMap(Text, Name) : parseGnuLinkMap(Text, Name);
}

size_t findOpening(StringRef Text) {
  if (!Text.ends_with(")"))
    return StringRef::npos;
  size_t Depth = 0;
  for (size_t I = Text.size(); I-- > 0;) {
    if (Text[I] == ')')
      ++Depth;
    else if (Text[I] == '(' && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

FileAndMember splitMember(StringRef Name) {
  size_t Open = findOpening(Name);
  // A blank before the parenthesis is part of a file's name, "main (copy)".
  if (Open == StringRef::npos || Open == 0 || Name[Open - 1] == ' ')
    return {Name, {}};
  return {Name.take_front(Open), Name.slice(Open + 1, Name.size() - 1)};
}

bool isDataCommand(StringRef Text) {
  return StringSwitch<bool>(Text.take_until([](char C) { return C == ' '; }))
      .Cases("BYTE", "SHORT", "LONG", "QUAD", "SQUAD", "ASCIZ", true)
      .Default(false);
}

StringRef assignmentOf(StringRef Text) {
  for (StringRef Wrapper : {"PROVIDE_HIDDEN (", "PROVIDE (", "HIDDEN ("})
    if (Text.consume_front(Wrapper))
      break;
  return Text.ltrim(' ');
}

} // namespace etprune
