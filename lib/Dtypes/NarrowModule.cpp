// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/NarrowModule.h"

#include "Support/Confinement.h"
#include "Support/Process.h"

#include <dlfcn.h>

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

/// All of ExecuTorch's kernels, 5 MiB of bitcode, take 7 s and 200 MB.
ProcessLimits limitsFor(uint64_t Bytes) {
  constexpr uint64_t Mib = 1 << 20;
  ProcessLimits Limits;
  Limits.Memory = 4096 * Mib + 256 * Bytes;
  Limits.FileSize = Mib; // it writes none
  Limits.Cpu = std::chrono::seconds(120 + 60 * (Bytes / Mib));
  Limits.Time = 12 * Limits.Cpu;
  return Limits;
}

} // namespace

Expected<NarrowAnswer> runNarrowModule(StringRef Folder, const NarrowRequest &Request) {
  const std::string Path = (Folder + "/et-narrow.so").str();
  void *Module = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Module)
    return createStringError("'" + Path + "' cannot be loaded: " + ::dlerror());
  auto *Narrow = reinterpret_cast<NarrowFunction *>(::dlsym(Module, NarrowFunctionName));
  if (!Narrow)
    return createStringError("'" + Path + "' is of another release");
  uint64_t Bytes = 0;
  for (size_t I = 0; I < Request.NumBitcode; ++I)
    Bytes += Request.Bitcode[I].Size;
  auto Confined = Confinement::create({}, limitsFor(Bytes));
  if (!Confined)
    return Confined.takeError();
  auto Process = runFork([&] { return Narrow(&Request); }, "et-narrow", "", {}, &*Confined);
  if (!Process)
    return Process.takeError();
  if (Process->ExitCode != 0) {
    const StringRef Said = StringRef(Process->Stderr).trim();
    return createStringError("et-narrow ended with status " + std::to_string(Process->ExitCode) +
                             (Said.empty() ? "" : ": " + Said.split('\n').first.str()));
  }
  return readAnswer(Process->Stdout, Request.NumKernels);
}

} // namespace etprune
