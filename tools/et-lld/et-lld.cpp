// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs LLVM's code generator and optimizer. et-prune and et-ld run this program in a sandbox:
//
//     et-lld --compile REQUEST    compiles bitcode to machine code
//     et-lld --narrow REQUEST     narrows kernels
//
// REQUEST is a file (lib/Link/Lto/CodeRequest.h).

#include "../et-narrow/Narrow.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace etprune;

using Task = int (*)(const CodeRequest &);

int main(int Argc, char **Argv) {
  const Task Run = StringSwitch<Task>(Argc == 3 ? Argv[1] : "")
                       .Case("--narrow", narrowKernels)
                       .Case("--compile", compileObjects)
                       .Default(nullptr);
  if (!Run) {
    errs() << "usage: et-lld --compile|--narrow REQUEST\n";
    return 1;
  }
  auto Text = MemoryBuffer::getFile(Argv[2], /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Text) {
    errs() << "cannot read the file REQUEST: " << Text.getError().message() << '\n';
    return 1;
  }
  auto Request = readCodeRequest((*Text)->getBuffer());
  if (!Request) {
    errs() << toString(Request.takeError()) << '\n';
    return 1;
  }
  return Run(*Request);
}
