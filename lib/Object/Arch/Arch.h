// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of a machine, in a file for each, as in lld/ELF/Arch: its kinds of relocations,
// the names of its tools, and how its linkers change code (relaxation). For programs that register
// their kernels themselves also its code: how LLVM disassembles it, the effect of its instructions,
// and how a function is called.
//
// A machine is added by a file and a word in ET_MACHINES. Programs with records need the
// relocations, the names and isOf().

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

/// A data word that one relocation fills. Linkers never rewrite it.
struct WordForm {
  uint32_t Relocation;
  unsigned Size;
  bool IsDistance = false; ///< from the word itself to the symbol
  bool IsSigned = IsDistance;
  /// The word holds a part of the addend although the relocation is a RELA. The linker adds both.
  bool AddsWord = false;
};

/// Sections whose code the linker may shorten. Symbols move in them.
enum class Relaxing : uint8_t {
  Never,
  UnlessDisabled, ///< not with --no-relax
  Always,         ///< with --no-relax, too: RISC-V's linkers align code
};

/// The code of one section as the linker relaxed it, compared with the object's.
struct RelaxedCode {
  /// An instruction of the image that uses an address.
  struct Use {
    const ObjectRelocation *Relocation; ///< of the object
    uint64_t Target;                    ///< the address that the image's instruction has
    bool IsLiteral;                     ///< the instruction loads a word from there
  };
  std::vector<Use> Uses;
  /// Where each instruction of the object is: its offset there, and in the image. In order.
  std::vector<std::pair<uint64_t, uint64_t>> Offsets;

  /// Where an offset of the object's section is in the image's; none within an instruction.
  std::optional<uint64_t> find(uint64_t Offset) const;
};

/// How a machine's code is understood.
struct CodeReader {
  void (*Initialize)();         ///< registers LLVM's target, which is then found by the triple
  std::string Triple, Features; ///< of LLVM's disassembler
  /// Registers of which others are parts: names, or "X#" for X0 to X31.
  std::vector<llvm::StringRef> WholeRegisters;
  std::unique_ptr<Semantics> (*MakeSemantics)(const Disassembler &M, CodeState &State);
};

/// Machine code that is written here, with its relocations and labels.
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
  /// Of what is emitted next.
  void relocate(uint32_t Type, llvm::StringRef Symbol, int64_t Addend = 0) {
    Relocations.push_back({Bytes.size(), Type, Symbol, Addend});
  }
};

class Arch {
public:
  /// Null for a machine that the tool does not know.
  static const Arch *find(uint16_t Machine);
  static const Arch *find(const llvm::Triple &Target);
  static llvm::ArrayRef<const Arch *> all();
  /// "Arm, AArch64 and x86".
  static std::string names();
  /// The lowest bit of a function's address tells its instruction set (Thumb).
  static bool hasThumb(uint16_t Machine);

  const uint16_t Machine;     ///< EM_*
  const llvm::StringRef Name; ///< as messages name it
  /// The prefixes of its tools, "arm-none-eabi-". et-ld has a name with each (tools/CMakeLists.txt
  /// reads them here); messages name a compiler with the first.
  std::vector<llvm::StringRef> ToolPrefixes = {""};
  /// An emulation that every GNU ld for the machine has.
  llvm::StringRef Emulation;
  /// The functions of its own that the compiler calls by itself begin so; may be empty.
  std::vector<llvm::StringRef> HelperPrefixes;
  /// Relocations that store a symbol's address in a word; none for an ABI that is not known.
  std::optional<uint32_t> Absolute32, Absolute64;
  std::vector<WordForm> WordForms;
  std::vector<uint32_t> Hints; ///< relocations that are only for the linker's optimisations
  bool UsesRela = true;        ///< the ABI has addends in relocations, not in the section's bytes
  Relaxing Relaxes = Relaxing::Never;
  bool FollowsCode = false; ///< followCode()
  /// An instruction's distance is so much less than the target's: x86 counts from behind the
  /// operand.
  unsigned DistanceBias = 0;
  bool HasThumb = false;        ///< hasThumb()
  uint32_t FlagsOfBitcode = 0;  ///< e_flags of objects that are made of bitcode
  unsigned MostRelocations = 1; ///< of an instruction

  virtual ~Arch() = default;
  virtual bool isOf(const llvm::Triple &Target) const = 0;
  /// Null for relocations of other kinds, of instructions for example.
  const WordForm *wordForm(uint32_t Relocation) const;

  /// The section whose code loads its constants from a literal pool: ".text.f" for ".literal.f".
  /// Empty for a section that is no pool.
  virtual std::string ownerOfLiterals(llvm::StringRef /*Section*/) const { return {}; }
  /// Compares the code of an object's section with an image's code at `Address`, relaxed or not.
  /// An error where an instruction is not the object's. Only for machines with FollowsCode.
  virtual llvm::Expected<RelaxedCode> followCode(const InputObject & /*Object*/,
                                                 uint32_t /*Section*/,
                                                 llvm::ArrayRef<uint8_t> /*Code*/,
                                                 uint64_t /*Address*/) const {
    return RelaxedCode();
  }

  /// `IsThumb` chooses between the instruction sets of Arm. None where code is not understood.
  virtual std::optional<CodeReader> codeReader(bool /*Is64*/, bool /*IsThumb*/) const {
    return std::nullopt;
  }
  /// A function that tail-calls `Function` with the address of `Pointer` and a number. It starts
  /// with the instruction that marks the target of an indirect branch, which older processors
  /// execute as none.
  virtual std::optional<CodeFragment> tailCall(llvm::StringRef /*Function*/,
                                               llvm::StringRef /*Pointer*/, uint32_t /*Number*/,
                                               bool /*PositionIndependent*/) const {
    return std::nullopt;
  }

protected:
  Arch(uint16_t Machine, llvm::StringRef Name) : Machine(Machine), Name(Name) {}
};

/// The machines, each of which `arch<Name>()` returns.
#define ET_MACHINES(MACHINE)                                                                       \
  MACHINE(X86_64) MACHINE(I386) MACHINE(Arm) MACHINE(AArch64) MACHINE(RiscV) MACHINE(Xtensa)
#define ET_MACHINE(Name) const Arch &arch##Name();
ET_MACHINES(ET_MACHINE)
#undef ET_MACHINE
/// Defines it in the machine's file, at the end of namespace etprune.
#define ET_DEFINE_MACHINE(Name)                                                                    \
  const Arch &arch##Name() {                                                                       \
    static const Name TheArch;                                                                     \
    return TheArch;                                                                                \
  }

} // namespace etprune
