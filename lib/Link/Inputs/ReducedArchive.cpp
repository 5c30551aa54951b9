// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU's archive format has the symbol index, then the member names that are too long for a header,
// then the members. The index, the list of names and each member have a text header at an even
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

/// True if a member's header can hold the name. In a header, '/' ends the name, so an empty name
/// would be "/", the name of the symbol index.
bool isShort(StringRef Name) {
  return !Name.empty() && Name.size() <= LongestShortName && !Name.contains('/');
}

std::string header(StringRef Name, uint64_t Size) {
  return formatv("{0,-16}{1,-12}{2,-6}{3,-6}{4,-8}{5,-10}`\n", Name, 0, 0, 0, "644", Size).str();
}

struct Copy {
  struct Member {
    std::string HeaderName;
    StringRef Bytes;
  };
  std::vector<Member> Members;
  std::string LongNames;
  std::vector<size_t> Defining; ///< for each symbol in the index: the position in Members
  std::string Symbols;
};

Expected<std::unique_ptr<MemoryBuffer>> write(const Copy &Parts, const std::string &Path) {
  const size_t IndexSize = 4 + 4 * Parts.Defining.size() + Parts.Symbols.size();
  size_t Size = Magic.size() + MemberHeaderSize + IndexSize;
  if (!Parts.LongNames.empty())
    Size += MemberHeaderSize + Parts.LongNames.size();
  std::vector<size_t> Offsets;
  for (const Copy::Member &Member : Parts.Members) {
    Offsets.push_back(Size);
    Size += MemberHeaderSize + alignTo(Member.Bytes.size(), 2);
  }
  if (Size > UINT32_MAX)
    return createStringError(
        "cannot copy archive '" + Path +
        "': the link may need more than 4 GiB of the archive's members; split the archive");
  SmallVector<char, 0> Buffer;
  Buffer.reserve(Size);
  raw_svector_ostream Text(Buffer);
  Text << Magic << header("/", IndexSize);
  support::endian::Writer Words(Text, endianness::big);
  Words.write<uint32_t>(Parts.Defining.size());
  for (size_t Member : Parts.Defining)
    Words.write<uint32_t>(Offsets[Member]);
  Text << Parts.Symbols;
  if (!Parts.LongNames.empty())
    Text << header("//", Parts.LongNames.size()) << Parts.LongNames;
  for (const Copy::Member &Member : Parts.Members) {
    Text << header(Member.HeaderName, Member.Bytes.size()) << Member.Bytes;
    if (Member.Bytes.size() % 2)
      Text << '\n';
  }
  return std::make_unique<SmallVectorMemoryBuffer>(std::move(Buffer), Path,
                                                   /*RequiresNullTerminator=*/false);
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>>
reduceArchive(const LinkFile &Archive,
              function_ref<std::optional<StringRef>(const LinkMember &)> Contents,
              function_ref<bool(const LinkMember &)> IsIndexed) {
  Copy Parts;
  DenseMap<uint64_t, size_t> ByOffset; // from offsets in `Archive` to positions in Parts.Members
  for (const LinkMember &Member : Archive.Members) {
    const auto Bytes = Member.Needed ? Contents(Member) : std::nullopt;
    if (!Bytes)
      continue;
    std::string Name = Member.Name + "/";
    if (!isShort(Member.Name)) {
      Name = "/" + std::to_string(Parts.LongNames.size());
      Parts.LongNames += Member.Name + "/\n";
    }
    if (IsIndexed(Member))
      ByOffset[Member.Offset] = Parts.Members.size();
    Parts.Members.push_back({std::move(Name), *Bytes});
  }
  pad(Parts.LongNames, '\n');

  forEachArchiveSymbol(Archive, [&](StringRef Name, uint64_t Offset) {
    if (auto Member = ByOffset.find(Offset); Member != ByOffset.end()) {
      Parts.Defining.push_back(Member->second);
      Parts.Symbols += Name;
      Parts.Symbols += '\0';
    }
  });
  pad(Parts.Symbols, '\0');

  return write(Parts, Archive.Path);
}

} // namespace etprune
