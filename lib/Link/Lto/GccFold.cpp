// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/GccFold.h"

#include "Support/AtomicFiles.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace etprune {

using NamedFile = std::pair<std::string, StringRef>;

static Expected<std::string> runDriver(const GccLto &Gcc, ArrayRef<NamedFile> Files,
                                       ArrayRef<std::string> More) {
  ASSIGN_OR_RETURN(auto Folder, TemporaryFolder::create("et-gcc"));
  uint64_t Bytes = 0;
  for (const auto &[Name, Contents] : Files) {
    Bytes += Contents.size();
    RETURN_IF_ERROR(
        AtomicFiles::write(AtomicFiles::LikeALinker, Folder.path() + "/" + Name, Contents));
  }
  const std::string OutputName = "made.o";
  std::vector<std::string> Args = codeOptions(Gcc);
  Args.insert(Args.end(), {"-r", "-nostdlib", "-w", "-g0", "-o", OutputName});
  llvm::append_range(Args, More);
  ToolchainAccess Access;
  RETURN_IF_ERROR(allowGccDriver(Gcc, Access));
  Access.Files.Write.push_back(Folder.path());
  ASSIGN_OR_RETURN(auto Confined,
                   Confinement::create(Access.Files, linkLimits(Bytes, /*Compiles=*/true)));
  ASSIGN_OR_RETURN(auto Process,
                   runProcess(Gcc.Driver.Path, Args, Folder.path(),
                              {"TMPDIR=" + Folder.path(), EnglishMessages.str()}, &Confined));
  auto Output = MemoryBuffer::getFile(Folder.path() + "/" + OutputName, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (Process.ExitCode != 0 || !Output)
    return createStringError("'" + Gcc.Driver.Path + "' ended with status " +
                             std::to_string(Process.ExitCode) + ": " +
                             StringRef(Process.Stderr).trim().split('\n').first.str());
  return (*Output)->getBuffer().str();
}

Expected<std::string> compileWithGcc(const GccLto &Gcc, ArrayRef<SmallVector<char, 0>> Objects,
                                     StringRef Source) {
  // For a preprocessed file, ".i", the driver runs no preprocessor. Without -x, g++ would compile
  // the file as C++.
  std::vector<NamedFile> Files{{"constants.i", Source}};
  std::vector<std::string> Args{"-flto", "-flinker-output=nolto-rel", "-flto-partition=none"};
  Args.insert(Args.end(), {"-x", "cpp-output", Files[0].first, "-x", "none"});
  for (const auto &Object : Objects) {
    Args.push_back(std::to_string(Args.size()) + ".o");
    Files.push_back({Args.back(), StringRef(Object.data(), Object.size())});
  }
  // collectWithGcc() drops whole sections, so each function and variable needs its own section.
  Args.insert(Args.end(), {"-ffunction-sections", "-fdata-sections"});
  return runDriver(Gcc, Files, Args);
}

Expected<std::string> collectWithGcc(const GccLto &Gcc, StringRef Object,
                                     ArrayRef<std::string> Symbols) {
  const NamedFile File{"whole.o", Object};
  std::vector<std::string> Args{"-Wl,--gc-sections", File.first};
  for (const std::string &Symbol : Symbols)
    Args.insert(Args.end(), {"-Xlinker", "-u", "-Xlinker", Symbol});
  return runDriver(Gcc, File, Args);
}

} // namespace etprune
