// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/GccFold.h"

#include "Support/AtomicFiles.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace etprune {

namespace {

/// A run of the driver, in a temporary folder with its input files.
class DriverRun {
public:
  static Expected<DriverRun> create(const GccLto &Gcc) {
    auto Folder = TemporaryFolder::create("et-gcc");
    if (!Folder)
      return Folder.takeError();
    return DriverRun(Gcc, std::move(*Folder));
  }

  Error add(StringRef Name, StringRef Contents) {
    Bytes += Contents.size();
    AtomicFiles Files(AtomicFiles::LikeALinker);
    if (Error E = Files.add(path(Name), Contents))
      return E;
    return Files.commit();
  }

  /// Runs the driver with the link's code generation options, followed by `More`, and returns the
  /// output file.
  Expected<std::string> run(ArrayRef<std::string> More) {
    std::vector<std::string> Args = codeOptions(Gcc);
    // Links no libraries and resolves nothing against other objects.
    Args.insert(Args.end(), {"-r", "-nostdlib", "-w", "-g0", "-o", OutputName.str()});
    llvm::append_range(Args, More);
    ToolchainAccess Access;
    if (Error E = allowGccDriver(Gcc, Access))
      return E;
    Access.Files.Write.push_back(Folder.path());
    auto Confined = Confinement::create(Access.Files, linkLimits(Bytes, /*Compiles=*/true));
    if (!Confined)
      return Confined.takeError();
    auto Process = runProcess(Gcc.Driver.Path, Args, Folder.path(),
                              {"TMPDIR=" + Folder.path(), EnglishMessages.str()}, &*Confined);
    if (!Process)
      return Process.takeError();
    auto Output = MemoryBuffer::getFile(path(OutputName), /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
    if (Process->ExitCode != 0 || !Output)
      return createStringError("'" + Gcc.Driver.Path + "' ended with status " +
                               std::to_string(Process->ExitCode) + ": " +
                               StringRef(Process->Stderr).trim().split('\n').first.str());
    return (*Output)->getBuffer().str();
  }

private:
  DriverRun(const GccLto &Gcc, TemporaryFolder Folder) : Gcc(Gcc), Folder(std::move(Folder)) {}
  std::string path(StringRef Name) const { return (Folder.path() + "/" + Name).str(); }

  static constexpr StringLiteral OutputName = "made.o";
  const GccLto &Gcc;
  TemporaryFolder Folder;
  uint64_t Bytes = 0;
};

} // namespace

Expected<std::string> compileWithGcc(const GccLto &Gcc, ArrayRef<SmallVector<char, 0>> Objects,
                                     StringRef Source) {
  auto Run = DriverRun::create(Gcc);
  if (!Run)
    return Run.takeError();
  // A preprocessed file, so the driver runs no preprocessor. The -x option comes first, because g++
  // would compile it as C++.
  constexpr StringLiteral SourceName = "constants.i";
  if (Error E = Run->add(SourceName, Source))
    return E;
  std::vector<std::string> Args{"-flto",
                                "-flinker-output=nolto-rel",
                                "-flto-partition=none",
                                "-x",
                                "cpp-output",
                                SourceName.str(),
                                "-x",
                                "none"};
  for (const auto &Object : Objects) {
    Args.push_back(std::to_string(Args.size()) + ".o");
    if (Error E = Run->add(Args.back(), StringRef(Object.data(), Object.size())))
      return E;
  }
  Args.insert(Args.end(), {"-ffunction-sections", "-fdata-sections"}); // for --gc-sections
  return Run->run(Args);
}

Expected<std::string> collectWithGcc(const GccLto &Gcc, StringRef Object,
                                     ArrayRef<std::string> Symbols) {
  auto Run = DriverRun::create(Gcc);
  if (!Run)
    return Run.takeError();
  constexpr StringLiteral ObjectName = "whole.o";
  if (Error E = Run->add(ObjectName, Object))
    return E;
  std::vector<std::string> Args{"-Wl,--gc-sections", ObjectName.str()};
  for (const std::string &Symbol : Symbols)
    Args.insert(Args.end(), {"-Xlinker", "-u", "-Xlinker", Symbol});
  return Run->run(Args);
}

} // namespace etprune
