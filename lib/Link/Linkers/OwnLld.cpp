// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/OwnLld.h"

#include "Link/Linkers/ProgramFile.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace etprune {

std::string ownLld() {
  std::string Program = libexecFolder() + "/et-lld";
  return sys::fs::can_execute(Program) ? Program : "";
}

Expected<std::string> ownLldVersion() {
  ASSIGN_OR_RETURN(auto Answer, runOwnLld("ld.lld", {"--version"}, "", {}));
  return StringRef(Answer.Stdout).split('\n').first.str();
}

std::string versionOfOwnBuild(const std::string &Linker) {
  const StringRef Own = ET_LLD_BUILD_ID;
  if (Own.empty() || ownLld().empty())
    return "";
  auto File = MemoryBuffer::getFile(Linker, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return "";
  auto Object = object::ObjectFile::createELFObjectFile((*File)->getMemBufferRef(),
                                                        /*InitContent=*/false);
  if (!Object)
    return consumeError(Object.takeError()), "";
  const std::string Id = toHex(object::getBuildID(Object->get()), /*LowerCase=*/true);
  return Id == Own ? ET_LLD_VERSION : "";
}

Expected<ProcessResult> runOwnLld(const std::string &Linker, ArrayRef<std::string> Args,
                                  const std::string &Directory, ArrayRef<std::string> Environment,
                                  const Confinement *Confined) {
  std::vector<std::string> Words{Linker};
  llvm::append_range(Words, Args);
  return runProcess(libexecFolder() + "/et-lld", Words, Directory, Environment, Confined);
}

Expected<ProcessResult> runLinkerOrOwn(const std::string &Linker, ArrayRef<std::string> Args,
                                       const std::string &Directory,
                                       ArrayRef<std::string> Environment,
                                       const Confinement *Confined) {
  if (!versionOfOwnBuild(Linker).empty()) {
    auto Result = runOwnLld(Linker, Args, Directory, Environment, Confined);
    if (!Result || Result->ExitCode == 0)
      return Result;
  }
  return runProcess(Linker, Args, Directory, Environment, Confined);
}

} // namespace etprune
