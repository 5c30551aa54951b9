// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/KernelCalls.h"

#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

using namespace llvm;

namespace etprune {

namespace {

/// Takes a list in parentheses off the front of a schema and gives its items without the star, or
/// none where that is not what it begins with.
std::optional<std::vector<StringRef>> takeList(StringRef &Text) {
  std::vector<StringRef> Items;
  unsigned Depth = 0;
  size_t ItemStart = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"' || C == '\'') {
      I = Text.find(C, I + 1);
      if (I == StringRef::npos)
        return std::nullopt;
    }
    Depth += C == '(' || C == '[';
    const bool IsEnd = C == ')' && Depth == 1;
    if ((C == ',' && Depth == 1) || IsEnd) {
      StringRef Item = Text.slice(ItemStart, I).trim();
      if (Item.empty() && !(IsEnd && Items.empty()))
        return std::nullopt;
      if (!Item.empty() && Item != "*")
        Items.push_back(Item);
      ItemStart = I + 1;
    }
    if (IsEnd) {
      Text = Text.drop_front(ItemStart);
      return Items;
    }
    Depth -= C == ')' || C == ']';
    if (Depth == 0)
      return std::nullopt;
  }
  return std::nullopt;
}

/// The kinds of an argument: of a list, or what is in it, or none.
std::string kinds(bool IsOptional, bool IsList, StringRef OfOne) {
  std::string Kinds = IsList && OfOne.size() == 1 ? toUpper(OfOne.front()) + std::string() : "";
  if (!IsList)
    Kinds = OfOne;
  return Kinds + (IsOptional && !Kinds.empty() ? "n" : "");
}

/// "int[2] pad=[0, 0]", "Tensor?[] indices", "ScalarType? dtype=None"
std::string kindsOfItem(StringRef Item) {
  StringRef Type = Item.split(' ').first;
  const bool IsOptional = Type.consume_back("?");
  const size_t Bracket = Type.find('[');
  StringRef One = Type.take_front(Bracket);
  if (One == "Tensor?")
    return "O";
  One = One.split('(').first;
  return kinds(IsOptional, Bracket != StringRef::npos,
               StringSwitch<StringRef>(One)
                   .Case("Tensor", "t")
                   .Cases("int", "SymInt", "ScalarType", "MemoryFormat", "Layout", "i")
                   .Cases("bool", "SymBool", "b")
                   .Cases("float", "SymFloat", "d")
                   .Case("Scalar", "ibd")
                   .Case("str", "s")
                   .Default(""));
}

/// "std::optional<executorch::runtime::ArrayRef<long> >", "executorch::…::Tensor const&"
std::string kindsOfType(StringRef Type) {
  const size_t List = std::min(Type.find("ArrayRef<"), Type.find("Span<"));
  const bool IsOptional = Type.find("optional<") < List;
  const bool IsList = List != StringRef::npos;
  const StringRef One = IsList ? Type.drop_front(List) : Type;
  auto Has = [&](StringRef Name) { return One.contains(Name); };
  if (Has("::Tensor"))
    return IsList && Has("optional<") ? "O" : kinds(IsOptional, IsList, "t");
  return kinds(IsOptional, IsList,
               Has("::ScalarType") || Has("::MemoryFormat") || Has("long") ? "i"
               : Has("::Scalar")                                           ? "ibd"
               : Has("bool")                                               ? "b"
               : Has("double")                                             ? "d"
               : Has("string_view")                                        ? "s"
                                                                           : "");
}

/// A function that computes: `add_out(KernelRuntimeContext &, const Tensor &, …, Tensor &)`.
struct KernelFunction {
  std::string Name;
  std::vector<std::string> Kinds; ///< of the parameters but for the context
  unsigned Tensors = 0;           ///< parameters that are one, or none
  unsigned Results = 0;           ///< tensors to write to, which a call repeats
};

using DemangledText = std::unique_ptr<char, decltype(&std::free)>;

/// The function of a name if it is an operator's: it takes the context first and has the operator's
/// name in its own.
std::optional<KernelFunction> readFunction(StringRef Symbol, StringRef Op) {
  ItaniumPartialDemangler Name;
  if (Name.partialDemangle(Symbol.str().c_str()) || !Name.isFunction())
    return std::nullopt;
  const DemangledText Base(Name.getFunctionBaseName(nullptr, nullptr), &std::free);
  const DemangledText Listed(Name.getFunctionParameters(nullptr, nullptr), &std::free);
  const StringRef Operator = Op.rsplit("::").second.split('.').first.trim('_');
  if (!Base || !Listed || Operator.empty() || !StringRef(Base.get()).contains(Operator))
    return std::nullopt;
  SmallVector<StringRef> Types;
  StringRef(Listed.get()).trim("()").split(Types, ", ");
  if (!Types.front().ends_with("::KernelRuntimeContext&"))
    return std::nullopt;
  KernelFunction Function;
  Function.Name = Base.get();
  unsigned Depth = 0; // of template arguments, which have commas of their own
  unsigned Written = 0;
  std::string Type;
  for (StringRef Part : drop_begin(Types)) {
    Type += Part;
    Depth += Part.count('<') - Part.count('>');
    if (Depth != 0)
      continue;
    if (StringRef(Type).contains("EValue")) // a boxed function itself
      return std::nullopt;
    const bool IsWritten = StringRef(Type).ends_with("::Tensor&");
    Written += IsWritten;
    Function.Results = IsWritten ? Function.Results + 1 : 0;
    Function.Kinds.push_back(kindsOfType(Type));
    Function.Tensors += StringRef(Function.Kinds.back()).starts_with("t");
    Type.clear();
  }
  if (Function.Results == 0) // the results come last, unless it works in place
    Function.Results = Written;
  return Function;
}

