// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer's entry points. et-fuzz takes --target=NAME and libFuzzer's own arguments. Our options
// have two dashes, because libFuzzer ignores such options but passes them to its child processes.
//
// With --dump=FOLDER, no target runs: et-fuzz writes the inputs to files named 0, 1, ... for
// tools/hostile.sh. libFuzzer first tries the empty input, then the corpus. So with a corpus of one
// file, file 0 is empty, and file 1 is the corpus file.

#include "Mutations.h"
#include "Targets.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace etprune::fuzz;

static const Target *Chosen;
static std::string DumpFolder;
static unsigned DumpCount = 0;

static void dump(StringRef Bytes) {
  std::error_code EC;
  raw_fd_ostream OS(DumpFolder + "/" + std::to_string(DumpCount++), EC);
  require(!EC, "the folder cannot be written");
  OS << Bytes;
}

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  for (StringRef Arg : ArrayRef(*Argv, *Argc))
    if (Arg.consume_front("--target="))
      Chosen = findTarget(Arg);
    else if (Arg.consume_front("--dump="))
      DumpFolder = Arg.str();
  if (Chosen)
    return 0;
  errs() << "et-fuzz: --target= needs one of";
  for (const Target &T : allTargets())
    errs() << " " << T.Name;
  errs() << "\n";
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  DumpFolder.empty() ? Chosen->Run(Bytes) : dump(Bytes);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  std::string Bytes(reinterpret_cast<char *>(Data), Size);
  Mutator(Seed, MaxSize).mutate(Chosen->Name, Bytes);
  require(Bytes.size() <= MaxSize, "the mutator exceeded the size limit");
  llvm::copy(Bytes, reinterpret_cast<char *>(Data));
  return Bytes.size();
}
