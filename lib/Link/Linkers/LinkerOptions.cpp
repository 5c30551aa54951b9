// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LinkerOptions.h"

using namespace llvm;

namespace etprune {

static constexpr LinkerOption Table[] = {
#define OPTION(NAME, GNU, LLD, USE) {NAME, GNU, LLD, OptionUse::USE},
#define SWITCH(NAME, GNU, LLD) OPTION(NAME, GNU, LLD, Plain) OPTION("no-" NAME, GNU, LLD, Plain)
#include "Link/Linkers/LinkerOptions.def"
};

ArrayRef<LinkerOption> linkerOptions() { return Table; }

std::string LinkerOption::spelling() const {
  if (!Name.empty())
    return ("--" + Name).str();
  return std::string("-") + (Gnu[0] != '-' ? Gnu : Lld)[1];
}

} // namespace etprune
