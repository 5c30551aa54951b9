// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Xtensa. Tested with the ESP8266's lx106.
//
// Code loads addresses and large constants from literal pools with l32r. Each section `.text.f` has
// a pool `.literal.f`. GNU ld replaces a call of two instructions, l32r and callx0, by one call0,
// and drops the literal. GNU ld also merges equal literals of different pools and changes
// instructions to their 16-bit form. To align a branch target, GNU ld changes instructions back to
// their 24-bit form.
//
// followCode() compares the object's and the image's instructions one by one to find each
// instruction's offset in the image. The assembler lists the ranges of instructions in
// `.xt.prop.*`. Between the ranges is padding of any length, which is never executed. LLVM does not
// disassemble Xtensa's 16-bit instructions, so this file has a small decoder.

#include "Object/Arch/Arch.h"
#include "Object/InputObject.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

struct Decoded {
  /// The 24-bit form. The bits that encode `Target` are zero, because the linker changes them.
  uint32_t Form;
  unsigned Size;
  std::optional<uint32_t> Target; ///< the address to which the instruction refers

  bool isCall() const { return (Form & 15) == 5; }                  // call0, call4, call8, call12
  bool isLiteralLoad() const { return (Form & 15) == 1; }           // l32r
  bool isNop() const { return Form == 0x20f0 || Form == 0x201110; } // nop; or a1, a1, a1
};

Decoded decodeNarrow(uint32_t V, uint32_t Address) {
  const uint32_t T = V >> 4 & 15, S = V >> 8 & 15, R = V >> 12;
  auto Is = [](uint32_t Form) { return Decoded{Form, 2, std::nullopt}; };
  switch (V & 15) {
  case 8: // l32i.n
    return Is(0x2002 | R << 16 | S << 8 | T << 4);
  case 9: // s32i.n
    return Is(0x6002 | R << 16 | S << 8 | T << 4);
  case 10: // add.n
    return Is(0x800000 | R << 12 | S << 8 | T << 4);
  case 11: // addi.n, in which 0 encodes -1
    return Is(0xc002 | (T ? T : 0xff) << 16 | S << 8 | R << 4);
  case 12:
    if (T & 8) // beqz.n, bnez.n
      return {(T & 4 ? 0x56u : 0x16u) | S << 8, 2, Address + 4 + (R | (T & 3) << 4)};
    else { // movi.n, from -32 to 95
      const uint32_t Bits = R | (T & 7) << 4, Value = (Bits < 96 ? Bits : Bits - 128) & 0xfff;
      return Is(0xa002 | (Value & 0xff) << 16 | Value >> 8 << 8 | S << 4);
    }
  default:
    break;
  }
  if (R == 0) // mov.n
    return Is(0x200000 | T << 12 | S << 8 | S << 4);
  return Is(V == 0xf00d   ? 0x80            // ret.n
            : V == 0xf01d ? 0x90            // retw.n
            : V == 0xf03d ? 0x20f0          // nop.n
                          : 0x1000000 | V); // no equivalent 24-bit instruction
}

Decoded decodeWide(uint32_t V, uint32_t Address) {
  auto Uses = [&](uint32_t Kept, uint32_t Target) { return Decoded{V & Kept, 3, Target}; };
  const uint32_t M = V >> 6 & 3, R = V >> 12 & 15, Next = Address + 4;
  const uint32_t Imm8 = SignExtend32<8>(V >> 16), Imm18 = SignExtend32<18>(V >> 6);
  switch (V & 15) {
  case 1: // l32r
    return Uses(0xff, ((Address + 3) & ~3u) + (0xfffc0000 | V >> 8 << 2));
  case 5: // call0, call4, call8, call12
    return Uses(0x3f, (Address & ~3u) + 4 + Imm18 * 4);
  case 6:
    switch (V >> 4 & 3) {
    case 0: // j
      return Uses(0x3f, Next + Imm18);
    case 1: // beqz, bnez, bgez, bltz
      return Uses(0xfff, Next + SignExtend32<12>(V >> 12));
    case 2: // branches that compare with a constant
      return Uses(0xffff, Next + Imm8);
    default:
      if (M == 1 && R >= 8) // the end of a hardware loop
        return Uses(0xffff, Next + (V >> 16));
      if (M != 0)
        return Uses(0xffff, Next + Imm8);
    }
    break;
  case 7: // branches that compare two registers
    return Uses(0xffff, Next + Imm8);
  default:
    break;
  }
  return {V, 3, std::nullopt};
}

