// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's readers of ELF files are templates of the file's class and byte order.

#pragma once

#include "llvm/Object/ELF.h"

namespace etprune {

/// Calls `Use` with a value of the type ELF64LE, ELF32BE and so on that reads the file. A file that
/// is no ELF file is read as one of 32 bits, which then says what is wrong.
template <class UseType> auto withElfType(llvm::StringRef File, UseType Use) {
  using namespace llvm::object;
  const auto [Class, Data] = getElfArchType(File);
  const bool IsLittle = Data != llvm::ELF::ELFDATA2MSB;
  if (Class == llvm::ELF::ELFCLASS64)
    return IsLittle ? Use(ELF64LE()) : Use(ELF64BE());
  return IsLittle ? Use(ELF32LE()) : Use(ELF32BE());
}

} // namespace etprune
