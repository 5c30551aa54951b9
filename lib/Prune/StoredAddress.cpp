// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/StoredAddress.h"

#include "Object/Arch/Arch.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

namespace {

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
  const Arch *Machine = Arch::find(Image.machine());
  const auto Form = Machine ? Machine->wordForm(Relocation.Type) : std::nullopt;
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
  if (!Word || (Machine->HasThumb && Addend % 2 && MayBeThumb))
    return std::nullopt;
  if (Form->Size == 4 && Form->IsSigned)
    Word = SignExtend64<32>(*Word);
  const uint64_t Value = *Word - Addend + (Form->IsDistance ? WordAddress : 0);
  return StoredAddress{Image.is64Bit() ? Value : Value & UINT32_MAX,
                       Form->Size == 8 ? UINT64_MAX : UINT32_MAX, Addend, !Form->IsDistance};
}

} // namespace etprune
