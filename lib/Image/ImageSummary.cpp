// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of two summaries, and their form as JSON.
//
// Sections are paired by name and position among those of the name. A pair that differs is told by
// its first difference of: kind, size, content, address, load address; a section that moved and
// changed is told as changed, because the move is mostly the consequence.
//
// JSON numbers are doubles to most readers, so that 64-bit values are written as strings.

#include "Image/ImageSummary.h"

#include "Support/Bytes.h"
#include "Support/Counted.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

bool SectionSummary::isAllocated() const { return Flags & ELF::SHF_ALLOC; }
bool SectionSummary::isWritable() const { return Flags & ELF::SHF_WRITE; }
bool SectionSummary::isExecutable() const { return Flags & ELF::SHF_EXECINSTR; }
bool SectionSummary::hasContent() const { return Type != ELF::SHT_NOBITS && Type != ELF::SHT_NULL; }
bool SectionSummary::isThreadLocalZeros() const {
  return Type == ELF::SHT_NOBITS && (Flags & ELF::SHF_TLS);
}

const SectionSummary *ImageSummary::findSection(StringRef Name) const {
  auto It = find_if(Sections, [&](const SectionSummary &S) { return S.Name == Name; });
  return It == Sections.end() ? nullptr : &*It;
}

namespace {

std::string segmentName(const SegmentSummary &Segment) {
  switch (Segment.Type) {
  case ELF::PT_LOAD:
    return "LOAD";
  case ELF::PT_DYNAMIC:
    return "DYNAMIC";
  case ELF::PT_INTERP:
    return "INTERP";
  case ELF::PT_NOTE:
    return "NOTE";
  case ELF::PT_TLS:
    return "TLS";
  case ELF::PT_GNU_STACK:
    return "GNU_STACK";
  case ELF::PT_GNU_RELRO:
    return "GNU_RELRO";
  case ELF::PT_GNU_EH_FRAME:
    return "GNU_EH_FRAME";
  case ELF::PT_ARM_EXIDX:
    return "ARM_EXIDX";
  default:
    return "type " + hex(Segment.Type);
  }
}

/// "what: old instead of new", or nothing.
class DifferenceList {
public:
  explicit DifferenceList(std::vector<std::string> &List) : List(List) {}

  void add(const Twine &Text) { List.push_back(Text.str()); }
  bool compare(const Twine &What, uint64_t Before, uint64_t After) {
    if (Before != After)
      add(What + " was " + hex(Before) + ", is " + hex(After));
    return Before != After;
  }

private:
  std::vector<std::string> &List;
};

void compareSections(const SectionSummary &Before, const SectionSummary &After,
                     DifferenceList List) {
  std::string What = "section '" + Before.Name + "': ";
  bool OtherType = List.compare(What + "type", Before.Type, After.Type);
  bool OtherFlags = List.compare(What + "flags", Before.Flags, After.Flags);
  if (OtherType || OtherFlags)
    return;
  if (Before.Size != After.Size) {
    List.add(What + (After.Size > Before.Size ? "grew from " : "shrank from ") +
             grouped(Before.Size) + " to " + counted(After.Size, "byte"));
    return;
  }
  if (Before.Hash != After.Hash) {
    List.add(What + "content differs (" + counted(Before.Size, "byte") + ")");
    return;
  }
  // Only where a section goes on the target has a meaning.
  if (!Before.isAllocated())
    return;
  if (Before.Address != After.Address)
    List.add(What + "moved from " + hex(Before.Address) + " to " + hex(After.Address));
  else if (Before.LoadAddress != After.LoadAddress)
    List.add(What + "load address moved from " + hex(Before.LoadAddress) + " to " +
             hex(After.LoadAddress));
}

void compareAllSections(const ImageSummary &Before, const ImageSummary &After,
                        ImageDifferences &Result) {
  std::map<StringRef, std::vector<const SectionSummary *>> Unmatched;
  for (const SectionSummary &Section : After.Sections)
    Unmatched[Section.Name].push_back(&Section);
  // Taken from the end, so that the first of a name comes first.
  for (auto &Entry : Unmatched)
    std::reverse(Entry.second.begin(), Entry.second.end());

  auto listFor = [&](const SectionSummary &Section) {
    return DifferenceList(Section.isAllocated() ? Result.Loaded : Result.Other);
  };
  for (const SectionSummary &Section : Before.Sections) {
    auto It = Unmatched.find(Section.Name);
    if (It == Unmatched.end() || It->second.empty()) {
      listFor(Section).add("section '" + Section.Name + "': removed (" +
                           counted(Section.Size, "byte") + ")");
      continue;
    }
    const SectionSummary &Other = *It->second.back();
    It->second.pop_back();
    compareSections(Section, Other, listFor(Section.isAllocated() ? Section : Other));
  }
  for (const SectionSummary &Section : After.Sections)
    if (is_contained(Unmatched[Section.Name], &Section))
      listFor(Section).add("section '" + Section.Name + "': added (" +
                           counted(Section.Size, "byte") + ")");
}

void compareSegments(const ImageSummary &Before, const ImageSummary &After, DifferenceList List) {
  if (Before.Segments.size() != After.Segments.size()) {
    List.add("program headers: there were " + Twine(Before.Segments.size()) + ", there are " +
             Twine(After.Segments.size()));
    return;
  }
  for (size_t I = 0; I < Before.Segments.size(); ++I) {
    const SegmentSummary &B = Before.Segments[I];
    const SegmentSummary &A = After.Segments[I];
    std::string What = "segment " + std::to_string(I) + " (" + segmentName(B) + "): ";
    List.compare(What + "type", B.Type, A.Type);
    List.compare(What + "flags", B.Flags, A.Flags);
    List.compare(What + "address", B.VirtualAddress, A.VirtualAddress);
    List.compare(What + "load address", B.PhysicalAddress, A.PhysicalAddress);
    List.compare(What + "size in the file", B.FileSize, A.FileSize);
    List.compare(What + "size in memory", B.MemorySize, A.MemorySize);
  }
}

} // namespace

