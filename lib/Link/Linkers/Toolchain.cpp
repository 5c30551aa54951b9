// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/Toolchain.h"

#include "Object/SharedLibrary.h"
#include "Support/InputFile.h"
#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <glob.h>

using namespace llvm;

namespace etprune {

void addFolders(StringRef List, std::vector<std::string> &Folders, StringRef Root) {
  SmallVector<StringRef> Words;
  SplitString(List, Words, ":;");
  for (StringRef Word : Words)
    Folders.push_back(((sys::path::is_absolute(Word) ? Root : "") + Word).str());
}

namespace {

/// Reads ld.so.conf and the files that it includes. Reads each file once, because files may include
/// each other.
struct Configuration {
  std::vector<std::string> &Folders;
  StringRef Root;
  StringSet<> Read = {};

  bool add(const std::string &Path);
  void include(const std::string &By, StringRef Pattern);
};

bool Configuration::add(const std::string &Path) {
  auto Buffer = readRegular(Path);
  if (!Buffer || !Read.insert(realPath(Path)).second)
    return Buffer != nullptr;
  for (StringRef Line : llvm::split(Buffer->getBuffer(), '\n')) {
    Line = Line.split('#').first.trim();
    if (Line.consume_front("include ") || Line.consume_front("include\t")) {
      SmallVector<StringRef> Patterns;
      SplitString(Line, Patterns, " \t");
      for (StringRef Pattern : Patterns)
        include(Path, Pattern);
    } else { // a type such as "=libc6" may follow the folder
      addFolders(Line.take_until([](char C) { return StringRef("= \t\f\v\r").contains(C); }),
                 Folders, Root);
    }
  }
  return true;
}

void Configuration::include(const std::string &By, StringRef Pattern) {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Pattern))
    Full = sys::path::parent_path(By);
  sys::path::append(Full, Pattern);
  glob_t Matches = {};
  const int Result = ::glob(Full.c_str(), 0, nullptr, &Matches);
  if (Result == GLOB_NOSPACE)
    report_bad_alloc_error("glob");
  for (size_t I = 0; Result == 0 && I < Matches.gl_pathc; ++I)
    add(Matches.gl_pathv[I]);
  ::globfree(&Matches);
}

} // namespace

bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          StringRef Root) {
  return Configuration{Folders, Root}.add(Path);
}

std::string withOrigin(StringRef Folders, StringRef NamedBy) {
  return replaceAll(Folders, "$", [&](StringRef &Rest) {
    if (Rest.consume_front("$ORIGIN") || Rest.consume_front("${ORIGIN}"))
      return sys::path::parent_path(NamedBy);
    Rest = Rest.drop_front();
    return StringRef("$");
  });
}

std::unique_ptr<MemoryBuffer> readRegular(const std::string &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::is_regular_file(Status) ||
      Status.getSize() > LargestProgram)
    return nullptr;
  auto Buffer = mapFile(Path);
  if (Buffer.getError() == std::errc::not_enough_memory)
    report_bad_alloc_error("file");
  return Buffer ? std::move(*Buffer) : nullptr;
}

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
  // ld.so.conf can list "/" or "/etc". Remove such folders: if the linker is a shell script, the
  // confinement lets the script read all files in SystemFolders (addScript()).
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
    return; // a hostile program might name a private file as a library, to read the file
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
    else // several folders can have a library of this name, for several machines
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
  // SearchFolders is the output of `gcc -print-search-dirs`. It has the lines "install: /a/",
  // "programs: =/b/:/c/" and "libraries: =/d/". Only the first two lines name folders of programs.
  splitPaths(SearchFolders.split("libraries:").first, " =:\n", Files.Execute);
  Files.StartsProcesses = true;
}

} // namespace etprune
