// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening what users name, and making sure that text is text. yaml-cpp replaces bytes that are not
// UTF-8 and stops silently at a control-D, so both are refused before it sees them.

#include "Support/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

static constexpr size_t MaxTextSize = size_t(64) << 20;

static Error cannotOpen(StringRef Path, const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), "cannot open '" + Path + "': " + Why);
}

Expected<std::unique_ptr<MemoryBuffer>> openInput(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return cannotOpen(Path, EC.message());
  switch (Status.type()) {
  case sys::fs::file_type::directory_file:
    return cannotOpen(Path, "it is a directory");
  case sys::fs::file_type::block_file:
  case sys::fs::file_type::character_file:
  case sys::fs::file_type::socket_file:
    return cannotOpen(Path, "it is neither a file nor a pipe");
  default:
    break;
  }
  // Without the terminator, mapping works for files of any size.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return cannotOpen(Path, Buffer.getError().message());
  return std::move(*Buffer);
}

Expected<std::unique_ptr<MemoryBuffer>> openSelection(StringRef Path) {
  auto Buffer = openInput(Path);
  if (Buffer && (*Buffer)->getBufferSize() == 0)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": is empty; a selection of no operator is 'operators: {}'");
  return Buffer;
}

static Error textError(StringRef Path, StringRef Text, size_t At, const Twine &Why) {
  StringRef Before = Text.take_front(At);
  size_t LineStart = Before.rfind('\n') + 1; // npos + 1 is 0
  return createStringError(inconvertibleErrorCode(), Path + ":" + Twine(Before.count('\n') + 1) +
                                                         ":" + Twine(At - LineStart + 1) + ": " +
                                                         Why);
}

Expected<StringRef> checkText(StringRef Path, StringRef Text) {
  if (Text.size() > MaxTextSize)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": is larger than " + Twine(MaxTextSize >> 20) +
                                 " MB, too large for a list of operators");
  Text.consume_front("\xEF\xBB\xBF");

  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data());
  const UTF8 *End = Begin + Text.size();
  for (const UTF8 *C = Begin; C != End;) {
    if (*C >= 0x80) {
      if (!isLegalUTF8Sequence(C, End))
        return textError(Path, Text, C - Begin,
                         "byte 0x" + utohexstr(*C, /*LowerCase=*/true) +
                             " is not UTF-8; expected a text file");
      C += getNumBytesForUTF8(*C);
      continue;
    }
    if ((*C < 0x20 && *C != '\t' && *C != '\n' && *C != '\r') || *C == 0x7f)
      return textError(Path, Text, C - Begin,
                       "control character 0x" + utohexstr(*C, /*LowerCase=*/true) +
                           "; expected a text file");
    ++C;
  }
  return Text;
}

std::string quoted(StringRef Text) {
  constexpr size_t MaxShown = 200;
  std::string Result;
  raw_string_ostream OS(Result);
  OS << '\'';
  for (char C : Text.take_front(MaxShown)) {
    if (isPrint(C))
      OS << C;
    else
      OS << "\\x" << hexdigit((C >> 4) & 15, /*LowerCase=*/true) << hexdigit(C & 15, true);
  }
  OS << (Text.size() > MaxShown ? "...'" : "'");
  return Result;
}

} // namespace etprune