ImageDifferences compareImages(const ImageSummary &Before, const ImageSummary &After) {
  ImageDifferences Result;
  DifferenceList Loaded(Result.Loaded);
  Loaded.compare("ELF class (64-bit)", Before.Is64Bit, After.Is64Bit);
  Loaded.compare("byte order (little-endian)", Before.IsLittleEndian, After.IsLittleEndian);
  Loaded.compare("machine", Before.Machine, After.Machine);
  Loaded.compare("ELF type", Before.Type, After.Type);
  Loaded.compare("ELF flags", Before.ElfFlags, After.ElfFlags);
  Loaded.compare("entry point", Before.Entry, After.Entry);
  compareSegments(Before, After, Loaded);
  compareAllSections(Before, After, Result);

  // Bytes of a segment outside every section: padding that somebody used, or an image without
  // section headers.
  if (Result.Loaded.empty())
    for (size_t I = 0; I < Before.Segments.size(); ++I)
      if (Before.Segments[I].Hash != After.Segments[I].Hash)
        Loaded.add("segment " + Twine(I) + " (" + segmentName(Before.Segments[I]) +
                   "): content differs outside every section");
  return Result;
}

static json::Value toJSON(const SectionSummary &S) {
  return json::Object{{"name", S.Name},
                      {"type", int64_t(S.Type)},
                      {"flags", hex(S.Flags)},
                      {"address", hex(S.Address)},
                      {"load_address", hex(S.LoadAddress)},
                      {"size", hex(S.Size)},
                      {"hash", hex(S.Hash)}};
}

static json::Value toJSON(const SegmentSummary &S) {
  return json::Object{{"type", int64_t(S.Type)},
                      {"flags", int64_t(S.Flags)},
                      {"address", hex(S.VirtualAddress)},
                      {"load_address", hex(S.PhysicalAddress)},
                      {"file_size", hex(S.FileSize)},
                      {"memory_size", hex(S.MemorySize)},
                      {"hash", hex(S.Hash)}};
}

