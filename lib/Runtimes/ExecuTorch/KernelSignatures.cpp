// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the arguments that a kernel takes. A kernel's function is a boxed function, which
// ExecuTorch's generator writes. The boxed function calls the computing function, which has one
// parameter for each argument. The mangled name of the computing function tells the parameter
// types. Prim ops have no computing function; primArguments() lists their numbers of arguments.

#include "Runtimes/ExecuTorch/ExecuTorch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

using namespace llvm;

namespace etprune {

namespace {

/// The letters of the argument kinds that a parameter takes (SelectedOp::ArgumentKinds). An empty
/// string allows any kind.
std::string kindsOfType(StringRef Type) {
  const size_t List = std::min(Type.find("ArrayRef<"), Type.find("Span<"));
  const bool IsOptional = Type.find("optional<") < List;
  const bool IsList = List != StringRef::npos;
  const StringRef One = IsList ? Type.drop_front(List) : Type;
  auto Has = [&](StringRef Name) { return One.contains(Name); };
  if (Has("::Tensor"))
    return IsList && Has("optional<") ? "O" : argumentKinds(IsOptional, IsList, "t");
  return argumentKinds(IsOptional, IsList,
                       Has("::ScalarType") || Has("::MemoryFormat") || Has("long") ? "i"
                       : Has("::Scalar")                                           ? "ibd"
                       : Has("bool")                                               ? "b"
                       : Has("double")                                             ? "d"
                       : Has("string_view")                                        ? "s"
                                                                                   : "");
}

/// A computing function: `add_out(KernelRuntimeContext &, const Tensor &, …, Tensor &)`.
struct KernelFunction {
  std::string Name;
  std::vector<std::string> Kinds; ///< one for each parameter after the context
  unsigned Tensors = 0;           ///< number of tensor and optional tensor parameters
  unsigned Results = 0; ///< number of output tensors; a call lists them again as its results
};

using DemangledText = std::unique_ptr<char, decltype(&std::free)>;

/// Reads the computing function from the mangled name `Symbol`. None if the first parameter is not
/// the context, or if the name of the function does not contain the operator's name.
std::optional<KernelFunction> readComputing(StringRef Symbol, StringRef Op) {
  const StringRef Operator = Op.rsplit("::").second.split('.').first.trim('_');
  const std::string Mangled = Symbol.str(); // Name keeps pointers into this string
  ItaniumPartialDemangler Name;
  if (Operator.empty() || !Symbol.contains(Operator) || Name.partialDemangle(Mangled.c_str()) ||
      !Name.isFunction())
    return std::nullopt;
  const DemangledText Base(Name.getFunctionBaseName(nullptr, nullptr), &std::free);
  const DemangledText Listed(Name.getFunctionParameters(nullptr, nullptr), &std::free);
  if (!Base || !Listed || !StringRef(Base.get()).contains(Operator))
    return std::nullopt;
  SmallVector<StringRef> Types;
  StringRef(Listed.get()).trim("()").split(Types, ", ");
  if (!Types.front().ends_with("::KernelRuntimeContext&"))
    return std::nullopt;
  KernelFunction Function;
  Function.Name = Base.get();
  unsigned Depth = 0; // of nested template arguments, whose commas separate no parameters
  unsigned Written = 0;
  std::string Type;
  for (StringRef Part : drop_begin(Types)) {
    Type += Part;
    Depth += Part.count('<') - Part.count('>');
    if (Depth != 0)
      continue;
    if (StringRef(Type).contains("EValue")) // this is a boxed function
      return std::nullopt;
    const bool IsWritten = StringRef(Type).ends_with("::Tensor&");
    Written += IsWritten;
    Function.Results = IsWritten ? Function.Results + 1 : 0;
    Function.Kinds.push_back(kindsOfType(Type));
    Function.Tensors += StringRef(Function.Kinds.back()).starts_with("t");
    Type.clear();
  }
  if (Function.Results == 0) // the written tensors are not at the end, as in index_put_
    Function.Results = Written;
  return Function;
}

/// The computing function to which the kernel's boxed function refers. None if the boxed function
/// refers to no computing function, or to several with different names.
std::optional<KernelFunction> functionOf(const KernelRecord &Kernel) {
  const FunctionLocation &Boxed = Kernel.Function;
  if (!Boxed.Object)
    return std::nullopt;
  std::optional<KernelFunction> Found;
  for (const ObjectRelocation &R : Boxed.Object->Sections[Boxed.Section].Relocations) {
    auto Function = readComputing(Boxed.Object->Symbols[R.Symbol].Name, Kernel.Op);
    if (Found && Function && Function->Name != Found->Name)
      return std::nullopt;
    if (Function)
      Found = std::move(Function);
  }
  return Found;
}

/// The number of arguments of a prim op, including its result. 0 for an operator not listed here.
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

void ExecuTorch::readSignature(KernelRecord &Kernel) const {
  if (auto Function = functionOf(Kernel)) {
    // A call has one argument for each parameter. Its results follow, as one list or one by one. If
    // the function writes no tensor, the call has one list of results, or no result.
    const unsigned Given = Function->Kinds.size(), Results = Function->Results;
    Kernel.Arguments =
        CallArguments{Given + (Results > 0), Given + std::max(Results, 1u),
                      "its function " + Function->Name + " has " + utostr(Given) + " parameters",
                      Function->Kinds};
    Kernel.PlainTensors = Function->Tensors + Results;
  } else if (const unsigned Count = primArguments(Kernel.Op)) {
    Kernel.Arguments = CallArguments{Count, Count, "a primitive operator", {}};
  }
}

} // namespace etprune
