// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Command/LinkNames.h"

#include "Link/Linkers/ProgramFile.h"
#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <unistd.h>

using namespace llvm;

namespace etprune {

/// True if `Path` is the folder or lies below it; removes the folder from `Path`.
static bool takeFolder(StringRef &Path, StringRef Folder) {
  StringRef Rest = Path;
  if (!Rest.consume_front(Folder) || !(Rest.empty() || Rest[0] == '/'))
    return false;
  Path = Rest.ltrim('/');
  return true;
}

static std::string joined(StringRef Folder, StringRef Rest) {
  if (Rest.empty()) // append() would end the path with a slash
    return Folder.str();
  SmallString<256> Path(Folder);
  sys::path::append(Path, Rest);
  return Path.str().str();
}

StringRef withoutLinkFolder(StringRef Path) {
  return takeFolder(Path, LinkFolder) && Path.empty() ? "." : Path;
}

std::string fullPath(StringRef Path) {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Path))
    Full = LinkFolder;
  sys::path::append(Full, Path);
  sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
  return Full.str().str();
}

bool startsPath(StringRef Before) {
  return Before.empty() || !(isAlnum(Before.back()) || StringRef("_.-+~/").contains(Before.back()));
}

LinkNames::LinkNames(StringRef Folder) : Folder(Folder) { add(Folder, ""); }

void LinkNames::add(StringRef Path, StringRef Name) {
  if (!sys::path::is_absolute(Path) || Path == "/")
    return;
  auto IsShorter = [&](const NamedFolder &Known) { return Known.Path.size() < Path.size(); };
  Folders.insert(llvm::find_if(Folders, IsShorter), {Path.str(), Name.str()});
}

/// The absolute path of the compiler driver that started this process; empty if unknown. gcc sets
/// COLLECT_GCC. clang is the parent process.
static std::string compilerDriver() {
  auto Name = sys::Process::GetEnv("COLLECT_GCC");
  if (!Name) {
    const std::string Parent = "/proc/" + std::to_string(::getppid());
    auto CommandLine = MemoryBuffer::getFileAsStream(Parent + "/cmdline");
    if (!CommandLine || !sys::path::filename(realPath(Parent + "/exe")).contains("clang"))
      return "";
    Name = (*CommandLine)->getBuffer().split('\0').first.str();
  }
  if (sys::path::has_parent_path(*Name))
    return absolutePath(*Name);
  return findInVariable("PATH", *Name, sys::fs::can_execute).value_or("");
}

LinkNames LinkNames::ofThisProcess() {
  LinkNames Names(absolutePath("."));
  Names.add("/proc/self/cwd", "");
  if (auto Logical = sys::Process::GetEnv("PWD"); Logical && sys::fs::equivalent(*Logical, "."))
    Names.add(*Logical, "");
  Names.addToolchainOf(compilerDriver());
  return Names;
}

LinkNames LinkNames::ofBundle(StringRef BundlePath, StringRef Recorded) {
  SmallString<256> Name(Recorded), Bundle(absolutePath(BundlePath));
  sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  sys::path::remove_dots(Bundle, /*remove_dot_dot=*/true);
  const std::string Current = absolutePath(".");
  StringRef Folder = Bundle;
  const bool IsInPlace = Folder.consume_back(Name) && Folder.consume_back("/") && !Folder.empty();
  LinkNames Names(IsInPlace ? Folder : StringRef(Current));
  if (Names.folder() != Current)
    Names.add(Current, "");
  return Names;
}

/// True for a folder that other machines have at the same path.
static bool isOfSystem(StringRef Folder) {
  return Folder == "/" ||
         llvm::any_of(ArrayRef<StringLiteral>{"/usr", "/opt"},
                      [&](StringRef System) { return takeFolder(Folder, System); });
}

void LinkNames::addToolchainOf(StringRef Program) {
  if (!sys::path::has_parent_path(Program)) // empty, or a name without a folder
    return;
  // A symlink tools/bin/gcc to /store/tools/bin/gcc-12 gives /store/tools the recorded name tools.
  const std::string Real = realPath(Program);
  const StringRef Bin = sys::path::parent_path(Real), Root = sys::path::parent_path(Bin);
  SmallString<256> Called(sys::path::parent_path(file(Program)));
  if (sys::path::is_absolute(Called) || sys::path::filename(Called) != sys::path::filename(Bin) ||
      isOfSystem(Root))
    return;
  if (StringRef Rest = Root; !consumeFolder(Rest))
    add(Root, sys::path::parent_path(Called));
}

const std::string *LinkNames::consumeFolder(StringRef &Path) const {
  for (const NamedFolder &Known : Folders)
    if (takeFolder(Path, Known.Path))
      return &Known.Name;
  return nullptr;
}

std::string LinkNames::file(StringRef Path) const {
  const std::string *Name = consumeFolder(Path);
  if (!Name)
    return withoutLinkFolder(Path).str();
  const std::string Full = joined(*Name, Path);
  return Full.empty() ? "." : Full;
}

std::string LinkNames::program(StringRef Path) const {
  SmallString<256> Name(file(Path));
  if (!sys::path::is_absolute(Name))
    sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  return Name.starts_with("..") ? Path.str() : Name.str().str();
}

std::string LinkNames::operand(StringRef Path) const {
  const std::string *Name = consumeFolder(Path);
  return Name ? joined(joined(LinkFolder, *Name), Path) : Path.str();
}

std::string LinkNames::text(StringRef Text) const {
  std::string Replacement;
  return replaceAll(Text, "/", [&](StringRef &Rest) -> StringRef {
    StringRef Path = Rest;
    const bool IsStart = startsPath({Text.begin(), size_t(Rest.begin() - Text.begin())});
    const std::string *Name = IsStart ? consumeFolder(Path) : nullptr;
    if (!Name || Path.empty()) {
      Rest = Rest.drop_front();
      return "/";
    }
    Rest = Path;
    Replacement = Name->empty() ? "" : *Name + "/";
    return Replacement;
  });
}

std::string LinkNames::onMachine(StringRef Name) const {
  const StringRef Relative = withoutLinkFolder(Name);
  if (sys::path::is_absolute(Relative))
    return Relative.str();
  std::string InFolder = joined(Folder, Relative);
  if (sys::fs::exists(InFolder))
    return InFolder;
  for (const NamedFolder &Known : Folders) {
    StringRef Rest = Relative;
    if (!Known.Name.empty() && !takeFolder(Rest, Known.Name))
      continue;
    const std::string Other = joined(Known.Path, Rest);
    if (sys::fs::exists(Other))
      return Other;
  }
  return InFolder;
}

} // namespace etprune
