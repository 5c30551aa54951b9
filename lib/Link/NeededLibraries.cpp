// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU ld looks for a needed library in these folders, and takes the first file for the same
// machine: those of -rpath-link and of -rpath; where the command has neither, those of LD_RUN_PATH;
// those of LD_LIBRARY_PATH; DT_RUNPATH or DT_RPATH of the library that needs it; those of
// ld.so.conf; the linker's own. The variables and the library's own path count in a native link
// only. -L does not count. ("ld --help" and the manual's text on -rpath-link have the rules.)

#include "Link/NeededLibraries.h"

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

/// Class, byte order and machine, as the ELF header has them.
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
  NeededSearch(const LinkCommand &Command, StringRef Cwd,
               const std::function<std::vector<std::string>()> &DefaultFolders)
      : Cwd(Cwd), AskForDefaults(DefaultFolders) {
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == LinkOperand::Sysroot)
        Sysroot = Operand.Text;
    for (const char *Name : {"rpath-link", "rpath"})
      for (const LinkArgument &Argument : Command.Arguments)
        if (Argument.Option && Argument.Option->Name == Name && Argument.Value)
          addList(*Argument.Value, CommandFolders);
    if (auto Own = readFile("/proc/self/exe"))
      HostMachine = machineOf(Own->getBuffer());
  }

  std::vector<std::string> run(ArrayRef<NamedLibrary> Libraries);

private:
  struct Library {
    std::string Path, Machine;
    LoaderFacts Facts;
  };
  static void addList(StringRef List, std::vector<std::string> &Folders) {
    SmallVector<StringRef> Words;
    List.split(Words, ':', -1, /*KeepEmpty=*/false);
    Folders.insert(Folders.end(), Words.begin(), Words.end());
  }
  static void addVariable(StringRef Name, std::vector<std::string> &Folders) {
    addList(sys::Process::GetEnv(Name).value_or(""), Folders);
  }
  std::string resolved(StringRef Path) const {
    SmallString<256> Full;
    if (!sys::path::is_absolute(Path))
      Full = Cwd;
    sys::path::append(Full, Path);
    return Full.str().str();
  }
  void add(const std::string &Path, StringRef Contents);
  void addConfiguration(const std::string &Path, std::vector<std::string> &Folders);
  std::vector<std::string> foldersFor(const Library &By);
  std::unique_ptr<MemoryBuffer> open(const std::string &Path, const Library &By) const;
  void find(const std::string &Name, const Library &By, std::vector<std::string> &Found);

  StringRef Cwd;
  const std::function<std::vector<std::string>()> &AskForDefaults;
  std::string Sysroot, HostMachine;
  std::vector<std::string> CommandFolders;
  std::optional<std::vector<std::string>> Defaults; ///< once they are asked for
  StringSet<> Loaded;                               ///< names by which libraries are needed
  std::deque<Library> Work;
};

void NeededSearch::add(const std::string &Path, StringRef Contents) {
  LoaderFacts Facts = readLoaderFacts(Contents);
  Loaded.insert(Facts.Soname.empty() ? sys::path::filename(Path) : StringRef(Facts.Soname));
  Work.push_back({Path, machineOf(Contents), std::move(Facts)});
}

/// The folders of a file in the form of ld.so.conf, whose lines may include others.
void NeededSearch::addConfiguration(const std::string &Path, std::vector<std::string> &Folders) {
  constexpr size_t MostFolders = 1000; // files may include each other
  auto Buffer = readFile(Path);
  if (!Buffer || Folders.size() > MostFolders)
    return;
  SmallVector<StringRef> Lines;
  Buffer->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.split('#').first.trim();
    if (Line.consume_front("include ") || Line.consume_front("include\t")) {
      SmallString<256> Pattern;
      if (!sys::path::is_absolute(Line.trim()))
        Pattern = sys::path::parent_path(Path);
      sys::path::append(Pattern, Line.trim());
      glob_t Matches = {};
      if (::glob(Pattern.c_str(), 0, nullptr, &Matches) == 0)
        for (size_t I = 0; I < Matches.gl_pathc; ++I)
          if (Matches.gl_pathv[I] != Path)
            addConfiguration(Matches.gl_pathv[I], Folders);
      ::globfree(&Matches);
    } else if (sys::path::is_absolute(Line)) {
      SmallVector<StringRef> Words;
      SplitString(Line, Words, ":, \t");
      for (StringRef Word : Words)
        Folders.push_back(Sysroot + Word.str());
    }
  }
}

/// All folders but the linker's own, in order.
std::vector<std::string> NeededSearch::foldersFor(const Library &By) {
  const bool IsNative = By.Machine == HostMachine && Sysroot.empty();
  std::vector<std::string> Folders = CommandFolders;
  if (IsNative) {
    if (CommandFolders.empty())
      addVariable("LD_RUN_PATH", Folders);
    addVariable("LD_LIBRARY_PATH", Folders);
    addList(By.Facts.RunPath, Folders);
  }
  if (IsNative || !Sysroot.empty())
    addConfiguration(Sysroot + "/etc/ld.so.conf", Folders);
  SmallString<256> Real;
  if (sys::fs::real_path(resolved(By.Path), Real))
    Real = By.Path;
  const std::string Origin = sys::path::parent_path(Real).str();
  for (std::string &Folder : Folders)
    for (StringRef Name : {"${ORIGIN}", "$ORIGIN"})
      if (const size_t At = Folder.find(Name); At != std::string::npos)
        Folder.replace(At, Name.size(), Origin);
  for (std::string &Folder : Folders)
    if (StringRef Rest = Folder; Rest.consume_front("=") || Rest.consume_front("$SYSROOT"))
      Folder = Sysroot + Rest.str();
  return Folders;
}

/// A shared library for the machine of the one that needs it; null for anything else.
std::unique_ptr<MemoryBuffer> NeededSearch::open(const std::string &Path, const Library &By) const {
  auto Buffer = readFile(resolved(Path));
  return Buffer && machineOf(Buffer->getBuffer()) == By.Machine ? std::move(Buffer) : nullptr;
}

void NeededSearch::find(const std::string &Name, const Library &By,
                        std::vector<std::string> &Found) {
  if (Loaded.contains(sys::path::filename(Name)))
    return;
  auto Try = [&](const std::string &Path) {
    auto Buffer = open(Path, By);
    if (!Buffer)
      return false;
    Loaded.insert(Name);
    // A name in the command is relative to the link's folder, and this one is in no command.
    Found.push_back(resolved(Path));
    add(Found.back(), Buffer->getBuffer());
    return true;
  };
  if (sys::path::has_parent_path(Name)) {
    Try(Name);
    return;
  }
  for (const std::string &Folder : foldersFor(By))
    if (Try(Folder + "/" + Name))
      return;
  if (!Defaults)
    Defaults = AskForDefaults();
  for (StringRef Folder : *Defaults)
    if (Try((Folder.consume_front("=") ? Sysroot + Folder.str() : Folder.str()) + "/" + Name))
      return;
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
findNeededLibraries(const LinkCommand &Command, ArrayRef<NamedLibrary> Libraries, StringRef Cwd,
                    const std::function<std::vector<std::string>()> &DefaultFolders) {
  return NeededSearch(Command, Cwd, DefaultFolders).run(Libraries);
}

} // namespace etprune
