// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutations.h"
#include "Targets.h"

#include "Link/Bundle/TarZstd.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <optional>

using namespace llvm;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace etprune::fuzz {

void Mutator::mutate(StringRef Target, std::string &Bytes) {
  std::string Copy = Bytes;
  bool Done = false;
  if (!oneIn(8)) { // else random changes of bytes
    if (Target == "bundle")
      Done = mutateBundle(Bytes);
    else if (Target == "archive")
      Done = mutateArchive(Bytes);
    else if (Target == "object" || Target == "image")
      Done = oneIn(2) && mutateElf(Bytes);
    else if (Target == "executor")
      Done = mutateProgram(Bytes);
    else if (Target == "manifest" && oneIn(2)) {
      mutateManifest(Bytes, MaxSize);
      Done = true;
    }
  }
  if (Done && Bytes.size() <= MaxSize)
    return;
  Bytes = std::move(Copy);
  mutateBytes(Bytes, MaxSize);
}

void Mutator::mutateBytes(std::string &Bytes, size_t Limit) {
  size_t Size = Bytes.size();
  Bytes.resize(std::max(Size, Limit));
  Bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(Bytes.data()), Size,
                                std::max<size_t>(Bytes.size(), 1)));
}

namespace {

/// Reads and writes numbers of an ELF file in the file's byte order. at() returns the old number
/// and writes `New`, if given. Beyond the end of the file, at() returns 0 and writes nothing.
class ElfNumbers {
public:
  explicit ElfNumbers(std::string &Bytes)
      : Bytes(Bytes), Is64(Bytes[4] == 2), IsBigEndian(Bytes[5] == 2) {}
  uint64_t at(size_t Offset, size_t Width, std::optional<uint64_t> New = std::nullopt) {
    if (Offset > Bytes.size() || Bytes.size() - Offset < Width)
      return 0;
    uint64_t Old = 0;
    for (size_t I = 0; I < Width; ++I) {
      char &Byte = Bytes[Offset + (IsBigEndian ? Width - 1 - I : I)];
      Old |= uint64_t(uint8_t(Byte)) << 8 * I;
      if (New)
        Byte = static_cast<char>(*New >> 8 * I);
    }
    return Old;
  }

  std::string &Bytes;
  const bool Is64, IsBigEndian;
};

} // namespace

bool Mutator::mutateElf(std::string &Bytes) {
  if (Bytes.size() < 64 || !StringRef(Bytes).starts_with("\x7f"
                                                         "ELF"))
    return false;
  ElfNumbers File(Bytes);
  const size_t Word = File.Is64 ? 8 : 4, HeaderSize = File.Is64 ? 64 : 40;
  const uint64_t Table = File.at(File.Is64 ? 40 : 32, Word);
  const uint64_t Count = File.at(File.Is64 ? 60 : 48, 2);
  auto Header = [&](size_t Index) { return Table + Index * HeaderSize; };
  // After sh_name and sh_type come four words: flags, address, offset, size.
  auto ContentOffset = [&](size_t Index) { return File.at(Header(Index) + 8 + 2 * Word, Word); };
  auto ContentSize = [&](size_t Index) { return File.at(Header(Index) + 8 + 3 * Word, Word); };

  size_t Place, Width;
  size_t Section = Count ? below(Count) : 0;
  size_t Where = below(4);
  if (Where == 0 || !Count) { // the ELF header
    Place = 16 + 2 * below(24);
    Width = Place < 24 || Place > 50 ? 2 : 4;
  } else if (Where == 1 && ContentSize(Section) >= 4) { // a number in a section's content
    Width = oneIn(3) ? 2 : oneIn(2) ? 4 : Word;
    Place = ContentOffset(Section) + below(ContentSize(Section)) / Width * Width;
  } else { // a section's header
    size_t Field = below(HeaderSize / 4);
    Place = Header(Section) + 4 * Field;
    Width = 4;
    if (File.Is64 && Field >= 2 && Field != 10 && Field != 11) { // all but name, type, link, info
      Place = Header(Section) + 8 * (Field / 2);
      Width = 8;
    }
  }

  const uint64_t Old = File.at(Place, Width);
  const uint64_t Values[] = {0,
                             1,
                             Old + 1,
                             Old - 1,
                             Old ^ (uint64_t(1) << below(8 * Width)),
                             UINT64_MAX,
                             UINT64_MAX - below(64),
                             Bytes.size(),
                             Bytes.size() - below(64),
                             Count,
                             below(Count + 1),
                             ContentOffset(Section),
                             ContentSize(Section),
                             File.at(below(Bytes.size()), Width),
                             Random()};
  File.at(Place, Width, Values[below(std::size(Values))]);
  return true;
}

