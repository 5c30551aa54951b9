// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of a machine, as in lld/ELF/Arch: its relocation types, the names of its tools,
// and how its linkers relax code. To add a machine, add a file and a word in ET_MACHINES. To
// support programs that register their kernels at start, a machine also implements codeReader() and
// tailCall().

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
  /// The word holds a part of the addend although the ABI uses RELA. The linker adds both parts.
  bool AddsWord = false;
};

/// When the linker may shorten code, which moves the symbols in the code's section.
enum class Relaxing : uint8_t {
  Never,
  UnlessDisabled, ///< linkers relax unless --no-relax is given
  Always,         ///< linkers relax even with --no-relax, as RISC-V's linkers do to align code
};

/// The code of one section after relaxation, compared with the object's code.
struct RelaxedCode {
  struct Use {                          ///< an instruction of the image that uses an address
    const ObjectRelocation *Relocation; ///< the object's relocation for the address
    uint64_t Target;                    ///< the address that the image's instruction refers to
    bool IsLiteral;                     ///< the instruction loads a word from Target
  };
  std::vector<Use> Uses;
  /// The offsets of each instruction in the object's section and in the image's code, in order.
  std::vector<std::pair<uint64_t, uint64_t>> Offsets;

  /// The offset in the image's code for an offset in the object's section.
  std::optional<uint64_t> find(uint64_t Offset) const;
};

struct CodeReader {
  void (*Initialize)();         ///< registers LLVM's target, so that the triple finds it
  std::string Triple, Features; ///< for LLVM's disassembler
  /// Registers that have other registers as parts: names, or "X#" for X0 to X31.
  std::vector<llvm::StringRef> WholeRegisters;
  std::unique_ptr<Semantics> (*MakeSemantics)(const Disassembler &M, CodeState &State);
};

/// Machine code that et-prune writes.
struct CodeFragment {
  struct Relocation {
    uint64_t Offset;
    uint32_t Type;
    llvm::StringRef Symbol;
    int64_t Addend;
  };
  std::vector<char> Bytes;
  std::vector<Relocation> Relocations;
  std::vector<std::pair<llvm::StringRef, uint64_t>> Labels; ///< local symbols, by offset

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
  /// tools/CMakeLists.txt reads these and installs et-ld under a name with each prefix. Messages
  /// that name a compiler use the first prefix.
  std::vector<llvm::StringRef> ToolPrefixes = {""};
  /// An emulation that every GNU ld for the machine supports.
  llvm::StringRef Emulation;
  /// Name prefixes of the compiler's own helper functions, which it calls implicitly; may be empty.
  std::vector<llvm::StringRef> HelperPrefixes;
  /// Relocations that store a symbol's address in a word; none for an unknown ABI.
  std::optional<uint32_t> Absolute32, Absolute64;
  std::vector<WordForm> WordForms;
  std::vector<uint32_t> Hints; ///< relocations that only help the linker optimise
  bool UsesRela = true;        ///< addends are in the relocations, not in the section's bytes
  Relaxing Relaxes = Relaxing::Never;
  bool FollowsCode = false; ///< followCode() is implemented
  /// On x86, distances count from the end of the operand of 4 bytes, so the addend is 4 less than
  /// the offset from the symbol.
  unsigned DistanceBias = 0;
  bool HasThumb = false;        ///< see hasThumb()
  uint32_t FlagsOfBitcode = 0;  ///< e_flags of objects compiled from bitcode
  unsigned MostRelocations = 1; ///< the most relocations that one instruction has

  virtual ~Arch() = default;
  virtual bool isOf(const llvm::Triple &Target) const = 0;
  /// Null for other relocations, such as relocations of instructions.
  const WordForm *wordForm(uint32_t Relocation) const;

  /// The code section that loads its constants from a literal pool: ".text.f" for ".literal.f".
  /// Empty for a section that is no pool.
  virtual std::string ownerOfLiterals(llvm::StringRef /*Section*/) const { return {}; }
  /// Compares the code of an object's section with the code at `Address` of an image, which may be
  /// relaxed. Fails if an instruction differs by more than relocation and relaxation explain. Only
  /// for machines with FollowsCode.
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
  /// A function that tail-calls `Function` with the address of `Pointer` and a number, and starts
  /// with the marker of indirect branch targets.
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
