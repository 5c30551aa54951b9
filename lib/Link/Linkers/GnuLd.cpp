// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/GnuLd.h"

#include "Link/Linkers/OptionReader.h"

using namespace llvm;

namespace etprune {

namespace {

/// getopt_long_only() as GNU ld calls it: first with the options that may have one dash or two, and
/// where that fails, for those with two dashes only.
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

/// The option of that name, or the only one that the name abbreviates.
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
  size_t Equal = Body.find('=');
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
    else if (I > 0) { // the words belong to the first letter
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
    // The linker looks for its sysroot before it reads its options, by this spelling.
    if (StringRef("sysroot").starts_with(Body.split('=').first) && !Body.starts_with("sysroot="))
      return false;
    return readLong(Body, /*TwoDashesOnly=*/false) == Yes ||
           readLong(Body, /*TwoDashesOnly=*/true) == Yes;
  }
  // Both are changed before anything is read.
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

} // namespace

GnuLd::GnuLd(StringRef Name) : LinkerKind(Name) {
  SearchesInOrder = ReadsNeededLibraries = TakesSectionFiles = LoadsPlugins = true;
  SplitsVersionLabels = ExcludesLibsByStem = true;
  KeepsNamedSections = true;
  ExpandsMapName = true;
  // GNU ld has the option since 2.33, and --dependency-file since 2.35.
  ShortMapOption = "--no-print-map-discarded";
}

bool GnuLd::isMap(StringRef Text) const {
  return Text.contains("\nLinker script and memory map\n");
}

/// "'.isr_vector' in file 'startup.o'"
CollectedSection GnuLd::splitCollected(StringRef Text) const {
  (void)Text.consume_front("'");
  auto [Section, File] = Text.split("' in file '");
  File.consume_back("'");
  return {Section, File};
}

std::vector<LinkArgument> GnuLd::read(ArrayRef<std::string> Words) const {
  return GnuOptionReader(Words).run();
}

const LinkerKind &linkerGnuLd() {
  static const GnuLd TheLinker;
  return TheLinker;
}

} // namespace etprune
