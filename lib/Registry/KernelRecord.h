// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration records, read from objects.
//
// ET_KERNEL (runtime/include/et/kernel.h) leaves a three-word record per kernel in a section
// `.et_kernels.<op>-<variant>-<library>`. Its three words are relocations: the operator's name, the
// kernel key (or null), the function. The section `.et_kernel_info.<same>` holds what only tools
// need. docs/record-format.md describes both.

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
  std::string Schema;             ///< empty where the object does not say
  /// Of the calls that it takes; none where nothing tells.
  std::optional<CallArguments> Arguments;
  /// The most entries that a key has for the plain tensors of a call, results repeated; none where
  /// the kernel's function is not known.
  std::optional<unsigned> PlainTensors;
  int Priority = 0;   ///< of the library; the higher one wins
  std::string Symbol; ///< of the function, global
  const InputObject *Object = nullptr;
  uint32_t RecordSection = 0;
  FunctionLocation Function; ///< null where the link makes the code
  /// An initialiser of the program registers it (lib/Runtimes): the record is an entry of an
  /// array, and RecordSection the array's section. Its priority is below that of any library.
  bool IsSelfRegistered = false;
  /// Made for these calls, and serves no others (lib/Dtypes); empty where it serves any.
  CallDtypesSet OnlyCalls = {};

  /// `<op>-<variant>-<library>`: what the sections are named after and the table is sorted by.
  std::string id() const { return Op + "-" + Variant + "-" + Library; }
  /// Table order, which is also the order of the section names: '-' sorts below every character of
  /// a name.
  bool operator<(const KernelRecord &Other) const {
    return std::tie(Op, Variant, Library) < std::tie(Other.Op, Other.Variant, Other.Library);
  }
  /// Serves the calls that no closer key matches: all of them, or those with its key's dtypes.
  bool isFallback() const;
  /// The function's section in the record's object; 0 where it is not there.
  uint32_t codeSection() const { return Function.Object == Object ? Function.Section : 0; }
  uint64_t codeSize() const { return codeSection() ? Object->Sections[codeSection()].Size : 0; }
};

/// An error if the object has records and its machine is not supported. A link checks all objects
/// first, because each of them would say the same.
llvm::Error checkRecordMachine(const InputObject &Object);
/// The records of one object, in section order. All that is wrong with them is reported at once.
llvm::Expected<std::vector<KernelRecord>> readKernelRecords(const InputObject &Object);

} // namespace etprune
