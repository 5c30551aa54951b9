// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/CodeRequest.h"

#include "Link/Linkers/Toolchain.h"
#include "Support/AtomicFiles.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

/// Limits for a request of `Bytes`, far above the need: et-lld narrows all kernels of ExecuTorch,
/// 5 MiB of bitcode, in 7 s with 200 MB of memory.
static ProcessLimits limitsFor(uint64_t Bytes) {
  constexpr uint64_t Mib = 1 << 20;
  ProcessLimits Limits;
  Limits.Memory = 4096 * Mib + 256 * Bytes;
  Limits.FileSize = Limits.Output = 16 * Mib + 16 * Bytes; // stdout is et-lld's only file
  Limits.Cpu = std::chrono::seconds(120 + 60 * (Bytes / Mib));
  Limits.Time = 12 * Limits.Cpu;
  return Limits;
}

Expected<std::string> runCodeProgram(const char *Task, const CodeRequest &Request) {
  const std::string Text = writeCodeRequest(Request);
  ASSIGN_OR_RETURN(auto Folder, TemporaryFolder::create("et-code"));
  const std::string File = Folder.path() + "/request", Program = libexecFolder() + "/et-lld";
  RETURN_IF_ERROR(AtomicFiles::write(AtomicFiles::LikeALinker, File, Text));
  ToolchainAccess Access;
  Access.addProgram(Program);
  Access.Files.Read.push_back(File);
  ASSIGN_OR_RETURN(auto Confined, Confinement::create(Access.Files, limitsFor(Text.size())));
  ASSIGN_OR_RETURN(auto Process, runProcess(Program, {Task, File}, "", {}, &Confined));
  if (Process.ExitCode != 0) {
    const StringRef Said = StringRef(Process.Stderr).trim();
    return createStringError("et-lld " + Twine(Task) + " ended with status " +
                             Twine(Process.ExitCode) +
                             (Said.empty() ? "" : ": " + Said.split('\n').first));
  }
  return std::move(Process.Stdout);
}

Expected<StringRef> takeObject(StringRef &Answer) {
  StringRef Line;
  uint64_t Size;
  std::tie(Line, Answer) = Answer.split('\n');
  if (!Line.consume_front("object ") || Line.getAsInteger(10, Size) || Size > Answer.size())
    return createStringError("et-lld gave no complete answer");
  const StringRef Object = Answer.take_front(Size);
  Answer = Answer.drop_front(Size);
  return Object;
}

Expected<std::vector<std::string>> compileBitcode(std::vector<BitcodeObject> Objects) {
  const size_t Count = Objects.size();
  ASSIGN_OR_RETURN(auto Answer, runCodeProgram("--compile", {std::move(Objects), {}}));
  std::vector<std::string> Compiled;
  for (StringRef Rest = Answer; Compiled.size() < Count;) {
    ASSIGN_OR_RETURN(auto Object, takeObject(Rest));
    Compiled.push_back(Object.str());
  }
  return Compiled;
}

} // namespace etprune
