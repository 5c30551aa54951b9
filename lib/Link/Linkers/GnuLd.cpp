// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU ld.

#include "Link/Linkers/Linker.h"

using namespace llvm;

namespace etprune {

namespace {

/// Parses like getopt_long_only() in GNU ld: first the options that may have one dash or two, then
/// the options that need two dashes.
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
  static const LinkerOption *byName(StringRef Name, bool TwoDashesOnly, Found &Result);
  Found readLong(StringRef Body, bool TwoDashesOnly);
  bool readLetters(StringRef Body);
  bool readWord(StringRef Word) override;
};

/// The option with that name, or the only option that the name abbreviates.
const LinkerOption *GnuOptionReader::byName(StringRef Name, bool TwoDashesOnly, Found &Result) {
  const LinkerOption *Only = nullptr;
  Result = No;
  for (const LinkerOption &Option : linkerOptions()) {
    if (Option.Name.empty() || Option.Gnu[0] == '-' || isUpper(Option.Gnu[0]) != TwoDashesOnly ||
        !Option.Name.starts_with(Name))
      continue;
    if (Option.Name == Name) {
      Result = Yes;
      return &Option;
    }
    Result = Only ? Wrongly : Yes;
    Only = &Option;
  }
  return Only;
}

GnuOptionReader::Found GnuOptionReader::readLong(StringRef Body, bool TwoDashesOnly) {
  const size_t Equal = Body.find('=');
  Found Result;
  const LinkerOption *Option = byName(Body.take_front(Equal), TwoDashesOnly, Result);
  if (Result != Yes)
    return Result;
  char Kind = letterOf(Option->Gnu);
  if (Equal != StringRef::npos) {
    if (Kind == 'n')
      return Wrongly;
    add(Option, Body.drop_front(Equal + 1).str());
    return Yes;
  }
  if (Kind == 'r')
    return addWithNext(Option) ? Yes : Wrongly;
  add(Option, std::nullopt);
  return Yes;
}

/// "-nx" is -n and -x, and "-nofile" is -n and -o with a value.
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
    else if (I > 0) { // these words belong to the first letter
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
  if (Body.consume_front("-")) {
    if (Body.empty())
      return false;
    // GNU ld finds its sysroot before it parses options, and only in this spelling.
    if (StringRef("sysroot").starts_with(Body.split('=').first) && !Body.starts_with("sysroot="))
      return false;
    return readLong(Body, /*TwoDashesOnly=*/false) == Yes ||
           readLong(Body, /*TwoDashesOnly=*/true) == Yes;
  }
  // Before it parses options, GNU ld changes "-G" to "-shared", and takes any "-lNAME" for -l.
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
    KeepsNamedSections = true;
    ExpandsMapName = true;
    // GNU ld has this option since 2.33; --dependency-file, which et-prune needs, since 2.35.
    ShortMapOption = "--no-print-map-discarded";
  }

  bool isVersion(StringRef Line) const override { return Line.starts_with("GNU ld"); }
  bool isProgramName(StringRef /*FileName*/) const override { return false; }
  bool isMap(StringRef Text) const override {
    return Text.contains("\nLinker script and memory map\n");
  }
  std::string keepBitcodeObjects(const std::string &Folder) const override {
    return "--plugin-opt=obj-path=" + Folder + "/lto.o";
  }
  StringRef form(const LinkerOption &Option) const override { return Option.Gnu; }

protected:
  std::vector<LinkArgument> read(ArrayRef<std::string> Words) const override {
    return GnuOptionReader(Words).run();
  }
  StringRef overflowStart() const override { return "region `"; }
  /// "'.isr_vector' in file 'startup.o'"
  CollectedSection splitCollected(StringRef Text) const override {
    (void)Text.consume_front("'");
    auto [Section, File] = Text.split("' in file '");
    File.consume_back("'");
    return {Section, File};
  }
};

} // namespace

const LinkerKind &linkerGnuLd() {
  static const GnuLd TheLinker;
  return TheLinker;
}

} // namespace etprune
