// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LinkSteps.h"

#include "Link/AtomicFiles.h"
#include "Link/LlvmLto.h"

#include "llvm/Support/FileSystem.h"

#include <tuple>

using namespace llvm;

namespace etprune {

std::string readFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

bool usesLlvmPlugin(const CapturedLink &Link) {
  return !Link.Inputs->IsLld && Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
}

Error identify(CapturedLink &Link) {
  auto Identity = identifyLinker(Link.Linker.Path);
  if (!Identity)
    return Identity.takeError();
  Link.Linker = std::move(*Identity);
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc)) {
    auto Gcc = captureGccLto(Link.Command);
    if (!Gcc)
      return Gcc.takeError();
    Link.Gcc = std::move(*Gcc);
  }
  if (usesLlvmPlugin(Link)) {
    auto Plugin = captureLlvmPlugin(Link.Command);
    if (!Plugin)
      return Plugin.takeError();
    Link.LlvmPlugin = std::move(*Plugin);
  }
  return Error::success();
}

Error writeBundle(BundleWriter &Bundle, const std::string &Path) {
  auto Bytes = Bundle.finish();
  if (!Bytes)
    return Bytes.takeError();
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = Files.add(Path, *Bytes))
    return E;
  return Files.commit();
}

void removeOutputs(const LinkCommand &Command) {
  if (sys::fs::is_regular_file(Command.output()))
    (void)sys::fs::remove(Command.output());
  (void)sys::fs::remove(bundlePath(Command.output()));
}

StringRef overflowMessage(StringRef Messages) {
  StringRef Largest;
  uint64_t Most = 0;
  while (!Messages.empty()) {
    StringRef Line;
    std::tie(Line, Messages) = Messages.split('\n');
    StringRef Number = Line.split(" overflowed by ").second.split(' ').first;
    size_t Start = std::min(Line.find("region `"), Line.find("section '"));
    uint64_t Bytes;
    if (Start != StringRef::npos && !Number.getAsInteger(10, Bytes) && Bytes > Most) {
      Largest = Line.substr(Start);
      Most = Bytes;
    }
  }
  return Largest;
}

} // namespace etprune
