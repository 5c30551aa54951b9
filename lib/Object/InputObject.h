// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ELF relocatable object: sections, symbols and relocations in one form for every class and byte
// order. parse() checks the section index of each symbol and the symbol index of each relocation.
//
// libObject's class-independent interface (object::SectionRef and others) ends the process on
// corrupt input. This class uses libObject's ELFFile, whose accessors return errors.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace etprune {

struct ObjectRelocation {
  uint64_t Offset; ///< the offset in the relocated section
  uint32_t Type;   ///< R_<machine>_*
  uint32_t Symbol; ///< index into InputObject::Symbols
  int64_t Addend;  ///< the addend of RELA; 0 for REL, for which wordAddend() reads the addend
};

struct ObjectSymbol {
  llvm::StringRef Name;
  uint64_t Value;
  uint64_t Size;
  uint32_t Section;   ///< section index; Undefined for SHN_UNDEF, Elsewhere for absolute and common
  uint8_t Binding;    ///< STB_*
  uint8_t Type;       ///< STT_*
  uint8_t Visibility; ///< STV_*
  uint64_t InfoOffset; ///< the file offset of st_info

  static constexpr uint32_t Undefined = 0;
  static constexpr uint32_t Elsewhere = UINT32_MAX;
  bool isUndefined() const { return Section == Undefined; }
  /// True if a section defines the symbol, so the symbol is neither absolute nor common.
  bool isInSection() const { return Section != Undefined && Section != Elsewhere; }
  bool isLocal() const { return Binding == 0; }
};

struct ObjectSection {
  llvm::StringRef Name;
  uint32_t Type;                ///< SHT_*
  uint64_t Flags;               ///< SHF_*
  uint32_t Link;                ///< sh_link
  uint32_t Info;                ///< sh_info
  llvm::ArrayRef<uint8_t> Data; ///< empty for SHT_NOBITS
  uint64_t Size;
  uint64_t Alignment;   ///< not checked, so the number may be no power of two
  uint64_t FlagsOffset; ///< the file offset of sh_flags
  uint64_t EntrySize;   ///< sh_entsize: the size of a mergeable section's constants or characters
  /// The relocations. In debug information, only the first relocation to each symbol is kept. Debug
  /// information has many relocations, but et-prune needs only the symbols to which it refers.
  std::vector<ObjectRelocation> Relocations = {};

  /// True if the section has debug information, or relocations of debug information.
  bool isDebugInformation() const;
  bool isMergeable() const;
};

/// The properties that linkers compare or merge over all objects of a link. The object with the
/// registration table gets the properties of an input, so that linkers accept the object.
struct TargetInfo {
  uint16_t Machine = 0; ///< EM_*
  bool Is64 = false;
  bool IsLittleEndian = true;
  uint8_t OSABI = 0;
  uint32_t Flags = 0;           ///< e_flags
  bool HasGnuStackNote = false; ///< the object has .note.GNU-stack
  std::string PropertyNotes;    ///< the bytes of .note.gnu.property

  unsigned wordSize() const { return Is64 ? 8 : 4; }
  llvm::endianness byteOrder() const {
    return IsLittleEndian ? llvm::endianness::little : llvm::endianness::big;
  }
  /// The relocation that stores a symbol's address in a word. Fails for an unknown machine.
  llvm::Expected<uint32_t> absoluteRelocation() const;
  bool usesRela() const; ///< addends are in relocations (RELA), not in the section's bytes
};

/// A function's entry (FDE) in .eh_frame, which describes how to unwind the function.
struct UnwindEntry {
  uint64_t Size;                    ///< in bytes
  const ObjectRelocation *Function; ///< names the function
  /// The entry's relocations to the exception table, and the relocations of the common entry (CIE)
  /// to the personality routine.
  llvm::SmallVector<const ObjectRelocation *, 2> Others;
};

/// The compiler that left code for the link-time optimiser in an object.
enum class IntermediateCode : uint8_t { None, Gcc, Llvm };

/// The section in which an object with machine code has its bitcode.
constexpr llvm::StringLiteral LlvmCodeSectionName = ".llvm.lto";

class InputObject {
public:
  /// Reads an object. Only readIntermediateCode() reads intermediate code. `Name` is the object's
  /// name in errors and reports. The object points into `Buffer`, so `Buffer` must outlive it.
  static llvm::Expected<std::unique_ptr<InputObject>> parse(llvm::MemoryBufferRef Buffer,
                                                            std::string Name);

  std::string Name;
  llvm::MemoryBufferRef Buffer;
  TargetInfo Target;
  std::vector<ObjectSection> Sections; ///< by section index; [0] is the null section
  std::vector<ObjectSymbol> Symbols;   ///< by symbol index; [0] is the null symbol
  IntermediateCode Intermediate = IntermediateCode::None;
  bool HasMachineCode = true; ///< false if the object has only intermediate code
  /// The link compiles the intermediate code, so no section of this object is in the image.
  bool UsesIntermediateCode = false;
  /// Owns the symbol names and the section contents that are made from bitcode.
  llvm::BumpPtrAllocator Storage;

  /// The word at `Offset` of a section. A word has the size of the target's addresses.
  llvm::Expected<uint64_t> wordAt(uint32_t Section, uint64_t Offset) const;
  /// The addend of a relocation of a word: from the relocation (RELA) or from the word (REL). On
  /// Xtensa, the addend is the sum of both.
  llvm::Expected<int64_t> wordAddend(uint32_t Section, const ObjectRelocation &) const;
  llvm::Expected<llvm::StringRef> stringAt(uint32_t Section, uint64_t Offset) const;

  /// The function entries of a section named .eh_frame. Stops at the section's end, or at an entry
  /// with an impossible size.
  std::vector<UnwindEntry> unwindEntries(uint32_t Section) const;

  llvm::Error error(const llvm::Twine &Message) const;
};

struct SectionRef {
  const InputObject *Object = nullptr;
  uint32_t Index = 0;

  const ObjectSection &section() const { return Object->Sections[Index]; }
  bool operator==(const SectionRef &Other) const {
    return Object == Other.Object && Index == Other.Index;
  }
  bool operator<(const SectionRef &Other) const {
    return std::tie(Object, Index) < std::tie(Other.Object, Other.Index);
  }
};

struct FunctionLocation {
  const InputObject *Object = nullptr; ///< null if the function's section is not known
  uint32_t Section = 0;
  uint64_t Value = 0; ///< the offset in the section; odd for Thumb code, as in symbols
};

} // namespace etprune

template <> struct llvm::DenseMapInfo<etprune::SectionRef> {
  using Object = DenseMapInfo<const etprune::InputObject *>;
  static etprune::SectionRef getEmptyKey() { return {Object::getEmptyKey(), 0}; }
  static etprune::SectionRef getTombstoneKey() { return {Object::getTombstoneKey(), 0}; }
  static unsigned getHashValue(const etprune::SectionRef &S) {
    return hash_combine(S.Object, S.Index);
  }
  static bool isEqual(const etprune::SectionRef &A, const etprune::SectionRef &B) { return A == B; }
};