std::optional<Decoded> decode(ArrayRef<uint8_t> Code, uint64_t Offset, uint64_t Address) {
  if (Offset >= Code.size())
    return std::nullopt;
  const uint8_t *Bytes = Code.data() + Offset;
  const unsigned Size = (Bytes[0] & 15) >= 8 && (Bytes[0] & 15) <= 13 ? 2 : 3;
  if (Size > Code.size() - Offset)
    return std::nullopt;
  const uint32_t V = Bytes[0] | Bytes[1] << 8;
  return Size == 2 ? decodeNarrow(V, Address + Offset)
                   : decodeWide(V | Bytes[2] << 16, Address + Offset);
}

/// A range of a code section, as the assembler describes it in `.xt.prop`.
struct Range {
  enum : uint32_t { Literals = 1, Instructions = 2, Unreachable = 8 };
  uint64_t Start, Size;
  uint32_t Flags;
};

struct CodeFollower {
  Expected<RelaxedCode> run() {
    auto Fail = [&] {
      return createStringError("has wrong code: the code at address 0x" + utohexstr(Address + To) +
                               " of the image differs from the object's code at offset 0x" +
                               utohexstr(From));
    };
    for (const ObjectRelocation &R : Section.Relocations)
      Relocations.insert({R.Offset, &R});
    for (const Range &R : readRanges())
      if (!skip(R) || ((R.Flags & Range::Instructions) && !followRange(R)))
        return Fail();
    if (!skip({Section.Data.size(), 0, 0}))
      return Fail();
    Result.Offsets.push_back({Section.Data.size(), To});
    if (!llvm::all_of(Jumps, [&](auto &Jump) { return Result.find(Jump.first) == Jump.second; }))
      return Fail();
    const ArrayRef<uint8_t> Rest = Code.drop_front(To);
    if (!AfterLiterals && !llvm::all_of(Rest, [&](uint8_t Byte) { return AfterPadding && !Byte; }))
      return Fail();
    return std::move(Result);
  }

  std::vector<Range> readRanges() const {
    std::vector<Range> Ranges;
    for (uint32_t Table = 0; Table < Object.Sections.size(); ++Table) {
      const ObjectSection &S = Object.Sections[Table];
      if (!S.Name.starts_with(".xt.prop") && !S.Name.starts_with(".gnu.linkonce.prop."))
        continue;
      for (const ObjectRelocation &R : S.Relocations) {
        const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
        if (R.Type != ELF::R_XTENSA_32 || Symbol.Section != Index)
          continue;
        const auto Start = expectedToOptional(Object.wordAddend(Table, R));
        const auto Size = expectedToOptional(Object.wordAt(Table, R.Offset + 4));
        const auto Flags = expectedToOptional(Object.wordAt(Table, R.Offset + 8));
        if (Start && Size && Flags)
          Ranges.push_back({Symbol.Value + *Start, *Size, static_cast<uint32_t>(*Flags)});
      }
    }
    llvm::stable_sort(Ranges, [](const Range &A, const Range &B) { return A.Start < B.Start; });
    return Ranges;
  }

  /// Moves `From` past the bytes before `R`, and past `R` if `R` is padding or literals. False if
  /// bytes that belong to no range differ between the object and the image.
  bool skip(const Range &R) {
    if (R.Start > From && !AfterPadding && !AfterLiterals) {
      const uint64_t Size = R.Start - From;
      if (R.Start > Section.Data.size() || Size > Code.size() - To ||
          Section.Data.slice(From, Size) != Code.slice(To, Size))
        return false;
      To += Size;
    }
    From = std::max(From, R.Start);
    if (!(R.Flags & Range::Instructions)) {
      AfterPadding |= (R.Flags & Range::Unreachable) != 0;
      AfterLiterals |= (R.Flags & Range::Literals) != 0;
      From += AfterPadding || AfterLiterals ? R.Size : 0;
    }
    return true;
  }

  /// Compares a range of instructions. In the image, padding or literals of any length may precede
  /// the instructions, so each possible start is tried.
  bool followRange(const Range &R) {
    const size_t NumUses = Result.Uses.size(), NumOffsets = Result.Offsets.size(),
                 NumJumps = Jumps.size();
    for (uint64_t Start = To;; ++Start) {
      From = R.Start;
      To = Start;
      if (followInstructions(R.Start + R.Size)) {
        AfterPadding = AfterLiterals = false;
        return true;
      }
      Result.Uses.resize(NumUses);
      Result.Offsets.resize(NumOffsets);
      Jumps.resize(NumJumps);
      if (Start >= Code.size() || !(AfterLiterals || (AfterPadding && Code[Start] == 0)))
        return false;
    }
  }

