// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/BitcodeModule.h"

#include "Object/RecordNames.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Mangler.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

void limit(int Resource, rlim_t Value) {
  rlimit Limit;
  if (getrlimit(Resource, &Limit) != 0)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_cur, Value);
  (void)setrlimit(Resource, &Limit);
}

/// Returns the text that `Work` returns. Fails if `Work` crashes, or uses five seconds of CPU time.
Expected<std::string> runIsolated(function_ref<std::string()> Work) {
  auto RunChild = [&] {
    limit(RLIMIT_CPU, 5);
    limit(RLIMIT_CORE, 0);
    // A crash must end this process, not reach the tool's signal handlers.
    for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
      std::signal(Signal, SIG_DFL);
    raw_fd_ostream Out(STDOUT_FILENO, /*shouldClose=*/false, /*unbuffered=*/true);
    Out << Work();
    return Out.has_error() ? 1 : 0;
  };
  ASSIGN_OR_RETURN(auto Result, runFork(RunChild, "reader", /*Directory=*/"", /*Environment=*/{}));
  if (Result.ExitCode != 0)
    return createStringError("its reader crashed");
  return std::move(Result.Stdout);
}

/// Sends its arguments to another process, or receives them. Numbers have eight bytes; texts and
/// lists follow their lengths. The sender may have crashed, so the receiver checks everything.
class Transfer {
public:
  Transfer() = default; ///< for sending
  explicit Transfer(StringRef Received) : Sends(false), Rest(Received) {}

  std::string Sent;
  bool Failed = false;

  void operator()(std::string &Text) {
    const uint64_t Size = number(Text.size());
    if (Sends) {
      Sent += Text;
      return;
    }
    Failed |= Size > Rest.size();
    Text = Rest.take_front(Failed ? 0 : Size).str();
    Rest = Rest.drop_front(Text.size());
  }
  template <class T> void operator()(std::vector<T> &List) {
    const uint64_t Count = number(List.size());
    for (uint64_t I = 0; I < Count && !Failed; ++I)
      (*this)(Sends ? List[I] : List.emplace_back());
  }
  template <class T> std::enable_if_t<std::is_scalar_v<T>> operator()(T &Number) {
    Number = static_cast<T>(number(static_cast<uint64_t>(Number)));
  }
  void operator()(BitcodeSymbol &S) {
    all(S.Name, S.IsUndefined, S.IsWeak, S.IsCommon, S.Visibility);
  }
  void operator()(BitcodeRecord::Word &W) {
    all(W.Offset, W.Symbol, W.IsLocal, W.IsDefined, W.Contents, W.Addend);
  }
  void operator()(BitcodeRecord &R) { all(R.Section, R.Size, R.Words); }
  void operator()(BitcodeContents &C) { all(C.Triple, C.Symbols, C.Records, C.Assembly); }

private:
  template <class... Members> void all(Members &...M) { ((*this)(M), ...); }
  uint64_t number(uint64_t Value) {
    char Word[8];
    if (Sends) {
      support::endian::write64le(Word, Value);
      Sent.append(Word, sizeof(Word));
      return Value;
    }
    Failed |= Rest.size() < sizeof(Word);
    if (Failed)
      return 0;
    Value = support::endian::read64le(Rest.data());
    Rest = Rest.drop_front(sizeof(Word));
    return Value;
  }

  const bool Sends = true;
  StringRef Rest;
};

/// Prints nothing and does not end the process, because the reader's Error describes the problem.
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

/// Skips names in module-level assembly: only the target's assembler can parse them.
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
  ASSIGN_OR_RETURN(auto Modules, getBitcodeModuleList(MemoryBufferRef(Bitcode, "")));
  BitcodeContents Contents;
  for (BitcodeModule &Part : Modules) {
    LLVMContext Context;
    Context.setDiagnosticHandler(std::make_unique<NoDiagnostics>());
    ASSIGN_OR_RETURN(auto M, Part.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/true,
                                                /*IsImporting=*/false));
    Contents.Triple = M->getTargetTriple();
    addSymbols(*M, Contents.Symbols);
    for (const GlobalVariable &Variable : M->globals())
      if (isRecord(Variable.getSection()))
        Contents.Records.push_back(recordOf(Variable, M->getDataLayout()));
    Contents.Assembly += M->getModuleInlineAsm();
  }
  return Contents;
}

} // namespace

Expected<BitcodeContents> readBitcodeModules(StringRef Bitcode) {
  std::string Problem;
  BitcodeContents Contents;
  auto Sent = runIsolated([&] {
    if (Error E = readHere(Bitcode).moveInto(Contents))
      Problem = toString(std::move(E));
    Transfer Send;
    Send(Problem);
    Send(Contents);
    return std::move(Send.Sent);
  });
  if (!Sent)
    return Sent.takeError();
  Transfer Receive(*Sent);
  Receive(Problem);
  Receive(Contents);
  if (!Problem.empty())
    return createStringError(Problem);
  if (Receive.Failed)
    return createStringError("its reader crashed");
  return Contents;
}

} // namespace etprune
