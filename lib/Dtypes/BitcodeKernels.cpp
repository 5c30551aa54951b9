// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/BitcodeKernels.h"

#include "Dtypes/NarrowModule.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

/// The name that a function has in its object.
std::string functionName(const FunctionLocation &Function) {
  for (const ObjectSymbol &Symbol : Function.Object->Symbols)
    if (Symbol.Section == Function.Section && Symbol.Value == Function.Value &&
        Symbol.Type == ELF::STT_FUNC)
      return Symbol.Name.str();
  return "";
}

/// A request with all that its plain data points to.
class RequestMaker {
public:
  RequestMaker(const CapturedLink &Link, const PrunePlan &Plan);
  NarrowRequest request() const {
    return {Bitcode.data(), Bitcode.size(), Kernels.data(), Kernels.size()};
  }

  std::vector<NewKernel> New; ///< of each kernel

private:
  void addKernel(const PlannedKernel &Kernel, size_t BitcodeIndex);

  std::vector<BitcodeObject> Bitcode;
  std::vector<NarrowKernel> Kernels;
  std::deque<std::string> Names;
  std::deque<std::vector<NarrowCall>> Calls;
};

RequestMaker::RequestMaker(const CapturedLink &Link, const PrunePlan &Plan) {
  DenseMap<const InputObject *, size_t> Indices;
  for (const InputObject *Object : Link.Objects) {
    const StringRef Code = bitcodeOf(*Object);
    if (Code.empty())
      continue;
    Indices[Object] = Bitcode.size();
    Bitcode.push_back({Code.data(), Code.size(), Object->Name.c_str()});
  }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    if (!canBeMadeAnew(Kernel))
      continue;
    if (auto It = Indices.find(Kernel.Record->Function.Object); It != Indices.end())
      addKernel(Kernel, It->second);
  }
}

void RequestMaker::addKernel(const PlannedKernel &Kernel, size_t BitcodeIndex) {
  const KernelRecord &Record = *Kernel.Record;
  auto &Rows = Calls.emplace_back();
  bool AnyInLists = false;
  for (const CallDtypes &Call : Kernel.Dtypes) {
    Rows.push_back({Call.Sets.data(), Call.Sets.size()});
    AnyInLists |= Call.AnyInLists;
  }
  const std::string &Function = Names.emplace_back(functionName(Record.Function));
  const std::string &Symbol = Names.emplace_back(narrowedSymbol(Record, Kernel.Dtypes));
  const std::string &Refusal =
      Names.emplace_back(Record.Op + " is called with dtypes that it was not pruned for; it has " +
                         dtypeNames(Kernel.Dtypes));
  Kernels.push_back({BitcodeIndex, Function.c_str(), Symbol.c_str(), Refusal.c_str(), Rows.data(),
                     Rows.size(), AnyInLists});
  New.push_back({&Record, Symbol, "", Kernel.Dtypes});
}

} // namespace

NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan,
                           StringRef ModuleFolder) {
  RequestMaker Request(Link, Plan);
  NewKernels Result{(NarrowedObjectPrefix + ".o").str(), "LLVM", "", std::move(Request.New)};
  if (Result.Kernels.empty())
    return Result;
  auto Answer = runNarrowModule(ModuleFolder, Request.request());
  const std::string Failure = Answer ? "" : toString(Answer.takeError());
  for (size_t I = 0; I < Result.Kernels.size(); ++I)
    if (!Answer || !Answer->Kernels[I].IsNarrowed) {
      Result.Kernels[I].Symbol.clear();
      Result.Kernels[I].WhyNot = Answer ? Answer->Kernels[I].WhyNot : Failure;
    }
  if (Answer)
    Result.Bytes = std::move(Answer->Object);
  return Result;
}

} // namespace etprune
