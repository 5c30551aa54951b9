// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/Toolchain.h"

#include "Link/Linkers/LoaderFolders.h"
#include "Object/SharedLibrary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

static void splitPaths(StringRef List, StringRef Separators, std::vector<std::string> &Paths) {
  SmallVector<StringRef> Words;
  SplitString(List, Words, Separators);
  for (StringRef Word : Words)
    if (sys::path::is_absolute(Word))
      Paths.push_back(Word.str());
}

ToolchainAccess::ToolchainAccess() {
  SystemFolders = {"/lib",       "/lib32",     "/lib64",      "/libx32",        "/usr/lib",
                   "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib", "/usr/local/lib64"};
  Files.Read = {"/etc/ld.so.cache",  "/etc/ld.so.conf",
                "/etc/ld.so.conf.d", "/etc/ld.so.preload",
                "/proc/cpuinfo",     "/sys/devices/system/cpu",
                "/dev/urandom",      "/sys/kernel/mm/transparent_hugepage"};
  Files.Write = {"/dev/null"};
  addConfiguredFolders("/etc/ld.so.conf", SystemFolders);
  // Programs must not read these folders as a whole.
  llvm::erase_if(SystemFolders, [](StringRef Folder) {
    return !sys::path::is_absolute(Folder) || Folder == "/" || Folder.starts_with("/etc");
  });
}

std::vector<std::string> ToolchainAccess::searchFolders(StringRef Path, StringRef RunPath) const {
  std::vector<std::string> Folders;
  addFolders(withOrigin(RunPath, realPath(Path)), Folders);
  addFolders(sys::Process::GetEnv("LD_LIBRARY_PATH").value_or(""), Folders);
  llvm::erase_if(Folders, [](StringRef Folder) { return !sys::path::is_absolute(Folder); });
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
    return; // a program may name another kind of file only to make it readable
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
  splitPaths(sys::Process::GetEnv("PATH").value_or(""), ":", Files.Execute);
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
  // The output has "install: /a/", "programs: =/b/:/c/", and library folders, which a link does not
  // need.
  splitPaths(SearchFolders.split("libraries:").first, " =:\n", Files.Execute);
  Files.StartsProcesses = true;
}

} // namespace etprune
