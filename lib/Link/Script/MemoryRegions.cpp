// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A symbol's expression is evaluated whenever a region uses the symbol. MaxDepth and MaxSteps end
// the evaluation if symbols refer to each other in a circle or in long chains.

#include "Link/Script/MemoryRegions.h"

#include "Link/Script/ScriptLexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

namespace {

using Tokens = std::vector<StringRef>;
using Expression = ArrayRef<StringRef>;
using Value = std::optional<uint64_t>;

// Limits that no hand-written script exceeds.
constexpr unsigned MaxDepth = 200;     ///< nested parentheses, and symbols that refer to symbols
constexpr unsigned MaxSteps = 1000000; ///< operands evaluated for all regions
constexpr size_t MaxTokens = 1000;     ///< of a symbol's expression
constexpr size_t MaxRegions = 1000;
constexpr unsigned MaxIncludes = 64; ///< in MEMORY commands; ends circular inclusion

Tokens tokensOf(StringRef Text) {
  Tokens Result;
  ScriptLexer Lexer(Text, ScriptLexer::Expressions);
  for (StringRef Token = Lexer.next(); !Token.empty(); Token = Lexer.next())
    Result.push_back(Token);
  return Result;
}

Value numberFrom(StringRef Token) {
  unsigned Shift =
      StringSwitch<unsigned>(Token.take_back().upper()).Case("K", 10).Case("M", 20).Default(0);
  if (Shift)
    Token = Token.drop_back();
  unsigned Radix = Token.consume_front_insensitive("0x") ? 16 : 10;
  uint64_t Number;
  if (Token.getAsInteger(Radix, Number))
    return std::nullopt;
  return Number << Shift;
}

class Regions {
public:
  Regions(ArrayRef<ScriptText> Scripts, ArrayRef<StringRef> Definitions);
  std::vector<MemoryRegion> read();

private:
  void readAssignments(Expression Rest);
  bool readMemory(Expression &Rest);
  bool readIncluded(StringRef Name);
  Value readProperty(ArrayRef<StringRef> Names, Expression &Rest);
  Value binary(Expression &Rest, int Least, unsigned Depth);
  Value unary(Expression &Rest, unsigned Depth);

