// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GNU ld. Refused linkers derive from it, because they read a command as it does, as far as is
// needed to refuse the link.

#pragma once

#include "Link/Linkers/Linker.h"

namespace etprune {

class GnuLd : public LinkerKind {
public:
  explicit GnuLd(llvm::StringRef Name = "GNU ld");

  bool isVersion(llvm::StringRef Line) const override { return Line.starts_with("GNU ld"); }
  bool isProgramName(llvm::StringRef /*FileName*/) const override { return false; }
  bool isMap(llvm::StringRef Text) const override;
  std::string keepBitcodeObjects(const std::string &Folder) const override {
    return "--plugin-opt=obj-path=" + Folder + "/lto.o";
  }
  llvm::StringRef form(const LinkerOption &Option) const override { return Option.Gnu; }

protected:
  std::vector<LinkArgument> read(llvm::ArrayRef<std::string> Words) const override;
  llvm::StringRef overflowStart() const override { return "region `"; }
  CollectedSection splitCollected(llvm::StringRef Text) const override;
};

} // namespace etprune
