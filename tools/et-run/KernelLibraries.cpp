// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelLibraries.h"

#include "Object/RecordNames.h"

#include "et/registry.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace etprune {

KernelLibraries::KernelLibraries() {
  auto Buffer = MemoryBuffer::getFile("/proc/self/exe", /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return;
  auto File = object::ObjectFile::createELFObjectFile(**Buffer);
  if (!File) {
    consumeError(File.takeError());
    return;
  }
  const uint64_t Table = reinterpret_cast<uintptr_t>(et::get_registered_kernels().data());
  std::vector<std::pair<uint64_t, std::string>> Found;
  uint64_t LinkedTable = Table;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    auto Name = Symbol.getName();
    auto Value = Symbol.getValue();
    if (!Name || !Value) {
      consumeError(joinErrors(Name.takeError(), Value.takeError()));
      continue;
    }
    if (*Name == TableStartSymbol)
      LinkedTable = *Value;
    else if (isKernelSymbol(*Name))
      Found.emplace_back(*Value, Name->rsplit('$').second.str());
  }
  // If the program is not at the address that it was linked for, all of its addresses differ by the
  // same distance.
  for (auto &[Address, Library] : Found)
    ByAddress[Address + (Table - LinkedTable)] = std::move(Library);
}

std::string KernelLibraries::serving(const et::InstructionInfo &Call) const {
  if (Call.kind != et::InstructionInfo::Kind::KernelCall)
    return "";
  const auto Kernels = et::find_kernels(et::get_registered_kernels(), Call.name, Call.overload);
  const et::Kernel *Kernel =
      et::select_kernel(Kernels, {const_cast<et::EValue **>(Call.args.data()), Call.args.size()});
  return Kernel ? ByAddress.lookup(reinterpret_cast<uintptr_t>(Kernel->fn)) : "";
}

} // namespace etprune
