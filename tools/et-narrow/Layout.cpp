// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Layout.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace {

StringRef nameOf(const MDNode *Type) {
  const auto *Name =
      Type && Type->getNumOperands() ? dyn_cast<MDString>(Type->getOperand(0)) : nullptr;
  return Name ? Name->getString() : "";
}

/// Returns the offset of a class's member of this type, if the class has exactly one. A class's
/// node has a name, then pairs of type and offset.
std::optional<uint64_t> memberOffset(const MDNode &Class, StringRef Type) {
  std::optional<uint64_t> Found;
  for (unsigned I = 1; I + 1 < Class.getNumOperands(); I += 2) {
    const auto *Member = dyn_cast_or_null<MDNode>(Class.getOperand(I).get());
    const auto *Offset = mdconst::dyn_extract_or_null<ConstantInt>(Class.getOperand(I + 1));
    if (!Offset || !nameOf(Member).ends_with(Type))
      continue;
    if (Found)
      return std::nullopt;
    Found = Offset->getZExtValue();
  }
  return Found;
}

constexpr StringLiteral TensorImplName = "10TensorImplE", ScalarTypeName = "10ScalarTypeE";

/// True if the TBAA tag of an instruction names TensorImpl's dtype: class, member type, offset.
bool isOfDtype(const Instruction &I) {
  const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  return Tag && Tag->getNumOperands() >= 3 &&
         nameOf(dyn_cast_or_null<MDNode>(Tag->getOperand(0).get())).ends_with(TensorImplName) &&
         nameOf(dyn_cast_or_null<MDNode>(Tag->getOperand(1).get())).ends_with(ScalarTypeName);
}

} // namespace

bool isDtypeLoad(const Instruction &I) {
  return isa<LoadInst>(I) && I.getType()->isIntegerTy(8) && isOfDtype(I);
}

bool isDtypeStore(const Instruction &I) { return isa<StoreInst>(I) && isOfDtype(I); }

std::optional<Layout> Layout::read(const Module &M) {
  std::optional<uint64_t> Dtype, Tag, Payload, Error;
  SmallPtrSet<const MDNode *, 32> Seen;
  auto Visit = [&](const MDNode *Class) {
    if (!Class || !Seen.insert(Class).second)
      return;
    const StringRef Name = nameOf(Class);
    if (Name.ends_with(TensorImplName))
      Dtype = memberOffset(*Class, ScalarTypeName);
    else if (Name.ends_with("7runtime6EValueE"))
      Tag = memberOffset(*Class, "3TagE"), Payload = memberOffset(*Class, "omnipotent char");
    else if (Name.ends_with("20KernelRuntimeContextE"))
      Error = memberOffset(*Class, "5ErrorE");
  };
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const MDNode *Access = I.getMetadata(LLVMContext::MD_tbaa);
          Access && Access->getNumOperands())
        Visit(dyn_cast_or_null<MDNode>(Access->getOperand(0).get()));
  if (!Dtype)
    return std::nullopt;
  // If nothing accesses a class, use the layout of all ExecuTorch releases: an EValue has a union
  // of 8 bytes, then the tag. In KernelRuntimeContext, the error follows two pointers.
  const uint64_t Word = M.getDataLayout().getPointerSize();
  return Layout{*Dtype, Tag.value_or(8), Payload.value_or(0), Error.value_or(2 * Word), Word};
}
