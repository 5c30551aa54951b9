// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the arguments of a call from an operator's schema in PyTorch's form, `add.out(Tensor self,
// Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)`.

#include "Registry/KernelRecord.h"

#include "Selection/Names.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

std::string argumentKinds(bool IsOptional, bool IsList, StringRef OfOne) {
  std::string Kinds = IsList && OfOne.size() == 1 ? toUpper(OfOne.front()) + std::string() : "";
  if (!IsList)
    Kinds = OfOne;
  return Kinds + (IsOptional && !Kinds.empty() ? "n" : "");
}

/// Reads an argument of a schema, such as "int[2] pad=[0, 0]" or "Tensor?[] indices". Any list of
/// tensors gets the kinds T and O, because some of et-prune's kernels take both kinds, for example
/// the kernels of aten::index. The schema's kind comes first, as messages show it.
static std::string kindsOfItem(StringRef Item) {
  StringRef Type = Item.split(' ').first;
  const bool IsOptional = Type.consume_back("?");
  const size_t Bracket = Type.find('[');
  StringRef One = Type.take_front(Bracket);
  if (Bracket != StringRef::npos && One.starts_with("Tensor"))
    return One == "Tensor?" ? "OT" : "TO";
  One = One.split('(').first;
  return argumentKinds(IsOptional, Bracket != StringRef::npos,
                       StringSwitch<StringRef>(One)
                           .Case("Tensor", "t")
                           .Cases("int", "SymInt", "ScalarType", "MemoryFormat", "Layout", "i")
                           .Cases("bool", "SymBool", "b")
                           .Cases("float", "SymFloat", "d")
                           .Case("Scalar", "ibd")
                           .Case("str", "s")
                           .Default(""));
}

std::optional<CallArguments> callArguments(StringRef Schema) {
  StringRef Rest = Schema.drop_until([](char C) { return C == '('; });
  const auto Items = takeArguments(Rest);
  Rest = Rest.ltrim();
  if (!Items || !Rest.consume_front("->"))
    return std::nullopt;
  Rest = Rest.trim();
  if (Rest.empty())
    return std::nullopt;
  unsigned Results = 1;
  if (Rest.starts_with("(")) {
    const auto Listed = takeArguments(Rest);
    if (!Listed)
      return std::nullopt;
    Results = Listed->size();
  }
  CallArguments Arguments;
  for (StringRef Item : *Items)
    Arguments.Kinds.push_back(kindsOfItem(Item));
  Arguments.Least = Items->size() + (Results > 0);
  Arguments.Most = Items->size() + std::max(Results, 1u);
  Arguments.Source = Schema;
  return Arguments;
}

/// The kinds in words, for messages: "an integer or none".
static std::string kindNames(StringRef Kinds) {
  std::vector<StringRef> Names;
  for (const char Kind : Kinds)
    Names.push_back(StringSwitch<StringRef>(StringRef(&Kind, 1))
                        .Case("n", "none")
                        .Case("i", "an integer")
                        .Case("b", "a boolean")
                        .Case("d", "a floating point number")
                        .Case("s", "a string")
                        .Case("t", "a tensor")
                        .Case("I", "a list of integers")
                        .Case("B", "a list of booleans")
                        .Case("D", "a list of floating point numbers")
                        .Case("T", "a list of tensors")
                        .Default("a list of optional tensors"));
  return join(Names, " or ");
}

std::string whyNotTaken(StringRef Kinds, const CallArguments &Taken) {
  const std::string Source = ": " + Taken.Source;
  if (Kinds.size() < Taken.Least || Kinds.size() > Taken.Most)
    return "is called with " + counted(Kinds.size(), "argument") + ", but the kernel takes " +
           utostr(Taken.Least) + (Taken.Most != Taken.Least ? " to " + utostr(Taken.Most) : "") +
           ", including the result" + Source;
  for (size_t I = 0; I < std::min(Kinds.size(), Taken.Kinds.size()); ++I)
    if (Kinds[I] != '?' && !Taken.Kinds[I].empty() && !is_contained(Taken.Kinds[I], Kinds[I]))
      return "is called with " + kindNames(Kinds.substr(I, 1)) + " as argument " + utostr(I) +
             ", but the kernel takes " + kindNames(Taken.Kinds[I]) + Source;
  return "";
}

} // namespace etprune
