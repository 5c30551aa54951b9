// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Optimize.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/IPO/MergeFunctions.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace {

std::unique_ptr<TargetMachine> targetOf(const Module &M, std::string &Why) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  const Target *T = TargetRegistry::lookupTarget(M.getTargetTriple(), Why);
  if (!T)
    return nullptr;
  TargetOptions Options;
  Options.FunctionSections = Options.DataSections = true;
  Options.UseInitArray = true;
  if (const auto *Abi = dyn_cast_or_null<MDString>(M.getModuleFlag("target-abi")))
    Options.MCOptions.ABIName = Abi->getString().str();
  // Pass no processor and no features, because attributes of the functions name both.
  const Reloc::Model Relocations =
      M.getPICLevel() == PICLevel::NotPIC ? Reloc::Static : Reloc::PIC_;
  return std::unique_ptr<TargetMachine>(T->createTargetMachine(M.getTargetTriple(), "", "", Options,
                                                               Relocations, M.getCodeModel(),
                                                               CodeGenOptLevel::Default));
}

/// The analysis managers, in an order in which C++ can destroy them.
struct Managers {
  explicit Managers(const Module &M) : Target(targetOf(M, WhyNoTarget)), Builder(Target.get()) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
  void runLinkTimePasses(Module &M) {
    Builder.buildLTODefaultPipeline(OptimizationLevel::O2, /*ExportSummary=*/nullptr)
        .run(M, Modules);
  }

  std::string WhyNoTarget;
  const std::unique_ptr<TargetMachine> Target;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
};

/// Makes AlwaysInliner inline local functions that are called once. Returns false if none is left.
bool markCalledOnce(Module &M) {
  bool HasAny = false;
  for (Function &F : M) {
    if (!F.hasLocalLinkage() || F.isDeclaration() || !F.hasOneUse() ||
        F.hasFnAttribute(Attribute::NoInline) || F.hasFnAttribute(Attribute::AlwaysInline))
      continue;
    const auto *Call = dyn_cast<CallBase>(*F.user_begin());
    if (!Call || Call->getCalledOperand() != &F || Call->getFunction() == &F)
      continue;
    F.addFnAttr(Attribute::AlwaysInline);
    HasAny = true;
  }
  return HasAny;
}

/// Removes the code of dropped dtypes first, so that the other passes have less to do.
ModulePassManager dropUnused() {
  FunctionPassManager Branches;
  Branches.addPass(SCCPPass());
  Branches.addPass(SimplifyCFGPass());
  ModulePassManager Passes;
  Passes.addPass(GlobalDCEPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(Branches)));
  Passes.addPass(GlobalDCEPass());
  return Passes;
}

ModulePassManager squeezeRound() {
  FunctionPassManager Simplify;
  Simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
  Simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Simplify.addPass(SCCPPass());
  Simplify.addPass(InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)));
  Simplify.addPass(SimplifyCFGPass());
  ModulePassManager Round;
  Round.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  Round.addPass(createModuleToFunctionPassAdaptor(std::move(Simplify)));
  Round.addPass(IPSCCPPass());
  Round.addPass(GlobalDCEPass());
  return Round;
}

/// Replaces each alias: by a declaration if other objects see the alias, else by the aliased value.
void resolveAliases(Module &M) {
  for (GlobalAlias &Alias : llvm::make_early_inc_range(M.aliases())) {
    Constant *Named = Alias.getAliasee();
    if (!Alias.hasLocalLinkage() && !Alias.isDiscardableIfUnused()) {
      GlobalObject *Declared = nullptr;
      if (auto *F = dyn_cast<Function>(Alias.getAliaseeObject()))
        Declared = Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage,
                                    F->getAddressSpace(), "", &M);
      else
        Declared = new GlobalVariable(M, Alias.getValueType(), /*isConstant=*/false,
                                      GlobalValue::ExternalLinkage, nullptr, "");
      Declared->takeName(&Alias);
      Named = Declared;
    }
    Alias.replaceAllUsesWith(Named);
    Alias.eraseFromParent();
  }
}

void makeLocal(GlobalObject &Object) {
  Object.setComdat(nullptr);
  Object.setLinkage(GlobalValue::InternalLinkage);
  Object.setVisibility(GlobalValue::DefaultVisibility);
}

/// Makes linkonce functions and constants local. Other linkonce variables stay global, because the
/// program must have one of each. Other visible definitions, except `Kept`, become declarations.
void internalize(Module &M, ArrayRef<Function *> Kept) {
  resolveAliases(M);
  for (Function &F : M) {
    if (llvm::is_contained(Kept, &F) || F.isDeclaration())
      continue;
    if (F.isDiscardableIfUnused()) {
      makeLocal(F);
    } else {
      F.setComdat(nullptr);
      F.deleteBody(); // the program has the function as machine code
    }
  }
  for (GlobalVariable &Variable : M.globals())
    if (!Variable.isDeclaration() && !Variable.hasLocalLinkage()) {
      if (Variable.isDiscardableIfUnused() && Variable.isConstant()) {
        makeLocal(Variable);
      } else if (!Variable.isDiscardableIfUnused()) {
        Variable.setComdat(nullptr);
        Variable.setInitializer(nullptr);
        Variable.setLinkage(GlobalValue::ExternalLinkage);
      }
    }
}

void squeeze(Module &M, Managers &Of) {
  constexpr unsigned MaxRounds = 5;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    const bool HasMore = markCalledOnce(M);
    squeezeRound().run(M, Of.Modules);
    if (!HasMore)
      break;
  }
}

} // namespace

void optimize(Module &M, ArrayRef<Function *> Kept, ArrayRef<Function *> Calls,
              function_ref<void()> Narrow) {
  internalize(M, Kept);
  Managers Of(M);
  for (Function *F : Calls)
    F->addFnAttr(Attribute::NoInline);
  dropUnused().run(M, Of.Modules);
  squeeze(M, Of);
  Narrow();
  for (Function *F : Calls)
    F->removeFnAttr(Attribute::NoInline);
  if (!Calls.empty()) {
    Of.Modules.clear(); // the managers do not know of the changed functions
    Of.Functions.clear();
    squeeze(M, Of);
  }
  Of.runLinkTimePasses(M);
  ModulePassManager Last;
  Last.addPass(MergeFunctionsPass());
  Last.addPass(GlobalDCEPass());
  Last.run(M, Of.Modules);
}

void optimize(Module &M) { Managers(M).runLinkTimePasses(M); }

void printOnlyErrors(LLVMContext &Context) {
  Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *Info, void *) {
    if (Info->getSeverity() != DS_Error)
      return;
    DiagnosticPrinterRawOStream Printer(errs());
    Info->print(Printer);
    errs() << '\n';
  });
}

Expected<SmallVector<char, 0>> writeObject(Module &M) {
  std::string Why;
  const std::unique_ptr<TargetMachine> Target = targetOf(M, Why);
  if (!Target)
    return createStringError(Why);
  SmallVector<char, 0> Object;
  raw_svector_ostream Out(Object);
  legacy::PassManager Passes;
  if (Target->addPassesToEmitFile(Passes, Out, nullptr, CodeGenFileType::ObjectFile))
    return createStringError("LLVM writes no objects for " + M.getTargetTriple());
  Passes.run(M);
  return Object;
}

void printObject(ArrayRef<char> Object) {
  outs() << "object " << Object.size() << '\n' << StringRef(Object.data(), Object.size());
  outs().flush();
}
