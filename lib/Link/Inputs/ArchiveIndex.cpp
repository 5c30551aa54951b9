// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This file parses the symbol index itself, because libObject would trust the counts and offsets of
// a corrupt index.

#include "Link/Inputs/ArchiveIndex.h"

#include "Object/RecordNames.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;

namespace etprune {

namespace {

class SymbolTable {
public:
  explicit SymbolTable(const object::Archive &Library)
      : Table(Library.getSymbolTable()), Is64(Library.kind() == object::Archive::K_GNU64) {
    IsGnu = Table.empty() || Is64 || Library.kind() == object::Archive::K_GNU;
    Count = Table.empty() ? 0 : Table.size() < wordSize() ? UINT64_MAX : word(0);
    IsWhole = Count == 0 || (IsGnu && Count <= (Table.size() - wordSize()) / wordSize());
  }
  bool IsGnu, IsWhole;
  uint64_t Count;

  uint64_t offset(uint64_t Entry) const { return word(Entry + 1); }
  StringRef names() const { return Table.drop_front(Count ? (Count + 1) * wordSize() : 0); }

private:
  size_t wordSize() const { return Is64 ? 8 : 4; }
  uint64_t word(size_t Index) const {
    const char *Bytes = Table.data() + Index * wordSize();
    return Is64 ? support::endian::read64be(Bytes) : support::endian::read32be(Bytes);
  }
  StringRef Table;
  bool Is64;
};

Error cannotRead(const LinkFile &File, Error E) {
  return createStringError("cannot read '" + File.Path + "': " + toString(std::move(E)));
}

Error openArchive(LinkFile &File) {
  if (Error E = object::Archive::create(File.Buffer->getMemBufferRef()).moveInto(File.Library))
    return cannotRead(File, std::move(E));
  Error Broken = Error::success();
  for (const object::Archive::Child &Child : File.Library->children(Broken))
    File.Members.push_back({Child.getChildOffset()});
  return Broken ? cannotRead(File, std::move(Broken)) : std::move(Broken);
}

} // namespace

Error readMember(LinkFile &File, LinkMember &Member) {
  if (File.What != LinkFile::Archive || Member.Buffer.getBufferStart())
    return Error::success();
  constexpr size_t HeaderSize = 60;
  Error Broken = Error::success();
  const object::Archive::Child Child(File.Library.get(), File.contents().data() + Member.Offset,
                                     &Broken);
  if (Broken)
    return cannotRead(File, std::move(Broken));
  auto Size = Child.getRawSize();
  if (!Size)
    return cannotRead(File, Size.takeError());
  const uint64_t Left = File.contents().size() - Member.Offset;
  if (!File.Library->isThin() && (Left < HeaderSize || *Size > Left - HeaderSize))
    return cannotRead(File, createStringError("it is truncated"));
  auto Name = Child.getName();
  if (!Name)
    return cannotRead(File, Name.takeError());
  // ReducedArchive cannot write these characters in a name.
  if (Name->contains('\n') || Name->contains('\0'))
    return cannotRead(File, createStringError("the name of the member at offset " +
                                              Twine(Member.Offset) + " has a line break or NUL"));
  if (Error E = Child.getMemoryBufferRef().moveInto(Member.Buffer))
    return cannotRead(File, std::move(E));
  Member.Name = Name->str();
  return Error::success();
}

void forEachArchiveSymbol(const LinkFile &Archive, function_ref<void(StringRef, uint64_t)> Visit) {
  SymbolTable Table(*Archive.Library);
  StringRef Names = Table.names();
  for (uint64_t I = 0; I < Table.Count; ++I) {
    auto [Name, Rest] = Names.split('\0');
    Visit(Name, Table.offset(I));
    Names = Rest;
  }
}

void ArchiveIndex::add(StringRef Name, MemberRef Ref) {
  auto [Last, IsNew] = LastDefinition.try_emplace(Name, NoDefinition);
  Definitions.push_back({Ref, std::exchange(Last->second, Definitions.size())});
  if (isKernelSymbol(Name))
    KernelMembers.push_back(Ref);
}

Error ArchiveIndex::add(LinkFile &File, Loader LoadUnindexed) {
  RETURN_IF_ERROR(openArchive(File));
  auto Fail = [&](const Twine &Message) {
    return cannotRead(File, createStringError("its symbol index is " + Message));
  };
  const SymbolTable Table(*File.Library);
  if (!Table.IsGnu)
    return Fail("in another format than GNU's, such as BSD's; create the archive again with GNU "
                "ar, or with llvm-ar --format=gnu");
  if (!Table.IsWhole)
    return Fail("truncated");

  StringRef Names = Table.names();
  LastDefinition.reserve(LastDefinition.size() + Table.Count);
  Definitions.reserve(Definitions.size() + Table.Count);
  std::vector<bool> IsIndexed(File.Members.size());
  for (uint64_t I = 0; I < Table.Count; ++I) {
    const uint64_t Offset = Table.offset(I);
    const size_t End = Names.find('\0');
    const auto Member =
        llvm::partition_point(File.Members, [&](const LinkMember &M) { return M.Offset < Offset; });
    if (Member == File.Members.end() || Member->Offset != Offset || End == StringRef::npos)
      return Fail("corrupt at entry " + Twine(I));
    const MemberRef Ref{&File, static_cast<size_t>(Member - File.Members.begin())};
    IsIndexed[Ref.Index] = true;
    add(Names.take_front(End), Ref);
    Names = Names.drop_front(End + 1);
  }
  return LoadUnindexed ? addUnindexed(File, IsIndexed, LoadUnindexed) : Error::success();
}

Error ArchiveIndex::addUnindexed(LinkFile &File, const std::vector<bool> &IsIndexed,
                                 Loader LoadUnindexed) {
  auto AddMember = [&](size_t I) -> Error {
    LinkMember &Member = File.Members[I];
    RETURN_IF_ERROR(readMember(File, Member));
    if (!llvm::is_contained({file_magic::bitcode, file_magic::elf_relocatable},
                            identify_magic(Member.Buffer.getBuffer())))
      return Error::success();
    RETURN_IF_ERROR(LoadUnindexed(File, Member));
    for (const ObjectSymbol &Symbol : Member.Object->Symbols)
      if (!Symbol.isLocal() && !Symbol.isUndefined())
        add(Symbol.Name, {&File, I});
    return Error::success();
  };
  Problems Errors;
  for (size_t I = 0; I < File.Members.size(); ++I)
    if (!IsIndexed[I])
      Errors.add(AddMember(I));
  return Errors.take();
}

void ArchiveIndex::forEachDefinition(StringRef Name, Visitor Visit) const {
  auto Last = LastDefinition.find(Name);
  if (Last != LastDefinition.end())
    for (uint32_t I = Last->second; I != NoDefinition; I = Definitions[I].Next)
      Visit(Definitions[I].Member);
}

void ArchiveIndex::forEachDefinition(function_ref<bool(StringRef)> IsWanted, Visitor Visit) const {
  for (const auto &[Name, Last] : LastDefinition)
    if (IsWanted(Name))
      forEachDefinition(Name, Visit);
}

} // namespace etprune
