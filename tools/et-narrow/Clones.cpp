// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Clones.h"

#include "Object/RecordNames.h"
#include "Runtimes/ExecuTorch/Names.h"
#include "Support/Mark.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstdlib>

using namespace llvm;
using etprune::mark;

namespace {

template <class Visit> void forEachGlobal(const Value *V, Visit Each) {
  SetVector<const Value *> Start;
  if (isa<Constant>(V))
    Start.insert(V);
  mark(std::move(Start), [&](const Value *Next, auto Mark) {
    if (auto *Global = dyn_cast<GlobalValue>(Next))
      Each(const_cast<GlobalValue &>(*Global));
    else
      for (const Value *Operand : llvm::reverse(cast<Constant>(Next)->operand_values()))
        Mark(Operand);
  });
}

/// True for a definition that other objects can see and that exists once in the program.
bool isOthers(const GlobalValue &Value) {
  return !Value.hasLocalLinkage() && !Value.isDiscardableIfUnused();
}

template <class Visit> void forEachUser(const GlobalValue &Value, Visit Each) {
  SetVector<const llvm::User *> Direct(Value.user_begin(), Value.user_end());
  mark(std::move(Direct), [&](const llvm::User *Next, auto Mark) {
    if (const auto *I = dyn_cast<Instruction>(Next))
      Each(I->getFunction());
    else if (const auto *Variable = dyn_cast<GlobalVariable>(Next)) {
      if (Variable->isConstant() && Variable->hasDefinitiveInitializer())
        Each(Variable);
    } else if (!isa<GlobalValue>(Next))
      llvm::for_each(Next->users(), Mark);
  });
}

std::string readableName(const GlobalValue &Value) {
  ItaniumPartialDemangler Demangler;
  const std::string Name = Value.getName().str();
  if (Demangler.partialDemangle(Name.c_str()) || !Demangler.isFunction())
    return demangle(Name);
  size_t Size = 0;
  char *Text = Demangler.getFunctionName(nullptr, &Size);
  const std::string Result = Text ? Text : Name;
  std::free(Text);
  return Result;
}

/// True for a function in machine code that may make tensors: its mangled name, with the types of
/// its parameters, contains a namespace of ExecuTorch. The runtime makes no tensors for a kernel.
bool mayMakeTensors(const Function &F) {
  StringRef Name = F.getName();
  // In a mangled name, "N" begins a nested name, and qualifiers such as "K" (const) may follow.
  return Name.consume_front("_Z") && (Name.contains("5torch") || Name.contains("10executorch")) &&
         !Name.ltrim("NrVKRO").starts_with("10executorch7runtime");
}

/// True if the dtype of a new tensor is a constant of the set, or is loaded from another tensor.
bool isOf(const Value *V, DtypeSet Dtypes, SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(V).second)
    return true;
  if (const auto *Number = dyn_cast<ConstantInt>(V))
    return Number->getValue().ult(64) && (Dtypes >> Number->getZExtValue() & 1);
  if (const auto *I = dyn_cast<Instruction>(V); I && isDtypeLoad(*I))
    return true;
  if (const auto *Select = dyn_cast<SelectInst>(V))
    return isOf(Select->getTrueValue(), Dtypes, Seen) &&
           isOf(Select->getFalseValue(), Dtypes, Seen);
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return llvm::all_of(Phi->incoming_values(),
                        [&](const Use &Incoming) { return isOf(Incoming, Dtypes, Seen); });
  if (const auto *Argument = dyn_cast<llvm::Argument>(V)) {
    const Function *F = Argument->getParent();
    return F->hasLocalLinkage() && llvm::all_of(F->uses(), [&](const Use &Call) {
             const auto *Caller = dyn_cast<CallBase>(Call.getUser());
             return Caller && Caller->isCallee(&Call) &&
                    isOf(Caller->getArgOperand(Argument->getArgNo()), Dtypes, Seen);
           });
  }
  return false;
}

} // namespace

Clones::Clones(Module &M) : M(M) {
  for (const Function &F : M)
    if (llvm::any_of(instructions(F), isDtypeLoad))
      Reaching.insert(&F);
  Reaching = mark(std::move(Reaching),
                  [](const GlobalValue *Value, auto Mark) { forEachUser(*Value, Mark); });
}

/// Returns why an instruction would be wrong in a copy, or an empty string.
static std::string whyNot(const Instruction &I, DtypeSet Dtypes) {
  const Function &F = *I.getFunction();
  const Value *Made = isDtypeStore(I) ? cast<StoreInst>(I).getValueOperand() : nullptr;
  if (const auto *Call = dyn_cast<CallBase>(&I);
      Call && Call->arg_size() > 1 &&
      etprune::isTensorConstructor(Call->getCalledOperand()->getName()))
    Made = Call->getArgOperand(1);
  SmallPtrSet<const Value *, 8> Seen;
  if (Made && !etprune::isTensorConstructor(F.getName()) && !isOf(Made, Dtypes, Seen))
    return "it makes a tensor with a dtype that no argument has, in '" + readableName(F) + "'";
  return "";
}

std::string Clones::whyNot(const Function &Root, DtypeSet Dtypes) const {
  // The flag marks functions that are not copied, and the values that they use.
  using Item = PointerIntPair<const GlobalValue *, 1, bool>;
  SetVector<Item> Start;
  Start.insert(Item(&Root, false));
  std::string Why;
  mark(std::move(Start), [&](Item Next, auto Mark) {
    if (Why.empty())
      Why = whyNot(*Next.getPointer(), Next.getInt(), Dtypes,
                   [&](const GlobalValue &Used, bool IsOutside) { Mark(Item(&Used, IsOutside)); });
  });
  return Why;
}

