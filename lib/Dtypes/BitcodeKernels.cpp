// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/BitcodeKernels.h"

#include "Link/Lto/CodeProgram.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

/// The name of a function in its object.
std::string functionName(const FunctionLocation &Function) {
  for (const ObjectSymbol &Symbol : Function.Object->Symbols)
    if (Symbol.Section == Function.Section && Symbol.Value == Function.Value &&
        Symbol.Type == ELF::STT_FUNC)
      return Symbol.Name.str();
  return "";
}

class RequestMaker {
public:
  RequestMaker(const CapturedLink &Link, const PrunePlan &Plan);

  CodeRequest Request;
  std::vector<NewKernel> New; ///< one for each kernel

private:
  void addKernel(const PlannedKernel &Kernel, size_t BitcodeIndex);
};

RequestMaker::RequestMaker(const CapturedLink &Link, const PrunePlan &Plan) {
  DenseMap<const InputObject *, size_t> Indices;
  for (const InputObject *Object : Link.Objects) {
    const StringRef Code = bitcodeOf(*Object);
    if (Code.empty())
      continue;
    Indices[Object] = Request.Bitcode.size();
    Request.Bitcode.push_back({Code, Object->Name});
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
  NarrowKernel Asked;
  Asked.Bitcode = BitcodeIndex;
  Asked.Function = functionName(Record.Function);
  Asked.Symbol = narrowedSymbol(Record, Kernel.Dtypes);
  Asked.Refusal = Record.Op + " is called with dtypes that it was not pruned for; it has " +
                  dtypeNames(Kernel.Dtypes);
  for (const CallDtypes &Call : Kernel.Dtypes) {
    Asked.Calls.emplace_back(Call.Sets.begin(), Call.Sets.end());
    Asked.AnyInLists |= Call.AnyInLists;
  }
  New.push_back({&Record, Asked.Symbol, "", Kernel.Dtypes});
  Request.Kernels.push_back(std::move(Asked));
}

/// Notes the answer in the kernels, and gives the object. The answer is checked, because the
/// program may have crashed while it wrote.
Expected<std::string> readAnswer(StringRef Answer, std::vector<NewKernel> &Kernels) {
  for (NewKernel &Kernel : Kernels) {
    StringRef Line;
    std::tie(Line, Answer) = Answer.split('\n');
    if (Line == "narrowed")
      continue;
    if (!Line.consume_front("keeps "))
      return createStringError("et-lld gave no complete answer");
    Kernel.Symbol.clear();
    Kernel.WhyNot = Line.str();
  }
  auto Object = takeObject(Answer);
  if (!Object)
    return Object.takeError();
  if (!Answer.empty())
    return createStringError("et-lld gave more than its answer");
  return Object->str();
}

/// The object of the narrowed kernels; empty if no kernel was narrowed.
Expected<std::string> narrow(const CodeRequest &Request, std::vector<NewKernel> &Kernels) {
  auto Answer = runCodeProgram("--narrow", Request);
  if (!Answer)
    return Answer.takeError();
  return readAnswer(*Answer, Kernels);
}

} // namespace

NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan) {
  RequestMaker Maker(Link, Plan);
  NewKernels Result{(NarrowedObjectPrefix + ".o").str(), "LLVM", "", std::move(Maker.New)};
  if (Result.Kernels.empty())
    return Result;
  if (auto Object = narrow(Maker.Request, Result.Kernels))
    Result.Bytes = std::move(*Object);
  else
    Result.refuse(toString(Object.takeError()));
  return Result;
}

} // namespace etprune
