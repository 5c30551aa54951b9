// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every byte of memory remembers the value that was stored over it, with its index in that value: a
// load of the same bytes gives the value back, and any other load only numbers.

#include "Object/Arch/CodeState.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

namespace {

/// Stack offsets are negative.
constexpr uint64_t StackBias = uint64_t(1) << 62;

/// Not written by anything once relocations are applied.
bool isConstant(const ObjectSection &Section) {
  return !(Section.Flags & ELF::SHF_WRITE) || Section.Name.starts_with(".data.rel.ro");
}

} // namespace

Value CodeState::get(unsigned Register, unsigned Part) const {
  return Registers.lookup({Register, Part});
}

void CodeState::set(unsigned Register, Value V, unsigned Part) {
  Registers[{Register, Part}] = truncated(V);
}

void CodeState::forget(unsigned Register) {
  for (unsigned Part = 0; Part < 4; ++Part)
    Registers.erase({Register, Part});
}

void CodeState::forgetAll() {
  Registers.clear();
  Flags = {};
}

Value CodeState::addressOf(uint32_t Index, int64_t Addend) const {
  const ObjectSymbol &Symbol = Object.Symbols[Index];
  if (Symbol.Section == ObjectSymbol::Elsewhere)
    return {};
  if (Symbol.isLocal() && !Symbol.isUndefined())
    return truncated(Value::section(Symbol.Section, Symbol.Value + Addend));
  if (Symbol.Name == "_GLOBAL_OFFSET_TABLE_")
    return truncated({Value::GotStart, Value::Whole, 0, static_cast<uint64_t>(Addend), 0});
  return truncated({Value::Symbol, Value::Whole, Index, static_cast<uint64_t>(Addend), 0});
}

Value CodeState::sum(const Value &A, const Value &B) const {
  if (B.isNumber() && A.Kind != Value::Unknown && A.Form != Value::Upper) {
    Value Result = A;
    Result.Offset += B.Offset;
    return truncated(Result);
  }
  if (A.isNumber() && B.Form != Value::Upper && B.Kind != Value::Unknown)
    return sum(B, A);
  for (auto [Distance, From] : {std::pair(&A, &B), std::pair(&B, &A)}) {
    const bool Fits = Distance->Form == Value::FromCode
                          ? From->Kind == Value::Section && From->Base == Distance->From
                          : Distance->Form == Value::FromGot && From->Kind == Value::GotStart;
    if (Fits && From->Form == Value::Whole) {
      Value Result = *Distance;
      Result.Form = Value::Whole;
      Result.From = 0;
      Result.Offset += From->Offset;
      return truncated(Result);
    }
  }
  return {};
}

Value CodeState::difference(const Value &A, const Value &B) const {
  if (A.Kind == Value::Unknown || B.Kind == Value::Unknown)
    return {};
  if (A.hasBaseOf(B))
    return truncated(Value::number(A.Offset - B.Offset));
  return B.isNumber() ? sum(A, Value::number(-B.Offset)) : Value();
}

Expected<Value> CodeState::initial(uint32_t Index, uint64_t Offset, unsigned Size) const {
  const ObjectSection &Section = Object.Sections[Index];
  if (Offset > Section.Size || Size > Section.Size - Offset)
    return createStringError("reads beyond the end of '" + Section.Name + "'");
  auto Absolute = Object.Target.absoluteRelocation();
  if (!Absolute)
    return Absolute.takeError();
  for (const ObjectRelocation &R : Section.Relocations) {
    if (R.Type == 0 || R.Offset + Word <= Offset || R.Offset >= Offset + Size)
      continue;
    if (R.Offset != Offset || Size != Word || R.Type != *Absolute)
      return Value();
    auto Addend = Object.wordAddend(Index, R);
    if (!Addend)
      return Addend.takeError();
    return addressOf(R.Symbol, *Addend);
  }
  if (Size > 8)
    return Value();
  uint64_t Number = 0;
  for (unsigned I = 0; I < Size && Section.Type != ELF::SHT_NOBITS; ++I)
    Number |= uint64_t(Section.Data[Offset + I]) << (8 * I); // little-endian, as all that is read
  return Value::number(Number);
}

