// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/ProgramFile.h"

#include "Support/InputFile.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

#include <unistd.h>

using namespace llvm;

namespace etprune {

Expected<ProgramFile> identifyProgram(const std::string &Path, StringRef What) {
  RETURN_IF_ERROR(checkIsProgramFile(Path));
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read " + What + " '" + Path +
                             "': " + Buffer.getError().message());
  return ProgramFile{absolutePath(Path), (*Buffer)->getBufferSize(),
                     xxh3_64bits((*Buffer)->getBuffer())};
}

Error checkProgram(const ProgramFile &Recorded, StringRef What) {
  ASSIGN_OR_RETURN(auto File, identifyProgram(Recorded.Path, What));
  if (!isElfFile(Recorded.Path))
    return createStringError("'" + Recorded.Path + "', which the link bundle names as " + What +
                             ", is no ELF file");
  if (File.isSameAs(Recorded))
    return Error::success();
  return createStringError("'" + Recorded.Path +
                           "' is not the file that made the image: the link bundle records another "
                           "size or hash for the file; install the recorded version again, or link "
                           "the program again");
}

bool isElfFile(const std::string &Path, StringRef Text) {
  if (errorToBool(checkIsProgramFile(Path)))
    return false;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer && (*Buffer)->getBuffer().starts_with("\177ELF") &&
         containsText((*Buffer)->getBuffer(), Text);
}

std::string libexecFolder() {
  std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  SmallString<256> Folder(sys::path::parent_path(Self));
  // ld and ld.lld in libexec/et-prune are links to et-ld. If a user copies the folder with "cp -L",
  // both are copies of et-ld, and et-lld is in their folder.
  if (sys::fs::exists(Folder + "/et-lld"))
    return Folder.str().str();
  sys::path::append(Folder, "..", "libexec", "et-prune");
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  return Folder.str().str();
}

std::string absolutePath(StringRef Path) {
  constexpr StringLiteral OfProcess = "/proc/self/cwd";
  if (Path == OfProcess || Path.starts_with((OfProcess + "/").str()))
    Path = Path.drop_front(OfProcess.size()).ltrim('/');
  if (sys::path::is_absolute(Path))
    return Path.str();
  char Current[PATH_MAX];
  SmallString<256> Full(::getcwd(Current, sizeof(Current)) ? Current : "/proc/self/cwd");
  if (Path != ".")
    sys::path::append(Full, Path);
  return Full.str().str();
}

std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return sys::fs::real_path(Path, Real) ? Path.str() : Real.str().str();
}

std::optional<std::string> findInVariable(StringRef Variable, StringRef Name,
                                          function_ref<bool(StringRef)> IsWanted) {
  const std::string Folders =
      sys::Process::GetEnv(Variable).value_or(Variable == "PATH" ? "/usr/bin:/bin" : "");
  for (StringRef Folder : llvm::split(Folders, ':')) {
    SmallString<256> Path(absolutePath(Folder));
    sys::path::append(Path, Name);
    if (!Folder.empty() && IsWanted(Path))
      return Path.str().str();
  }
  return std::nullopt;
}

} // namespace etprune
