// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows each load of an argument's dtype to the dtypes that the selection has for this argument.
// After inlining, the argument is often known: the function loads an element of the array of
// arguments, then the element's tensor, then the tensor's dtype. A store to the array or to an
// argument may change the dtype. narrowArguments() does not change a function with such a store.

#include "Clones.h"
#include "Guard.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

/// Follows pointers back to the arguments of a boxed function.
class Tracer {
public:
  Tracer(const Function &Boxed, const Layout &Members)
      : Boxed(Boxed), Members(Members), Data(Boxed.getParent()->getDataLayout()) {}

  /// The number of the argument to whose EValue the pointer points; none for other pointers.
  std::optional<uint64_t> value(const Value *Pointer) const {
    const auto *Load = dyn_cast<LoadInst>(Pointer);
    if (!Load || !Load->getType()->isPointerTy())
      return std::nullopt;
    const auto [Base, Offset] = split(Load->getPointerOperand());
    const uint64_t Word = Data.getPointerSize();
    return isArray(Base) && Offset % Word == 0 ? std::optional(Offset / Word) : std::nullopt;
  }

  /// If the load reads the dtype of an argument's tensor, the index of the argument; else none.
  std::optional<uint64_t> tensorOf(const LoadInst &DtypeLoad) const {
    const auto [Impl, Offset] = split(DtypeLoad.getPointerOperand());
    const auto *Load = dyn_cast<LoadInst>(Impl);
    if (!Load || !Load->getType()->isPointerTy() || Offset != Members.DtypeInTensorImpl)
      return std::nullopt;
    const auto [Held, PayloadOffset] = split(Load->getPointerOperand());
    return PayloadOffset == Members.PayloadInEValue ? value(Held) : std::nullopt;
  }

  /// True if a store through this pointer may change the array of arguments or an argument's value.
  bool isOfArguments(const Value *Pointer) const {
    const Value *Base = split(Pointer).first;
    return isArray(Base) || value(Base);
  }

private:
  std::pair<const Value *, uint64_t> split(const Value *Pointer) const {
    APInt Offset(Data.getIndexTypeSizeInBits(Pointer->getType()), 0);
    const Value *Base =
        Pointer->stripAndAccumulateConstantOffsets(Data, Offset, /*AllowNonInbounds=*/true);
    return {Base, Offset.getZExtValue()};
  }
  /// True for the array's address. Some ABIs pass address and number of arguments as two words.
  bool isArray(const Value *V) const {
    if (Boxed.arg_size() == 3)
      return V == Boxed.getArg(1);
    const auto *Pointer = dyn_cast<IntToPtrInst>(V);
    const auto *Word = Pointer ? dyn_cast<ExtractValueInst>(Pointer->getOperand(0)) : nullptr;
    return Word && Word->getAggregateOperand() == Boxed.getArg(1) &&
           Word->getIndices() == ArrayRef<unsigned>{0};
  }

  const Function &Boxed;
  const Layout &Members;
  const DataLayout &Data;
};

} // namespace

void narrowArguments(const GuardedCall &Call, const Layout &Members) {
  const Tracer Trace(*Call.Copy, Members);
  SmallVector<std::pair<LoadInst *, DtypeSet>> Loads;
  for (Instruction &I : instructions(*Call.Copy)) {
    if (const auto *Store = dyn_cast<StoreInst>(&I);
        Store && Trace.isOfArguments(Store->getPointerOperand()))
      return;
    if (const auto *Copy = dyn_cast<MemIntrinsic>(&I); Copy && Trace.isOfArguments(Copy->getDest()))
      return;
    if (!isDtypeLoad(I))
      continue;
    auto &Load = cast<LoadInst>(I);
    if (const auto Argument = Trace.tensorOf(Load))
      if (const DtypeSet Dtypes = Call.Sets[std::min<size_t>(*Argument, Call.Sets.size() - 1)])
        Loads.push_back({&Load, Dtypes});
  }
  for (const auto &[Load, Dtypes] : Loads)
    narrowLoad(*Load, Dtypes);
}
