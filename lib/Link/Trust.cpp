// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Trust.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

/// Options with which GNU ld, which takes abbreviations, writes a file or runs a program. LLD takes
/// none, and what else it can write is left out of a relink.
static constexpr StringLiteral PowerfulOptions[] = {
    "Map",    "dependency-file", "error-handling-script", "out-implib", "output",
    "plugin", "plugin-opt",      "plugin-save-temps",
};

Error checkBundleArguments(ArrayRef<std::string> Args) {
  for (StringRef Arg : Args) {
    if (Arg.starts_with("@"))
      return createStringError("its argument '" + Arg + "' names a response file");
    StringRef Name = Arg;
    if (!Name.consume_front("-"))
      continue;
    Name.consume_front("-");
    Name = Name.split('=').first;
    if (Name == "error-handling-script" || Name == "load-pass-plugin")
      return createStringError("its argument '" + Arg +
                               "' would run a program; link the program without it");
    if (Name == "chroot")
      return createStringError("its argument '" + Arg + "' leads out of the link's folder");
    if (Name.size() < 2 || llvm::is_contained(PowerfulOptions, Name))
      continue;
    for (StringRef Option : PowerfulOptions)
      if (Option.starts_with(Name))
        return createStringError("its argument '" + Arg +
                                 "' abbreviates an option that et-prune must know in full");
  }
  return Error::success();
}

/// Text that a linker's program file holds and other programs do not.
static StringRef tellingText(LinkerKind Kind) {
  switch (Kind) {
  case LinkerKind::GnuLd:
    return "GNU ld %s"; // the format of the first line of --version
  case LinkerKind::Lld:
    return "Invoke ld.lld (Unix)"; // what it says when called by another name
  default:
    return "";
  }
}

Error checkIsLinker(const std::string &Path, LinkerKind Kind) {
  if (Error E = refuseLinker(Kind, Path))
    return E;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Buffer &&
      (*Buffer)->getBuffer().starts_with("\x7f"
                                         "ELF") &&
      (*Buffer)->getBuffer().contains(tellingText(Kind)))
    return Error::success();
  return createStringError("'" + Path + "', which the link bundle names as the linker, is not " +
                           (Kind == LinkerKind::Lld ? "LLD" : "GNU ld") +
                           "; name the linker with --linker");
}

static bool isOfKind(LinkOperand::Kind What, StringRef Contents) {
  switch (What) {
  case LinkOperand::Map:
    return Contents.contains("\nLinker script and memory map\n") ||
           Contents.split('\n').first.ltrim().starts_with("VMA "); // LLD's
  case LinkOperand::DependencyFile:
    return Contents.split('\n').first.contains(':');
  case LinkOperand::ImportLibrary:
    return Contents.starts_with("\x7f"
                                "ELF");
  default:
    return false;
  }
}

static StringRef kindName(LinkOperand::Kind What) {
  return What == LinkOperand::Map              ? "link map"
         : What == LinkOperand::DependencyFile ? "dependency file"
                                               : "import library";
}

/// True where `Path` is below the folder of `ImagePath`, all links resolved.
static bool isBeside(StringRef Path, StringRef ImagePath) {
  auto RealFolder = [](StringRef File, SmallVectorImpl<char> &Folder) {
    StringRef Parent = sys::path::parent_path(File);
    return !sys::fs::real_path(Parent.empty() ? "." : Parent, Folder);
  };
  SmallString<256> Folder, ImageFolder;
  if (!RealFolder(Path, Folder) || !RealFolder(ImagePath, ImageFolder))
    return false;
  StringRef Rest = Folder;
  return Rest.consume_front(ImageFolder) && (Rest.empty() || Rest.starts_with("/"));
}

Error checkSideOutput(LinkOperand::Kind What, StringRef Path, StringRef ImagePath) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    if (isBeside(Path, ImagePath))
      return Error::success();
    return createStringError("there is no " + kindName(What) + " to replace");
  }
  if ((*Buffer)->getBufferSize() == 0 || isOfKind(What, (*Buffer)->getBuffer()))
    return Error::success();
  return createStringError("it is no " + kindName(What) + ", though the link bundle says so");
}

} // namespace etprune
