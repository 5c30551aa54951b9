// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/KernelTable.h"

#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace etprune {
namespace {

/// In bytes; no operator name or key is this long. A record with a longer string is damaged.
constexpr size_t LongestString = 4096;

Expected<std::string> readString(const ElfImage &Image, uint64_t Address, const Twine &What) {
  const auto Bytes = expectedToStdOptional(Image.memoryAt(Address));
  const StringRef Text = Bytes ? toStringRef(*Bytes).take_front(LongestString + 1) : "";
  const size_t End = Text.find('\0');
  if (End == StringRef::npos)
    return Image.error(What + " at " + hex(Address) + " does not point to a string in the image");
  return Text.take_front(End).str();
}

Expected<KernelEntry> readRecord(const ElfImage &Image, uint64_t Address, unsigned EntryWords,
                                 const Twine &What) {
  uint64_t Words[3] = {}; // name, key, function
  for (unsigned Index = 0; Index < EntryWords; ++Index) {
    uint64_t &Word = Words[Index == 1 && EntryWords == 2 ? 2 : Index];
    ASSIGN_OR_RETURN(Word, Image.readPointer(Address + Index * Image.wordSize()));
  }
  KernelEntry Entry;
  ASSIGN_OR_RETURN(Entry.Name, readString(Image, Words[0], What + ": the name"));
  const std::string Where = (What + " ('" + Entry.Name + "'): the ").str();
  if (Words[1] != 0)
    RETURN_IF_ERROR(readString(Image, Words[1], Where + "kernel key").moveInto(Entry.Key));
  Entry.Function = Words[2];
  if (!Image.isMapped(Entry.Function))
    return Image.error(Where + "function points outside the image, to " + hex(Entry.Function));
  return Entry;
}

} // namespace

std::optional<uint64_t> findAddress(const ElfImage &Image, const LinkMap *Map, StringRef Symbol) {
  if (const ImageSymbol *Found = Image.findSymbol(Symbol))
    return Found->Value;
  return Map ? Map->findSymbol(Symbol) : std::nullopt;
}

Expected<KernelTableRange> findKernelTable(const ElfImage &Image, const LinkMap *Map) {
  auto Find = [&](StringRef Name) -> Expected<uint64_t> {
    if (std::optional<uint64_t> Address = findAddress(Image, Map, Name))
      return *Address;
    if (Image.hasSymbolTable() || Map)
      return Image.error("no kernel registration table: '" + Name + "' is not defined");
    return Image.error("stripped: without a symbol table or a link map, the kernel registration "
                       "table cannot be found");
  };
  KernelTableRange Range;
  ASSIGN_OR_RETURN(Range.Start, Find(TableStartSymbol));
  ASSIGN_OR_RETURN(Range.End, Find(TableEndSymbol));
  return Range;
}

Expected<std::vector<KernelEntry>> readKernelTable(const ElfImage &Image, KernelTableRange Range,
                                                   unsigned EntryWords) {
  const uint64_t RecordSize = EntryWords * Image.wordSize(), Size = Range.End - Range.Start;
  if (Size == 0)
    return std::vector<KernelEntry>();
  const auto Bytes = expectedToStdOptional(Image.memoryAt(Range.Start));
  if (!Bytes || Bytes->size() < Size || Size % RecordSize != 0)
    return Image.error(
        "kernel registration table: the range from " + hex(Range.Start) + " to " + hex(Range.End) +
        " is outside the image's contents, or its size is no multiple of a record's size, " +
        Twine(RecordSize) + " bytes; the linker script must put only records into the table");

  std::map<uint64_t, StringRef> Functions; // a DenseMap cannot have the keys -1 and -2
  for (const ImageSymbol &Symbol : Image.symbols())
    if (isKernelSymbol(Symbol.Name))
      Functions[Symbol.Value] = Symbol.Name;
  std::vector<KernelEntry> Entries;
  Problems Damage;
  for (uint64_t Index = 0; Index < Size / RecordSize; ++Index) {
    Expected<KernelEntry> Entry = readRecord(Image, Range.Start + Index * RecordSize, EntryWords,
                                             "kernel registration table, record " + Twine(Index));
    if (!Entry) {
      Damage.add(Entry.takeError());
      continue;
    }
    if (auto Function = Functions.find(Entry->Function); Function != Functions.end())
      Entry->Symbol = Function->second;
    Entries.push_back(std::move(*Entry));
  }
  return Damage.takeOr(std::move(Entries));
}

} // namespace etprune
