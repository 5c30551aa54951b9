// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/Linker.h"

#include "Link/Linkers/ProgramFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

/// Asks GNU ld last, because its isMap() searches the whole text.
static const LinkerKind *findLinker(function_ref<bool(const LinkerKind &)> IsMeant) {
#define ET_LINKER(Name) &linker##Name(),
  const LinkerKind *All[] = {ET_LINKERS(ET_LINKER)};
#undef ET_LINKER
  for (const LinkerKind *Kind : llvm::reverse(All))
    if (IsMeant(*Kind))
      return Kind;
  return nullptr;
}

const LinkerKind *linkerOfVersion(StringRef Line) {
  return findLinker([&](const LinkerKind &Kind) { return Kind.isVersion(Line); });
}

const LinkerKind &linkerOfFile(const std::string &Path) {
  const std::string Real = realPath(Path);
  const StringRef Name = sys::path::filename(Real);
  const LinkerKind *Kind = findLinker([&](const LinkerKind &K) { return K.isProgramName(Name); });
  return Kind ? *Kind : linkerGnuLd();
}

const LinkerKind *linkerOfMap(StringRef Text) {
  return findLinker([&](const LinkerKind &Kind) { return Kind.isMap(Text); });
}

Error checkIsKnown(StringRef Version, StringRef Path) {
  if (linkerOfVersion(Version))
    return Error::success();
  return createStringError("'" + Path +
                           "' is no linker that et-prune knows; it knows GNU ld and LLD, "
                           "-fuse-ld=bfd and -fuse-ld=lld");
}

StringRef LinkerKind::overflowMessage(StringRef Messages) const {
  StringRef Largest;
  uint64_t Most = 0;
  for (StringRef Line : split(Messages, '\n')) {
    const StringRef Number = Line.split(" overflowed by ").second.split(' ').first;
    const size_t Start = Line.find(overflowStart());
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

} // namespace etprune
