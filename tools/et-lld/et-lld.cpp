// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLD as a program that binds no shared libLLVM at its start, see lib/Link/OwnLld.h:
//
//     et-lld NAME ARGUMENT...     as ld.lld ARGUMENT..., which calls itself NAME in messages
//
// It is linked statically. LLD sets up every target of LLVM; those that CMakeLists.txt does not
// list are left out, and intermediate code for them cannot be compiled here.

#include "lld/Common/Driver.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

LLD_HAS_DRIVER(elf)

/// Debian's LLVM has Polly among its passes, and no static library of it.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    llvm::errs() << "usage: et-lld NAME ARGUMENT...\n";
    return 1;
  }
  const llvm::ArrayRef<const char *> Args(Argv + 1, Argc - 1);
  const bool Linked = lld::elf::link(Args, llvm::outs(), llvm::errs(), /*exitEarly=*/true,
                                     /*disableOutput=*/false);
  llvm::outs().flush();
  ::_exit(Linked ? 0 : 1); // without destroying what the link built
}