/// The bytes that an address leads to.
Expected<std::map<uint64_t, CodeState::Byte> *> CodeState::memory(const Value &Address,
                                                                  unsigned Size, bool IsStore) {
  const char *Verb = IsStore ? "writes to " : "reads ";
  if (Address.isNumber())
    return createStringError("reads or writes memory at a fixed address");
  if (Address.Kind == Value::Stack && Address.Form == Value::Whole) {
    if (IsStore && static_cast<int64_t>(Word == 4 ? int64_t(int32_t(Address.Offset))
                                                  : int64_t(Address.Offset)) +
                           static_cast<int64_t>(Size) >
                       0)
      return createStringError("writes to its caller's stack");
    return &StackBytes;
  }
  uint32_t Index = Address.Base;
  if (Address.Kind == Value::Symbol && Address.Form == Value::Whole) {
    const ObjectSymbol &Symbol = Object.Symbols[Address.Base];
    if (Symbol.isUndefined())
      return createStringError(Verb + ("'" + Symbol.Name + "', which is not its own"));
    Index = Symbol.Section;
  } else if (Address.Kind != Value::Section || Address.Form != Value::Whole) {
    return createStringError(Verb + Twine("memory that is not known"));
  }
  const ObjectSection &Section = Object.Sections[Index];
  if (!(Section.Flags & ELF::SHF_ALLOC) || (IsStore && isConstant(Section)))
    return createStringError(Verb + ("'" + Section.Name + "'"));
  // A common symbol or one that another object may define instead.
  if (Address.Kind == Value::Symbol && !isConstant(Section))
    return createStringError(Verb + ("'" + Section.Name + "', which is not used here alone"));
  if (IsStore)
    Written.insert(Index);
  else if (!isConstant(Section))
    Read.insert(Index);
  return &SectionBytes[Index];
}

Expected<Value> CodeState::load(const Value &Address, unsigned Size) {
  if (Address.Kind == Value::Got && Address.Form == Value::Whole && Size == Word)
    return Address.Offset == 0 ? addressOf(Address.Base, 0) : Value();
  const Value Guard = {Value::Guard, Value::Whole, 0, 0, 0};
  constexpr uint64_t GuardOffset = 0x28; // of the C libraries for x86-64
  if (Address.Kind == Value::Thread && Address.Offset == GuardOffset)
    return Guard;
  if (Address.Kind == Value::Symbol && Object.Symbols[Address.Base].Name == "__stack_chk_guard")
    return Guard;
  auto Bytes = memory(Address, Size, /*IsStore=*/false);
  if (!Bytes)
    return Bytes.takeError();
  const bool IsStack = *Bytes == &StackBytes;
  uint64_t Start = Address.Offset;
  if (Address.Kind == Value::Symbol)
    Start += Object.Symbols[Address.Base].Value;
  if (IsStack)
    Start = (Word == 4 ? int64_t(int32_t(Start)) : int64_t(Start)) + StackBias;
  uint64_t Number = 0;
  bool IsNumber = true;
  unsigned Known = 0;
  for (unsigned I = 0; I < Size; ++I) {
    auto It = (*Bytes)->find(Start + I);
    if (It == (*Bytes)->end())
      continue;
    ++Known;
    const Byte &B = It->second;
    if (I == 0 && B.Index == 0 && B.Size == Size) {
      bool All = true;
      for (unsigned J = 1; J < Size; ++J) {
        auto Next = (*Bytes)->find(Start + J);
        All &= Next != (*Bytes)->end() && Next->second.Index == J && Next->second.Size == Size &&
               Next->second.Whole == B.Whole;
      }
      if (All)
        return B.Whole;
    }
    IsNumber &= B.Whole.isNumber() && B.Index < 8;
    if (IsNumber && I < 8)
      Number |= (B.Whole.Offset >> (8 * B.Index) & 0xff) << (8 * I);
  }
  if (Known == Size && IsNumber && Size <= 8)
    return Value::number(Number);
  if (Known || IsStack)
    return Value();
  const uint32_t Index =
      Address.Kind == Value::Symbol ? Object.Symbols[Address.Base].Section : Address.Base;
  return initial(Index, Start, Size);
}

Error CodeState::store(const Value &Address, unsigned Size, const Value &V) {
  auto Bytes = memory(Address, Size, /*IsStore=*/true);
  if (!Bytes)
    return Bytes.takeError();
  uint64_t Start = Address.Offset;
  if (*Bytes == &StackBytes)
    Start = (Word == 4 ? int64_t(int32_t(Start)) : int64_t(Start)) + StackBias;
  else if (Start > Object.Sections[Address.Base].Size ||
           Size > Object.Sections[Address.Base].Size - Start)
    return createStringError("writes beyond the end of '" + Object.Sections[Address.Base].Name +
                             "'");
  Value Stored = V;
  if (V.isNumber() && Size < 8)
    Stored.Offset &= (uint64_t(1) << (8 * Size)) - 1;
  for (unsigned I = 0; I < Size; ++I)
    (**Bytes)[Start + I] = {Stored, I, Size};
  return Error::success();
}

void CodeState::forgetBelow(const Value &StackPointer) {
  const uint64_t Start =
      (Word == 4 ? int64_t(int32_t(StackPointer.Offset)) : int64_t(StackPointer.Offset)) +
      StackBias;
  StackBytes.erase(StackBytes.begin(), StackBytes.lower_bound(Start));
}

} // namespace etprune
