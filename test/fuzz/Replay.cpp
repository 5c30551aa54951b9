// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-fuzz-replay --target=NAME FILE...: runs a target on files, one after the other, and says how
// many there were.

#include "Targets.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;
using namespace etprune::fuzz;

int main(int Argc, char **Argv) {
  StringRef Name = Argc > 1 ? Argv[1] : "";
  const Target *Chosen = Name.consume_front("--target=") ? findTarget(Name) : nullptr;
  if (!Chosen) {
    errs() << "usage: et-fuzz-replay --target=NAME FILE...; the targets are";
    for (const Target &T : allTargets())
      errs() << " " << T.Name;
    errs() << "\n";
    return 1;
  }
  for (int I = 2; I < Argc; ++I) {
    auto Buffer = MemoryBuffer::getFile(Argv[I]);
    if (!Buffer) {
      errs() << "et-fuzz-replay: cannot open '" << Argv[I] << "'\n";
      return 1;
    }
    errs() << Name << ": " << Argv[I] << "\n"; // before it may crash
    // A block of exactly the size, so that a sanitizer sees what is read beyond it.
    StringRef Bytes = (*Buffer)->getBuffer();
    std::unique_ptr<char[]> Exact(new char[Bytes.size()]);
    llvm::copy(Bytes, Exact.get());
    Chosen->Run({Exact.get(), Bytes.size()});
  }
  outs() << Name << ": " << Argc - 2 << " files\n";
  return 0;
}
