// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that an object registers, for any runtime (lib/Runtimes), and the calls that it takes.

#pragma once

#include "Object/InputObject.h"
#include "Selection/CallDtypes.h"

#include <optional>

namespace etprune {

/// The arguments of the calls that a kernel takes.
struct CallArguments {
  unsigned Least, Most;
  std::string Source; ///< the schema or the function, for messages
  /// For each argument, the letters of the kinds that it may have (SelectedOp::ArgumentKinds). An
  /// empty string allows any kind. In a program, a call's arguments are followed by its results
  /// (callArguments). Kinds has no entries for these results.
  std::vector<std::string> Kinds;
};

struct KernelRecord {
  std::string Op;                         ///< aten::add.out
  std::string Variant;                    ///< Float
  std::string Library;                    ///< portable
  std::optional<std::string> Key;         ///< none: a fallback kernel for any dtype
  std::string Schema;                     ///< empty if the object has none
  std::optional<CallArguments> Arguments; ///< none if they are unknown
  /// The largest number of tensors outside lists in a call. Output tensors count twice, because a
  /// call repeats its results after its arguments. None if the kernel's function is unknown.
  std::optional<unsigned> PlainTensors;
  int Priority = 0;   ///< of the library; the highest priority wins
  std::string Symbol; ///< of the function; a global symbol
  const InputObject *Object = nullptr;
  uint32_t RecordSection = 0;
  FunctionLocation Function; ///< null if the code is intermediate code
  /// An initialiser of the program registers the kernel (lib/Runtimes). RecordSection is then the
  /// section of the array with the record. The kernel's priority is below that of any library.
  bool IsSelfRegistered = false;
  /// The kernel is narrowed to these calls (lib/Dtypes); empty if it serves any call.
  CallDtypesSet OnlyCalls = {};

  std::string id() const { return Op + "-" + Variant + "-" + Library; }
  /// The table's order. Sorting the section names, which contain id(), gives the same order,
  /// because '-' sorts below every character of a name.
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

// Schema.cpp

/// Reads a schema; none if the text is no schema. In a program, a call has the operator's arguments
/// and then its results again. Several results may follow as one list or one by one.
std::optional<CallArguments> callArguments(llvm::StringRef Schema);
/// The kinds of an argument that may be optional or a list; `OfOne` are the kinds of one element.
std::string argumentKinds(bool IsOptional, bool IsList, llvm::StringRef OfOne);

/// The reason why a kernel does not take a call with these argument kinds; empty if it takes the
/// call. The text begins with "is called with", so that the caller can put the operator before it.
std::string whyNotTaken(llvm::StringRef Kinds, const CallArguments &Taken);

} // namespace etprune
