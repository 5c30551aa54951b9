// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each byte that the followed code stores, CodeState keeps the stored value and the byte's
// index in the value. A load of one whole stored value returns the value. Other loads of stored
// bytes return a number if all stored values are numbers. If no loaded byte of a section was
// stored, a load returns the object's content. All other loads return an unknown value.

#include "Object/Arch/CodeState.h"

#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

static bool isConstant(const ObjectSection &Section) {
  return !(Section.Flags & ELF::SHF_WRITE) || Section.Name.starts_with(".data.rel.ro");
}

void CodeState::forget(unsigned Register) {
  for (unsigned Lane = 0; Lane < 4; ++Lane)
    Registers.erase({Register, Lane});
}

void CodeState::keepOnly(ArrayRef<unsigned> Kept) {
  decltype(Registers) Values;
  for (unsigned R : Kept)
    Values[{R, 0}] = get(R);
  Registers = std::move(Values);
  Flags = {};
}

bool CodeState::isDefinition(const ObjectSymbol &Symbol) const {
  return Symbol.isInSection() && (Symbol.Binding == ELF::STB_GLOBAL ||
                                  (Object.Sections[Symbol.Section].Flags & ELF::SHF_GROUP));
}

Value CodeState::addressOf(uint32_t Index, int64_t Addend) const {
  const ObjectSymbol &Symbol = Object.Symbols[Index];
  if (Symbol.Section == ObjectSymbol::Elsewhere)
    return {};
  if (Symbol.isLocal() && !Symbol.isUndefined())
    return truncated(Value::section(Symbol.Section, Symbol.Value + Addend));
  return truncated({Value::Symbol, Index, static_cast<uint64_t>(Addend)});
}

Value CodeState::sum(const Value &A, const Value &B) const {
  if (B.isNumber() && A.Kind != Value::Unknown && !A.IsUpper) {
    Value Result = A;
    Result.Offset += B.Offset;
    return truncated(Result);
  }
  if (A.isNumber() && !B.IsUpper && B.Kind != Value::Unknown)
    return sum(B, A);
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
  ASSIGN_OR_RETURN(auto Absolute, Object.Target.absoluteRelocation());
  for (const ObjectRelocation &R : Section.Relocations) {
    if (R.Type == 0 || R.Offset + Word <= Offset || R.Offset >= Offset + Size)
      continue;
    if (R.Offset != Offset || Size != Word || R.Type != Absolute)
      return Value();
    ASSIGN_OR_RETURN(auto Addend, Object.wordAddend(Index, R));
    return addressOf(R.Symbol, Addend);
  }
  if (Size > 8)
    return Value();
  uint64_t Number = 0;
  for (unsigned I = 0; I < Size && Section.Type != ELF::SHT_NOBITS; ++I)
    Number |= uint64_t(Section.Data[Offset + I]) << (8 * I); // big-endian objects are refused
  return Value::number(Number);
}

Expected<CodeState::Location> CodeState::locate(const Value &Address, unsigned Size, bool IsStore) {
  const StringRef Verb = IsStore ? "writes to " : "reads ";
  if (Address.isNumber())
    return createStringError("reads or writes memory at a fixed address");
  if (Address.Kind == Value::Stack) {
    const int64_t Offset = stackOffset(Address);
    if (IsStore && Offset + static_cast<int64_t>(Size) > 0)
      return createStringError("writes to its caller's stack");
    return Location{&StackBytes, Offset + StackBias, std::nullopt, std::nullopt};
  }
  uint32_t Index = Address.Base;
  uint64_t Start = Address.Offset;
  if (Address.Kind == Value::Symbol && !Address.IsUpper) {
    const ObjectSymbol &Symbol = Object.Symbols[Address.Base];
    if (Symbol.isUndefined())
      return createStringError(Verb + "'" + Symbol.Name + "', which this object does not define");
    if (!isDefinition(Symbol))
      return createStringError(Verb + "'" + Symbol.Name + "', which another object may define");
    Index = Symbol.Section;
    Start += Symbol.Value;
  } else if (Address.Kind != Value::Section || Address.IsUpper) {
    return createStringError(Verb + "memory at an address that et-prune cannot determine");
  }
  const ObjectSection &Section = Object.Sections[Index];
  if (!(Section.Flags & ELF::SHF_ALLOC) || (IsStore && isConstant(Section)))
    return createStringError(Verb + "'" + Section.Name + "'");
  if (Address.Kind == Value::Symbol && !isConstant(Section)) {
    if (Section.Type != ELF::SHT_NOBITS)
      return createStringError(Verb + "'" + Section.Name + "', which other code may use, too");
    if (IsStore)
      SharedWritten.insert(Address.Base);
    return Location{&SectionBytes[Index], Start, Index, Address.Base};
  }
  if (IsStore)
    Written.insert(Index);
  else if (!isConstant(Section))
    Read.insert(Index);
  return Location{&SectionBytes[Index], Start, Index, std::nullopt};
}

Expected<Value> CodeState::load(const Value &Address, unsigned Size) {
  if (Address.Kind == Value::Got && !Address.IsUpper && Size == Word)
    return Address.Offset == 0 ? addressOf(Address.Base, 0) : Value();
  constexpr uint64_t GuardOffset = 0x28; // on x86-64, the stack protector's guard is %fs:0x28
  if ((Address.Kind == Value::Thread && Address.Offset == GuardOffset) ||
      (Address.Kind == Value::Symbol && Object.Symbols[Address.Base].Name == "__stack_chk_guard"))
    return Value{Value::Guard};
  ASSIGN_OR_RETURN(auto From, locate(Address, Size, /*IsStore=*/false));
  unsigned Known = 0;
  bool IsStored = true, IsNumber = Size <= 8;
  uint64_t Number = 0;
  Value Stored;
  for (unsigned I = 0; I < Size; ++I) {
    auto It = From.Bytes->find(From.Start + I);
    if (It == From.Bytes->end())
      continue;
    const Byte &B = It->second;
    if (Known++ == 0)
      Stored = B.Whole;
    IsStored &= B.Index == I && B.Size == Size && B.Whole == Stored;
    IsNumber &= B.Whole.isNumber() && B.Index < 8;
    if (IsNumber)
      Number |= (B.Whole.Offset >> (8 * B.Index) & 0xff) << (8 * I);
  }
  if (Known != Size && From.Shared)
    SharedRead.insert(*From.Shared);
  if (Known == Size && IsStored)
    return Stored;
  if (Known == Size && IsNumber)
    return Value::number(Number);
  return Known || !From.Section ? Value() : initial(*From.Section, From.Start, Size);
}

Error CodeState::store(const Value &Address, unsigned Size, const Value &V) {
  ASSIGN_OR_RETURN(auto To, locate(Address, Size, /*IsStore=*/true));
  if (To.Section) {
    const ObjectSection &Section = Object.Sections[*To.Section];
    if (To.Start > Section.Size || Size > Section.Size - To.Start)
      return createStringError("writes beyond the end of '" + Section.Name + "'");
  }
  Value Stored = V;
  if (V.isNumber())
    Stored.Offset &= maskTrailingOnes<uint64_t>(std::min(8 * Size, 64u));
  for (unsigned I = 0; I < Size; ++I)
    (*To.Bytes)[To.Start + I] = {Stored, I, Size};
  return Error::success();
}

void CodeState::forgetBelow(const Value &StackPointer) {
  StackBytes.erase(StackBytes.begin(),
                   StackBytes.lower_bound(stackOffset(StackPointer) + StackBias));
}

} // namespace etprune
