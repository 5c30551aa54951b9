// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/LinkMap.h"

#include "Link/Linkers/Linker.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

// GNU ld puts veneers into *.stub (AArch64) or *.__stub (Arm), LLD into .text.thunk or .text.patch.
bool Contribution::isVeneer() const {
  return File == LldInternalFile ? Section == ".text.thunk" || Section == ".text.patch"
                                 : File == "linker stubs" && Section.ends_with("stub");
}

bool Contribution::isLinkerMade() const {
  return File.empty() || File == LldInternalFile || File == "linker stubs";
}

int64_t MapSection::unaccountedBytes() const {
  uint64_t Sum = 0;
  for (const Contribution &C : Contributions)
    Sum += C.Size;
  return static_cast<int64_t>(Size - Sum);
}

const MapSection *LinkMap::findSection(StringRef Name) const {
  auto It = find_if(Sections, [&](const MapSection &S) { return S.Name == Name; });
  return It == Sections.end() ? nullptr : &*It;
}

std::optional<uint64_t> LinkMap::findSymbol(StringRef Name) const {
  auto It = find_if(Symbols, [&](const MapSymbol &S) { return S.Name == Name; });
  return It == Symbols.end() ? std::nullopt : std::optional(It->Address);
}

const Contribution *LinkMap::contributionAt(uint64_t Address) const {
  for (const MapSection &Output : Sections)
    if (containsRange(Output.Address, Output.Size, Address, 1))
      for (const Contribution &C : Output.Contributions)
        if (containsRange(C.Address, C.Size, Address, 1))
          return &C;
  return nullptr;
}

bool LinkMap::hasInput(StringRef Section) const {
  return any_of(Sections, [&](const MapSection &Output) {
    return any_of(Output.Contributions, [&](const Contribution &C) {
      return (C.Size || C.RelaxedAway) && C.Section == Section;
    });
  });
}

Expected<LinkMap> parseLinkMap(StringRef Text, StringRef Name) {
  const LinkerKind *By = linkerOfMap(Text);
  if (By && By->Map == MapFormat::Columns)
    return parseLldLinkMap(Text);
  return parseGnuLinkMap(Text, Name);
}

std::pair<StringRef, StringRef> splitMember(StringRef Name) {
  if (!Name.ends_with(")"))
    return {Name, {}};
  size_t Open = Name.size(), Depth = 0; // find the parenthesis that the last character closes
  do {
    if (Open-- == 0)
      return {Name, {}};
    Depth += Name[Open] == ')';
    Depth -= Name[Open] == '(';
  } while (Depth != 0);
  // A parenthesis that follows a blank is part of a file's name, as in "main (copy)".
  if (Open == 0 || Name[Open - 1] == ' ')
    return {Name, {}};
  return {Name.take_front(Open), Name.slice(Open + 1, Name.size() - 1)};
}

std::string objectName(StringRef File, StringRef Member) {
  return Member.empty() ? File.str() : (File + "(" + Member + ")").str();
}

StringRef dataCommand(StringRef Text) {
  const StringRef Command = Text.split(' ').first;
  return StringSwitch<StringRef>(Command)
      .Cases("BYTE", "SHORT", "LONG", "QUAD", "SQUAD", "ASCIZ", Command)
      .Default("");
}

StringRef assignmentOf(StringRef Text) {
  for (StringRef Wrapper : {"PROVIDE_HIDDEN (", "PROVIDE (", "HIDDEN ("})
    if (Text.consume_front(Wrapper))
      break;
  return Text.ltrim(' ');
}

} // namespace etprune
