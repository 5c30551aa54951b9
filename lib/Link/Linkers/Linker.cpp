// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/Linker.h"

#include "Link/Script/LinkerScript.h"
#include "Object/Arch/Arch.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

static const LinkerKind *findLinker(function_ref<bool(const LinkerKind &)> IsMeant) {
#define ET_LINKER(Name) &linker##Name(),
  for (const LinkerKind *Kind : {ET_LINKERS(ET_LINKER)})
    if (IsMeant(*Kind))
      return Kind;
#undef ET_LINKER
  return nullptr;
}

const LinkerKind *linkerOfVersion(StringRef Line) {
  return findLinker([&](const LinkerKind &Kind) { return Kind.isVersion(Line); });
}

const LinkerKind &linkerOfFile(const std::string &Path) {
  const std::string Real = realPath(Path);
  const StringRef Name = sys::path::filename(Real);
  const LinkerKind *Kind = findLinker(
      [&](const LinkerKind &K) { return !K.ProgramName.empty() && Name.contains(K.ProgramName); });
  return Kind ? *Kind : linkerGnuLd();
}

const LinkerKind *linkerOfMap(StringRef Text) {
  return findLinker([&](const LinkerKind &Kind) { return Kind.isMap(Text); });
}

Error checkIsKnown(StringRef Version, StringRef Path) {
  if (linkerOfVersion(Version))
    return Error::success();
  return createStringError("'" + Path +
                           "' is no linker that et-prune knows; et-prune knows only GNU ld "
                           "(-fuse-ld=bfd) and LLD (-fuse-ld=lld)");
}

StringRef LinkerKind::overflowMessage(StringRef Messages) const {
  StringRef Largest;
  uint64_t Most = 0;
  for (StringRef Line : split(Messages, '\n')) {
    const StringRef Number = Line.split(" overflowed by ").second.split(' ').first;
    const size_t Start = Line.find(OverflowStart);
    uint64_t Bytes;
    if (Start != StringRef::npos && !Number.getAsInteger(10, Bytes) && Bytes > Most) {
      Largest = Line.substr(Start);
      Most = Bytes;
    }
  }
  return Largest;
}

void LinkerKind::write(const LinkArgument &Argument, std::vector<std::string> &To) const {
  if (!Argument.Option) {
    To.push_back(*Argument.Value);
    return;
  }
  const StringRef Form = form(*Argument.Option), Name = Argument.Option->Name;
  const char Kind = toLower(Form[0]);
  const bool IsSeparate = Name.empty() || Kind == 's' || Kind == 't';
  std::string Spelling = Name.empty()  ? std::string("-") + Form[1]
                         : Kind == 't' ? ("-" + Name).str()
                                       : ("--" + Name).str();
  if (Argument.Value && !IsSeparate)
    Spelling += (Kind == 'p' ? "" : "=") + *Argument.Value;
  To.push_back(std::move(Spelling));
  if (Argument.Value && IsSeparate)
    To.push_back(*Argument.Value);
}

std::vector<std::string> LinkerKind::write(ArrayRef<LinkArgument> Arguments) const {
  std::vector<std::string> Words;
  for (const LinkArgument &Argument : Arguments)
    write(Argument, Words);
  return Words;
}

std::vector<std::string> linkerEnvironment() {
  // To avoid page faults, the heap grows by 32 MiB (top_pad) and keeps freed memory
  // (trim_threshold). Buffers below 32 MiB come from the heap, not from mmap() (mmap_threshold).
  std::string Tunables = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:"
                         "glibc.malloc.mmap_threshold=33554432:"
                         "glibc.malloc.trim_threshold=1073741824";
  if (auto Users = sys::Process::GetEnv("GLIBC_TUNABLES")) // glibc uses the last setting
    Tunables += ":" + *Users;
  return {EnglishMessages.str(), std::move(Tunables)};
}

const LinkerKind &LinkerIdentity::kind() const {
  const LinkerKind *Kind = linkerOfVersion(Version);
  return Kind ? *Kind : linkerGnuLd();
}

Expected<LinkerIdentity> identifyLinker(const std::string &Path) {
  ASSIGN_OR_RETURN(auto File, identifyProgram(Path, "the linker"));
  LinkerIdentity Identity{std::move(File), ""};
  ASSIGN_OR_RETURN(auto Answer, runProcess(Identity.Path, {"--version"}, ""));
  Identity.Version = StringRef(Answer.Stdout).split('\n').first.str();
  RETURN_IF_ERROR(checkIsKnown(Identity.Version, Path));
  return Identity;
}

Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, StringRef Image) {
  auto File =
      MemoryBuffer::getFile(Linker.Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Linker.kind().LinksForAllMachines || !File)
    return Error::success();
  std::vector<StringRef> Found;
  for (const Arch *A : Arch::all())
    if ((*File)->getBuffer().contains(A->Emulation)) {
      if (A->Machine == Machine)
        return Error::success();
      Found.push_back(A->Emulation);
    }
  if (Found.empty())
    return Error::success();
  return createStringError("the linker '" + Linker.Path + "' links only for " + join(Found, ", ") +
                           ", but '" + Image + "' is for " +
                           ELF::convertEMachineToArchName(Machine) +
                           "; name the linker of the image's toolchain");
}

std::vector<std::string> defaultSearchDirs(const std::string &Linker) {
  auto Answer = runProcess(Linker, {"--verbose"}, "");
  if (!Answer) {
    consumeError(Answer.takeError());
    return {};
  }
  return LinkerScript::parse(Answer->Stdout).SearchDirs;
}

} // namespace etprune
