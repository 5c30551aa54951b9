// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/NarrowModule.h"

#include "Link/CodeModule.h"

using namespace llvm;

namespace etprune {

namespace {

/// The answer is checked: the module may have crashed on the way.
Expected<NarrowAnswer> readAnswer(StringRef Text, size_t NumKernels) {
  auto Damaged = [] { return createStringError("et-narrow gave no complete answer"); };
  NarrowAnswer Answer;
  StringRef Line, Rest = Text;
  auto Number = [&](StringRef Name, uint64_t &Value) {
    std::tie(Line, Rest) = Rest.split('\n');
    return Line.consume_front(Name) && !Line.getAsInteger(10, Value);
  };
  for (size_t I = 0; I < NumKernels; ++I) {
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.consume_front("keeps "))
      Answer.Kernels.push_back({false, Line.str()});
    else if (Line == "narrowed")
      Answer.Kernels.push_back({true, ""});
    else
      return Damaged();
  }
  uint64_t Size;
  if (!Number("object ", Size) || Rest.size() != Size)
    return Damaged();
  Answer.Object = Rest.str();
  return Answer;
}

} // namespace

Expected<NarrowAnswer> runNarrowModule(StringRef Folder, const NarrowRequest &Request) {
  auto Module = CodeModule::load(Folder);
  if (!Module)
    return Module.takeError();
  uint64_t Bytes = 0;
  for (size_t I = 0; I < Request.NumBitcode; ++I)
    Bytes += Request.Bitcode[I].Size;
  auto Text = Module->call(NarrowFunctionName, Request, Bytes);
  if (!Text)
    return Text.takeError();
  return readAnswer(*Text, Request.NumKernels);
}

} // namespace etprune