/// The only function of the operator that the kernel's boxed function refers to.
std::optional<KernelFunction> functionOf(const KernelRecord &Kernel) {
  const FunctionLocation &Boxed = Kernel.Function;
  if (!Kernel.IsSelfRegistered || !Boxed.Object)
    return std::nullopt;
  std::optional<KernelFunction> Found;
  for (const ObjectRelocation &R : Boxed.Object->Sections[Boxed.Section].Relocations) {
    auto Function = readFunction(Boxed.Object->Symbols[R.Symbol].Name, Kernel.Op);
    if (Found && Function && Function->Name != Found->Name)
      return std::nullopt;
    if (Function)
      Found = std::move(Function);
  }
  return Found;
}

/// The arguments of a primitive operator, its result with them; 0 for any other.
unsigned primArguments(StringRef Op) {
  if (!Op.consume_front("executorch_prim::") &&
      !llvm::is_contained({"aten::sym_size.int", "aten::sym_numel", "aten::_local_scalar_dense"},
                          Op))
    return 0;
  Op.consume_front("aten::");
  return StringSwitch<unsigned>(Op.split('.').first)
      .Cases("ceil", "floor", "neg", "round", "trunc", 2)
      .Cases("sym_float", "sym_int", "sym_not", "sym_numel", "_local_scalar_dense", 2)
      .Cases("add", "sub", "mul", "floordiv", "truediv", "mod", 3)
      .Cases("eq", "ge", "gt", "le", "lt", 3)
      .Cases("sym_max", "sym_min", "sym_size", "et_view", "et_copy_index", 3)
      .Case("sym_ite", 4)
      .Default(0);
}

} // namespace

std::optional<CallArguments> callArguments(StringRef Schema) {
  StringRef Rest = Schema.drop_until([](char C) { return C == '('; });
  std::optional<std::vector<StringRef>> Items = takeList(Rest);
  Rest = Rest.ltrim();
  if (!Items || !Rest.consume_front("->"))
    return std::nullopt;
  Rest = Rest.trim();
  if (Rest.empty())
    return std::nullopt;
  unsigned Results = 1;
  if (Rest.starts_with("(")) {
    const std::optional<std::vector<StringRef>> Listed = takeList(Rest);
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

std::optional<CallArguments> callArguments(const KernelRecord &Kernel) {
  if (!Kernel.Schema.empty())
    return callArguments(Kernel.Schema);
  if (auto Function = functionOf(Kernel)) {
    // Without a tensor to write to, the result is a list among the parameters, or there is none.
    const unsigned Given = Function->Kinds.size(), Results = Function->Results;
    return CallArguments{Given + (Results > 0), Given + std::max(Results, 1u),
                         "its function " + Function->Name + " has " + utostr(Given),
                         Function->Kinds};
  }
  if (const unsigned Count = Kernel.IsSelfRegistered ? primArguments(Kernel.Op) : 0)
    return CallArguments{Count, Count, "a primitive operator", {}};
  return std::nullopt;
}

/// "an integer or none"
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
  const std::string Source = " (" + Taken.Source + ")";
  if (Kinds.size() < Taken.Least || Kinds.size() > Taken.Most)
    return "is called with " + counted(Kinds.size(), "argument") +
           ", the result included, and the kernel takes " + utostr(Taken.Least) +
           (Taken.Most != Taken.Least ? " to " + utostr(Taken.Most) : "") + Source;
  for (size_t I = 0; I < std::min(Kinds.size(), Taken.Kinds.size()); ++I)
    if (Kinds[I] != '?' && !Taken.Kinds[I].empty() && !is_contained(Taken.Kinds[I], Kinds[I]))
      return "is called with " + kindNames(Kinds.substr(I, 1)) + " as argument " + utostr(I) +
             ", and the kernel takes " + kindNames(Taken.Kinds[I]) + Source;
  return "";
}

std::optional<unsigned> plainTensorEntries(const KernelRecord &Kernel) {
  if (auto Function = functionOf(Kernel))
    return Function->Tensors + Function->Results;
  return std::nullopt;
}

} // namespace etprune
