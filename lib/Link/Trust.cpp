// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Trust.h"

#include "Link/DependencyFile.h"
#include "Object/InputObject.h"
#include "Support/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

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

static Error checkIsLinker(const std::string &Path, LinkerKind Kind) {
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

Error checkLinker(const LinkerIdentity &Recorded) {
  auto File = identifyProgram(Recorded.Path, "the linker");
  if (!File)
    return joinErrors(File.takeError(),
                      createStringError("the image was linked with it (" + Recorded.Version +
                                        "); install it again or name it with --linker"));
  if (!File->isSameAs(Recorded))
    return createStringError("the linker '" + Recorded.Path +
                             "' is not the one that made the image (" + Recorded.Version +
                             "); link the program again, or name a linker with --linker");
  return checkIsLinker(Recorded.Path, Recorded.kind());
}

/// Whether a file is an object that has symbols and no code or data.
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
