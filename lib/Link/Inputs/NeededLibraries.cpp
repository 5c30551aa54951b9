// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU ld searches these folders, in order, for a needed library, and takes the first file for the
// same machine: -rpath-link and -rpath; without either option, LD_RUN_PATH; LD_LIBRARY_PATH;
// DT_RUNPATH or DT_RPATH of the library that needs it; ld.so.conf; the linker's own folders. Only a
// native linker reads the variables. -L does not count. (The manual's text on -rpath-link has the
// rules. "strace -e openat" showed the rules below.)
//
// GNU ld 2.40 puts the sysroot before absolute folders of -rpath, of a library's own path and of
// ld.so.conf, but not of -rpath-link and the variables. It reads ld.so.conf of the sysroot, first
// in /usr/etc (its installation prefix is /usr) and then in /etc. An absolute "include" pattern in
// ld.so.conf is not in the sysroot. Debian's cross linkers do the same; without --sysroot, they
// read the host's ld.so.conf. A cross linker that was built without sysroot support reads none.
// Searching too many folders does no harm, because they have no library for its machine.
//
// The first search skips a library that needs others but not libc.so; the second accepts it.

#include "Link/Inputs/NeededLibraries.h"

#include "Object/SharedLibrary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <deque>
#include <glob.h>

using namespace llvm;

namespace etprune {

namespace {

/// Class, byte order and machine in the ELF header.
std::string machineOf(StringRef Elf) {
  constexpr size_t MachineOffset = 18;
  if (!Elf.starts_with(ELF::ElfMagic) || Elf.size() < MachineOffset + 2)
    return "";
  return (Elf.substr(ELF::EI_CLASS, 2) + Elf.substr(MachineOffset, 2)).str();
}

std::unique_ptr<MemoryBuffer> readFile(const std::string &Path) {
  if (!sys::fs::is_regular_file(Path))
    return nullptr;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer ? std::move(*Buffer) : nullptr;
}

class NeededSearch {
public:
  NeededSearch(const LinkCommand &Command, const LinkNames &Names,
               const std::function<std::vector<std::string>()> &DefaultFolders)
      : Names(Names), AskForDefaults(DefaultFolders) {
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == LinkOperand::Sysroot)
        Sysroot = Names.onMachine(Operand.Text);
    for (const LinkArgument &Argument : Command.Arguments)
      if (Argument.Option && Argument.Option->Name == "rpath-link" && Argument.Value)
        addList(*Argument.Value, CommandFolders);
    for (const LinkArgument &Argument : Command.Arguments)
      if (Argument.Option && Argument.Option->Name == "rpath" && Argument.Value)
        addList(*Argument.Value, CommandFolders, Sysroot);
    if (auto Own = readFile("/proc/self/exe"))
      HostMachine = machineOf(Own->getBuffer());
  }

  std::vector<std::string> run(ArrayRef<NamedLibrary> Libraries);

private:
  struct Library {
    std::string Path, Machine;
    LoaderFacts Facts;
  };
  /// Splits a colon-separated list of folders. Puts `Root` before each absolute folder.
  static void addList(StringRef List, std::vector<std::string> &Folders, StringRef Root = "") {
    SmallVector<StringRef> Words;
    List.split(Words, ':', -1, /*KeepEmpty=*/false);
    for (StringRef Word : Words)
      Folders.push_back(((sys::path::is_absolute(Word) ? Root : "") + Word).str());
  }
  static void addVariable(StringRef Name, std::vector<std::string> &Folders) {
    addList(sys::Process::GetEnv(Name).value_or(""), Folders);
  }
  std::string resolved(StringRef Path) const { return Names.onMachine(Path); }
  void add(const std::string &Path, StringRef Contents);
  bool addConfiguration(const std::string &Path, std::vector<std::string> &Folders) const;
  void includeConfigurations(const std::string &By, StringRef Pattern,
                             std::vector<std::string> &Folders) const;
  std::vector<std::string> foldersFor(const Library &By);
  std::string withOrigin(StringRef Folder, const Library &By) const;
  std::unique_ptr<MemoryBuffer> open(const std::string &Path, const Library &By,
                                     bool IsFirstSearch) const;
  void find(const std::string &Name, const Library &By, std::vector<std::string> &Found);

  const LinkNames &Names;
  const std::function<std::vector<std::string>()> &AskForDefaults;
  std::string Sysroot, HostMachine;
  std::vector<std::string> CommandFolders;
  std::optional<std::vector<std::string>> Defaults; ///< set at first use
  StringSet<> Loaded;                               ///< names by which libraries are needed
  std::deque<Library> Work;
};

void NeededSearch::add(const std::string &Path, StringRef Contents) {
  LoaderFacts Facts = readLoaderFacts(Contents);
  Loaded.insert(Facts.Soname.empty() ? sys::path::filename(Path) : StringRef(Facts.Soname));
  Work.push_back({Path, machineOf(Contents), std::move(Facts)});
}

/// Adds the folders of a file in the form of ld.so.conf, whose lines may include other files. False
/// if there is no such file.
bool NeededSearch::addConfiguration(const std::string &Path,
                                    std::vector<std::string> &Folders) const {
  constexpr size_t MostFolders = 1000; // files may include each other
  auto Buffer = readFile(Path);
  if (!Buffer || Folders.size() > MostFolders)
    return Buffer != nullptr;
  SmallVector<StringRef> Lines;
  Buffer->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.split('#').first.trim();
    if (Line.consume_front("include ") || Line.consume_front("include\t")) {
      SmallVector<StringRef> Patterns;
      SplitString(Line, Patterns, " \t");
      for (StringRef Pattern : Patterns)
        includeConfigurations(Path, Pattern, Folders);
    } else {
      // A type such as "=libc6" may follow.
      addList(Line.take_until([](char C) { return StringRef("= \t\f\v\r").contains(C); }), Folders,
              Sysroot);
    }
  }
  return true;
}

