// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's linker and code generator in one program. It does not load the shared libLLVM, which would
// slow its start. See lib/Link/Linkers/OwnLld.h and lib/Link/Lto/CodeRequest.h:
//
//     et-lld NAME ARGUMENT...     as ld.lld ARGUMENT..., with NAME in messages
//     et-lld --compile REQUEST    compiles bitcode to machine code; REQUEST is a file
//     et-lld --narrow REQUEST     narrows kernels
//
// The program is linked statically. LLD initialises every target of LLVM, but only the targets in
// CMakeLists.txt are linked. Intermediate code for other targets cannot be compiled.

#include "../et-narrow/Narrow.h"

#include "lld/Common/Driver.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

LLD_HAS_DRIVER(elf)

/// Debian's LLVM has Polly as a pass, but has no static library of it.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}

static int answer(int (*Task)(const etprune::CodeRequest &), const char *Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Text) {
    llvm::errs() << "request: " << Text.getError().message() << '\n';
    return 1;
  }
  auto Request = etprune::readCodeRequest((*Text)->getBuffer());
  if (!Request) {
    llvm::errs() << llvm::toString(Request.takeError()) << '\n';
    return 1;
  }
  return Task(*Request);
}

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    llvm::errs() << "usage: et-lld NAME ARGUMENT...\n";
    return 1;
  }
  if (Argc == 3 && llvm::StringRef(Argv[1]) == "--narrow")
    return answer(narrowKernels, Argv[2]);
  if (Argc == 3 && llvm::StringRef(Argv[1]) == "--compile")
    return answer(compileObjects, Argv[2]);
  const llvm::ArrayRef<const char *> Args(Argv + 1, Argc - 1);
  const bool Linked = lld::elf::link(Args, llvm::outs(), llvm::errs(), /*exitEarly=*/true,
                                     /*disableOutput=*/false);
  llvm::outs().flush();
  ::_exit(Linked ? 0 : 1); // without destroying the link's data
}