json::Value toJSON(const ImageSummary &S) {
  json::Array Sections, Segments;
  for (const SectionSummary &Section : S.Sections)
    Sections.push_back(toJSON(Section));
  for (const SegmentSummary &Segment : S.Segments)
    Segments.push_back(toJSON(Segment));
  return json::Object{{"is_64bit", S.Is64Bit},
                      {"is_little_endian", S.IsLittleEndian},
                      {"machine", int64_t(S.Machine)},
                      {"type", int64_t(S.Type)},
                      {"elf_flags", int64_t(S.ElfFlags)},
                      {"entry", hex(S.Entry)},
                      {"file_size", hex(S.FileSize)},
                      {"file_hash", hex(S.FileHash)},
                      {"sections", std::move(Sections)},
                      {"segments", std::move(Segments)}};
}

namespace {

/// Reads fields of an object, each checked for its range.
class FieldReader {
public:
  FieldReader(const json::Value &Value, json::Path Path) : Path(Path), Fields(Value.getAsObject()) {
    if (!Fields)
      Path.report("expected object");
  }

  explicit operator bool() const { return Fields; }

  /// A number written as "0x...".
  bool hexadecimal(StringLiteral Key, uint64_t &Out) const {
    std::optional<StringRef> Text = Fields->getString(Key);
    if (!Text || !Text->consume_front("0x") || Text->getAsInteger(16, Out))
      return fail(Key, "expected a string like \"0x8000\"");
    return true;
  }

  template <class T> bool number(StringLiteral Key, T &Out) const {
    std::optional<int64_t> Number = Fields->getInteger(Key);
    if (!Number || *Number < 0 || uint64_t(*Number) > std::numeric_limits<T>::max())
      return fail(Key, "expected a number in range");
    Out = static_cast<T>(*Number);
    return true;
  }

  bool boolean(StringLiteral Key, bool &Out) const {
    std::optional<bool> Value = Fields->getBoolean(Key);
    if (!Value)
      return fail(Key, "expected boolean");
    Out = *Value;
    return true;
  }

  bool string(StringLiteral Key, std::string &Out) const {
    std::optional<StringRef> Text = Fields->getString(Key);
    if (!Text)
      return fail(Key, "expected string");
    Out = Text->str();
    return true;
  }

  template <class T, class ReadItem>
  bool array(StringLiteral Key, std::vector<T> &Out, ReadItem Read) const {
    const json::Array *Items = Fields->getArray(Key);
    if (!Items)
      return fail(Key, "expected array");
    Out.assign(Items->size(), T());
    for (size_t I = 0; I < Items->size(); ++I)
      if (!Read((*Items)[I], Out[I], Path.field(Key).index(I)))
        return false;
    return true;
  }

private:
  bool fail(StringLiteral Key, StringLiteral Message) const {
    Path.field(Key).report(Message);
    return false;
  }

  json::Path Path;
  const json::Object *Fields;
};

bool readSection(const json::Value &Value, SectionSummary &S, json::Path Path) {
  FieldReader R(Value, Path);
  return R && R.string("name", S.Name) && R.number("type", S.Type) &&
         R.hexadecimal("flags", S.Flags) && R.hexadecimal("address", S.Address) &&
         R.hexadecimal("load_address", S.LoadAddress) && R.hexadecimal("size", S.Size) &&
         R.hexadecimal("hash", S.Hash);
}

bool readSegment(const json::Value &Value, SegmentSummary &S, json::Path Path) {
  FieldReader R(Value, Path);
  return R && R.number("type", S.Type) && R.number("flags", S.Flags) &&
         R.hexadecimal("address", S.VirtualAddress) &&
         R.hexadecimal("load_address", S.PhysicalAddress) &&
         R.hexadecimal("file_size", S.FileSize) && R.hexadecimal("memory_size", S.MemorySize) &&
         R.hexadecimal("hash", S.Hash);
}

} // namespace

bool fromJSON(const json::Value &Value, ImageSummary &S, json::Path Path) {
  FieldReader R(Value, Path);
  return R && R.boolean("is_64bit", S.Is64Bit) && R.boolean("is_little_endian", S.IsLittleEndian) &&
         R.number("machine", S.Machine) && R.number("type", S.Type) &&
         R.number("elf_flags", S.ElfFlags) && R.hexadecimal("entry", S.Entry) &&
         R.hexadecimal("file_size", S.FileSize) && R.hexadecimal("file_hash", S.FileHash) &&
         R.array("sections", S.Sections, readSection) &&
         R.array("segments", S.Segments, readSegment);
}

} // namespace etprune
