// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/StoredAddress.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

namespace {

struct WordForm {
  unsigned Size;
  bool IsDistance;
  bool IsSigned = IsDistance;
};

/// Of the relocations that fill a word which linkers leave as it is.
std::optional<WordForm> wordForm(uint16_t Machine, uint32_t Type) {
  switch (Machine) {
  case ELF::EM_X86_64:
    switch (Type) {
    case ELF::R_X86_64_64:
      return WordForm{8, false};
    case ELF::R_X86_64_32:
      return WordForm{4, false};
    case ELF::R_X86_64_32S:
      return WordForm{4, false, true};
    case ELF::R_X86_64_PC32:
    case ELF::R_X86_64_PLT32:
      return WordForm{4, true};
    case ELF::R_X86_64_PC64:
      return WordForm{8, true};
    }
    break;
  case ELF::EM_386:
    switch (Type) {
    case ELF::R_386_32:
      return WordForm{4, false};
    case ELF::R_386_PC32:
    case ELF::R_386_PLT32:
      return WordForm{4, true};
    }
    break;
  case ELF::EM_ARM:
    switch (Type) {
    case ELF::R_ARM_ABS32:
      return WordForm{4, false};
    case ELF::R_ARM_REL32:
      return WordForm{4, true};
    }
    break;
  case ELF::EM_AARCH64:
    switch (Type) {
    case ELF::R_AARCH64_ABS64:
      return WordForm{8, false};
    case ELF::R_AARCH64_ABS32:
      return WordForm{4, false};
    case ELF::R_AARCH64_PREL64:
      return WordForm{8, true};
    case ELF::R_AARCH64_PREL32:
      return WordForm{4, true};
    }
    break;
  case ELF::EM_RISCV:
    switch (Type) {
    case ELF::R_RISCV_64:
      return WordForm{8, false};
    case ELF::R_RISCV_32:
      return WordForm{4, false};
    case ELF::R_RISCV_32_PCREL:
      return WordForm{4, true};
    }
    break;
  }
  return std::nullopt;
}

std::optional<uint64_t> readWord(ArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Size,
                                 bool IsLittleEndian) {
  if (Offset > Bytes.size() || Bytes.size() - Offset < Size)
    return std::nullopt;
  const endianness Order = IsLittleEndian ? endianness::little : endianness::big;
  return Size == 8 ? support::endian::read<uint64_t>(Bytes.data() + Offset, Order)
                   : support::endian::read<uint32_t>(Bytes.data() + Offset, Order);
}

} // namespace

std::optional<StoredAddress> storedAddress(const ElfImage &Image, const ImageSection &Home,
                                           uint64_t Address, const InputObject &Object,
                                           uint32_t Section, const ObjectRelocation &Relocation) {
  const std::optional<WordForm> Form = wordForm(Image.machine(), Relocation.Type);
  if (!Form)
    return std::nullopt;
  const uint64_t WordAddress = Address + Relocation.Offset;
  std::optional<uint64_t> Word;
  if (Image.isDynamic() && !Form->IsDistance && Form->Size == Image.wordSize()) {
    if (auto Pointer = Image.readPointer(WordAddress))
      Word = *Pointer;
    else
      consumeError(Pointer.takeError());
  } else {
    Word = readWord(Image.contentOf(Home), WordAddress - Home.Address, Form->Size,
                    Image.isLittleEndian());
  }
  uint64_t Addend = Relocation.Addend;
  if (!Object.Target.usesRela()) {
    auto InPlace =
        readWord(Object.Sections[Section].Data, Relocation.Offset, 4, Object.Target.IsLittleEndian);
    if (!InPlace)
      return std::nullopt;
    Addend = static_cast<uint64_t>(SignExtend64<32>(*InPlace));
  }
  // The bit that tells Thumb code is set after the addition, where the symbol is a function.
  const ObjectSymbol &Symbol = Object.Symbols[Relocation.Symbol];
  const bool MayBeThumb = !Symbol.isLocal() || Symbol.Type == ELF::STT_FUNC;
  if (!Word || (Image.machine() == ELF::EM_ARM && Addend % 2 && MayBeThumb))
    return std::nullopt;
  if (Form->Size == 4 && Form->IsSigned)
    Word = SignExtend64<32>(*Word);
  const uint64_t Value = *Word - Addend + (Form->IsDistance ? WordAddress : 0);
  return StoredAddress{Image.is64Bit() ? Value : Value & UINT32_MAX,
                       Form->Size == 8 ? UINT64_MAX : UINT32_MAX, Addend, !Form->IsDistance};
}

} // namespace etprune
