// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/Toolchain.h"

#include "Object/SharedLibrary.h"
#include "Support/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace etprune {

namespace {

/// Ends the process if memory is exhausted. To go on would hide existing files from the linker.
void checkMemory(std::error_code EC) {
  if (EC == std::errc::not_enough_memory)
    report_bad_alloc_error("toolchain");
}

/// The contents of a regular file of plausible size; null for other files. Reading a pipe could
/// block.
std::unique_ptr<MemoryBuffer> readRegular(const std::string &Path) {
  if (errorToBool(checkIsProgramFile(Path)))
    return nullptr;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  checkMemory(Buffer.getError());
  return Buffer ? std::move(*Buffer) : nullptr;
}

/// Adds the absolute paths of a list.
void splitPaths(StringRef List, StringRef Separators, std::vector<std::string> &Paths) {
  SmallVector<StringRef> Words;
  SplitString(List, Words, Separators);
  for (StringRef Word : Words)
    if (sys::path::is_absolute(Word))
      Paths.push_back(Word.str());
}

std::vector<std::string> pathsInVariable(StringRef Name, StringRef Separators) {
  std::vector<std::string> Paths;
  splitPaths(sys::Process::GetEnv(Name).value_or(""), Separators, Paths);
  return Paths;
}

} // namespace

ToolchainAccess::ToolchainAccess() {
  SystemFolders = {"/lib",       "/lib32",     "/lib64",      "/libx32",        "/usr/lib",
                   "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib", "/usr/local/lib64"};
  // The loader's configuration, the number of processors, random bytes, large-page settings.
  Files.Read = {"/etc/ld.so.cache",  "/etc/ld.so.conf",
                "/etc/ld.so.conf.d", "/etc/ld.so.preload",
                "/proc/cpuinfo",     "/sys/devices/system/cpu",
                "/dev/urandom",      "/sys/kernel/mm/transparent_hugepage"};
  Files.Write = {"/dev/null"};
  std::error_code EC;
  for (sys::fs::directory_iterator It("/etc/ld.so.conf.d", EC), End; !EC && It != End;
       It.increment(EC))
    if (auto Buffer = readRegular(It->path()))
      splitPaths(Buffer->getBuffer(), " \t\n", SystemFolders);
  checkMemory(EC);
  if (auto Buffer = readRegular("/etc/ld.so.conf"))
    splitPaths(Buffer->getBuffer(), " \t\n", SystemFolders);
  // "include /etc/..." names no library folder.
  llvm::erase_if(SystemFolders, [](StringRef Folder) {
    return Folder == "/" || Folder.starts_with("/etc") || Folder.contains('*');
  });
}

std::vector<std::string> ToolchainAccess::searchFolders(StringRef Path, StringRef RunPath) const {
  const std::string Real = realPath(Path);
  const StringRef Origin = sys::path::parent_path(Real);
  std::string List;
  while (!RunPath.empty())
    if (RunPath.consume_front("$ORIGIN") || RunPath.consume_front("${ORIGIN}"))
      List += Origin;
    else
      List += RunPath.front(), RunPath = RunPath.drop_front();
  std::vector<std::string> Folders;
  splitPaths(List, ":", Folders);
  llvm::append_range(Folders, pathsInVariable("LD_LIBRARY_PATH", ":;"));
  llvm::append_range(Folders, SystemFolders);
  return Folders;
}

void ToolchainAccess::addElf(const std::string &Path, bool IsProgram) {
  constexpr size_t MostPaths = 50000;
  if (Tried.size() >= MostPaths || !Tried.insert(Path).second)
    return;
  auto Buffer = readRegular(Path);
  if (!Buffer)
    return;
  StringRef Contents = Buffer->getBuffer();
  const bool IsScript = IsProgram && Contents.starts_with("#!");
  if (!IsScript && !Contents.starts_with("\177ELF"))
    return; // a file of another kind, which a program may name to make it readable
  (IsProgram ? Files.Execute : Files.Read).push_back(Path);
  if (IsScript)
    return addScript(Contents);
  const LoaderFacts Facts = readLoaderFacts(Contents);
  if (IsProgram && !Facts.Loader.empty())
    Files.Execute.push_back(Facts.Loader);
  const std::vector<std::string> Folders = searchFolders(Path, Facts.RunPath);
  for (const std::string &Name : Facts.Needed)
    if (sys::path::has_parent_path(Name))
      addLibrary(Name);
    else // the loader takes the first library with this name that is for this machine
      for (const std::string &Folder : Folders)
        addLibrary(Folder + "/" + Name);
}

void ToolchainAccess::addScript(StringRef Text) {
  Files.StartsProcesses = true;
  llvm::append_range(Files.Read, SystemFolders);
  llvm::append_range(Files.Execute, pathsInVariable("PATH", ":"));
  constexpr size_t Most = 1 << 16;
  std::vector<std::string> Named;
  splitPaths(Text.drop_front(2).take_front(Most), " \t\n\"';|&()=", Named);
  for (const std::string &Path : Named)
    if (sys::fs::can_execute(Path))
      addProgram(Path);
}

void ToolchainAccess::addGccDriver(const std::string &Driver) {
  addProgram(Driver);
  const std::string Real = realPath(Driver);
  const StringRef Prefix = sys::path::parent_path(sys::path::parent_path(Real));
  for (StringRef Folder : {"/lib/gcc", "/lib64/gcc", "/libexec/gcc", "/lib/gcc-cross"})
    Files.Execute.push_back((Prefix + Folder).str());
}

void ToolchainAccess::addGccCompiler(ArrayRef<ProgramFile> Programs, StringRef SearchFolders) {
  for (const ProgramFile &Program : Programs)
    addProgram(Program.Path);
  // "install: /a/", "programs: =/b/:/c/", and library folders, which a link does not need.
  splitPaths(SearchFolders.split("libraries:").first, " =:\n", Files.Execute);
  Files.StartsProcesses = true;
}

} // namespace etprune
