// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/KernelCalls.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

using namespace llvm;

namespace etprune {

namespace {

/// Takes a list in parentheses off the front of a schema and gives the number of its items without
/// the star, or none where that is not what it begins with.
std::optional<unsigned> takeList(StringRef &Text) {
  unsigned Depth = 0, Count = 0;
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
      if (Item.empty() && !(IsEnd && Count == 0))
        return std::nullopt;
      Count += !Item.empty() && Item != "*";
      ItemStart = I + 1;
    }
    if (IsEnd) {
      Text = Text.drop_front(ItemStart);
      return Count;
    }
    Depth -= C == ')' || C == ']';
    if (Depth == 0)
      return std::nullopt;
  }
  return std::nullopt;
}

/// A function that computes: `add_out(KernelRuntimeContext &, const Tensor &, …, Tensor &)`.
struct KernelFunction {
  std::string Name;
  unsigned Parameters = 0, Tensors = 0; ///< without the context
  unsigned Results = 0;                 ///< tensors to write to, which a call repeats
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
  KernelFunction Function{Base.get()};
  unsigned Depth = 0; // of template arguments, which have commas of their own
  unsigned Written = 0;
  for (StringRef Type : drop_begin(Types)) {
    Function.Parameters += Depth == 0;
    const bool IsPart = Depth != 0;
    Depth += Type.count('<') - Type.count('>');
    if (IsPart || Depth != 0)
      continue;
    const bool IsWritten = Type.ends_with("::Tensor&");
    Written += IsWritten;
    Function.Results = IsWritten ? Function.Results + 1 : 0;
    Function.Tensors += IsWritten || Type.ends_with("::Tensor const&") ||
                        (Type.contains("optional<") && Type.contains("::Tensor>") &&
                         !Type.contains("ArrayRef<") && !Type.contains("Span<"));
    if (Type.contains("EValue")) // a boxed function itself
      return std::nullopt;
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
  std::optional<unsigned> Arguments = takeList(Rest);
  Rest = Rest.ltrim();
  if (!Arguments || !Rest.consume_front("->"))
    return std::nullopt;
  Rest = Rest.trim();
  if (Rest.empty())
    return std::nullopt;
  unsigned Results = 1;
  if (Rest.starts_with("(")) {
    const std::optional<unsigned> Listed = takeList(Rest);
    if (!Listed)
      return std::nullopt;
    Results = *Listed;
  }
  return CallArguments{*Arguments + (Results > 0), *Arguments + std::max(Results, 1u),
                       Schema.str()};
}

std::optional<CallArguments> callArguments(const KernelRecord &Kernel) {
  if (!Kernel.Schema.empty())
    return callArguments(Kernel.Schema);
  if (auto Function = functionOf(Kernel)) {
    // Without a tensor to write to, the result is a list among the parameters, or there is none.
    const unsigned Given = Function->Parameters, Results = Function->Results;
    return CallArguments{Given + (Results > 0), Given + std::max(Results, 1u),
                         "its function " + Function->Name + " has " + utostr(Given)};
  }
  if (const unsigned Count = Kernel.IsSelfRegistered ? primArguments(Kernel.Op) : 0)
    return CallArguments{Count, Count, "a primitive operator"};
  return std::nullopt;
}

std::optional<unsigned> plainTensorEntries(const KernelRecord &Kernel) {
  if (auto Function = functionOf(Kernel))
    return Function->Tensors + Function->Results;
  return std::nullopt;
}

} // namespace etprune
