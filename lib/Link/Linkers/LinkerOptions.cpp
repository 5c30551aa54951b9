// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LinkerOptions.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

static constexpr LinkerOption Table[] = {
#define OPTION(NAME, GNU, LLD, USE) {NAME, GNU, LLD, OptionUse::USE},
#include "Link/Linkers/LinkerOptions.def"
};

ArrayRef<LinkerOption> linkerOptions() { return Table; }

std::string LinkerOption::spelling() const {
  if (!Name.empty())
    return ("--" + Name).str();
  return std::string("-") + (isIn(LinkerFamily::Gnu) ? Gnu : Lld)[1];
}

namespace {

/// A form's letter, without the case that tells how many dashes there may be.
char letterOf(StringRef Form) { return toLower(Form[0]); }

/// The base of both readers: the words, and the arguments made of them.
class OptionReader {
public:
  explicit OptionReader(ArrayRef<std::string> Words) : Words(Words) {}
  virtual ~OptionReader() = default;
  std::vector<LinkArgument> run() {
    for (; At < Words.size(); ++At)
      if (!readWord(Words[At]))
        Result.push_back({nullptr, Words[At], /*IsKnown=*/false, At, 1});
    return std::move(Result);
  }

protected:
  /// Reads the word at `At`, and the next one if it is its value; false where it is no option.
  virtual bool readWord(StringRef Word) = 0;
  bool hasNext() const { return At + 1 < Words.size(); }
  void add(const LinkerOption *Option, std::optional<std::string> Value, size_t Count = 1) {
    Result.push_back({Option, std::move(Value), /*IsKnown=*/true, At, Count});
  }
  /// With the next word as its value, if there is one.
  bool addWithNext(const LinkerOption *Option) {
    if (!hasNext())
      return false;
    add(Option, Words[At + 1], 2);
    ++At;
    return true;
  }

  ArrayRef<std::string> Words;
  size_t At = 0;
  std::vector<LinkArgument> Result;
};

//===- GNU ld -------------------------------------------------------------===//

/// getopt_long_only() as GNU ld calls it: first with the options that may have one dash or two, and
/// where that fails, for those with two dashes only.
class GnuOptionReader : public OptionReader {
public:
  using OptionReader::OptionReader;

private:
  enum Found { Yes, No, Wrongly };
  static const LinkerOption *byLetter(char Letter) {
    for (const LinkerOption &Option : Table)
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
  for (const LinkerOption &Option : Table) {
    if (Option.Name.empty() || !Option.isIn(LinkerFamily::Gnu) ||
        isUpper(Option.Gnu[0]) != TwoDashesOnly || !Option.Name.starts_with(Name))
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

//===- LLD ----------------------------------------------------------------===//

/// LLVM's option tables: the longest name that the argument begins with, and that takes the rest.
class LldOptionReader : public OptionReader {
public:
  using OptionReader::OptionReader;

private:
  /// How much of an argument an option takes, and where its value is.
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
  if (Body.size() == 1)
    return {&Option, 1, letterOf(Option.Lld) == 'n' ? Match::None : Match::Next};
  if (letterOf(Option.Lld) == 'n')
    return {};
  return {&Option, 1, Match::Rest};
}

bool LldOptionReader::readWord(StringRef Word) {
  if (!Word.starts_with("-") || Word == "-")
    return add(nullptr, Word.str()), true;
  StringRef Body = Word.drop_front();
  const bool TwoDashes = Body.consume_front("-");
  Match Best;
  for (const LinkerOption &Option : Table) {
    if (!Option.isIn(LinkerFamily::Lld))
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

} // namespace

std::vector<LinkArgument> readLinkArguments(ArrayRef<std::string> Words, LinkerFamily Family) {
  std::vector<LinkArgument> Arguments =
      Family == LinkerFamily::Gnu ? GnuOptionReader(Words).run() : LldOptionReader(Words).run();
  // The linkers take -Map=- for --print-map.
  for (LinkArgument &Argument : Arguments)
    if (Argument.Option && Argument.Option->Use == OptionUse::Map && Argument.Value == "-") {
      Argument.Option = llvm::find_if(linkerOptions(), [](const LinkerOption &Option) {
        return Option.Use == OptionUse::PrintMap;
      });
      Argument.Value.reset();
    }
  return Arguments;
}

//===- Writing ------------------------------------------------------------===//

void LinkArgument::write(LinkerFamily Family, std::vector<std::string> &To) const {
  if (!Option) {
    To.push_back(*Value);
    return;
  }
  const StringRef Form = Option->form(Family), Name = Option->Name;
  const char Kind = letterOf(Form);
  const bool IsSeparate = Name.empty() || Kind == 's' || Kind == 't';
  std::string Spelling = Name.empty()  ? std::string("-") + Form[1]
                         : Kind == 't' ? ("-" + Name).str()
                                       : ("--" + Name).str();
  if (Value && !IsSeparate)
    Spelling += (Kind == 'p' ? "" : "=") + *Value;
  To.push_back(std::move(Spelling));
  if (Value && IsSeparate)
    To.push_back(*Value);
}

std::vector<std::string> writeLinkArguments(ArrayRef<LinkArgument> Arguments, LinkerFamily Family) {
  std::vector<std::string> Words;
  for (const LinkArgument &Argument : Arguments)
    Argument.write(Family, Words);
  return Words;
}

} // namespace etprune
