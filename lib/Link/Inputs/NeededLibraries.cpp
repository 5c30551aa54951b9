// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a library needs another library, GNU ld searches these folders, in this order. GNU ld takes
// the first file with the other library's name and for the needing library's machine:
// 1. the folders of -rpath-link and -rpath; if the command has neither, the folders in LD_RUN_PATH
// 2. the folders in LD_LIBRARY_PATH
// 3. DT_RUNPATH or DT_RPATH of the needing library
// 4. the folders in ld.so.conf
// 5. the linker's own folders
// Cross linkers ignore LD_RUN_PATH and LD_LIBRARY_PATH. The manual has these rules at -rpath-link.
// The manual lacks the following rules, which "strace -e openat" showed for GNU ld 2.40.
//
// GNU ld puts the sysroot before the absolute folders of -rpath, DT_RUNPATH, DT_RPATH and
// ld.so.conf, but not before folders of -rpath-link, LD_RUN_PATH and LD_LIBRARY_PATH. GNU ld reads
// ld.so.conf from the sysroot's usr/etc, or else from the sysroot's etc. The sysroot does not apply
// to an absolute "include" pattern in ld.so.conf. For a cross link, NeededSearch may search the
// host's folders, but GNU ld does not. NeededSearch then skips the host's libraries, because they
// are for another machine.
//
// GNU ld searches all folders twice. The first search takes only a library that needs libc.so or
// needs no library at all. The second search takes any library of the searched name.

#include "Link/Inputs/NeededLibraries.h"

#include "Link/Linkers/Toolchain.h"
#include "Object/SharedLibrary.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <deque>

using namespace llvm;

namespace etprune {

namespace {

std::string machineOf(StringRef Elf) {
  constexpr size_t MachineOffset = 18;
  if (!Elf.starts_with(ELF::ElfMagic) || Elf.size() < MachineOffset + 2)
    return "";
  return (Elf.substr(ELF::EI_CLASS, 2) + Elf.substr(MachineOffset, 2)).str();
}

class NeededSearch {
public:
  NeededSearch(const LinkCommand &Command, const LinkNames &Names,
               function_ref<ArrayRef<std::string>()> DefaultFolders)
      : Names(Names), DefaultFolders(DefaultFolders) {
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == OptionUse::Sysroot)
        Sysroot = Names.onMachine(Operand.Text);
    for (StringRef Option : {"rpath-link", "rpath"})
      for (const LinkArgument &Argument : Command.Arguments)
        if (Argument.Option && Argument.Option->Name == Option && Argument.Value)
          addFolders(*Argument.Value, CommandFolders, Option == "rpath" ? Sysroot : "");
    if (auto Own = readRegular("/proc/self/exe"))
      HostMachine = machineOf(Own->getBuffer());
  }

  std::vector<std::string> run(const LinkInputs &Inputs);

private:
  struct Library {
    std::string Path, Machine;
    LoaderFacts Facts;
  };
  static void addVariable(StringRef Name, std::vector<std::string> &Folders) {
    addFolders(sys::Process::GetEnv(Name).value_or(""), Folders);
  }
  std::string resolved(StringRef Path) const { return Names.onMachine(Path); }
  void add(const std::string &Path, StringRef Contents);
  std::vector<std::string> foldersFor(const Library &By) const;
  std::unique_ptr<MemoryBuffer> open(const std::string &Path, const Library &By,
                                     bool IsFirstSearch) const;
  void find(const std::string &Name, const Library &By);

  const LinkNames &Names;
  const function_ref<ArrayRef<std::string>()> DefaultFolders;
  std::string Sysroot, HostMachine;
  std::vector<std::string> CommandFolders;
  StringSet<> Loaded; ///< the names of the inputs and of the libraries that were found
  std::deque<Library> Work;
  std::vector<std::string> Found;
};

void NeededSearch::add(const std::string &Path, StringRef Contents) {
  LoaderFacts Facts = readLoaderFacts(Contents);
  Loaded.insert(Facts.Soname.empty() ? sys::path::filename(Path) : StringRef(Facts.Soname));
  Work.push_back({Path, machineOf(Contents), std::move(Facts)});
}

std::vector<std::string> NeededSearch::foldersFor(const Library &By) const {
  std::vector<std::string> Folders = CommandFolders;
  if (By.Machine == HostMachine) {
    if (CommandFolders.empty())
      addVariable("LD_RUN_PATH", Folders);
    addVariable("LD_LIBRARY_PATH", Folders);
  }
  addFolders(By.Facts.RunPath, Folders, Sysroot);
  if (!addConfiguredFolders(Sysroot + "/usr/etc/ld.so.conf", Folders, Sysroot))
    addConfiguredFolders(Sysroot + "/etc/ld.so.conf", Folders, Sysroot);
  for (std::string &Folder : Folders)
    Folder = withOrigin(Folder, resolved(By.Path));
  return Folders;
}

/// Opens a library that `By` needs; null if the machine is wrong, or if the first search skips it.
std::unique_ptr<MemoryBuffer> NeededSearch::open(const std::string &Path, const Library &By,
                                                 bool IsFirstSearch) const {
  auto Buffer = readRegular(resolved(Path));
  if (!Buffer || machineOf(Buffer->getBuffer()) != By.Machine)
    return nullptr;
  if (!IsFirstSearch)
    return Buffer;
  const std::vector<std::string> Needed = readLoaderFacts(Buffer->getBuffer()).Needed;
  const bool NeedsLibc = llvm::any_of(
      Needed, [](const std::string &Name) { return StringRef(Name).starts_with("libc.so"); });
  return Needed.empty() || NeedsLibc ? std::move(Buffer) : nullptr;
}

void NeededSearch::find(const std::string &Name, const Library &By) {
  if (Loaded.contains(sys::path::filename(Name)))
    return;
  auto Try = [&](const std::string &Path, bool IsFirstSearch) {
    auto Buffer = open(Path, By, IsFirstSearch);
    if (!Buffer)
      return false;
    Loaded.insert(Name);
    // The result has paths on this machine. The caller computes the names for the bundle from them.
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
    for (const std::string &Folder : DefaultFolders())
      if (Try(Folder + "/" + Name, IsFirstSearch))
        return;
  }
}

std::vector<std::string> NeededSearch::run(const LinkInputs &Inputs) {
  for (const auto &File : Inputs.Files)
    if (File->What == LinkFile::SharedObject)
      add(File->Path, File->contents());
  while (!Work.empty()) {
    const Library By = std::move(Work.front());
    Work.pop_front();
    for (const std::string &Name : By.Facts.Needed)
      find(Name, By);
  }
  return std::move(Found);
}

} // namespace

std::vector<std::string> findNeededLibraries(const LinkCommand &Command, const LinkInputs &Inputs,
                                             const LinkNames &Names,
                                             function_ref<ArrayRef<std::string>()> DefaultFolders) {
  return NeededSearch(Command, Names, DefaultFolders).run(Inputs);
}

} // namespace etprune
