// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of LLD's link maps.
//
// Every line is four numbers, a blank, and a text whose indentation tells the line's kind:
//
//              VMA              LMA     Size Align Out     In      Symbol
//           201000           201000       90     4 .text
//           201000           201000       18     4         lib.a(x.o):(.text.foo)
//           201000           201000        0     1                 foo
//           201018           201018        4     1         LONG ( 0x12345678 )
//           20101c           20101c        4     1         . = ALIGN ( 16 )
//           201090           201090        0     1 _end = .
//
// The indentation begins one blank after the numbers, so numbers may be wider than the columns.
//
// - Padding has no line. The lines' addresses ascend, so each gap between two lines is padding.
// - The address of an assignment is the location counter of the script, not the symbol's value. The
//   parser therefore reads only assignments of the form "symbol = .".
// - LLD prints the addresses of .eh_frame's pieces as if .eh_frame were first in its output
//   section. The parser moves the pieces to the end of the contribution before them.

#include "Image/LinkMap.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {
namespace {

constexpr size_t InputColumn = 8;
constexpr size_t SymbolColumn = 16;

struct Line {
  uint64_t Address;
  uint64_t Size;
  size_t Indentation;
  StringRef Text;
};

/// None if the line is not four numbers and a text.
std::optional<Line> readLine(StringRef Text) {
  Line L;
  uint64_t LoadAddress, Alignment;
  for (auto [Number, Radix] : {std::pair(&L.Address, 16), std::pair(&LoadAddress, 16),
                               std::pair(&L.Size, 16), std::pair(&Alignment, 10)}) {
    Text = Text.ltrim(' ');
    if (Text.consumeInteger(Radix, *Number))
      return std::nullopt;
  }
  if (!Text.empty() && !Text.consume_front(" "))
    return std::nullopt;
  L.Text = Text.ltrim(' ');
  L.Indentation = Text.size() - L.Text.size();
  return L;
}

void addPadding(MapSection &Section) {
  std::vector<Contribution> Complete;
  uint64_t Next = Section.Address;
  auto PadTo = [&](uint64_t Address) {
    if (Address > Next)
      Complete.push_back({"*fill*", "", "", Next, Address - Next, /*Fill=*/true});
  };
  for (Contribution &C : Section.Contributions) {
    PadTo(C.Address);
    Next = std::max(Next, C.Address + C.Size);
    Complete.push_back(C);
  }
  PadTo(Section.Address + Section.Size);
  Section.Contributions = std::move(Complete);
}

class LldParser {
public:
  LinkMap parse(StringRef Text);

private:
  void addOutputSection(const Line &L);
  void addInput(const Line &L);
  void addSymbol(const Line &L);

  LinkMap Map;
  uint64_t Reached = 0; ///< the end of the last contribution
  /// The bytes to add to the printed address of each .eh_frame piece. None until the first piece of
  /// the output section.
  std::optional<uint64_t> FramesMoved;
};

/// Adds an output section, or an assignment outside of output sections. Ignores a line without
/// text, which LLD prints for an ASSERT.
void LldParser::addOutputSection(const Line &L) {
  if (L.Text.contains("= "))
    return addSymbol(L);
  if (L.Text.empty())
    return;
  Map.Sections.push_back({L.Text, L.Address, L.Size, {}});
  Reached = L.Address;
  FramesMoved.reset();
}

void LldParser::addInput(const Line &L) {
  if (Map.Sections.empty())
    return;
  Contribution C;
  C.Address = L.Address;
  C.Size = L.Size;
  size_t Colon = L.Text.rfind(":(");
  if (Colon != StringRef::npos && L.Text.ends_with(")")) {
    std::tie(C.File, C.Member) = splitMember(L.Text.take_front(Colon));
    StringRef Section = L.Text.substr(Colon + 2).drop_back();
    auto [Frames, Piece] = Section.rsplit("+0x");
    if (Frames == ".eh_frame" && !Piece.empty() && all_of(Piece, isHexDigit)) {
      if (!FramesMoved)
        FramesMoved = Reached - std::min(Reached, C.Address);
      C.Address += *FramesMoved;
      Section = Frames;
    }
    C.Section = Section;
  } else if (const StringRef Command = dataCommand(L.Text); !Command.empty()) {
    C.Section = Command;
  } else {
    return addSymbol(L);
  }
  Reached = C.Address + C.Size;
  Map.Sections.back().Contributions.push_back(C);
}

void LldParser::addSymbol(const Line &L) {
  StringRef Text = L.Text;
  if (L.Indentation < SymbolColumn) {
    Text = assignmentOf(Text);
    Text.consume_back(" )");
    if (!Text.consume_back(" = ."))
      return;
  }
  if (!Text.empty() && Text != ".")
    Map.Symbols.push_back({Text, L.Address});
}

LinkMap LldParser::parse(StringRef Text) {
  for (StringRef Next : llvm::split(Text.split('\n').second, '\n')) { // without the heading
    Next.consume_back("\r");
    if (Next == "Cross Reference Table")
      break;
    const std::optional<Line> L = readLine(Next);
    if (L && L->Indentation >= SymbolColumn)
      addSymbol(*L);
    else if (L && L->Indentation >= InputColumn)
      addInput(*L);
    else if (L)
      addOutputSection(*L);
  }
  for (MapSection &Section : Map.Sections)
    addPadding(Section);
  return std::move(Map);
}

} // namespace

LinkMap parseLldLinkMap(StringRef Text) { return LldParser().parse(Text); }

} // namespace etprune
