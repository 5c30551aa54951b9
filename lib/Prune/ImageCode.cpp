// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/ImageCode.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

ImageCode::ImageCode(const LinkedProgram &Program)
    : Program(Program), Machine(Arch::find(Program.Image.machine())) {
  if (Machine && !Machine->FollowsCode)
    Machine = nullptr;
}

std::unique_ptr<ImageCode::Section> ImageCode::follow(const LinkedObject &Object,
                                                      uint32_t Index) const {
  const ObjectSection &From = Object.Linked->Sections[Index];
  if (!(From.Flags & ELF::SHF_ALLOC) || !(From.Flags & ELF::SHF_EXECINSTR) ||
      !Machine->ownerOfLiterals(From.Name).empty())
    return nullptr;
  const std::optional<SectionLocation> Location = Program.locate(Object, Index);
  if (!Location)
    return nullptr;
  auto Result = std::make_unique<Section>();
  Result->Address = Location->address();
  auto Memory = Program.Image.memoryAt(Result->Address);
  auto Code = Memory
                  ? Machine->followCode(*Object.Linked, Index,
                                        Memory->take_front(Location->Input->Size), Result->Address)
                  : Memory.takeError();
  if (Code)
    Result->Code = std::move(*Code);
  else
    Result->Wrong = toString(Code.takeError());
  return Result;
}

const ImageCode::Section *ImageCode::find(const LinkedObject &Object, uint32_t Index) {
  if (!Machine)
    return nullptr;
  auto [It, IsNew] = Sections.try_emplace({Object.Captured, Index});
  if (IsNew)
    It->second = follow(Object, Index);
  return It->second.get();
}

std::optional<uint64_t> ImageCode::addressOf(const LinkedObject &Object, uint32_t Index,
                                             uint64_t Offset) {
  const Section *Found = find(Object, Index);
  const std::optional<uint64_t> InImage = Found ? Found->Code.find(Offset) : std::nullopt;
  return InImage ? std::optional(Found->Address + *InImage) : std::nullopt;
}

void ImageCode::checkSymbols(const LinkedObject &Object, const Complaint &Complain) {
  for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
    if (Symbol.isLocal() || !Symbol.isInSection())
      continue;
    const std::optional<uint64_t> Start = addressOf(Object, Symbol.Section, 0),
                                  At = addressOf(Object, Symbol.Section, Symbol.Value);
    if (!Start || !At)
      continue;
    const uint64_t Size = Object.sections()[Symbol.Section].Size;
    for (const ImageSymbol *Found : Program.symbolsNamed(Symbol.Name))
      if (!Found->Undefined && Found->Value - *Start < Size && Found->Value != *At)
        Complain("'" + Symbol.Name + "' of " + Object.Captured->Name + " is at 0x" +
                 utohexstr(Found->Value) + " instead of 0x" + utohexstr(*At));
  }
}

void ImageCode::checkPools(const Complaint &Complain) const {
  if (!Machine)
    return;
  for (const LinkedObject &Object : Program.Objects) {
    for (const auto &[I, Pool] : llvm::enumerate(Object.sections())) {
      const SectionLocation *InImage = Program.Live.uniqueLocation(*Object.Captured, I);
      const std::string Owner = InImage ? Machine->ownerOfLiterals(Pool.Name) : "";
      auto Code =
          llvm::find_if(Object.sections(), [&](const ObjectSection &S) { return S.Name == Owner; });
      if (!Owner.empty() && Code != Object.sections().end() &&
          !Program.isLive(Object, Code - Object.sections().begin()))
        Complain("the literals '" + Pool.Name + "' of " + Object.Captured->Name +
                 " are still in the image, although '" + Owner + "' is not");
    }
  }
}

} // namespace etprune
