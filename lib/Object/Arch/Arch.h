// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of a machine, as in lld/ELF/Arch: its relocation types, the names of its tools,
// and how its linkers relax code. To add a machine, add a file here and the machine's name to
// ET_MACHINES. To support programs that register their kernels at start, a machine also implements
// codeReader() and tailCall().

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Triple;
}

namespace etprune {

class CodeState;
class Disassembler;
class InputObject;
struct ObjectRelocation;
class Semantics;

/// A data word that one relocation fills. Relaxation does not change such words.
struct WordForm {
  uint32_t Relocation;
  unsigned Size;
  bool IsDistance = false; ///< the word is the distance from itself to the symbol
  bool IsSigned = IsDistance;
  /// The addend is the sum of the word's old content and the relocation's addend, although the ABI
  /// uses RELA.
  bool AddsWord = false;
};

/// When the linker may shorten code, which moves the symbols in the code's section.
enum class Relaxing : uint8_t {
  Never,
  UnlessDisabled, ///< linkers relax unless --no-relax is given
  Always,         ///< even with --no-relax: linkers for RISC-V must delete surplus padding
};

struct RelaxedCode {
  struct Use {                          ///< an instruction of the image that uses an address
    const ObjectRelocation *Relocation; ///< the object's relocation for the address
    uint64_t Target;                    ///< the address that the image's instruction refers to
    bool IsLiteral;                     ///< the instruction loads a word from Target
  };
  std::vector<Use> Uses;
  /// For each instruction, its offset in the object's section and its offset in the image's code.
  /// The pairs are sorted. The last pair has the offsets of the end.
  std::vector<std::pair<uint64_t, uint64_t>> Offsets;

  /// The offset in the image's code for an offset in the object's section. None if no instruction
  /// begins there.
  std::optional<uint64_t> find(uint64_t Offset) const;
};

struct CodeReader {
  void (*Initialize)();         ///< registers the target with LLVM, which can then look up Triple
  std::string Triple, Features; ///< for LLVM's disassembler
  /// The names of registers that contain other registers: RAX contains EAX. "X#" is X0 to X31.
  std::vector<llvm::StringRef> WholeRegisters;
  std::unique_ptr<Semantics> (*MakeSemantics)(const Disassembler &M, CodeState &State);
};

struct CodeFragment {
  struct Relocation {
    uint64_t Offset;
    uint32_t Type;
    llvm::StringRef Symbol;
    int64_t Addend;
  };
  std::vector<char> Bytes;
  std::vector<Relocation> Relocations;
  std::vector<std::pair<llvm::StringRef, uint64_t>> Labels; ///< local symbols: name and offset

  void emit(uint32_t Value, unsigned Size) {
    for (unsigned I = 0; I < Size; ++I)
      Bytes.push_back(static_cast<char>(Value >> 8 * I));
  }
  void relocate(uint32_t Type, llvm::StringRef Symbol, int64_t Addend = 0) {
    Relocations.push_back({Bytes.size(), Type, Symbol, Addend});
  }
};

class Arch {
public:
  static const Arch *find(uint16_t Machine);
  static const Arch *find(const llvm::Triple &Target);
  static llvm::ArrayRef<const Arch *> all();
  static std::string names();
  /// True if the lowest bit of a function's address selects the instruction set (Thumb).
  static bool hasThumb(uint16_t Machine);

  const uint16_t Machine;     ///< EM_*
  const llvm::StringRef Name; ///< the name in messages
  /// The prefixes in the names of the machine's tools. For each prefix in lib/Object/Arch/*.cpp,
  /// tools/CMakeLists.txt makes links to et-ld, such as PREFIXld. Messages that name a compiler use
  /// the first prefix.
  std::vector<llvm::StringRef> ToolPrefixes = {""};
  /// An emulation that every GNU ld for the machine supports. checkTarget() refuses a linker whose
  /// program file contains only the emulations of other machines.
  llvm::StringRef Emulation;
  /// Name prefixes of helper functions. With LTO, the compiler can add calls of these functions
  /// during the link.
  std::vector<llvm::StringRef> HelperPrefixes;
  /// Relocations that store a symbol's address in a word of this size. None if et-prune supports no
  /// ABI of the machine with pointers of this size.
  std::optional<uint32_t> Absolute32, Absolute64;
  std::vector<WordForm> WordForms;
  std::vector<uint32_t> Hints; ///< relocations for relaxation, which refer to no symbol
  bool UsesRela = true;        ///< addends are in the relocations, not in the section's bytes
  Relaxing Relaxes = Relaxing::Never;
  bool FollowsCode = false; ///< followCode() is implemented
  /// A relocation that stores a distance leads to symbol + addend + DistanceBias. On x86-64 the
  /// bias is 4, because an instruction counts the distance from the end of the 4-byte field.
  unsigned DistanceBias = 0;
  bool HasThumb = false;
  uint32_t FlagsOfBitcode = 0;  ///< e_flags of objects compiled from bitcode
  unsigned MostRelocations = 1; ///< the most relocations that one instruction has

  virtual ~Arch() = default;
  virtual bool isOf(const llvm::Triple &Target) const = 0;
  /// Null for a relocation that fills no data word, such as a relocation of an instruction.
  const WordForm *wordForm(uint32_t Relocation) const;

  /// The name of the code section that loads its constants from the literal pool `Section`:
  /// ".text.f" for ".literal.f". Empty if `Section` is no literal pool.
  virtual std::string ownerOfLiterals(llvm::StringRef /*Section*/) const { return {}; }
  /// Compares an object's code section with `Code`, the same section in the image, at `Address`.
  /// The linker may have relaxed the image's code. Fails on any other difference, except in the
  /// bits that relocations fill. Only for machines with FollowsCode.
  virtual llvm::Expected<RelaxedCode> followCode(const InputObject & /*Object*/,
                                                 uint32_t /*Section*/,
                                                 llvm::ArrayRef<uint8_t> /*Code*/,
                                                 uint64_t /*Address*/) const {
    return RelaxedCode();
  }

  /// None if et-prune cannot follow the machine's code.
  virtual std::optional<CodeReader> codeReader(bool /*Is64*/, bool /*IsThumb*/) const {
    return std::nullopt;
  }
  /// A function that tail-calls `Function` with two arguments: the address of the symbol `Pointer`,
  /// and `Number`. The start-up code calls the function through a pointer, so on x86-64 and AArch64
  /// the function starts with endbr64 or bti. None if et-prune cannot write the code.
  virtual std::optional<CodeFragment> tailCall(llvm::StringRef /*Function*/,
                                               llvm::StringRef /*Pointer*/, uint32_t /*Number*/,
                                               bool /*PositionIndependent*/) const {
    return std::nullopt;
  }

protected:
  Arch(uint16_t Machine, llvm::StringRef Name) : Machine(Machine), Name(Name) {}
};

#define ET_MACHINES(MACHINE)                                                                       \
  MACHINE(X86_64) MACHINE(I386) MACHINE(Arm) MACHINE(AArch64) MACHINE(RiscV) MACHINE(Xtensa)
#define ET_MACHINE(Name) const Arch &arch##Name();
ET_MACHINES(ET_MACHINE)
#undef ET_MACHINE
/// Defines `arch<Name>()` in the machine's file, at the end of namespace etprune.
#define ET_DEFINE_MACHINE(Name)                                                                    \
  const Arch &arch##Name() {                                                                       \
    static const Name TheArch;                                                                     \
    return TheArch;                                                                                \
  }

} // namespace etprune