  bool followInstructions(uint64_t End) {
    while (From < End) {
      const std::optional<Decoded> Old = decode(Section.Data, From, 0);
      Result.Offsets.push_back({From, To});
      if (!Old || (!followCall(*Old) && !followInstruction(*Old)))
        return false;
    }
    return From == End;
  }

  /// Compares a long call of the object with a short call of the image. False if the instruction
  /// is no long call, or if the linker did not shorten the call.
  bool followCall(const Decoded &Load) {
    const ObjectRelocation *Callee = relocation(From, ELF::R_XTENSA_ASM_EXPAND);
    if (!Callee || !Load.isLiteralLoad())
      return false;
    uint64_t At = To;
    std::optional<Decoded> New = decode(Code, At, Address);
    if (New && New->isNop())
      New = decode(Code, At += New->Size, Address);
    if (!New || !New->isCall())
      return false;
    const std::optional<Decoded> Old = decode(Section.Data, From + Load.Size, 0);
    // Bits 4 and 5 of a call say how far the call rotates the register window: 0 for call0 and
    // callx0, 1 for call4 and callx4.
    if (!Old || (Old->Form & 0x30) != (New->Form & 0x30))
      return false;
    Result.Uses.push_back({Callee, *New->Target, /*IsLiteral=*/false});
    From += Load.Size + Old->Size;
    To = At + New->Size;
    return true;
  }

  bool followInstruction(const Decoded &Old) {
    const std::optional<Decoded> New = decode(Code, To, Address);
    if (!New || New->Form != Old.Form)
      return false;
    if (const ObjectRelocation *R = relocation(From, ELF::R_XTENSA_SLOT0_OP)) {
      if (!New->Target)
        return false;
      Result.Uses.push_back({R, *New->Target, New->isLiteralLoad()});
    } else if (New->Target) {
      Jumps.push_back({*Old.Target, *New->Target - Address});
    }
    From += Old.Size;
    To += New->Size;
    return true;
  }

  const ObjectRelocation *relocation(uint64_t Offset, uint32_t Type) const {
    for (auto [It, End] = Relocations.equal_range(Offset); It != End; ++It)
      if (It->second->Type == Type)
        return It->second;
    return nullptr;
  }

  const InputObject &Object;
  const uint32_t Index;
  const ArrayRef<uint8_t> Code;
  const uint64_t Address;
  const ObjectSection &Section = Object.Sections[Index];
  std::multimap<uint64_t, const ObjectRelocation *> Relocations = {}; ///< by offset
  uint64_t From = 0, To = 0; ///< the next offsets in the object's section and in `Code`
  /// The image may have padding (zeros) or literals at `To`, before the next instruction.
  bool AfterPadding = false, AfterLiterals = false;
  /// For each jump without relocation, the target's offset in the object's section and in `Code`.
  std::vector<std::pair<uint64_t, uint64_t>> Jumps = {};
  RelaxedCode Result = {};
};

class Xtensa : public Arch {
public:
  Xtensa() : Arch(ELF::EM_XTENSA, "Xtensa") {
    ToolPrefixes = {"xtensa-lx106-elf-"};
    Emulation = "elf32xtensa";
    Absolute32 = ELF::R_XTENSA_32;
    WordForms = {{ELF::R_XTENSA_32, 4}, {ELF::R_XTENSA_32_PCREL, 4, true}};
    WordForms.front().AddsWord = true;
    Relaxes = Relaxing::UnlessDisabled;
    FollowsCode = true;
  }

  bool isOf(const Triple &T) const override { return T.getArch() == Triple::xtensa; }

  std::string ownerOfLiterals(StringRef Pool) const override {
    if (Pool.consume_front(".literal"))
      return (".text" + Pool).str();
    if (Pool.consume_front(".gnu.linkonce.literal."))
      return (".gnu.linkonce.t." + Pool).str();
    return Pool.consume_back(".literal") ? Pool.str() : "";
  }
  Expected<RelaxedCode> followCode(const InputObject &Object, uint32_t Section,
                                   ArrayRef<uint8_t> Code, uint64_t Address) const override {
    return CodeFollower{Object, Section, Code, Address}.run();
  }
};

} // namespace

ET_DEFINE_MACHINE(Xtensa)

} // namespace etprune
