// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The known values of registers, flags and memory while et-prune follows a static initialiser's
// code without running it.
//
// A value is a number, an address (a base and an offset), or unknown. Memory is the stack and the
// object's own sections. Until the code writes to a section, the section has the contents that the
// object file gives it. A store through an unknown pointer could change any memory, so code with
// such a store is refused.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <set>

namespace etprune {

struct Value {
  enum KindType : uint8_t {
    Unknown,
    Number,  ///< the number is in Offset
    Section, ///< an address in section Base
    Symbol,  ///< an address relative to Base, a symbol that is not local
    Stack,   ///< an address relative to the stack pointer at the initialiser's start
    Got,     ///< the address of the GOT entry of symbol Base
    Thread,  ///< an address relative to the thread pointer
    Guard,   ///< the stack protector's guard value
    Return,  ///< the address to which the initialiser returns
  };
  KindType Kind = Unknown;
  uint32_t Base = 0;
  uint64_t Offset = 0;
  bool IsUpper = false; ///< a part of an address, to which another instruction adds the rest

  static Value number(uint64_t N) { return {Number, 0, N}; }
  static Value stack(uint64_t Offset) { return {Stack, 0, Offset}; }
  static Value section(uint32_t Index, uint64_t Offset) { return {Section, Index, Offset}; }
  static Value got(uint32_t Symbol, uint64_t Addend, bool IsUpper = false) {
    return {Got, Symbol, Addend, IsUpper};
  }
  bool isNumber() const { return Kind == Number; }
  bool isNumber(uint64_t N) const { return isNumber() && Offset == N; }
  bool hasBaseOf(const Value &Other) const {
    return Kind == Other.Kind && IsUpper == Other.IsUpper && Base == Other.Base;
  }
  friend bool operator==(const Value &A, const Value &B) {
    return A.hasBaseOf(B) && A.Offset == B.Offset;
  }
};

struct ConditionFlags {
  std::optional<bool> Negative, Zero, Carry, Overflow;
};

class CodeState {
public:
  explicit CodeState(const InputObject &Object) : Object(Object), Word(Object.Target.wordSize()) {}

  Value get(unsigned Register, unsigned Lane = 0) const {
    return Registers.lookup({Register, Lane});
  }
  void set(unsigned Register, const Value &V, unsigned Lane = 0) {
    Registers[{Register, Lane}] = truncated(V);
  }
  void forget(unsigned Register);
  /// Forgets the flags, all registers except `Kept`, and all lanes of `Kept` except the first.
  void keepOnly(llvm::ArrayRef<unsigned> Kept);

  llvm::Expected<Value> load(const Value &Address, unsigned Size);
  llvm::Error store(const Value &Address, unsigned Size, const Value &V);
  /// Forgets memory below the stack pointer, which a called function may overwrite.
  void forgetBelow(const Value &StackPointer);

  Value addressOf(uint32_t Symbol, int64_t Addend) const;
  Value sum(const Value &A, const Value &B) const;
  Value difference(const Value &A, const Value &B) const;
  /// True if the program uses this definition of the symbol, or an equal definition of another
  /// object. This holds for strong symbols, and for symbols whose section is in a COMDAT group,
  /// as for inline functions.
  bool isDefinition(const ObjectSymbol &Symbol) const;

  const InputObject &Object;
  const unsigned Word; ///< in bytes
  ConditionFlags Flags;
  /// The writable sections from which the code reads, and the sections to which the code writes.
  std::set<uint32_t> Read, Written;
  /// Symbols of variables in .bss that other objects can use, too. SharedRead has the variables
  /// whose initial value the code reads, SharedWritten the variables to which the code writes.
  std::set<uint32_t> SharedRead, SharedWritten;

private:
  struct Byte {
    Value Whole;
    unsigned Index, Size; ///< the byte's index in the stored value Whole, and the value's bytes
  };
  struct Location {
    std::map<uint64_t, Byte> *Bytes;
    uint64_t Start;
    std::optional<uint32_t> Section;
    std::optional<uint32_t> Shared; ///< the symbol of a shared variable
  };
  llvm::Expected<Location> locate(const Value &Address, unsigned Size, bool IsStore);
  llvm::Expected<Value> initial(uint32_t Section, uint64_t Offset, unsigned Size) const;
  int64_t stackOffset(const Value &Address) const {
    return Word == 4 ? static_cast<int32_t>(Address.Offset) : static_cast<int64_t>(Address.Offset);
  }
  Value truncated(Value V) const {
    if (Word == 4)
      V.Offset = static_cast<uint32_t>(V.Offset);
    return V;
  }

  /// Makes stack offsets positive, because the keys of StackBytes are unsigned.
  static constexpr uint64_t StackBias = uint64_t(1) << 62;
  llvm::DenseMap<std::pair<unsigned, unsigned>, Value> Registers;
  std::map<uint64_t, Byte> StackBytes; ///< the keys are stack offsets plus StackBias
  std::map<uint32_t, std::map<uint64_t, Byte>> SectionBytes;
};

} // namespace etprune
