// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/CodeModule.h"

#include "Support/Confinement.h"
#include "Support/Process.h"

#include <dlfcn.h>

using namespace llvm;

namespace etprune {

/// All of ExecuTorch's kernels, 5 MiB of bitcode, take 7 s and 200 MB to be made anew.
static ProcessLimits limitsFor(uint64_t Bytes) {
  constexpr uint64_t Mib = 1 << 20;
  ProcessLimits Limits;
  Limits.Memory = 4096 * Mib + 256 * Bytes;
  Limits.FileSize = Limits.Output = 16 * Mib + 16 * Bytes; // it opens no file
  Limits.Cpu = std::chrono::seconds(120 + 60 * (Bytes / Mib));
  Limits.Time = 12 * Limits.Cpu;
  return Limits;
}

Expected<CodeModule> CodeModule::load(StringRef Folder) {
  const std::string Path = (Folder + "/et-narrow.so").str();
  void *Handle = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return createStringError("'" + Path + "' cannot be loaded: " + ::dlerror());
  return CodeModule(Handle, Path);
}

void *CodeModule::find(const char *Function) const { return ::dlsym(Handle, Function); }

Expected<std::string> CodeModule::run(function_ref<int()> Call, uint64_t Bytes) const {
  auto Confined = Confinement::create({}, limitsFor(Bytes));
  if (!Confined)
    return Confined.takeError();
  auto Process = runFork([&] { return Call(); }, "et-narrow", "", {}, &*Confined);
  if (!Process)
    return Process.takeError();
  if (Process->ExitCode != 0) {
    const StringRef Said = StringRef(Process->Stderr).trim();
    return createStringError("et-narrow ended with status " + std::to_string(Process->ExitCode) +
                             (Said.empty() ? "" : ": " + Said.split('\n').first.str()));
  }
  return std::move(Process->Stdout);
}

Expected<std::vector<std::string>> compileBitcode(ArrayRef<BitcodeObject> Objects,
                                                  StringRef ModuleFolder) {
  auto Module = CodeModule::load(ModuleFolder);
  if (!Module)
    return Module.takeError();
  uint64_t Bytes = 0;
  for (const BitcodeObject &Object : Objects)
    Bytes += Object.Size;
  auto Answer =
      Module->call(CompileFunctionName, CompileRequest{Objects.data(), Objects.size()}, Bytes);
  if (!Answer)
    return Answer.takeError();
  std::vector<std::string> Compiled;
  for (StringRef Rest = *Answer; Compiled.size() < Objects.size();) {
    StringRef Line;
    uint64_t Size;
    std::tie(Line, Rest) = Rest.split('\n');
    if (!Line.consume_front("object ") || Line.getAsInteger(10, Size) || Size > Rest.size())
      return createStringError("et-narrow gave no complete answer");
    Compiled.push_back(Rest.take_front(Size).str());
    Rest = Rest.drop_front(Size);
  }
  return Compiled;
}

} // namespace etprune
