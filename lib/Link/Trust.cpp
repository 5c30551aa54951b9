// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Trust.h"

#include "Link/DependencyFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

/// Options that must be seen: GNU ld, which takes abbreviations, writes a file with them, or runs
/// or loads a program. LLD takes no abbreviations.
static constexpr StringLiteral PowerfulOptions[] = {
    "Map",    "dependency-file", "error-handling-script", "out-implib", "output",
    "plugin", "plugin-opt",      "plugin-save-temps",
};

static Error checkOption(StringRef Arg) {
  if (Arg.starts_with("@"))
    return createStringError("its argument '" + Arg + "' names a response file");
  StringRef Name = Arg;
  if (!Name.consume_front("-"))
    return Error::success();
  Name.consume_front("-");
  Name = Name.split('=').first;
  if (Name == "error-handling-script" || Name == "load-pass-plugin")
    return createStringError("its argument '" + Arg +
                             "' would run a program; link the program without it");
  if (Name == "chroot")
    return createStringError("its argument '" + Arg + "' leads out of the link's folder");
  // One letter after one dash is an option of its own; "--M=x" and "-M=x" are GNU ld's -Map.
  if (Name.empty() || Arg.size() == 2 || llvm::is_contained(PowerfulOptions, Name))
    return Error::success();
  for (StringRef Option : PowerfulOptions)
    if (Option.starts_with(Name))
      return createStringError("its argument '" + Arg +
                               "' abbreviates an option that et-prune must know in full");
  return Error::success();
}

/// Whether a path, taken as it is written from a folder of depth `Depth`, leads above the root.
static bool leadsOut(StringRef Path, size_t Depth) {
  for (StringRef Part : make_range(sys::path::begin(Path), sys::path::end(Path))) {
    if (Part == "..") {
      if (Depth-- == 0)
        return true;
    } else if (Part != "." && Part != "/") {
      ++Depth;
    }
  }
  return false;
}

/// Names of files must stay in the folder that stands for the root when the link is done again.
static Error checkOperand(const LinkOperand &Operand, StringRef Directory) {
  StringRef Path = Operand.Text;
  bool FromRoot = sys::path::is_absolute(Path);
  switch (Operand.What) {
  case LinkOperand::LibraryPath:
    FromRoot |= Path.consume_front("=") || Path.consume_front("$SYSROOT");
    break;
  case LinkOperand::Input:
  case LinkOperand::Script:
  case LinkOperand::Auxiliary:
  case LinkOperand::Sysroot:
    break;
  default: // put into another place, left out, or no path
    return Error::success();
  }
  size_t Depth =
      FromRoot ? 0 : std::distance(sys::path::begin(Directory), sys::path::end(Directory)) - 1;
  if (leadsOut(Path, Depth))
    return createStringError("its argument '" + Operand.Text + "' leads out of every folder");
  return Error::success();
}

Error checkBundleCommand(const LinkCommand &Command, StringRef Directory) {
  std::vector<bool> Known(Command.Args.size());
  for (const LinkOperand &Operand : Command.Operands) {
    Known[Operand.Arg] = true;
    if (Error E = checkOperand(Operand, Directory))
      return E;
  }
  for (size_t I = 0; I < Command.Args.size(); ++I) {
    const std::string &Arg = Command.Args[I];
    if (Error E = checkOption(Arg))
      return E;
    if (!Known[I] && StringRef(Arg).contains('/'))
      return createStringError("its argument '" + Arg +
                               "' names a path, and et-prune does not know what for; link the "
                               "program without it");
  }
  return Error::success();
}

Error checkIsFile(const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return Error::success(); // whoever opens it says why it cannot
  switch (Status.type()) {
  case sys::fs::file_type::fifo_file:
  case sys::fs::file_type::socket_file:
  case sys::fs::file_type::character_file:
  case sys::fs::file_type::block_file:
    return createStringError("'" + Path + "' is a pipe or a device, not a file");
  default:
    return Error::success();
  }
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

bool isProgramThatSays(const std::string &Path, StringRef Text) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer &&
         (*Buffer)->getBuffer().starts_with("\x7f"
                                            "ELF") &&
         (*Buffer)->getBuffer().contains(Text);
}

Error checkIsLinker(const std::string &Path, LinkerKind Kind) {
  if (Error E = refuseLinker(Kind, Path))
    return E;
  if (Error E = checkIsFile(Path))
    return E;
  if (isProgramThatSays(Path, tellingText(Kind)))
    return Error::success();
  return createStringError("'" + Path + "', which the link bundle names as the linker, is not " +
                           (Kind == LinkerKind::Lld ? "LLD" : "GNU ld") +
                           "; name the linker with --linker");
}

/// Symbols and nothing else.
static bool isImportLibrary(StringRef Contents) {
  auto Object = InputObject::parse({Contents, ""}, "");
  if (!Object) {
    consumeError(Object.takeError());
    return false;
  }
  return (*Object)->Intermediate == IntermediateCode::None &&
         llvm::none_of((*Object)->Sections, [](const ObjectSection &Section) {
           return (Section.Flags & ELF::SHF_ALLOC) && Section.Size;
         });
}

/// Begins with the rule for `Output` as linkers and et-ld write it.
static bool isDependencyFile(StringRef Contents, StringRef Output) {
  StringRef First = Contents.split('\n').first;
  return First == (Output + ": \\").str() ||
         First == StringRef(formatDependencyFile(Output, {""})).split('\n').first;
}

/// A name in a bundle is no reason to overwrite what another program wrote.
static bool isOfKind(LinkOperand::Kind What, StringRef Contents, StringRef Output) {
  switch (What) {
  case LinkOperand::Map:
    return Contents.contains("\nLinker script and memory map\n") ||
           Contents.split('\n').first.ltrim().starts_with("VMA "); // LLD's
  case LinkOperand::DependencyFile:
    return isDependencyFile(Contents, Output);
  case LinkOperand::ImportLibrary:
    return isImportLibrary(Contents);
  default:
    return false;
  }
}

static StringRef kindName(LinkOperand::Kind What) {
  return What == LinkOperand::Map              ? "link map"
         : What == LinkOperand::DependencyFile ? "dependency file"
                                               : "import library";
}

Error checkSideOutput(LinkOperand::Kind What, StringRef Path, StringRef Output) {
  if (sys::fs::is_symlink_file(Path))
    return createStringError("there is a symbolic link");
  if (Error E = checkIsFile(Path))
    return E;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Buffer ? isOfKind(What, (*Buffer)->getBuffer(), Output) : !sys::fs::exists(Path))
    return Error::success();
  return createStringError("there is another file, which is no " + kindName(What));
}

} // namespace etprune
