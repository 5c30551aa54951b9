// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's ELF readers are templates over the ELF class (32 or 64 bits) and the byte order.
// withElfType() chooses the template's argument for a file.

#pragma once

#include "llvm/Object/ELF.h"

namespace etprune {

/// Calls `Use` with a value of the type ELF64LE, ELF32BE and so on that fits the file. Does not
/// check that the file is ELF.
template <class UseType> auto withElfType(llvm::StringRef File, UseType Use) {
  using namespace llvm::object;
  const auto [Class, Data] = getElfArchType(File);
  const bool IsLittle = Data != llvm::ELF::ELFDATA2MSB;
  if (Class == llvm::ELF::ELFCLASS64)
    return IsLittle ? Use(ELF64LE()) : Use(ELF64BE());
  return IsLittle ? Use(ELF32LE()) : Use(ELF32BE());
}

} // namespace etprune
