// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser of GNU ld's link maps.
//
// A map is a sequence of parts, each with a heading in column 0. In the part with the sections, GNU
// ld pads each name to a fixed column, where the numbers begin. A name that reaches the column is
// alone on its line, and the numbers follow on the next line:
//
//     .data           0x20000004      0x2f8 load address 0x0000618c      output section
//      .text.main     0x000001b8        0x6 main.o                       input section
//      .text.a_rather_long_name                                          input section, long name
//                     0x000001c0       0x80 lib.a(x.o)
//                                      0x92 (size before relaxing)         of the section above
//                     0x000001c0                foo                      symbol, or assignment
//                     0x00000000        0x4 LONG 0x20010000              data from the script
//      *fill*         0x000001be        0x2 00                           padding
//
// The parser remembers a name only until the next line. A line with two numbers is a section or
// data, a line with one number is a symbol or an old size. A pattern such as ` *(.text .text.*)`
// looks like a name, too. Two numbers never follow a pattern, so the parser forgets this name.
//
// If all strings or constants of a section were merged into other sections, GNU ld still prints the
// section's old size, at the address of the next section. No other contributions overlap.
// cutOverlaps() therefore ends each contribution where the next one starts.

#include "Image/LinkMap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {
namespace {

constexpr size_t SectionColumn = 16;

enum class Heading { Ignored, Regions, Memory };

void cutOverlaps(MapSection &Section) {
  uint64_t Next = Section.Address + Section.Size;
  for (Contribution &C : reverse(Section.Contributions)) {
    if (C.Address <= Next)
      C.Size = std::min(C.Size, Next - C.Address);
    Next = C.Address;
  }
}

class GnuLdParser {
public:
  Expected<LinkMap> parse(StringRef Text, StringRef Name);

private:
  struct Numbers {
    unsigned Count = 0;
    uint64_t First = 0;
    uint64_t Second = 0;
    StringRef Tail;
  };

  bool startPart(StringRef Line);
  void parseRegion(StringRef Line);
  void parseSections(StringRef Line);
  void parseNumberedLine(StringRef Text);
  void addSection(StringRef SectionName, const Numbers &N, bool IsOutput);
  void addSymbol(StringRef Text, uint64_t Address);
  Numbers readNumbers(StringRef Text);

