// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares image summaries, and converts summaries from and to JSON. Most JSON readers store
// numbers as doubles, which round large 64-bit values. So JSON has these values as strings.

#include "Image/ImageSummary.h"

#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

const SectionSummary *ImageSummary::findSection(StringRef Name) const {
  auto It = find_if(Sections, [&](const SectionSummary &S) { return S.Name == Name; });
  return It == Sections.end() ? nullptr : &*It;
}

namespace {

struct DifferenceList {
  std::vector<std::string> &List;

  void add(const Twine &Text) { List.push_back(Text.str()); }
  /// If the values differ, adds "<What> was <Before>, is <After>" and returns true.
  bool compare(const Twine &What, uint64_t Before, uint64_t After) {
    if (Before != After)
      add(What + " was " + hex(Before) + ", is " + hex(After));
    return Before != After;
  }
};

/// Adds only the first difference, because one difference shows that the section has changed.
void compareSections(const SectionSummary &Before, const SectionSummary &After,
                     DifferenceList List) {
  const std::string What = "section '" + Before.Name + "': ";
  if (List.compare(What + "type", Before.Type, After.Type) ||
      List.compare(What + "flags", Before.Flags, After.Flags) ||
      List.compare(What + "size", Before.Size, After.Size))
    return;
  if (Before.Hash != After.Hash)
    List.add(What + "content differs (" + counted(Before.Size, "byte") + ")");
  else if (Before.isAllocated() && !List.compare(What + "address", Before.Address, After.Address))
    List.compare(What + "load address", Before.LoadAddress, After.LoadAddress);
}

void compareAllSections(const ImageSummary &Before, const ImageSummary &After,
                        ImageDifferences &Result) {
  std::multimap<StringRef, const SectionSummary *> Unmatched; // equal names stay in file order
  for (const SectionSummary &Section : After.Sections)
    Unmatched.insert({Section.Name, &Section});
  auto ListFor = [&](const SectionSummary &Section) {
    return DifferenceList{Section.isAllocated() ? Result.Loaded : Result.Other};
  };
  for (const SectionSummary &Section : Before.Sections) {
    auto It = Unmatched.lower_bound(Section.Name);
    if (It == Unmatched.end() || It->first != Section.Name) {
      ListFor(Section).add("section '" + Section.Name + "': removed (" +
                           counted(Section.Size, "byte") + ")");
      continue;
    }
    compareSections(Section, *It->second, ListFor(Section.isAllocated() ? Section : *It->second));
    Unmatched.erase(It);
  }
  for (const SectionSummary &Section : After.Sections)
    if (is_contained(make_second_range(Unmatched), &Section))
      ListFor(Section).add("section '" + Section.Name + "': added (" +
                           counted(Section.Size, "byte") + ")");
}

void compareSegments(const ImageSummary &Before, const ImageSummary &After, DifferenceList List) {
  if (Before.Segments.size() != After.Segments.size())
    return List.add("number of segments was " + Twine(Before.Segments.size()) + ", is " +
                    Twine(After.Segments.size()));
  for (size_t I = 0; I < Before.Segments.size(); ++I) {
    const SegmentSummary &B = Before.Segments[I], &A = After.Segments[I];
    const std::string What = "segment " + std::to_string(I) + ": ";
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
  DifferenceList Loaded{Result.Loaded};
  if (Before.Is64Bit != After.Is64Bit || Before.IsLittleEndian != After.IsLittleEndian)
    Loaded.add("ELF class or byte order differs");
  Loaded.compare("machine", Before.Machine, After.Machine);
  Loaded.compare("ELF type", Before.Type, After.Type);
  Loaded.compare("ELF flags", Before.ElfFlags, After.ElfFlags);
  Loaded.compare("entry point", Before.Entry, After.Entry);
  compareSegments(Before, After, Loaded);
  compareAllSections(Before, After, Result);

  // A difference in a section also changes its segment's hash. If only the hash differs, the
  // changed bytes are in no section, for example because the file has no section headers.
  if (Result.Loaded.empty())
    for (size_t I = 0; I < Before.Segments.size(); ++I)
      if (Before.Segments[I].Hash != After.Segments[I].Hash)
        Loaded.add("segment " + Twine(I) + ": content differs outside every section");
  return Result;
}

namespace {

struct FieldWriter {
  json::Object Fields;

  bool map(StringLiteral Key, json::Value Value) {
    Fields[Key] = std::move(Value);
    return true;
  }
  template <class T> bool number(StringLiteral Key, T Value) {
    if constexpr (sizeof(T) == sizeof(uint64_t))
      return map(Key, hex(Value));
    else
      return map(Key, Value);
  }
  template <class T> bool map(StringLiteral Key, std::vector<T> &Items) {
    json::Array List;
    for (T &Item : Items) {
      FieldWriter Writer;
      mapFields(Writer, Item);
      List.push_back(std::move(Writer.Fields));
    }
    return map(Key, json::Value(std::move(List)));
  }
};

template <class T> struct Number {
  T &Value;
};

template <class T> bool fromJSON(const json::Value &From, Number<T> &Out, json::Path Path) {
  if constexpr (sizeof(T) == sizeof(uint64_t)) {
    std::optional<StringRef> Text = From.getAsString();
    if (Text && Text->consume_front("0x") && !Text->getAsInteger(16, Out.Value))
      return true;
    Path.report("expected a string like \"0x8000\"");
  } else {
    const std::optional<int64_t> Read = From.getAsInteger();
    Out.Value = static_cast<T>(Read.value_or(0));
    if (Read && *Read == int64_t(Out.Value))
      return true;
    Path.report("expected an integer that fits the field");
  }
  return false;
}

class FieldReader : public json::ObjectMapper {
public:
  using ObjectMapper::ObjectMapper;
  template <class T> bool number(StringLiteral Key, T &Out) {
    Number<T> Field{Out};
    return map(Key, Field);
  }
};

template <class Mapper> bool mapFields(Mapper &M, SectionSummary &S) {
  return M.map("name", S.Name) && M.number("type", S.Type) && M.number("flags", S.Flags) &&
         M.number("address", S.Address) && M.number("load_address", S.LoadAddress) &&
         M.number("size", S.Size) && M.number("hash", S.Hash);
}

template <class Mapper> bool mapFields(Mapper &M, SegmentSummary &S) {
  return M.number("type", S.Type) && M.number("flags", S.Flags) &&
         M.number("address", S.VirtualAddress) && M.number("load_address", S.PhysicalAddress) &&
         M.number("file_size", S.FileSize) && M.number("memory_size", S.MemorySize) &&
         M.number("hash", S.Hash);
}

template <class Mapper> bool mapFields(Mapper &M, ImageSummary &S) {
  return M.map("is_64bit", S.Is64Bit) && M.map("is_little_endian", S.IsLittleEndian) &&
         M.number("machine", S.Machine) && M.number("type", S.Type) &&
         M.number("elf_flags", S.ElfFlags) && M.number("entry", S.Entry) &&
         M.number("file_size", S.FileSize) && M.map("file_hash", S.FileHash) &&
         M.map("sections", S.Sections) && M.map("segments", S.Segments);
}

} // namespace

// Not in the unnamed namespace, because llvm::json finds this function by argument-dependent lookup
// when it reads a list of summaries.
template <class Summary>
static bool fromJSON(const json::Value &Value, Summary &S, json::Path Path) {
  FieldReader Reader(Value, Path);
  return Reader && mapFields(Reader, S);
}

bool fromJSON(const json::Value &Value, ImageSummary &S, json::Path Path) {
  return fromJSON<ImageSummary>(Value, S, Path);
}

json::Value toJSON(ImageSummary Summary) {
  FieldWriter Writer;
  mapFields(Writer, Summary);
  return std::move(Writer.Fields);
}

} // namespace etprune
