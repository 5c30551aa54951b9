// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LinkerProgram.h"

#include "Link/Script/LinkerScript.h"
#include "Object/Arch/Arch.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

std::vector<std::string> linkerEnvironment() {
  // The heap uses large pages if the machine offers them. It grows by 32 MiB and also holds large
  // buffers. RunTool.cpp says why malloc() keeps the memory of large buffers.
  std::string Tunables = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:"
                         "glibc.malloc.mmap_threshold=33554432:"
                         "glibc.malloc.trim_threshold=1073741824";
  if (auto Users = sys::Process::GetEnv("GLIBC_TUNABLES")) // the last of two settings wins
    Tunables += ":" + *Users;
  return {EnglishMessages.str(), std::move(Tunables)};
}

const LinkerKind &LinkerIdentity::kind() const {
  const LinkerKind *Kind = linkerOfVersion(Version);
  return Kind ? *Kind : linkerGnuLd();
}

Expected<LinkerIdentity> identifyLinker(const std::string &Path) {
  ASSIGN_OR_RETURN(auto File, identifyProgram(Path, "the linker"));
  LinkerIdentity Identity{std::move(File), ""};
  ASSIGN_OR_RETURN(auto Answer, runProcess(Identity.Path, {"--version"}, ""));
  Identity.Version = StringRef(Answer.Stdout).split('\n').first.str();
  RETURN_IF_ERROR(checkIsKnown(Identity.Version, Path));
  return Identity;
}

Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, StringRef Image) {
  auto File =
      MemoryBuffer::getFile(Linker.Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Linker.kind().LinksForAllMachines || !File)
    return Error::success();
  std::vector<StringRef> Found;
  for (const Arch *A : Arch::all())
    if ((*File)->getBuffer().contains(A->Emulation)) {
      if (A->Machine == Machine)
        return Error::success();
      Found.push_back(A->Emulation);
    }
  if (Found.empty())
    return Error::success();
  return createStringError("the linker '" + Linker.Path + "' links for " + join(Found, ", ") +
                           ", and '" + Image + "' is for " +
                           ELF::convertEMachineToArchName(Machine) +
                           "; name the linker of the image's toolchain");
}

std::vector<std::string> defaultSearchDirs(const std::string &Linker) {
  auto Answer = runProcess(Linker, {"--verbose"}, "");
  if (!Answer) {
    consumeError(Answer.takeError());
    return {};
  }
  return LinkerScript::parse(Answer->Stdout).SearchDirs;
}

} // namespace etprune
