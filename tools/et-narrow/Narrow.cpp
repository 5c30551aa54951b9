// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows kernels: compiles their bitcode for only the dtypes of the selected calls. Each step has
// its own file: Merge, Clones, Guard, Optimize, Arguments. Optimize calls Arguments.
// compileObjects() compiles bitcode to machine code without narrowing.

#include "Narrow.h"
#include "Clones.h"
#include "Guard.h"
#include "Merge.h"
#include "Optimize.h"

#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Runtimes/ExecuTorch/Names.h"
#include "Support/Mark.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <numeric>

using namespace llvm;
using namespace etprune;

namespace {

bool takesTensorList(const Function &Boxed) {
  SetVector<const Function *> Start;
  Start.insert(&Boxed);
  const auto Called = mark(std::move(Start), [](const Function *F, auto Mark) {
    for (const Instruction &I : instructions(*F))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction())
          Mark(Callee);
  });
  return llvm::any_of(Called, [](const Function *F) { return unpacksTensorList(F->getName()); });
}

DtypeSet unionOf(const NarrowCall &Call) {
  return std::accumulate(Call.begin(), Call.end(), DtypeSet(0), std::bit_or<>());
}

/// Returns why a kernel must keep all of its dtypes, or an empty string.
std::string whyNot(const Kernel &K, const Clones &Copies) {
  if (!Guard::knowsArguments(*K.Boxed->getFunctionType()))
    return "its function does not have the parameters of a kernel in a supported release of "
           "ExecuTorch; see docs/executorch.md for the releases";
  if (K.Request.AnyInLists && takesTensorList(*K.Boxed))
    return "it takes a list of tensors; only a model (--model) gives their dtypes";
  for (const NarrowCall &Call : K.Request.Calls)
    if (const DtypeSet Dtypes = unionOf(Call))
      if (std::string Why = Copies.whyNot(*K.Boxed, Dtypes); !Why.empty())
        return Why;
  return "";
}

/// Returns the kernel's guard; null for too many sets. Adds calls with several dtypes to `Mixed`.
Function *narrow(Kernel &K, Clones &Copies, Guard &Guards, std::vector<GuardedCall> &Mixed) {
  std::vector<GuardedCall> Calls;
  for (const NarrowCall &Call : K.Request.Calls) {
    const DtypeSet Dtypes = unionOf(Call);
    const bool IsMixed = llvm::popcount(Dtypes) > 1 && Call.size() > 1;
    // A call without tensors has no dtype to check.
    Function *Copy = Dtypes == 0 ? K.Boxed
                     : IsMixed   ? Copies.cloneForCall(*K.Boxed, Dtypes)
                                 : Copies.clone(*K.Boxed, Dtypes);
    Calls.push_back({Call, Copy});
    if (IsMixed)
      Mixed.push_back(Calls.back());
  }
  Function *Guarding = Guards.add(K.Request.Symbol, K.Request.Refusal, Calls);
  if (!Guarding)
    K.refuse("the selected calls have too many sets of dtypes");
  return Guarding;
}

/// Returns an empty object if no kernel was narrowed.
Expected<SmallVector<char, 0>> makeObject(Module &M, const Layout &Members,
                                          std::vector<Kernel> &Kernels) {
  SmallVector<Function *> Guarded, Calls;
  std::vector<GuardedCall> Mixed;
  Clones Copies(M);
  Guard Guards(M, Members);
  for (Kernel &K : Kernels) {
    if (!K.Boxed)
      continue;
    if (!Copies.reachesDtypes(*K.Boxed))
      K.refuse("");
    else if (std::string Why = whyNot(K, Copies); !Why.empty())
      K.refuse(Why);
    else if (Function *F = narrow(K, Copies, Guards, Mixed))
      Guarded.push_back(F);
  }
  Guards.finish();
  if (Guarded.empty())
    return SmallVector<char, 0>();
  if (verifyModule(M, &errs()))
    return createStringError(
        "LLVM's verifier rejects the module with the narrowed kernels; this is a bug of et-prune");
  for (const GuardedCall &Call : Mixed)
    Calls.push_back(Call.Copy);
  optimize(M, Guarded, Calls, [&] {
    for (const GuardedCall &Call : Mixed)
      narrowArguments(Call, Members);
  });
  return writeObject(M);
}

/// Also copies the bitcode into a section of the object, from which et-prune can narrow kernels.
Expected<SmallVector<char, 0>> compile(const BitcodeObject &Object) {
  LLVMContext Context;
  printOnlyErrors(Context);
  const MemoryBufferRef Bitcode(Object.Data, Object.Name);
  ASSIGN_OR_RETURN(auto M, parseBitcodeFile(Bitcode, Context));
  optimize(*M);
  embedBufferInModule(*M, Bitcode, HiddenLlvmCodeSectionName);
  return writeObject(*M);
}

} // namespace

int compileObjects(const CodeRequest &Request) {
  for (const BitcodeObject &Object : Request.Bitcode) {
    auto Code = compile(Object);
    if (!Code) {
      errs() << Object.Name << ": " << toString(Code.takeError()) << '\n';
      return 1;
    }
    printObject(*Code);
  }
  return 0;
}

int narrowKernels(const CodeRequest &Request) {
  LLVMContext Context;
  printOnlyErrors(Context);
  std::vector<Kernel> Kernels;
  for (const NarrowKernel &Kernel : Request.Kernels)
    Kernels.push_back({Kernel, nullptr, ""});
  std::unique_ptr<Module> M = mergeKernels(Request, Kernels, Context);
  SmallVector<char, 0> Object;
  if (const auto Members = M ? Layout::read(*M) : std::nullopt) {
    if (Error E = makeObject(*M, *Members, Kernels).moveInto(Object)) {
      errs() << toString(std::move(E)) << '\n';
      return 1;
    }
  } else {
    for (Kernel &K : Kernels)
      if (K.Boxed)
        K.refuse("the bitcode has no type information (TBAA): compile with optimisation, and "
                 "without -fno-strict-aliasing");
  }
  for (const Kernel &K : Kernels)
    outs() << (K.Boxed ? "narrowed" : "keeps " + K.WhyNot) << '\n';
  printObject(Object);
  return 0;
}