  ArrayRef<ScriptText> Scripts;
  std::vector<Tokens> Texts;              ///< the tokens of each script
  StringMap<std::vector<Tokens>> Symbols; ///< for each symbol, all its expressions
  std::vector<MemoryRegion> List;
  unsigned Includes = 0;
  unsigned Steps = 0;
};

bool consume(Expression &Rest, ArrayRef<StringRef> Any) {
  if (Rest.empty() || !llvm::is_contained(Any, Rest[0]))
    return false;
  Rest = Rest.drop_front();
  return true;
}

int precedence(StringRef Token) {
  return StringSwitch<int>(Token)
      .Case("|", 1)
      .Case("&", 2)
      .Cases("<<", ">>", 3)
      .Cases("+", "-", 4)
      .Cases("*", "/", 5)
      .Default(-1);
}

Value apply(StringRef Operator, uint64_t A, uint64_t B) {
  return StringSwitch<Value>(Operator)
      .Case("|", A | B)
      .Case("&", A & B)
      .Case("<<", B < 64 ? Value(A << B) : std::nullopt)
      .Case(">>", B < 64 ? Value(A >> B) : std::nullopt)
      .Case("+", A + B)
      .Case("-", A - B)
      .Case("*", A * B)
      .Case("/", B ? Value(A / B) : std::nullopt)
      .Default(std::nullopt);
}

StringRef takeToken(Expression &Rest) {
  const StringRef Token = Rest.front();
  Rest = Rest.drop_front();
  return Token;
}

Value Regions::binary(Expression &Rest, int Least, unsigned Depth) {
  Value Left = unary(Rest, Depth);
  while (Left && !Rest.empty() && precedence(Rest[0]) >= Least) {
    const StringRef Operator = takeToken(Rest);
    const Value Right = binary(Rest, precedence(Operator) + 1, Depth);
    Left = Right ? apply(Operator, *Left, *Right) : std::nullopt;
  }
  return Left;
}

Value Regions::unary(Expression &Rest, unsigned Depth) {
  if (Rest.empty() || ++Depth > MaxDepth || ++Steps > MaxSteps)
    return std::nullopt;
  const StringRef Token = takeToken(Rest);
  if (Token == "(") {
    const Value Result = binary(Rest, 0, Depth);
    return consume(Rest, {")"}) ? Result : std::nullopt;
  }
  if (Token == "-" || Token == "~" || Token == "+") {
    const Value Operand = unary(Rest, Depth);
    if (!Operand || Token == "+")
      return Operand;
    return Token == "-" ? 0 - *Operand : ~*Operand;
  }
  if (isDigit(Token[0]))
    return numberFrom(Token);
  if ((Token == "ORIGIN" || Token == "LENGTH") && Rest.size() >= 3 && Rest[0] == "(" &&
      Rest[2] == ")") {
    auto Named = llvm::find_if(List, [&](const MemoryRegion &R) { return R.Name == Rest[1]; });
    Rest = Rest.drop_front(3);
    if (Named == List.end())
      return std::nullopt;
    return Token == "ORIGIN" ? Named->Origin : Named->Length;
  }
  auto Symbol = Symbols.find(Token);
  if (Symbol == Symbols.end() || Symbol->second.size() != 1)
    return std::nullopt;
  Expression Text = Symbol->second.front();
  const Value Result = binary(Text, 0, Depth);
  return Text.empty() ? Result : std::nullopt;
}

/// Reads assignments of the form "name = expression;". Other forms make a symbol's value unknown.
void Regions::readAssignments(Expression Rest) {
  StringRef Before = ";", Name;
  for (; !Rest.empty(); Before = Name) {
    Name = takeToken(Rest);
    if (Name == "MEMORY" && consume(Rest, {"{"}))
      Rest = Rest.drop_until([](StringRef T) { return T == "}"; });
    const bool IsPlain = Rest.size() > 1 && Rest[0] == "=" && Rest[1] != "=";
    const bool IsCompound =
        Rest.size() > 1 && Rest[1] == "=" &&
        llvm::is_contained({"+", "-", "*", "/", "&", "|", "^", "<<", ">>"}, Rest[0]);
    if (Name == "." || !isSymbolChar(Name[0]) || !(IsPlain || IsCompound))
      continue;
    Expression Text;
    if (IsPlain && llvm::is_contained({";", "{", "}", ")"}, Before)) // excludes PROVIDE(name = ...)
      Text = Rest.slice(1, std::min(Rest.size() - 1, MaxTokens)).take_until([](StringRef T) {
        return T == ";" || T == "}";
      });
    Symbols[Name].push_back(Text);
  }
}

bool Regions::readIncluded(StringRef Name) {
  auto File = llvm::find_if(Scripts, [&](const ScriptText &S) {
    return S.Path == Name || S.Path.ends_with(("/" + Name).str());
  });
  if (Name.empty() || File == Scripts.end() || ++Includes > MaxIncludes)
    return false;
  Expression Lines = Texts[File - Scripts.begin()];
  return readMemory(Lines);
}

StringRef takeUntil(Expression &Rest, ArrayRef<StringRef> Any) {
  Expression Words = Rest.take_until([&](StringRef T) { return llvm::is_contained(Any, T); });
  Rest = Rest.drop_front(Words.size());
  if (Words.empty())
    return "";
  return StringRef(Words.front().begin(), Words.back().end() - Words.front().begin());
}

Value Regions::readProperty(ArrayRef<StringRef> Names, Expression &Rest) {
  return consume(Rest, Names) && consume(Rest, {"="}) ? binary(Rest, 0, 0) : std::nullopt;
}

bool Regions::readMemory(Expression &Rest) {
  while (!Rest.empty() && !consume(Rest, {"}"})) {
    if (consume(Rest, {"INCLUDE"})) {
      if (Rest.empty() || !readIncluded(Rest[0].trim('"')))
        return false;
      Rest = Rest.drop_front();
      continue;
    }
    const StringRef Name = takeUntil(Rest, {"(", ":"}); // "RAM-2" is several tokens
    StringRef Attributes;
    if (consume(Rest, {"("})) {
      Attributes = takeUntil(Rest, {")"});
      if (!consume(Rest, {")"}))
        return false;
    }
    if (Name.empty() || List.size() == MaxRegions || !consume(Rest, {":"}))
      return false;
    const Value Origin = readProperty({"ORIGIN", "org", "o"}, Rest);
    if (!Origin || !consume(Rest, {","}))
      return false;
    const Value Length = readProperty({"LENGTH", "len", "l"}, Rest);
    if (!Length)
      return false;
    List.push_back({Name.str(), *Origin, *Length, Attributes.str()});
  }
  return true;
}

Regions::Regions(ArrayRef<ScriptText> Scripts, ArrayRef<StringRef> Definitions) : Scripts(Scripts) {
  for (StringRef Definition : Definitions) {
    auto [Name, Text] = Definition.split('=');
    Symbols[Name].push_back(tokensOf(Text));
  }
  for (const ScriptText &Script : Scripts)
    readAssignments(Texts.emplace_back(tokensOf(Script.Text)));
}

std::vector<MemoryRegion> Regions::read() {
  for (Expression Rest : Texts)
    while (!Rest.empty())
      if (takeToken(Rest) == "MEMORY" && consume(Rest, {"{"}) && !readMemory(Rest))
        return {};
  return std::move(List);
}

} // namespace

std::vector<MemoryRegion> memoryRegions(ArrayRef<ScriptText> Scripts,
                                        ArrayRef<StringRef> Definitions) {
  return Regions(Scripts, Definitions).read();
}

} // namespace etprune