void NeededSearch::includeConfigurations(const std::string &By, StringRef Pattern,
                                         std::vector<std::string> &Folders) const {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Pattern))
    Full = sys::path::parent_path(By);
  sys::path::append(Full, Pattern);
  glob_t Matches = {};
  if (::glob(Full.c_str(), 0, nullptr, &Matches) == 0)
    for (size_t I = 0; I < Matches.gl_pathc; ++I)
      if (Matches.gl_pathv[I] != By)
        addConfiguration(Matches.gl_pathv[I], Folders);
  ::globfree(&Matches);
}

/// Replaces $ORIGIN in a folder by the folder of the library that needs another one.
std::string NeededSearch::withOrigin(StringRef Folder, const Library &By) const {
  const std::string Origin = sys::path::parent_path(resolved(By.Path)).str();
  std::string Full = Folder.str();
  for (StringRef Name : {"${ORIGIN}", "$ORIGIN"})
    if (const size_t At = Full.find(Name); At != std::string::npos)
      Full.replace(At, Name.size(), Origin);
  return Full;
}

/// All folders except the linker's own, in search order.
std::vector<std::string> NeededSearch::foldersFor(const Library &By) {
  std::vector<std::string> Folders = CommandFolders;
  if (By.Machine == HostMachine) {
    if (CommandFolders.empty())
      addVariable("LD_RUN_PATH", Folders);
    addVariable("LD_LIBRARY_PATH", Folders);
  }
  addList(By.Facts.RunPath, Folders, Sysroot);
  if (!addConfiguration(Sysroot + "/usr/etc/ld.so.conf", Folders))
    addConfiguration(Sysroot + "/etc/ld.so.conf", Folders);
  for (std::string &Folder : Folders)
    Folder = withOrigin(Folder, By);
  return Folders;
}

/// A shared library for the machine of the library that needs it; null for any other file.
std::unique_ptr<MemoryBuffer> NeededSearch::open(const std::string &Path, const Library &By,
                                                 bool IsFirstSearch) const {
  auto Buffer = readFile(resolved(Path));
  if (!Buffer || machineOf(Buffer->getBuffer()) != By.Machine)
    return nullptr;
  if (!IsFirstSearch)
    return Buffer;
  const std::vector<std::string> Needed = readLoaderFacts(Buffer->getBuffer()).Needed;
  const bool NeedsLibc = llvm::any_of(
      Needed, [](const std::string &Name) { return StringRef(Name).starts_with("libc.so"); });
  return Needed.empty() || NeedsLibc ? std::move(Buffer) : nullptr;
}

void NeededSearch::find(const std::string &Name, const Library &By,
                        std::vector<std::string> &Found) {
  if (Loaded.contains(sys::path::filename(Name)))
    return;
  auto Try = [&](const std::string &Path, bool IsFirstSearch) {
    auto Buffer = open(Path, By, IsFirstSearch);
    if (!Buffer)
      return false;
    Loaded.insert(Name);
    // Names in a command are relative to the link's folder, but no command names this file.
    Found.push_back(resolved(Path));
    add(Found.back(), Buffer->getBuffer());
    return true;
  };
  if (sys::path::has_parent_path(Name)) {
    Try(Name, /*IsFirstSearch=*/false);
    return;
  }
  const std::vector<std::string> Folders = foldersFor(By);
  for (const bool IsFirstSearch : {true, false}) {
    for (const std::string &Folder : Folders)
      if (Try(Folder + "/" + Name, IsFirstSearch))
        return;
    if (!Defaults)
      Defaults = AskForDefaults();
    for (StringRef Folder : *Defaults)
      if (Try((Folder.consume_front("=") ? Sysroot + Folder.str() : Folder.str()) + "/" + Name,
              IsFirstSearch))
        return;
  }
}

std::vector<std::string> NeededSearch::run(ArrayRef<NamedLibrary> Libraries) {
  std::vector<std::string> Found;
  for (const NamedLibrary &Library : Libraries)
    add(Library.Path, Library.Contents);
  while (!Work.empty()) {
    const Library By = std::move(Work.front());
    Work.pop_front();
    for (const std::string &Name : By.Facts.Needed)
      find(Name, By, Found);
  }
  return Found;
}

} // namespace

std::vector<std::string>
findNeededLibraries(const LinkCommand &Command, ArrayRef<NamedLibrary> Libraries,
                    const LinkNames &Names,
                    const std::function<std::vector<std::string>()> &DefaultFolders) {
  return NeededSearch(Command, Names, DefaultFolders).run(Libraries);
}

} // namespace etprune
