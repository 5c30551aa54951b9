// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/BitcodeModule.h"

#include "Object/RecordNames.h"
#include "Support/Isolated.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Mangler.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

namespace {

//===- Data between processes ---------------------------------------------===//

/// Writes what it is called with: numbers in eight bytes, texts and lists after their lengths.
class Sender {
public:
  std::string Bytes;

  void operator()(const std::string &Text) {
    number(Text.size());
    Bytes += Text;
  }
  template <class T> void operator()(const std::vector<T> &List) {
    number(List.size());
    for (const T &Item : List)
      transfer(*this, Item);
  }
  template <class T> std::enable_if_t<std::is_scalar_v<T>> operator()(const T &Number) {
    number(static_cast<uint64_t>(Number));
  }

private:
  void number(uint64_t Value) {
    char Word[8];
    support::endian::write64le(Word, Value);
    Bytes.append(Word, 8);
  }
};

/// Fills in what it is called with. The sender may have gone astray.
class Receiver {
public:
  explicit Receiver(StringRef Bytes) : Rest(Bytes) {}
  bool Failed = false;

  void operator()(std::string &Text) {
    uint64_t Size = number();
    Failed |= Size > Rest.size();
    Text = Rest.take_front(Failed ? 0 : Size).str();
    Rest = Rest.drop_front(Text.size());
  }
  template <class T> void operator()(std::vector<T> &List) {
    for (uint64_t Count = number(); Count > 0 && !Failed; --Count)
      transfer(*this, List.emplace_back());
  }
  template <class T> std::enable_if_t<std::is_scalar_v<T>> operator()(T &Number) {
    Number = static_cast<T>(number());
  }

private:
  uint64_t number() {
    Failed |= Rest.size() < 8;
    if (Failed)
      return 0;
    uint64_t Value = support::endian::read64le(Rest.data());
    Rest = Rest.drop_front(8);
    return Value;
  }
  StringRef Rest;
};

template <class Way, class T> void transfer(Way &Through, T &Item) {
  using Type = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Type, BitcodeSymbol>) {
    Through(Item.Name);
    Through(Item.IsUndefined);
    Through(Item.IsWeak);
    Through(Item.IsCommon);
    Through(Item.Visibility);
  } else if constexpr (std::is_same_v<Type, BitcodeRecord::Word>) {
    Through(Item.Offset);
    Through(Item.Symbol);
    Through(Item.IsLocal);
    Through(Item.IsDefined);
    Through(Item.Contents);
    Through(Item.Addend);
  } else if constexpr (std::is_same_v<Type, BitcodeRecord>) {
    Through(Item.Section);
    Through(Item.Size);
    Through(Item.Words);
  } else {
    static_assert(std::is_same_v<Type, BitcodeContents>);
    Through(Item.Triple);
    Through(Item.Symbols);
    Through(Item.Records);
    Through(Item.Assembly);
  }
}

//===- LLVM's reader ------------------------------------------------------===//

/// Says nothing and ends nothing: what is wrong with a module is in the reader's Error.
struct NoDiagnostics : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};

BitcodeRecord::Word wordOf(const GlobalObject &Target) {
  BitcodeRecord::Word Word;
  SmallString<128> Name;
  Mangler().getNameWithPrefix(Name, &Target, false);
  Word.Symbol = Name.str().str();
  Word.IsLocal = Target.hasLocalLinkage();
  Word.IsDefined = !Target.isDeclaration();
  const auto *Variable = dyn_cast<GlobalVariable>(&Target);
  if (Variable && Variable->hasInitializer())
    if (const auto *Data = dyn_cast<ConstantDataSequential>(Variable->getInitializer()))
      Word.Contents = Data->getRawDataValues().str();
  return Word;
}

BitcodeRecord recordOf(const GlobalVariable &Variable, const DataLayout &Layout) {
  BitcodeRecord Record;
  Record.Section = Variable.getSection().str();
  if (!Variable.hasInitializer())
    return Record;
  const Constant &Value = *Variable.getInitializer();
  Record.Size = Layout.getTypeAllocSize(Value.getType());
  auto *Type = dyn_cast<StructType>(Value.getType());
  for (unsigned I = 0; Type && I < Type->getNumElements(); ++I) {
    const Constant *Element = Value.getAggregateElement(I);
    if (!Element || !Element->getType()->isPointerTy())
      continue;
    APInt Addend(Layout.getIndexTypeSizeInBits(Element->getType()), 0);
    const auto *Target = dyn_cast<GlobalObject>(
        Element->stripAndAccumulateConstantOffsets(Layout, Addend, /*AllowNonInbounds=*/true));
    if (!Target)
      continue;
    BitcodeRecord::Word Word = wordOf(*Target);
    Word.Offset = Layout.getStructLayout(Type)->getElementOffset(I);
    Word.Addend = Addend.getSExtValue();
    Record.Words.push_back(std::move(Word));
  }
  return Record;
}

/// Names in module-level assembly are left out: only the target's assembler could tell.
void addSymbols(const llvm::Module &M, std::vector<BitcodeSymbol> &Symbols) {
  for (const GlobalValue &Value : M.global_values()) {
    if (Value.hasLocalLinkage() || Value.getName().starts_with("llvm."))
      continue;
    SmallString<128> Name;
    Mangler().getNameWithPrefix(Name, &Value, false);
    Symbols.push_back({Name.str().str(), Value.isDeclarationForLinker(),
                       Value.isWeakForLinker() || Value.hasExternalWeakLinkage(),
                       Value.hasCommonLinkage(), Value.getVisibility()});
  }
}

Expected<BitcodeContents> readHere(StringRef Bitcode) {
  auto Modules = getBitcodeModuleList(MemoryBufferRef(Bitcode, ""));
  if (!Modules)
    return Modules.takeError();
  BitcodeContents Contents;
  for (BitcodeModule &Part : *Modules) {
    LLVMContext Context;
    Context.setDiagnosticHandler(std::make_unique<NoDiagnostics>());
    auto M = Part.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/true, /*IsImporting=*/false);
    if (!M)
      return M.takeError();
    Contents.Triple = (*M)->getTargetTriple();
    addSymbols(**M, Contents.Symbols);
    for (const GlobalVariable &Variable : (*M)->globals())
      if (isRecord(Variable.getSection()))
        Contents.Records.push_back(recordOf(Variable, (*M)->getDataLayout()));
    Contents.Assembly += (*M)->getModuleInlineAsm();
  }
  return Contents;
}

} // namespace

Expected<BitcodeContents> readBitcodeModules(StringRef Bitcode) {
  auto Sent = runIsolated([&] {
    std::string Problem;
    BitcodeContents Contents;
    if (auto Read = readHere(Bitcode))
      Contents = std::move(*Read);
    else
      Problem = toString(Read.takeError());
    Sender Send;
    Send(Problem);
    transfer(Send, Contents);
    return std::move(Send.Bytes);
  });
  if (!Sent)
    return Sent.takeError();
  std::string Problem;
  BitcodeContents Contents;
  Receiver Receive(*Sent);
  Receive(Problem);
  transfer(Receive, Contents);
  if (!Problem.empty())
    return createStringError(Problem);
  if (Receive.Failed)
    return createStringError("its reader crashed");
  return Contents;
}

} // namespace etprune
