// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Printable.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

std::string printable(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    auto C = static_cast<unsigned char>(Text[I]);
    // UTF-8 has a second set of them, U+0080 to U+009F.
    auto Next = static_cast<unsigned char>(I + 1 < Text.size() ? Text[I + 1] : 0);
    bool IsControl = (C < 0x20 && C != '\n' && C != '\t') || C == 0x7f ||
                     (C == 0xc2 && Next >= 0x80 && Next < 0xa0);
    if (IsControl)
      Result += "\\x" + utohexstr(C == 0xc2 ? Text[++I] & 0xff : C, /*LowerCase=*/true, 2);
    else
      Result += Text[I];
  }
  return Result;
}

std::string printableText(function_ref<void(raw_ostream &)> Print) {
  std::string Text;
  raw_string_ostream OS(Text);
  Print(OS);
  return printable(Text);
}

} // namespace etprune
