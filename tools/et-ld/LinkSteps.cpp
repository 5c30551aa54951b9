// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LinkSteps.h"

#include "Explain/Budget.h"
#include "Link/Bundle/OwnBundles.h"
#include "Link/Lto/GccLto.h"
#include "Link/Lto/LlvmLto.h"
#include "Object/IntermediateCode.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

std::string readFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

bool usesLlvmPlugin(const CapturedLink &Link) {
  return Link.Inputs->Linker.LoadsPlugins && Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
}

/// Records gcc's driver and, if gcc compiles intermediate code, the programs that the driver runs.
static Error identifyGcc(CapturedLink &Link) {
  const bool CompilesGcc = Link.Inputs->hasIntermediate(IntermediateCode::Gcc);
  const bool AsksMasks = llvm::any_of(Link.Objects, [](const auto *O) { return asksMask(*O); });
  if (!Link.Inputs->Linker.LoadsPlugins && !AsksMasks)
    return Error::success();
  auto Gcc = captureGccDriver(Link.Command, Link.Names);
  if (Gcc && (CompilesGcc || AsksMasks))
    RETURN_IF_ERROR(captureGccLto(*Gcc));
  if (Gcc)
    Link.Gcc = std::move(*Gcc);
  else if (CompilesGcc)
    return joinErrors(createStringError("the link has gcc's intermediate code"), Gcc.takeError());
  else
    consumeError(Gcc.takeError());
  return Error::success();
}

/// Records the plugin of LLVM with which GNU ld compiles bitcode. Without the plugin, a link with
/// bitcode cannot be repeated. Other links do not need it.
static Error identifyLlvmPlugin(CapturedLink &Link) {
  if (!Link.Inputs->Linker.LoadsPlugins)
    return Error::success();
  auto Llvm = captureLlvmPlugin(Link.Command, Link.Names);
  if (Llvm)
    Link.LlvmPlugin = std::move(*Llvm);
  else if (usesLlvmPlugin(Link))
    return Llvm.takeError();
  else
    consumeError(Llvm.takeError());
  return Error::success();
}

Error identify(CapturedLink &Link) {
  if (!Link.Linker.Version.empty())
    return Error::success(); // already recorded
  ASSIGN_OR_RETURN(auto Identity, identifyLinker(Link.Linker.Path));
  RETURN_IF_ERROR(identifyGcc(Link));
  RETURN_IF_ERROR(identifyLlvmPlugin(Link));
  Link.Linker = std::move(Identity);
  return Error::success();
}

Error writeBundle(BundleWriter &Bundle, const std::string &Path) {
  ASSIGN_OR_RETURN(auto Packed, Bundle.finish());
  RETURN_IF_ERROR(AtomicFiles::write(AtomicFiles::LikeALinker, Path, Packed));
  rememberBundle(Path);
  return Error::success();
}

void removeOutputs(const std::string &Image) {
  if (sys::fs::is_regular_file(Image))
    (void)sys::fs::remove(Image);
  (void)sys::fs::remove(bundlePath(Image));
}

void explainOverflow(const CapturedLink &Link, const PrunePlan &Everything, StringRef Messages) {
  const size_t Kernels = Everything.Kept.size();
  errs() << "et-ld: error: the program does not fit with "
         << (Kernels == 1 ? "its kernel" : "all " + counted(Kernels, "kernel")) << ": "
         << Link.Inputs->Linker.overflowMessage(Messages) << describeOverflow(Link, Everything)
         << "\n"
         << ">>> select what it needs in the link: -Wl,--et-model=model.pte "
            "(or --et-select=selected_operators.yaml)\n"
         << ">>> or prune now, the link bundle has everything: et-prune --model model.pte "
         << Link.Command.output() << "\n";
}

} // namespace etprune