namespace {

constexpr StringLiteral Magic = "!<arch>\n";
constexpr size_t HeaderSize = 60, SizeField = 48, SizeDigits = 10;

struct Member {
  std::string Header, Contents;
  size_t Offset;
};

std::vector<Member> readMembers(const std::string &Bytes) {
  std::vector<Member> Members;
  StringRef Rest = Bytes;
  if (!Rest.consume_front(Magic))
    return {};
  while (Rest.size() >= HeaderSize) {
    size_t Size, Offset = Rest.data() - Bytes.data();
    if (Rest.substr(SizeField, SizeDigits).rtrim(' ').getAsInteger(10, Size) ||
        Size > Rest.size() - HeaderSize)
      return {};
    Members.push_back(
        {Rest.take_front(HeaderSize).str(), Rest.substr(HeaderSize, Size).str(), Offset});
    Rest = Rest.drop_front(std::min(Rest.size(), HeaderSize + Size + Size % 2));
  }
  return Members;
}

/// Updates the offsets of members in GNU ar's symbol index. `Moved` maps old to new offsets. The
/// index starts with a count, then has that many offsets, as 32-bit big-endian numbers.
void updateIndex(MutableArrayRef<char> Index, const std::map<size_t, size_t> &Moved) {
  size_t Words = Index.size() / 4;
  size_t Count = Words ? support::endian::read32be(Index.data()) : 0;
  for (size_t I = 1; I < Words && I <= Count; ++I)
    if (auto It = Moved.find(support::endian::read32be(&Index[4 * I])); It != Moved.end())
      support::endian::write32be(&Index[4 * I], It->second);
}

} // namespace

/// Changes, copies or removes one member or the symbol index. Then mostly corrects the sizes in the
/// headers and the offsets in the symbol index, so that readers find the members.
bool Mutator::mutateArchive(std::string &Bytes) {
  std::vector<Member> Members = readMembers(Bytes);
  if (Members.empty())
    return false;

  size_t Chosen = below(Members.size());
  size_t Room = MaxSize > Bytes.size() ? MaxSize - Bytes.size() : 0;
  if (oneIn(8))
    mutateBytes(Members[Chosen].Header, HeaderSize);
  else if (oneIn(16))
    Members.insert(Members.begin() + below(Members.size()), Members[Chosen]);
  else if (oneIn(16))
    Members.erase(Members.begin() + Chosen);
  else
    mutateMember(Members[Chosen].Contents, Members[Chosen].Contents.size() + Room);

  std::string Result = Magic.str();
  std::map<size_t, size_t> Moved;
  for (Member &M : Members) {
    Moved[M.Offset] = Result.size();
    if (M.Header.size() == HeaderSize && !oneIn(32)) {
      std::string Size = std::to_string(M.Contents.size());
      Size.resize(SizeDigits, ' ');
      M.Header.replace(SizeField, SizeDigits, Size);
    }
    Result += M.Header + M.Contents;
    if (M.Contents.size() % 2)
      Result += '\n';
  }
  if (!Members.empty() && Members[0].Header.size() == HeaderSize &&
      StringRef(Members[0].Header).starts_with("/ ") && !oneIn(8))
    updateIndex({Result.data() + Magic.size() + HeaderSize, Members[0].Contents.size()}, Moved);
  Bytes = std::move(Result);
  return true;
}

