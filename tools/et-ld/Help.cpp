// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Help.h"

#include "Link/Linker.h"

#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

static bool asksForVersion(ArrayRef<std::string> Args) {
  return Args.size() == 1 && (Args[0] == "--version" || Args[0] == "-v" || Args[0] == "-V");
}

bool asksForHelp(StringRef Name, ArrayRef<std::string> Args) {
  return Name == "et-ld" && !sys::Process::GetEnv(LinkerVariable) &&
         (Args.empty() || Args == ArrayRef<std::string>{"--help"} || asksForVersion(Args));
}

void printHelp(ArrayRef<std::string> Args, raw_ostream &OS) {
  OS << "et-ld " ET_PRUNE_VERSION "\n";
  if (asksForVersion(Args))
    return;
  OS << "et-prune's linker wrapper: it runs the real linker, adds the registration table of the\n"
        "program's kernels, and leaves a link bundle beside the image. Compilers run it:\n\n"
        "  arm-none-eabi-g++ -B"
     << libexecFolder()
     << " -Wl,--gc-sections ... -o app.elf\n\n"
        "That folder has it under the linkers' names, for links without a compiler. Under its own\n"
        "or any other name it runs the linker that "
     << LinkerVariable
     << " names.\n\n"
        "Its options follow -Wl, and are in the man page et-ld(1) and in docs/cli.md:\n"
        "  -Wl,--et-select=model.pte  link only the kernels of the model; likewise "
        "--et-op=<operator>\n"
        "  -Wl,--et-drop=<operator>   leave an operator out\n";
}

} // namespace etprune
