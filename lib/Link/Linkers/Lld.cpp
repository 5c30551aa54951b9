// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLD's command line, messages and properties.

#include "Link/Linkers/Linker.h"

using namespace llvm;

namespace etprune {

namespace {

/// Reads a word of the command as LLD does: if several options match the word's beginning, the word
/// is the option with the longest name.
class LldOptionReader : public OptionReader {
public:
  using OptionReader::OptionReader;

private:
  struct Match {
    const LinkerOption *Option = nullptr;
    size_t Length = 0;
    enum { None, Rest, Next } Value = None;
  };
  static Match byName(const LinkerOption &Option, StringRef Body, bool TwoDashes);
  static Match byLetter(const LinkerOption &Option, StringRef Body);
  bool readWord(StringRef Word) override;
};

LldOptionReader::Match LldOptionReader::byName(const LinkerOption &Option, StringRef Body,
                                               bool TwoDashes) {
  const char Kind = letterOf(Option.Lld);
  const bool DashesFit = TwoDashes ? Kind != 't' : !isUpper(Option.Lld[0]);
  if (Option.Name.empty() || !DashesFit || !Body.consume_front(Option.Name))
    return {};
  const size_t Length = Option.Name.size();
  if (Kind == 'p')
    return {&Option, Length, Match::Rest};
  if (Body.empty() && Kind != 'j')
    return {&Option, Length, StringRef("rst").contains(Kind) ? Match::Next : Match::None};
  if (Body.starts_with("=") && StringRef("roj").contains(Kind))
    return {&Option, Length + 1, Match::Rest};
  return {};
}

LldOptionReader::Match LldOptionReader::byLetter(const LinkerOption &Option, StringRef Body) {
  if (Body.empty() || !Option.Lld.drop_front().contains(Body[0]))
    return {};
  const bool IsFlag = letterOf(Option.Lld) == 'n';
  if (Body.size() == 1)
    return {&Option, 1, IsFlag ? Match::None : Match::Next};
  return IsFlag ? Match() : Match{&Option, 1, Match::Rest};
}

bool LldOptionReader::readWord(StringRef Word) {
  if (!Word.starts_with("-") || Word == "-")
    return add(nullptr, Word.str()), true;
  StringRef Body = Word.drop_front();
  const bool TwoDashes = Body.consume_front("-");
  Match Best;
  for (const LinkerOption &Option : linkerOptions()) {
    if (Option.Lld[0] == '-')
      continue;
    Match Found = byName(Option, Body, TwoDashes);
    if (!Found.Option && !TwoDashes)
      Found = byLetter(Option, Body);
    if (Found.Length > Best.Length)
      Best = Found;
  }
  if (!Best.Option)
    return false;
  if (Best.Value == Match::Next)
    return addWithNext(Best.Option);
  if (Best.Value == Match::Rest)
    add(Best.Option, Body.drop_front(Best.Length).str());
  else
    add(Best.Option, std::nullopt);
  return true;
}

class Lld : public LinkerKind {
public:
  Lld() : LinkerKind("LLD") {
    LinksForAllMachines = true;
    EntersArchiveSymbols = ReadsUnindexedMembers = true;
    KeepsExceptionTables = WrapsDefinitions = FoldsSections = true;
    NamesImage = true;
    Map = MapFormat::Columns;
    ProgramName = "lld";
    // LLD prints a message per section beyond a region's end. The largest number is the overflow.
    OverflowStart = "section '";
  }

  /// A distribution's name may come first: "Debian LLD 19.1.7 (compatible with GNU linkers)".
  bool isVersion(StringRef Line) const override {
    return Line.starts_with("LLD ") || Line.contains(" LLD ");
  }
  bool isMap(StringRef Text) const override {
    SmallVector<StringRef> Columns;
    Text.split('\n').first.trim().split(Columns, ' ', -1, /*KeepEmpty=*/false);
    return Columns == ArrayRef<StringRef>{"VMA", "LMA", "Size", "Align", "Out", "In", "Symbol"};
  }
  Error checkBitcode(StringRef Version) const override;
  std::string keepBitcodeObjects(const std::string & /*Folder*/) const override {
    return "--save-temps=prelink";
  }
  std::string bitcodeObjectPrefix(StringRef ImageName) const override {
    return (ImageName + ".lto.").str();
  }
  /// Parses "removing unused section startup.o:(.isr_vector)".
  CollectedSection collectedSection(StringRef Line) const override {
    auto [File, Section] = Line.split("removing unused section ").second.rsplit(":(");
    Section.consume_back(")");
    return {Section, File};
  }
  StringRef form(const LinkerOption &Option) const override { return Option.Lld; }
  std::vector<LinkArgument> readArguments(ArrayRef<std::string> Words) const override {
    return LldOptionReader(Words).run();
  }
};

Error Lld::checkBitcode(StringRef Version) const {
  // The maps of older LLDs call all objects that are compiled from bitcode `lto.tmp`, so et-prune
  // could not tell the objects apart.
  constexpr unsigned First = 19;
  unsigned Major = 0;
  StringRef Number = Version.split("LLD ").second;
  (void)Number.consumeInteger(10, Major);
  if (Major >= First)
    return Error::success();
  return createStringError("the link with LLVM's bitcode cannot be repeated with " + Version +
                           ", because the link map of this LLD gives one name to all objects that "
                           "are compiled from bitcode; link the program with LLD " +
                           Twine(First) + " or newer");
}

} // namespace

const LinkerKind &linkerLld() {
  static const Lld TheLinker;
  return TheLinker;
}

} // namespace etprune
