// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linkers that et-prune recognises in order to refuse them (docs/decisions.md).

#include "Link/Linkers/GnuLd.h"

using namespace llvm;

namespace etprune {

namespace {

class Refused : public GnuLd {
public:
  Refused(StringRef Name, StringRef VersionStart) : GnuLd(Name), VersionStart(VersionStart) {
    IsRefused = true;
  }
  bool isVersion(StringRef Line) const override { return Line.starts_with(VersionStart); }
  bool isProgramName(StringRef FileName) const override { return FileName.ends_with(Name); }
  bool isMap(StringRef /*Text*/) const override { return false; }

private:
  const StringRef VersionStart;
};

} // namespace

const LinkerKind &linkerGold() {
  static const Refused TheLinker("gold", "GNU gold");
  return TheLinker;
}

const LinkerKind &linkerMold() {
  static const Refused TheLinker("mold", "mold");
  return TheLinker;
}

} // namespace etprune
