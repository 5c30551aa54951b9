// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Guard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <map>

using namespace llvm;

namespace {

/// executorch::runtime::Tag, in all releases from 1.0 on.
enum Tag : uint32_t { TensorTag = 1, ListTensorTag = 9, ListOptionalTensorTag = 11 };
/// executorch::runtime::Error::NotSupported.
constexpr uint32_t NotSupported = 0x10;
constexpr unsigned BytesOfSet = 8;

IntegerType *wordType(Module &M) { return M.getDataLayout().getIntPtrType(M.getContext()); }

Value *at(IRBuilder<> &B, Value *Pointer, uint64_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Pointer, Offset);
}

Value *loadByte(IRBuilder<> &B, Value *Bytes, Value *Index, Type *As) {
  return B.CreateZExt(B.CreateLoad(B.getInt8Ty(), B.CreateInBoundsPtrAdd(Bytes, Index)), As);
}

/// The address and the number of the arguments. Some ABIs pass them as an array of two words.
std::pair<Value *, Value *> spanOf(IRBuilder<> &B, Function &Boxed) {
  if (Boxed.arg_size() == 3)
    return {Boxed.getArg(1), Boxed.getArg(2)};
  return {B.CreateIntToPtr(B.CreateExtractValue(Boxed.getArg(1), 0), B.getPtrTy()),
          B.CreateExtractValue(Boxed.getArg(1), 1)};
}

/// Copies processor, features and size options, but not `memory(read)`, which may be false in `To`.
void copyTarget(Function &To, const Function &From) {
  for (const Attribute &A : From.getAttributes().getFnAttrs())
    if (A.isStringAttribute())
      To.addFnAttr(A);
  for (Attribute::AttrKind Kind :
       {Attribute::UWTable, Attribute::NoUnwind, Attribute::OptimizeForSize, Attribute::MinSize})
    if (From.hasFnAttribute(Kind))
      To.addFnAttr(From.getFnAttribute(Kind));
}

/// Emits a loop. `Do` emits the body and returns a condition. If false, the loop jumps to `Exit`.
template <class Body>
void forEachPointer(IRBuilder<> &B, Value *Pointers, Value *Count, BasicBlock *Exit, Body Do) {
  Function *F = B.GetInsertBlock()->getParent();
  LLVMContext &C = F->getContext();
  BasicBlock *Before = B.GetInsertBlock(), *Head = BasicBlock::Create(C, "head", F),
             *Each = BasicBlock::Create(C, "each", F), *Next = BasicBlock::Create(C, "next", F),
             *Done = BasicBlock::Create(C, "done", F);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *Index = B.CreatePHI(Count->getType(), 2, "index");
  Index->addIncoming(ConstantInt::get(Count->getType(), 0), Before);
  B.CreateCondBr(B.CreateICmpULT(Index, Count), Each, Done);
  B.SetInsertPoint(Each);
  Value *Pointer = B.CreateLoad(B.getPtrTy(), B.CreateInBoundsGEP(B.getPtrTy(), Pointers, Index));
  B.CreateCondBr(Do(Index, Pointer), Next, Exit);
  B.SetInsertPoint(Next);
  Index->addIncoming(B.CreateAdd(Index, ConstantInt::get(Count->getType(), 1)), Next);
  B.CreateBr(Head);
  B.SetInsertPoint(Done);
}

} // namespace

bool Guard::knowsArguments(const FunctionType &Boxed) {
  if (!Boxed.getReturnType()->isVoidTy() || Boxed.isVarArg() || Boxed.getNumParams() < 2 ||
      !Boxed.getParamType(0)->isPointerTy())
    return false;
  if (Boxed.getNumParams() == 3)
    return Boxed.getParamType(1)->isPointerTy() && Boxed.getParamType(2)->isIntegerTy();
  const auto *Span = dyn_cast<ArrayType>(Boxed.getParamType(1));
  return Boxed.getNumParams() == 2 && Span && Span->getNumElements() == 2 &&
         Span->getElementType()->isIntegerTy();
}

std::optional<uint8_t> Guard::setNumber(uint64_t Dtypes) {
  const auto It = llvm::find(Sets, Dtypes);
  const size_t Number = It - Sets.begin();
  if (It == Sets.end() && Number <= UINT8_MAX)
    Sets.push_back(Dtypes);
  return Number <= UINT8_MAX ? std::optional<uint8_t>(Number) : std::nullopt;
}

/// The function returns the index of the first row that allows a call; without one, the row count.
/// Its parameters: arguments, their number, and a table (row count, length of a row, rows).
Function *Guard::rowFunction(const Function &Like) {
  if (!Row) {
    LLVMContext &C = M.getContext();
    Type *Pointer = PointerType::getUnqual(C);
    Row = Function::Create(
        FunctionType::get(Type::getInt32Ty(C), {Pointer, wordType(M), Pointer}, false),
        GlobalValue::InternalLinkage, "et_dtypes_row", M);
    copyTarget(*Row, Like);
    Row->addFnAttr(Attribute::OptimizeForSize);
    Row->addFnAttr(Attribute::NoInline);
    SetTable = new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(C), BytesOfSet * 256), true,
                                  GlobalValue::InternalLinkage, nullptr, "et_dtypes_sets");
  }
  return Row;
}

