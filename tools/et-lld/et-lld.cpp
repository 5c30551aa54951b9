// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLD as a module that et-prune loads when a link needs it, see lib/Link/LldModule.h.
//
// Debian's lld libraries need the shared libLLVM, and binding that at every start would cost as
// much as a small link. In a module of its own it is bound only where LLD does the link. Nothing
// but the functions below is visible, and no tool exports symbols, so this copy of LLVM and the one
// in et-prune do not meet.

#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

LLD_HAS_DRIVER(elf)

namespace lld {
std::string getLLDVersion(); // lld/Common/Version.h includes a file that Debian does not install
} // namespace lld

#define ET_EXPORT extern "C" __attribute__((visibility("default")))

/// The line that ld.lld prints for --version.
ET_EXPORT const char *etLldVersion() {
  static const std::string Version = lld::getLLDVersion() + " (compatible with GNU linkers)";
  return Version.c_str();
}

/// ld.lld's main(). To be called once in a process, which is to end without destroying what the
/// link built.
ET_EXPORT int etLldMain(int Argc, const char *const *Argv) {
  bool Linked = lld::elf::link({Argv, static_cast<size_t>(Argc)}, llvm::outs(), llvm::errs(),
                               /*exitEarly=*/true, /*disableOutput=*/false);
  llvm::outs().flush(); // on errors LLD ends the process, and does so itself
  return Linked ? 0 : 1;
}
