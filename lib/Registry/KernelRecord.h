// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads registration records from objects.
//
// ET_KERNEL (runtime/include/et/kernel.h) writes a record for each kernel to a section. It has
// three words: the addresses of the operator's name, of the kernel key (or null) and of the
// function. Another section holds data for tools only. docs/record-format.md describes both
// sections.

#pragma once

#include "Object/InputObject.h"
#include "Registry/Schema.h"
#include "Selection/CallDtypes.h"

#include <optional>

namespace etprune {

struct KernelRecord {
  std::string Op;                 ///< aten::add.out
  std::string Variant;            ///< Float
  std::string Library;            ///< portable
  std::optional<std::string> Key; ///< none: a fallback kernel for any dtype
  std::string Schema;             ///< empty if the object has none
  /// The arguments of the calls that the kernel takes; none if they are unknown.
  std::optional<CallArguments> Arguments;
  /// The largest number of key entries that a call's plain tensors can have. Results count twice,
  /// because a call repeats them. None if the kernel's function is unknown.
  std::optional<unsigned> PlainTensors;
  int Priority = 0;   ///< of the library; the highest priority wins
  std::string Symbol; ///< of the function; a global symbol
  const InputObject *Object = nullptr;
  uint32_t RecordSection = 0;
  FunctionLocation Function; ///< null if the link compiles the code
  /// An initialiser of the program registers the kernel (lib/Runtimes). RecordSection is then the
  /// section of the array with the record. Its priority is below the priority of any library.
  bool IsSelfRegistered = false;
  /// The kernel is narrowed to these calls (lib/Dtypes); empty if it serves any call.
  CallDtypesSet OnlyCalls = {};

  /// `<op>-<variant>-<library>`, the end of the sections' names.
  std::string id() const { return Op + "-" + Variant + "-" + Library; }
  /// Table order, which is also the order of the section names: '-' sorts below every character of
  /// a name.
  bool operator<(const KernelRecord &Other) const {
    return std::tie(Op, Variant, Library) < std::tie(Other.Op, Other.Variant, Other.Library);
  }
  /// True if the kernel serves the calls that no other kernel's key matches. A fallback kernel with
  /// a key serves only some dtypes.
  bool isFallback() const;
  /// The function's section in the record's object; 0 if another object has the function.
  uint32_t codeSection() const { return Function.Object == Object ? Function.Section : 0; }
  uint64_t codeSize() const { return codeSection() ? Object->Sections[codeSection()].Size : 0; }
};

/// Fails if the object has records and its machine is not supported. A link checks this first, so
/// that not every object reports the same error.
llvm::Error checkRecordMachine(const InputObject &Object);
/// The records of one object, in section order. All errors are reported together.
llvm::Expected<std::vector<KernelRecord>> readKernelRecords(const InputObject &Object);

} // namespace etprune
