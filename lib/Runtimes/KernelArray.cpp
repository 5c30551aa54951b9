// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runtimes/KernelArray.h"

#include "Runtimes/StaticInitializer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <set>

using namespace llvm;

namespace etprune {

static std::string nameOf(const KernelArray &Array) {
  for (const ObjectSymbol &Symbol : Array.Object->Symbols)
    if (Symbol.Section == Array.Section && Symbol.Type == ELF::STT_OBJECT)
      return readableName(Symbol.Name);
  return Array.Object->Sections[Array.Section].Name.str();
}

/// The functions that refer to an array, in the array's object.
static std::vector<std::string> usersOf(const KernelArray &Array) {
  std::vector<std::string> Found;
  for (uint32_t I = 1; I < Array.Object->Sections.size(); ++I) {
    const ObjectSection &Section = Array.Object->Sections[I];
    if ((Section.Flags & ELF::SHF_EXECINSTR) &&
        llvm::any_of(Section.Relocations, [&](const ObjectRelocation &R) {
          return Array.Object->Symbols[R.Symbol].Section == Array.Section;
        }))
      Found.push_back("'" + readableName(functionName(*Array.Object, I)) + "'");
  }
  return Found;
}

std::string KernelArray::description() const {
  constexpr size_t MaxNamed = 8;
  const std::vector<std::string> Users = usersOf(*this);
  std::string Text = Users.empty() ? "another object" : join(Users, ", ");
  const std::set<std::string> Names(Ops.begin(), Ops.end());
  Text += " (" + Object->Name + ") refers to '" + nameOf(*this) + "', with kernels of ";
  Text += join(Names.begin(), std::next(Names.begin(), std::min(Names.size(), MaxNamed)), ", ");
  return Names.size() > MaxNamed ? Text + " and others" : Text;
}

} // namespace etprune
