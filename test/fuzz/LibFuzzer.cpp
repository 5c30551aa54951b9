// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer's entry points: et-fuzz --target=NAME and libFuzzer's own arguments. It leaves options
// with two dashes alone and hands them to the processes it starts.

#include "Mutations.h"
#include "Targets.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace etprune::fuzz;

static const Target *Chosen;

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  for (StringRef Arg : ArrayRef(*Argv, *Argc))
    if (Arg.consume_front("--target="))
      Chosen = findTarget(Arg);
  if (Chosen)
    return 0;
  errs() << "et-fuzz: --target= needs one of";
  for (const Target &T : allTargets())
    errs() << " " << T.Name;
  errs() << "\n";
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Chosen->Run({reinterpret_cast<const char *>(Data), Size});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                                          unsigned Seed) {
  std::string Bytes(reinterpret_cast<char *>(Data), Size);
  Mutator(Seed, MaxSize).mutate(Chosen->Name, Bytes);
  require(Bytes.size() <= MaxSize, "the mutator made too much");
  llvm::copy(Bytes, reinterpret_cast<char *>(Data));
  return Bytes.size();
}
