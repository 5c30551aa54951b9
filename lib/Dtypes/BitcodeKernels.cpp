// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows kernels in LLVM's bitcode. This file writes a request for the program et-lld
// (tools/et-narrow), which narrows the kernels, and reads et-lld's answer.

#include "Dtypes/NarrowKernels.h"

#include "Link/Lto/CodeRequest.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

std::string functionName(const FunctionLocation &Function) {
  for (const ObjectSymbol &Symbol : Function.Object->Symbols)
    if (Symbol.Section == Function.Section && Symbol.Value == Function.Value &&
        Symbol.Type == ELF::STT_FUNC)
      return Symbol.Name.str();
  return "";
}

NarrowKernel requestOf(const PlannedKernel &Kernel, size_t BitcodeIndex) {
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
  return Asked;
}

/// Returns the request for et-lld. Adds each kernel of the request to `New`, in the same order.
CodeRequest makeRequest(const CapturedLink &Link, const PrunePlan &Plan,
                        std::vector<NewKernel> &New) {
  CodeRequest Request;
  DenseMap<const InputObject *, size_t> Indices;
  for (const InputObject *Object : Link.Objects) {
    const StringRef Code = bitcodeOf(*Object);
    if (Code.empty())
      continue;
    Indices[Object] = Request.Bitcode.size();
    Request.Bitcode.push_back({Code, Object->Name});
  }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    if (!canBeNarrowed(Kernel))
      continue;
    if (auto It = Indices.find(Kernel.Record->Function.Object); It != Indices.end()) {
      Request.Kernels.push_back(requestOf(Kernel, It->second));
      New.push_back({Kernel.Record, Request.Kernels.back().Symbol, "", Kernel.Dtypes});
    }
  }
  return Request;
}

/// Returns the object with all narrowed kernels, or "" if no kernel was narrowed. Checks the
/// answer, because malicious bitcode may make et-lld write anything.
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
  ASSIGN_OR_RETURN(auto Object, takeObject(Answer));
  if (!Answer.empty())
    return createStringError("et-lld wrote more output than the object with the narrowed kernels");
  return Object.str();
}

} // namespace

NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan) {
  NewKernels Result{(NarrowedObjectPrefix + ".o").str(), "LLVM", "", {}};
  const CodeRequest Request = makeRequest(Link, Plan, Result.Kernels);
  if (Result.Kernels.empty())
    return Result;
  auto Answer = runCodeProgram("--narrow", Request);
  Error E =
      Answer ? readAnswer(*Answer, Result.Kernels).moveInto(Result.Bytes) : Answer.takeError();
  if (E)
    Result.refuse(toString(std::move(E)));
  return Result;
}

} // namespace etprune