/// Adds a call that logs as ET_LOG does. Adds nothing if the module has no log function.
static void log(IRBuilder<> &B, Module &M, StringRef Text) {
  for (Function &F : M) {
    const FunctionType *Type = F.getFunctionType();
    if (!F.getName().starts_with("_ZN10executorch7runtime8internal4logfENS0_8LogLevelE") ||
        !Type->isVarArg() || Type->getNumParams() != 6)
      continue;
    auto Number = [&](unsigned I, uint64_t Value) {
      return ConstantInt::get(Type->getParamType(I), Value);
    };
    if (!Type->getParamType(0)->isIntegerTy() || !Type->getParamType(1)->isIntegerTy() ||
        !Type->getParamType(4)->isIntegerTy())
      return;
    constexpr uint64_t ErrorLevel = 2;
    Value *File = B.CreateGlobalString("et-prune"), *Format = B.CreateGlobalString("%s");
    CallInst *Call = B.CreateCall(&F, {Number(0, ErrorLevel), Number(1, 0), File, File,
                                       Number(4, 0), Format, B.CreateGlobalString(Text)});
    Call->setAttributes(F.getAttributes());
    return;
  }
}

Function *Guard::add(StringRef Symbol, StringRef Refusal, ArrayRef<GuardedCall> Calls) {
  size_t Length = 1;
  for (const GuardedCall &Call : Calls)
    Length = std::max(Length, Call.Sets.size());
  if (Calls.size() > UINT8_MAX || Length > UINT8_MAX)
    return nullptr;
  SmallVector<uint8_t> Rows{static_cast<uint8_t>(Calls.size()), static_cast<uint8_t>(Length)};
  for (const GuardedCall &Call : Calls)
    for (size_t I = 0; I < Length; ++I) {
      const auto Number = setNumber(I < Call.Sets.size() ? Call.Sets[I] : Call.Sets.back());
      if (!Number)
        return nullptr;
      Rows.push_back(*Number);
    }

  LLVMContext &C = M.getContext();
  Constant *Contents = ConstantDataArray::get(C, ArrayRef<uint8_t>(Rows));
  auto *Table = new GlobalVariable(M, Contents->getType(), true, GlobalValue::PrivateLinkage,
                                   Contents, "et_dtypes_of");
  Function *First = Calls.front().Copy;
  auto *F = Function::Create(First->getFunctionType(), GlobalValue::ExternalLinkage, Symbol, M);
  copyTarget(*F, *First);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setDSOLocal(true);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  const auto [Pointers, Count] = spanOf(B, *F);
  Value *Found =
      B.CreateCall(rowFunction(*First), {Pointers, B.CreateZExtOrTrunc(Count, wordType(M)), Table});
  BasicBlock *None = BasicBlock::Create(C, "", F);
  SwitchInst *Switch = B.CreateSwitch(Found, None, Calls.size());
  std::map<Function *, BasicBlock *> Blocks;
  for (size_t I = 0; I < Calls.size(); ++I) {
    BasicBlock *&Block = Blocks[Calls[I].Copy];
    if (!Block) {
      Block = BasicBlock::Create(C, "", F);
      B.SetInsertPoint(Block);
      CallInst *Call =
          B.CreateCall(Calls[I].Copy, SmallVector<Value *>(llvm::make_pointer_range(F->args())));
      Call->setCallingConv(Calls[I].Copy->getCallingConv());
      B.CreateRetVoid();
    }
    Switch->addCase(B.getInt32(I), Block);
  }
  B.SetInsertPoint(None);
  log(B, M, Refusal);
  B.CreateStore(B.getInt32(NotSupported), at(B, F->getArg(0), Members.ErrorInContext));
  B.CreateRetVoid();
  return F;
}

static Value *isInSet(IRBuilder<> &B, Value *Dtype, Value *Set) {
  Value *Byte =
      loadByte(B, Set, B.CreateAnd(B.CreateLShr(Dtype, 3), BytesOfSet - 1), B.getInt32Ty());
  Value *Bit = B.CreateAnd(B.CreateLShr(Byte, B.CreateAnd(Dtype, 7)), 1);
  return B.CreateICmpNE(Bit, B.getInt32(0));
}