  StringRef TooLarge; ///< a number of the line that does not fit 64 bits
  Heading Current = Heading::Ignored;
  bool SawMemory = false;
  /// A name whose numbers are on the next line, or empty.
  StringRef PendingName;
  bool PendingIsOutput = false;
  /// False where the parser ignores contributions, for example in /DISCARD/.
  bool InSection = false;
  LinkMap Map;
};

bool GnuLdParser::startPart(StringRef Line) {
  std::optional<Heading> Next = StringSwitch<std::optional<Heading>>(Line)
                                    .StartsWith("Archive member included ", Heading::Ignored)
                                    .StartsWith("As-needed library included ", Heading::Ignored)
                                    .Case("Allocating common symbols", Heading::Ignored)
                                    .Case("Discarded input sections", Heading::Ignored)
                                    .Case("Memory Configuration", Heading::Regions)
                                    .Case("Linker script and memory map", Heading::Memory)
                                    .Case("Cross Reference Table", Heading::Ignored)
                                    .Default(std::nullopt);
  if (!Next)
    return false;
  Current = *Next;
  SawMemory |= Current == Heading::Memory;
  PendingName = {};
  InSection = false;
  return true;
}

GnuLdParser::Numbers GnuLdParser::readNumbers(StringRef Text) {
  Numbers N;
  N.Tail = Text;
  for (uint64_t *Value : {&N.First, &N.Second}) {
    StringRef Number = N.Tail.ltrim(' ');
    Number = Number.take_front(Number.find(' '));
    StringRef Digits = Number;
    if (!Digits.consume_front("0x") || Digits.empty() || !all_of(Digits, isHexDigit))
      break;
    if (Digits.getAsInteger(16, *Value))
      TooLarge = Number;
    N.Tail = N.Tail.drop_front(Number.end() - N.Tail.begin());
    ++N.Count;
  }
  N.Tail = N.Tail.trim(' ');
  return N;
}

void GnuLdParser::parseRegion(StringRef Line) {
  // A region's name may have any length, but no blanks.
  auto [RegionName, Tail] = Line.split(' ');
  const Numbers N = readNumbers(Tail);
  if (N.Count == 2 && RegionName != "*default*" && !RegionName.empty())
    Map.Regions.push_back({RegionName.str(), N.First, N.Second, N.Tail.str()});
}

void GnuLdParser::addSection(StringRef SectionName, const Numbers &N, bool IsOutput) {
  if (IsOutput) {
    Map.Sections.push_back({SectionName, N.First, N.Second, {}});
    InSection = true;
  } else if (InSection) {
    Contribution C{SectionName, "", "", N.First, N.Second, SectionName == "*fill*"};
    if (!C.Fill)
      std::tie(C.File, C.Member) = splitMember(N.Tail);
    Map.Sections.back().Contributions.push_back(C);
  }
}

/// `Text` is `name`, or `name = expression`, maybe in PROVIDE(...) or HIDDEN(...).
void GnuLdParser::addSymbol(StringRef Text, uint64_t Address) {
  size_t Equals = Text.find(" = ");
  if (Equals != StringRef::npos)
    Text = assignmentOf(Text.take_front(Equals));
  if (!Text.empty() && Text != "." && !Text.starts_with("ASSERT ("))
    Map.Symbols.push_back({Text, Address});
}

void GnuLdParser::parseNumberedLine(StringRef Text) {
  Numbers N = readNumbers(Text);
  const StringRef SectionName = PendingName;
  PendingName = {};
  if (N.Count == 1 && N.Tail != "(size before relaxing)") {
    addSymbol(N.Tail, N.First);
  } else if (N.Count == 1) {
    if (InSection && !Map.Sections.back().Contributions.empty()) {
      Contribution &Relaxed = Map.Sections.back().Contributions.back();
      Relaxed.RelaxedAway = Relaxed.Size == 0;
    }
  } else if (const StringRef Command = dataCommand(N.Tail); !Command.empty()) {
    N.Tail = {};
    addSection(Command, N, /*IsOutput=*/false);
  } else if (!SectionName.empty()) {
    addSection(SectionName, N, PendingIsOutput);
  }
}

void GnuLdParser::parseSections(StringRef Line) {
  const bool IsOutput = Line[0] != ' ';
  const StringRef Label = Line.take_front(SectionColumn);
  if (Label.trim(' ').empty())
    return parseNumberedLine(Line);

  // The contributions of an output section without numbers, such as /DISCARD/, are ignored.
  if (IsOutput)
    InSection = false;

  // The numbers are on the line of the name only if the name ends before SectionColumn.
  const StringRef Tail = Line.drop_front(Label.size());
  if (Label.size() == SectionColumn && Label.back() == ' ' && Tail.starts_with("0x"))
    if (const Numbers N = readNumbers(Tail); N.Count == 2) {
      PendingName = {};
      return addSection(Label.trim(' '), N, IsOutput);
    }
  PendingName = Line.drop_front(IsOutput ? 0 : 1).rtrim(' ');
  PendingIsOutput = IsOutput;
}

/// GNU ld pads the stubs for an erratum of the Cortex-A53 to whole pages, but prints the size
/// without this padding. Adds the padding to the size of the stubs.
void padStubs(MapSection &Section) {
  Contribution *Stubs = nullptr;
  auto PadTo = [&](uint64_t Address) {
    constexpr uint64_t Page = 4096;
    if (Stubs && Address - Stubs->Address <= Page && Address > Stubs->Address + Stubs->Size)
      Stubs->Size = Address - Stubs->Address;
  };
  for (Contribution &C : Section.Contributions) {
    if (C.Size == 0)
      continue;
    PadTo(C.Address);
    Stubs = C.isVeneer() ? &C : nullptr;
  }
  PadTo(Section.Address + Section.Size);
}

Expected<LinkMap> GnuLdParser::parse(StringRef Text, StringRef Name) {
  size_t LineNumber = 0;
  for (StringRef Line : llvm::split(Text, '\n')) {
    ++LineNumber;
    Line.consume_back("\r");
    if (Line.empty() || (Line[0] != ' ' && startPart(Line)) || Current == Heading::Ignored)
      continue;
    Current == Heading::Regions ? parseRegion(Line) : parseSections(Line);
    if (!TooLarge.empty())
      return createStringError(Name + ":" + Twine(LineNumber) + ": number '" + TooLarge +
                               "' does not fit 64 bits");
  }
  if (!SawMemory)
    return createStringError(Twine(Name) + ": not a link map of GNU ld or LLD: it has neither a "
                                           "part 'Linker script and memory map' nor LLD's heading");
  for (MapSection &Section : Map.Sections) {
    cutOverlaps(Section);
    padStubs(Section);
  }
  return std::move(Map);
}

} // namespace

Expected<LinkMap> parseGnuLinkMap(StringRef Text, StringRef Name) {
  return GnuLdParser().parse(Text, Name);
}

} // namespace etprune