/// Returns why a copy that uses `Value` would be wrong, or "". Visits the values that `Value` uses.
std::string Clones::whyNot(const GlobalValue &Value, bool IsOutside, DtypeSet Dtypes,
                           function_ref<void(const GlobalValue &, bool)> Visit) const {
  auto Add = [&](const GlobalValue &Used) { Visit(Used, IsOutside); };
  if (const auto *Variable = dyn_cast<GlobalVariable>(&Value)) {
    // A copy of the kernel would change only its own copy of this variable.
    if (!IsOutside && !Variable->isConstant() && Variable->hasLocalLinkage())
      return "it uses the static variable '" + readableName(*Variable) +
             "', which cannot be copied";
    if (Variable->hasInitializer() && Variable->isConstant())
      forEachGlobal(Variable->getInitializer(), Add);
    return "";
  }
  if (const auto *Alias = dyn_cast<GlobalAlias>(&Value)) {
    Visit(*Alias->getAliaseeObject(), IsOutside || isOthers(*Alias));
    return "";
  }
  const auto *F = dyn_cast<Function>(&Value);
  if (!F)
    return "it uses '" + readableName(Value) +
           "', an indirect function (ifunc), whose code is not known before the program starts";
  if (F->isDeclaration())
    return mayMakeTensors(*F) ? "it calls '" + readableName(*F) + "', whose bitcode is missing"
                              : "";
  if (!IsOutside && F->hasFnAttribute(Attribute::OptimizeNone))
    return "it is compiled without optimisation (-O0)";
  // A visible function that reaches no load of a dtype is not copied. Copies call the original.
  IsOutside |= isOthers(*F) && !reachesDtypes(*F);
  for (const Instruction &I : instructions(*F)) {
    if (std::string Why = ::whyNot(I, Dtypes); !Why.empty())
      return Why;
    for (const llvm::Value *Operand : I.operand_values())
      forEachGlobal(Operand, Add);
  }
  return "";
}

void Clones::mapGlobals(const Value *V, ValueToValueMapTy &Map, DtypeSet Dtypes, Owner Of) {
  forEachGlobal(V, [&](GlobalValue &Global) {
    if (Reaching.count(&Global))
      Map[&Global] = cloneOf(Global, Dtypes, Of);
  });
}

GlobalValue *Clones::cloneOf(GlobalValue &Value, DtypeSet Dtypes, Owner Of) {
  if (auto *F = dyn_cast<Function>(&Value))
    return clone(*F, Dtypes, Of);
  GlobalValue *&Copy = Copies[{&Value, Dtypes, Of}];
  if (Copy)
    return Copy;
  auto &Variable = cast<GlobalVariable>(Value);
  auto *New = new GlobalVariable(M, Variable.getValueType(), /*isConstant=*/true,
                                 GlobalValue::InternalLinkage, nullptr, Variable.getName());
  New->copyAttributesFrom(&Variable);
  Copy = New;
  ValueToValueMapTy Map;
  mapGlobals(Variable.getInitializer(), Map, Dtypes, Of);
  New->setInitializer(MapValue(Variable.getInitializer(), Map, RF_None));
  return New;
}

Function *Clones::clone(Function &F, DtypeSet Dtypes, Owner Of) {
  GlobalValue *&Copy = Copies[{&F, Dtypes, Of}];
  if (Copy)
    return cast<Function>(Copy);
  auto *New = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                               F.getAddressSpace(), F.getName() + "." + utohexstr(Dtypes), &M);
  Copy = New; // set before the copy is filled, because a function may reach itself
  ValueToValueMapTy Map;
  for (auto [Old, Argument] : llvm::zip(F.args(), New->args())) {
    Argument.setName(Old.getName());
    Map[&Old] = &Argument;
  }
  for (const Instruction &I : instructions(F))
    for (const Value *Operand : I.operand_values())
      mapGlobals(Operand, Map, Dtypes, ownerOfCallees(Of));
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(New, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setLinkage(GlobalValue::InternalLinkage);
  New->setVisibility(GlobalValue::DefaultVisibility);
  New->setComdat(nullptr);
  New->setDSOLocal(true);
  SmallVector<Instruction *> Loads;
  for (Instruction &I : instructions(*New))
    if (isDtypeLoad(I))
      Loads.push_back(&I);
  for (Instruction *Load : Loads)
    narrowLoad(*Load, Dtypes);
  return New;
}

Function *Clones::cloneForCall(Function &Boxed, DtypeSet Dtypes) {
  LastCall += 2;
  return clone(Boxed, Dtypes, LastCall);
}

void narrowLoad(Instruction &Load, DtypeSet Dtypes) {
  SmallVector<ConstantInt *, 8> Numbers;
  for (unsigned Dtype = 0; Dtype < 64; ++Dtype)
    if (Dtypes >> Dtype & 1)
      Numbers.push_back(ConstantInt::get(Type::getInt8Ty(Load.getContext()), Dtype));
  const SmallVector<Use *> Uses(llvm::make_pointer_range(Load.uses()));
  IRBuilder<> Builder(Load.getNextNode());
  Value *Result = Numbers.back();
  for (ConstantInt *Number : llvm::drop_begin(llvm::reverse(Numbers)))
    Result = Builder.CreateSelect(Builder.CreateICmpEQ(&Load, Number), Number, Result);
  for (Use *U : Uses)
    U->set(Result);
  if (Load.use_empty())
    Load.eraseFromParent();
}
