// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU ld's command line, messages and properties.

#include "Link/Linkers/Linker.h"

using namespace llvm;

namespace etprune {

namespace {

/// Parses like getopt_long_only() in GNU ld.
class GnuOptionReader : public OptionReader {
public:
  using OptionReader::OptionReader;

private:
  enum Found { Yes, No, Wrongly };
  static const LinkerOption *byLetter(char Letter) {
    for (const LinkerOption &Option : linkerOptions())
      if (Option.Gnu.drop_front().contains(Letter))
        return &Option;
    return nullptr;
  }
  Found readLong(StringRef Body, bool TwoDashesOnly);
  bool readLetters(StringRef Body);
  bool readWord(StringRef Word) override;
};

/// Reads an option by its long name, or by an abbreviation that fits only one option. Considers
/// only options that need two dashes if `TwoDashesOnly`, and only the other options if not.
GnuOptionReader::Found GnuOptionReader::readLong(StringRef Body, bool TwoDashesOnly) {
  const size_t Equal = Body.find('=');
  const StringRef Name = Body.take_front(Equal);
  const LinkerOption *Option = nullptr;
  bool IsAmbiguous = false;
  for (const LinkerOption &Other : linkerOptions()) {
    if (Other.Name.empty() || Other.Gnu[0] == '-' || isUpper(Other.Gnu[0]) != TwoDashesOnly ||
        !Other.Name.starts_with(Name))
      continue;
    IsAmbiguous = Option && Other.Name != Name;
    Option = &Other;
    if (Other.Name == Name)
      break;
  }
  if (!Option)
    return No;
  const char Kind = letterOf(Option->Gnu);
  if (IsAmbiguous || (Kind == 'n' && Equal != StringRef::npos))
    return Wrongly;
  if (Equal != StringRef::npos)
    add(Option, Body.drop_front(Equal + 1).str());
  else if (Kind == 'r')
    return addWithNext(Option) ? Yes : Wrongly;
  else
    add(Option, std::nullopt);
  return Yes;
}

/// Reads several letters after one dash: "-nofile" means "-n -o file".
bool GnuOptionReader::readLetters(StringRef Body) {
  const size_t Before = Result.size();
  for (size_t I = 0; I < Body.size(); ++I) {
    const LinkerOption *Option = byLetter(Body[I]);
    bool IsFlag = Option && letterOf(Option->Gnu) == 'n';
    StringRef Rest = Body.drop_front(I + 1);
    if (IsFlag)
      add(Option, std::nullopt, I == 0);
    else if (Option && !Rest.empty())
      add(Option, Rest.str(), I == 0);
    else if (!Option || !addWithNext(Option))
      return Result.resize(Before), false;
    else if (I > 0) { // the first letter has both words (LinkArgument::Words)
      Result.back().Words = 0;
      Result[Before].Words = 2;
    }
    if (!IsFlag)
      break;
  }
  return true;
}

bool GnuOptionReader::readWord(StringRef Word) {
  if (!Word.starts_with("-") || Word == "-")
    return add(nullptr, Word.str()), true;
  StringRef Body = Word.drop_front();
  // GNU ld looks for "--sysroot=FOLDER" before it parses options, and ignores the option in any
  // other spelling. So refuse "-sysroot" here, and "--sysroot FOLDER" and abbreviations below.
  if (Body.split('=').first == "sysroot")
    return false;
  if (Body.consume_front("-")) {
    if (Body.empty())
      return false;
    if (StringRef("sysroot").starts_with(Body.split('=').first) && !Body.starts_with("sysroot="))
      return false;
    return readLong(Body, /*TwoDashesOnly=*/false) == Yes ||
           readLong(Body, /*TwoDashesOnly=*/true) == Yes;
  }
  // Before GNU ld parses options, it changes "-G" to "-shared", unless the next word is a number:
  // the value of -G, --gpsize. GNU ld reads a word "-lNAME" as -l, even if a long option begins
  // with "lNAME".
  if (Word == "-G" && !(hasNext() && isDigit(Words[At + 1].c_str()[0])))
    return readLong("shared", /*TwoDashesOnly=*/false) == Yes;
  if (Word.size() > 2 && Body.consume_front("l"))
    return add(byLetter('l'), Body.str()), true;
  if (Body.size() > 1 || !byLetter(Body[0])) {
    if (Found Result = readLong(Body, /*TwoDashesOnly=*/false); Result != No)
      return Result == Yes;
  }
  return readLetters(Body);
}

class GnuLd : public LinkerKind {
public:
  GnuLd() : LinkerKind("GNU ld") {
    SearchesInOrder = ReadsNeededLibraries = TakesSectionFiles = LoadsPlugins = true;
    SplitsVersionLabels = ExcludesLibsByStem = true;
    KeepsNamedSections = ExpandsMapName = true;
    ShortMapOption = "--no-print-map-discarded";
    OverflowStart = "region `";
  }

  bool isVersion(StringRef Line) const override { return Line.starts_with("GNU ld"); }
  bool isMap(StringRef Text) const override {
    return Text.contains("\nLinker script and memory map\n");
  }
  std::string keepBitcodeObjects(const std::string &Folder) const override {
    return "--plugin-opt=obj-path=" + Folder + "/lto.o";
  }
  /// Parses "removing unused section '.isr_vector' in file 'startup.o'".
  CollectedSection collectedSection(StringRef Line) const override {
    auto [Section, File] = Line.split("removing unused section '").second.split("' in file '");
    File.consume_back("'");
    return {Section, File};
  }
  StringRef form(const LinkerOption &Option) const override { return Option.Gnu; }
  std::vector<LinkArgument> readArguments(ArrayRef<std::string> Words) const override {
    return GnuOptionReader(Words).run();
  }
};

} // namespace

const LinkerKind &linkerGnuLd() {
  static const GnuLd TheLinker;
  return TheLinker;
}

} // namespace etprune
