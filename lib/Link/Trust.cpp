// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Trust.h"

#include "Link/DependencyFile.h"
#include "Link/Lto/LlvmLto.h"
#include "Object/InputObject.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

static Error checkIsLinker(const std::string &Path, LinkerKind Kind) {
  if (Error E = refuseLinker(Kind, Path))
    return E;
  if (Error E = checkIsFile(Path))
    return E;
  // Text that this linker's program file holds and other programs do not: LLD's message when it is
  // called by another name, and the format of the first line of GNU ld's --version.
  const bool IsLld = Kind == LinkerKind::Lld;
  if (isProgramThatSays(Path, IsLld ? "Invoke ld.lld (Unix)" : "GNU ld %s"))
    return Error::success();
  return createStringError("'" + Path + "', which the link bundle names as the linker, is not " +
                           (IsLld ? "LLD" : "GNU ld") + "; name the linker with --linker");
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

//===- Plugins ------------------------------------------------------------===//

static Error noPlugin(StringRef What) {
  return createStringError(What + ", and its bundle does not say with which plugin it was linked; "
                                  "link the program again");
}

Error checkPlugins(const CapturedLink &Link) {
  const bool IsLld = Link.Inputs->IsLld;
  const bool HasBitcode = Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  const bool CompilesGcc = Link.Inputs->hasIntermediate(IntermediateCode::Gcc);
  Problems Errors;
  if (HasBitcode && !IsLld && !Link.LlvmPlugin)
    Errors.add(noPlugin("the link has bitcode"));
  else if (HasBitcode || Link.LlvmPlugin)
    Errors.add(
        checkLlvmLto(Link.LlvmPlugin ? &*Link.LlvmPlugin : nullptr, Link.Linker, Link.Command));
  if (CompilesGcc && Link.Gcc) {
    std::vector<const InputObject *> Objects;
    for (const auto &File : Link.Inputs->Files)
      for (const LinkMember &Member : File->Members)
        if (Member.Object)
          Objects.push_back(Member.Object.get());
    Errors.add(checkGccLto(*Link.Gcc, Link.Command, Objects));
  } else if (CompilesGcc) {
    Errors.add(noPlugin("the link has gcc's intermediate code"));
  } else if (Link.Gcc && Link.Gcc->Plugin && !IsLld) {
    Errors.add(checkGccDriver(*Link.Gcc, Link.Command));
  }
  return Errors.take();
}

/// Whether the plugins of a link in which they compile nothing are known and may be loaded.
static Error checkIdlePlugins(const CapturedLink &Link) {
  Problems Errors;
  Errors.add(checkPlugins(Link));
  for (const LinkOperand &Operand : Link.Command.Operands)
    if (Operand.What == LinkOperand::Plugin &&
        !(isLlvmPlugin(Operand.Text) ? Link.LlvmPlugin.has_value() : Link.Gcc && Link.Gcc->Plugin))
      Errors.add("the link bundle does not say which plugin '" + Operand.Text + "' was");
  return Errors.take();
}

Error leaveOutPlugins(CapturedLink &Link) {
  auto IsCompiled = [&](IntermediateCode Which) { return Link.Inputs->hasIntermediate(Which); };
  if (Link.Inputs->IsLld || IsCompiled(IntermediateCode::Gcc) || IsCompiled(IntermediateCode::Llvm))
    return Error::success();
  if (Error E = checkIdlePlugins(Link)) {
    Link.Gcc.reset();
    Link.LlvmPlugin.reset();
    return E;
  }
  Link.PluginsChecked = true;
  return Error::success();
}

//===- Side outputs -------------------------------------------------------===//

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
  if (What == LinkOperand::Map)
    return Contents.contains("\nLinker script and memory map\n") ||
           Contents.split('\n').first.ltrim().starts_with("VMA "); // LLD's
  return What == LinkOperand::DependencyFile ? isDependencyFile(Contents, Output)
                                             : isImportLibrary(Contents);
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
  if (!Buffer)
    return Buffer.getError() == std::errc::no_such_file_or_directory
               ? Error::success()
               : createFileError(Path, Buffer.getError());
  if (isOfKind(What, (*Buffer)->getBuffer(), Output))
    return Error::success();
  return createStringError("there is another file, which is no " + kindName(What));
}

} // namespace etprune