/// Defines a function bool(EValue *, uint8_t *Set). It returns false if the value is, or contains,
/// a tensor with a dtype outside of the set. The set has one bit for each dtype.
Function *Guard::defineAllows() {
  LLVMContext &C = M.getContext();
  Type *Pointer = PointerType::getUnqual(C);
  auto *F = Function::Create(FunctionType::get(Type::getInt1Ty(C), {Pointer, Pointer}, false),
                             GlobalValue::InternalLinkage, "et_dtypes_allow", M);
  copyTarget(*F, *Row);
  Value *EValue = F->getArg(0), *Set = F->getArg(1);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  BasicBlock *Tensor = BasicBlock::Create(C, "tensor", F), *List = BasicBlock::Create(C, "list", F),
             *Yes = BasicBlock::Create(C, "yes", F), *No = BasicBlock::Create(C, "no", F);
  // Every EValue has memory for a payload, so the payload may be read before the tag is known.
  Value *Payload = B.CreateLoad(B.getPtrTy(), at(B, EValue, Members.PayloadInEValue));
  SwitchInst *Kinds =
      B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), at(B, EValue, Members.TagInEValue)), Yes, 3);
  Kinds->addCase(B.getInt32(TensorTag), Tensor);
  Kinds->addCase(B.getInt32(ListTensorTag), List);
  Kinds->addCase(B.getInt32(ListOptionalTensorTag), List);

  B.SetInsertPoint(Tensor);
  Value *Dtype = B.CreateZExt(
      B.CreateLoad(B.getInt8Ty(), at(B, Payload, Members.DtypeInTensorImpl)), B.getInt32Ty());
  B.CreateCondBr(isInSet(B, Dtype, Set), Yes, No);

  B.SetInsertPoint(List);
  Value *Values = B.CreateLoad(B.getPtrTy(), at(B, Payload, Members.ValuesInList));
  Value *Count = B.CreateLoad(wordType(M), at(B, Payload, Members.SizeInList));
  forEachPointer(B, Values, Count, No, [&](Value *, Value *Item) {
    // A missing item of an optional list is null or has the tag None, depending on the release.
    BasicBlock *Block = B.GetInsertBlock(), *Look = BasicBlock::Create(C, "look", F),
               *Join = BasicBlock::Create(C, "join", F);
    B.CreateCondBr(B.CreateIsNull(Item), Join, Look);
    B.SetInsertPoint(Look);
    Value *Allowed = B.CreateCall(F, {Item, Set});
    B.CreateBr(Join);
    B.SetInsertPoint(Join);
    PHINode *Result = B.CreatePHI(B.getInt1Ty(), 2);
    Result->addIncoming(B.getTrue(), Block);
    Result->addIncoming(Allowed, Look);
    return Result;
  });
  B.CreateBr(Yes);
  B.SetInsertPoint(Yes);
  B.CreateRet(B.getTrue());
  B.SetInsertPoint(No);
  B.CreateRet(B.getFalse());
  return F;
}

void Guard::defineRow() {
  LLVMContext &C = M.getContext();
  Function *Allows = defineAllows();
  Value *Pointers = Row->getArg(0), *Count = Row->getArg(1), *Rows = Row->getArg(2);
  IRBuilder<> B(BasicBlock::Create(C, "", Row));
  BasicBlock *Entry = B.GetInsertBlock(), *Try = BasicBlock::Create(C, "try", Row),
             *Compare = BasicBlock::Create(C, "compare", Row),
             *Wrong = BasicBlock::Create(C, "wrong", Row),
             *Found = BasicBlock::Create(C, "found", Row);
  Type *Word = wordType(M);
  Value *NumRows = loadByte(B, Rows, ConstantInt::get(Word, 0), Word);
  Value *Length = loadByte(B, Rows, ConstantInt::get(Word, 1), Word);
  B.CreateBr(Try);

  B.SetInsertPoint(Try);
  PHINode *Number = B.CreatePHI(Word, 2, "row");
  Number->addIncoming(ConstantInt::get(Word, 0), Entry);
  B.CreateCondBr(B.CreateICmpULT(Number, NumRows), Compare, Found);

  B.SetInsertPoint(Compare);
  Value *First = B.CreateAdd(B.CreateMul(Number, Length), ConstantInt::get(Word, 2));
  Value *Last = B.CreateSub(Length, ConstantInt::get(Word, 1));
  forEachPointer(B, Pointers, Count, Wrong, [&](Value *Index, Value *Argument) {
    Value *Column = B.CreateSelect(B.CreateICmpULT(Index, Last), Index, Last);
    Value *SetNumber = loadByte(B, Rows, B.CreateAdd(First, Column), Word);
    Value *Set = B.CreateInBoundsPtrAdd(SetTable,
                                        B.CreateMul(SetNumber, ConstantInt::get(Word, BytesOfSet)));
    return B.CreateCall(Allows, {Argument, Set});
  });
  B.CreateBr(Found);
  B.SetInsertPoint(Wrong);
  Number->addIncoming(B.CreateAdd(Number, ConstantInt::get(Word, 1)), Wrong);
  B.CreateBr(Try);
  B.SetInsertPoint(Found);
  B.CreateRet(B.CreateTrunc(Number, B.getInt32Ty()));
}

void Guard::finish() {
  if (!Row)
    return;
  defineRow();
  SmallVector<uint8_t> Bytes;
  for (uint64_t Set : Sets)
    for (unsigned I = 0; I < BytesOfSet; ++I)
      Bytes.push_back(Set >> 8 * I);
  Constant *Contents = ConstantDataArray::get(M.getContext(), ArrayRef<uint8_t>(Bytes));
  auto *Complete = new GlobalVariable(M, Contents->getType(), true, GlobalValue::InternalLinkage,
                                      Contents, "et_dtypes_sets");
  SetTable->replaceAllUsesWith(Complete);
  SetTable->eraseFromParent();
}
