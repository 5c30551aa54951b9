// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Merge.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Linker/Linker.h"

#include <set>

using namespace llvm;

namespace {

/// A module of the request, loaded lazily.
struct Source {
  std::unique_ptr<Module> M;
  std::string WhyNot; ///< the reason if the module cannot be used
};

/// A unique name, because local functions of different modules may have the same name.
std::string boxedName(size_t Kernel) { return "et.boxed." + std::to_string(Kernel); }

Source readSource(const etprune::BitcodeObject &Bitcode, LLVMContext &Context) {
  const MemoryBufferRef Buffer(Bitcode.Data, Bitcode.Name);
  auto Read = getLazyBitcodeModule(Buffer, Context, /*ShouldLazyLoadMetadata=*/false);
  if (!Read)
    return {nullptr, "LLVM " LLVM_VERSION_STRING " cannot read the bitcode of " + Bitcode.Name +
                         ": " + toString(Read.takeError())};
  std::unique_ptr<Module> M = std::move(*Read);
  // Constructors, destructors and lists of symbols to keep belong to the program, not to a kernel.
  for (StringRef Name :
       {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *Roots = M->getGlobalVariable(Name))
      Roots->eraseFromParent();
  const bool HasAssembly = !M->getModuleInlineAsm().empty();
  return {std::move(M), HasAssembly ? Bitcode.Name + " has assembly outside of its functions" : ""};
}

class Merger {
public:
  Merger(const etprune::CodeRequest &Request, std::vector<Kernel> &Kernels, LLVMContext &Context)
      : Request(Request), Kernels(Kernels), Context(Context) {}

  std::unique_ptr<Module> run();

private:
  void nameBoxedFunctions();
  bool addDefinitions();

  const etprune::CodeRequest &Request;
  std::vector<Kernel> &Kernels;
  LLVMContext &Context;
  std::vector<Source> Sources;
  StringMap<size_t> Definitions; ///< the first source that defines a global name
  std::unique_ptr<Module> Merged;
  std::string WhyNotAny;
};

void Merger::nameBoxedFunctions() {
  for (size_t I = 0; I < Kernels.size(); ++I) {
    Kernel &K = Kernels[I];
    Source &S = Sources[K.Request.Bitcode];
    if (!S.WhyNot.empty()) {
      K.refuse(S.WhyNot);
      continue;
    }
    Function *F = S.M->getFunction(K.Request.Function);
    if (!F || F->isDeclaration()) {
      K.refuse("the bitcode of " + Twine(Request.Bitcode[K.Request.Bitcode].Name) +
               " does not define the kernel's function; only the object's machine code defines the "
               "function");
      continue;
    }
    if (!Merged) {
      Merged = std::make_unique<Module>("et-narrow", Context);
      Merged->setTargetTriple(S.M->getTargetTriple());
      Merged->setDataLayout(S.M->getDataLayout());
    }
    F->setName(boxedName(I));
    F->setLinkage(GlobalValue::ExternalLinkage);
    F->setComdat(nullptr);
    K.Boxed =
        Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage, F->getName(), *Merged);
    Definitions[F->getName()] = K.Request.Bitcode;
  }
}

/// Links the modules that define names declared in `Merged`. Returns false if no module was left or
/// a link failed.
///
/// From a file that registers kernels, only boxed functions and their callees are linked. Each
/// module is linked once, because a second time would duplicate its local functions.
bool Merger::addDefinitions() {
  std::set<size_t> Needed;
  for (const GlobalValue &Value : Merged->global_values())
    if (Value.isDeclaration())
      if (auto It = Definitions.find(Value.getName()); It != Definitions.end())
        if (Sources[It->second].M)
          Needed.insert(It->second);
  for (size_t I : Needed) {
    const bool HasBoxed =
        llvm::any_of(Kernels, [&](const Kernel &K) { return K.Boxed && K.Request.Bitcode == I; });
    if (Linker::linkModules(*Merged, std::move(Sources[I].M),
                            HasBoxed ? Linker::LinkOnlyNeeded : Linker::None))
      WhyNotAny = "the bitcode of " + Request.Bitcode[I].Name +
                  " cannot be linked with the bitcode of other objects";
  }
  return !Needed.empty() && WhyNotAny.empty();
}

std::unique_ptr<Module> Merger::run() {
  for (const etprune::BitcodeObject &Bitcode : Request.Bitcode)
    Sources.push_back(readSource(Bitcode, Context));
  nameBoxedFunctions();
  if (!Merged)
    return nullptr;
  for (size_t I = 0; I < Sources.size(); ++I) {
    const Source &S = Sources[I];
    if (!S.WhyNot.empty() || S.M->getTargetTriple() != Merged->getTargetTriple() ||
        S.M->getDataLayout() != Merged->getDataLayout())
      continue;
    for (const GlobalValue &Value : S.M->global_values())
      if (!Value.hasLocalLinkage() && !Value.isDeclaration() && Value.hasName())
        Definitions.try_emplace(Value.getName(), I);
  }
  while (addDefinitions()) {
  }
  StripDebugInfo(*Merged);
  for (size_t I = 0; I < Kernels.size(); ++I) {
    Kernel &K = Kernels[I];
    if (!K.Boxed)
      continue;
    K.Boxed = Merged->getFunction(boxedName(I)); // linking has replaced the declaration
    if (!WhyNotAny.empty())
      K.refuse(WhyNotAny);
    else if (K.Boxed->isDeclaration())
      K.refuse("its bitcode cannot be linked with the bitcode of other kernels");
  }
  return std::move(Merged);
}

} // namespace

std::unique_ptr<Module> mergeKernels(const etprune::CodeRequest &Request,
                                     std::vector<Kernel> &Kernels, LLVMContext &Context) {
  return Merger(Request, Kernels, Context).run();
}