void Mutator::mutateMember(std::string &Bytes, size_t Limit) {
  if (oneIn(2) && (mutateElf(Bytes) || mutateArchive(Bytes)))
    return;
  mutateBytes(Bytes, Limit);
}

void Mutator::mutateJson(json::Value &Value) {
  if (auto *Object = Value.getAsObject(); Object && !Object->empty() && !oneIn(8)) {
    auto It = std::next(Object->begin(), below(Object->size()));
    if (oneIn(16))
      Object->erase(It);
    else
      mutateJson(It->second);
    return;
  }
  if (auto *Array = Value.getAsArray(); Array && !Array->empty() && !oneIn(8)) {
    size_t Index = below(Array->size());
    if (oneIn(8)) {
      std::swap((*Array)[Index], Array->back());
      Array->pop_back();
    } else if (oneIn(8))
      Array->insert(Array->begin() + below(Array->size() + 1), json::Value((*Array)[Index]));
    else
      mutateJson((*Array)[Index]);
    return;
  }
  if (auto Text = Value.getAsString(); Text && oneIn(2)) {
    constexpr StringLiteral Pieces[] = {
        "..", "/",  "{",  "}",  "/_/_",  "./..",      "--",     "-",        "=",         "-o",
        "@",  "-T", "-L", "-l", "--Map", "--sysroot", "plugin", "\xc3\xa4", "files/0-x", "\n"};
    std::string Changed = Text->str();
    if (oneIn(2))
      Changed.insert(below(Changed.size() + 1), Pieces[below(std::size(Pieces))].str());
    else
      mutateBytes(Changed, Changed.size() + 8);
    Value = json::fixUTF8(Changed);
    return;
  }
  const json::Value Values[] = {nullptr,        true,         0, -1, 1, 1.5, int64_t(1) << 62, "",
                                json::Object{}, json::Array{}};
  Value = Values[below(std::size(Values))];
}

void Mutator::mutateManifest(std::string &Text, size_t Limit) {
  auto Parsed = json::parse(Text);
  if (!isRead(Parsed))
    return mutateBytes(Text, Limit);
  mutateJson(*Parsed);
  Text = formatv("{0}", *Parsed).str();
}

bool Mutator::mutateBundle(std::string &Bytes) {
  auto Unpacked = unpackTarZstd(Bytes);
  if (!isRead(Unpacked))
    return false;
  std::map<std::string, std::string> Members;
  for (const auto &Member : Unpacked->Members)
    Members[Member.getKey().str()] = Member.getValue().str();
  if (Members.empty())
    return false;

  std::string &Manifest = Members["manifest.json"];
  if (oneIn(3)) {
    oneIn(8) ? mutateBytes(Manifest, Manifest.size() + 64) : mutateManifest(Manifest, MaxSize);
  } else if (oneIn(32)) {
    Members.erase(std::next(Members.begin(), below(Members.size())));
  } else {
    std::string &Contents = std::next(Members.begin(), below(Members.size()))->second;
    mutateMember(Contents, Contents.size() + 1024);
  }

  // Corrects the hashes in the manifest. Entry N of the list "files" has the hash of the member
  // files/<N>-<name>.
  auto Parsed = json::parse(Members["manifest.json"]);
  if (isRead(Parsed) && Parsed->getAsObject() && !oneIn(16)) {
    json::Array *Files = Parsed->getAsObject()->getArray("files");
    for (const auto &[Name, Contents] : Members) {
      StringRef Number = Name;
      size_t Index;
      if (Files && Number.consume_front("files/") && !Number.consumeInteger(10, Index) &&
          Index < Files->size() && (*Files)[Index].getAsObject())
        (*(*Files)[Index].getAsObject())["hash"] =
            utohexstr(xxh3_64bits(Contents), /*LowerCase=*/true, 16);
    }
    Members["manifest.json"] = formatv("{0}", *Parsed).str();
  }

  TarZstdWriter Writer;
  for (const auto &[Name, Contents] : Members)
    Writer.add(Name, Contents);
  Bytes = Writer.finish();
  return true;
}

} // namespace etprune::fuzz
