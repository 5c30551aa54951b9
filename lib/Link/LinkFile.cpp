// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/LinkFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

std::string hashOfContents(StringRef Contents) {
  return utohexstr(xxh3_64bits(Contents), /*LowerCase=*/true, 16);
}

Error cannotRead(const LinkFile &File, Error E) {
  return createStringError("cannot read '" + File.Path + "': " + toString(std::move(E)));
}

Error readMember(LinkFile &File, LinkMember &Member) {
  if (File.What != LinkFile::Archive || Member.Buffer.getBufferStart())
    return Error::success();
  Error Broken = Error::success();
  const object::Archive::Child Child(File.Library.get(), File.contents().data() + Member.Offset,
                                     &Broken);
  if (Broken)
    return cannotRead(File, std::move(Broken));
  auto Size = Child.getRawSize();
  if (!Size)
    return cannotRead(File, Size.takeError());
  const uint64_t Left = File.contents().size() - Member.Offset;
  constexpr uint64_t HeaderSize = 60;
  if (!File.Library->isThin() && (Left < HeaderSize || *Size > Left - HeaderSize))
    return cannotRead(File, createStringError("it is truncated"));
  auto Name = Child.getName();
  if (!Name)
    return cannotRead(File, Name.takeError());
  // Neither can stand in the list of long names, which a copy may need.
  if (Name->contains('\n') || Name->contains('\0'))
    return cannotRead(File, createStringError("the name of the member at offset " +
                                              Twine(Member.Offset) + " has a line break or NUL"));
  auto Buffer = Child.getMemoryBufferRef();
  if (!Buffer)
    return cannotRead(File, Buffer.takeError());
  Member.Name = Name->str();
  Member.Buffer = *Buffer;
  return Error::success();
}

} // namespace etprune
