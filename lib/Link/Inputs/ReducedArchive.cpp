// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU's archive format: the index (a count, that many member offsets, that many names), then the
// names that are too long for a header, then the members. Each member has a text header at an even
// offset.

#include "Link/Inputs/ReducedArchive.h"

#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr StringLiteral Magic = "!<arch>\n";
constexpr size_t MemberHeaderSize = 60;
constexpr size_t LongestShortName = 15;

void pad(std::string &Text, char With) {
  if (Text.size() % 2)
    Text += With;
}

/// True if a header can hold the name. An empty name, or one with '/', would mean the index, the
/// long names or an offset in them.
bool isShort(StringRef Name) {
  return !Name.empty() && Name.size() <= LongestShortName && !Name.contains('/');
}

/// Owner, time and mode do not matter to a link, so they are constant.
std::string header(StringRef Name, uint64_t Size) {
  return formatv("{0,-16}{1,-12}{2,-6}{3,-6}{4,-8}{5,-10}`\n", Name, 0, 0, 0, "644", Size).str();
}

} // namespace

void ReducedArchive::write(raw_ostream &Text) const {
  Text << Magic << header("/", IndexSize);
  support::endian::Writer Words(Text, endianness::big);
  Words.write<uint32_t>(Defining.size());
  for (size_t Member : Defining)
    Words.write<uint32_t>(Members[Member].Offset);
  Text << Symbols;
  if (!LongNames.empty())
    Text << header("//", LongNames.size()) << LongNames;
  for (const Member &Member : Members) {
    Text << header(Member.HeaderName, Member.Bytes.size()) << Member.Bytes;
    if (Member.Bytes.size() % 2)
      Text << '\n';
  }
}

std::unique_ptr<MemoryBuffer> ReducedArchive::buffer(StringRef Name) const {
  SmallVector<char, 0> Buffer;
  Buffer.reserve(Size);
  raw_svector_ostream Text(Buffer);
  write(Text);
  return std::make_unique<SmallVectorMemoryBuffer>(std::move(Buffer), Name,
                                                   /*RequiresNullTerminator=*/false);
}

Expected<ReducedArchive>
ReducedArchive::create(const LinkFile &Archive,
                       function_ref<std::optional<MemoryBufferRef>(const LinkMember &)> Contents,
                       function_ref<bool(const LinkMember &)> IsIndexed) {
  ReducedArchive Reduced;
  DenseMap<uint64_t, size_t> ByOffset; // offset in the original
  for (const LinkMember &Member : Archive.Members) {
    const auto Bytes = Member.Needed ? Contents(Member) : std::nullopt;
    if (!Bytes)
      continue;
    std::string Name = Member.Name + "/";
    if (!isShort(Member.Name)) {
      Name = "/" + std::to_string(Reduced.LongNames.size());
      Reduced.LongNames += Member.Name + "/\n";
    }
    if (IsIndexed(Member))
      ByOffset[Member.Offset] = Reduced.Members.size();
    Reduced.Members.push_back({std::move(Name), Bytes->getBuffer()});
  }
  pad(Reduced.LongNames, '\n');

  forEachArchiveSymbol(Archive, [&](StringRef Name, uint64_t Offset) {
    if (auto Member = ByOffset.find(Offset); Member != ByOffset.end()) {
      Reduced.Defining.push_back(Member->second);
      Reduced.Symbols += Name;
      Reduced.Symbols += '\0';
    }
  });
  pad(Reduced.Symbols, '\0');

  Reduced.IndexSize = 4 + 4 * Reduced.Defining.size() + Reduced.Symbols.size();
  Reduced.Size = Magic.size() + MemberHeaderSize + Reduced.IndexSize;
  if (!Reduced.LongNames.empty())
    Reduced.Size += MemberHeaderSize + Reduced.LongNames.size();
  for (Member &Member : Reduced.Members) {
    Member.Offset = Reduced.Size;
    Reduced.Size += MemberHeaderSize + Member.Bytes.size() + Member.Bytes.size() % 2;
  }
  if (Reduced.Size > UINT32_MAX)
    return createStringError("cannot copy archive '" + Archive.Path +
                             "': more than 4 GB of it may be needed");
  return Reduced;
}

} // namespace etprune
