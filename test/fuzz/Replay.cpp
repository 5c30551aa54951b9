// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-fuzz-replay PATH...: runs targets on files, one after the other, and says how many there were.
// A path is a file or a folder with more; a file's target is the name of the folder it lies in.

#include "Targets.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <memory>
#include <set>

using namespace llvm;
using namespace etprune::fuzz;

static void run(const Target &Chosen, const std::string &Path) {
  errs() << Path << "\n"; // before it may crash
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  require(bool(Buffer), "the file cannot be opened");
  // A block of exactly the size, so that a sanitizer sees what is read beyond it.
  StringRef Bytes = (*Buffer)->getBuffer();
  std::unique_ptr<char[]> Exact(new char[Bytes.size()]);
  llvm::copy(Bytes, Exact.get());
  Chosen.Run({Exact.get(), Bytes.size()});
}

int main(int Argc, char **Argv) {
  std::set<std::string> Paths;
  for (StringRef Path : ArrayRef(Argv + 1, Argv + Argc)) {
    if (!sys::fs::is_directory(Path))
      Paths.insert(Path.str());
    std::error_code EC;
    for (sys::fs::recursive_directory_iterator It(Path, EC), End; !EC && It != End;
         It.increment(EC))
      if (!sys::fs::is_directory(It->path()))
        Paths.insert(It->path());
  }
  std::map<StringRef, unsigned> Counts;
  for (const Target &T : allTargets())
    Counts[T.Name] = 0;
  for (const std::string &Path : Paths) {
    StringRef Folder = sys::path::filename(sys::path::parent_path(Path));
    const Target *Chosen = findTarget(Folder);
    if (!Chosen) {
      errs() << "et-fuzz-replay: no target has the name of the folder of '" << Path << "'\n";
      return 1;
    }
    run(*Chosen, Path);
    ++Counts[Chosen->Name];
  }
  for (const auto &[Name, Count] : Counts)
    outs() << Name << ": " << Count << "\n";
  return 0;
}
