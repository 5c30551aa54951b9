// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// yaml-cpp replaces bytes that are not UTF-8, and ends silently at a control-D. checkText()
// therefore refuses texts with such bytes before yaml-cpp reads the text.

#include "Support/InputFile.h"

#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace etprune {

static bool isDevice(const sys::fs::file_status &Status) {
  return is_contained({sys::fs::file_type::block_file, sys::fs::file_type::character_file,
                       sys::fs::file_type::socket_file},
                      Status.type());
}

Error checkIsFile(const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return Error::success(); // the caller gets the error when it opens the file
  if (isDevice(Status) || Status.type() == sys::fs::file_type::fifo_file)
    return createStringError("'" + Path + "' is a pipe or a device, not a file");
  return Error::success();
}

Error checkIsProgramFile(const Twine &Path) {
  uint64_t Size = 0;
  if (!sys::fs::file_size(Path, Size) && Size > LargestProgram)
    return createStringError("'" + Path + "' has " + Twine(Size) +
                             " bytes; et-prune accepts programs and libraries of up to 2 GiB");
  return checkIsFile(Path);
}

Error checkReplacesNone(ArrayRef<std::string> Outputs, ArrayRef<ReadFile> Inputs) {
  Problems Errors;
  for (const std::string &Output : Outputs) {
    if (!sys::fs::is_regular_file(Output))
      continue;
    const auto *Input = llvm::find_if(
        Inputs, [&](const ReadFile &File) { return sys::fs::equivalent(File.Path, Output); });
    if (Input != Inputs.end())
      Errors.add("cannot write '" + Output + "': " + Input->What + "; name another file");
  }
  return Errors.take();
}

static constexpr size_t MaxTextSize = size_t(64) << 20;

Expected<std::unique_ptr<MemoryBuffer>> openInput(StringRef Path) {
  sys::fs::file_status Status;
  const bool IsStdin = Path == "-";
  if (!IsStdin && !sys::fs::status(Path, Status) && isDevice(Status))
    return createStringError("cannot open '" + Path +
                             "': the path names a device or a socket; name a file or a pipe");
  auto Buffer = IsStdin ? MemoryBuffer::getSTDIN() : mapFile(Path);
  if (!Buffer)
    return createStringError("cannot open '" + Path + "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

ErrorOr<std::unique_ptr<MemoryBuffer>> mapFile(const Twine &Path) {
  // With a null terminator, LLVM would not map a file whose size is a multiple of a page.
  return MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
}

std::string endOf(StringRef Text) {
  size_t LineStart = Text.rfind('\n') + 1; // npos + 1 is 0
  return (Twine(Text.count('\n') + 1) + ":" + Twine(Text.size() - LineStart + 1)).str();
}

Expected<StringRef> checkText(StringRef Path, StringRef Text) {
  if (Text.size() > MaxTextSize)
    return createStringError(Path + ": has more than " + Twine(MaxTextSize >> 20) +
                             " MB, the limit for a list of operators");
  Text.consume_front("\xEF\xBB\xBF");

  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data()), *Illegal = Begin;
  const bool IsUtf8 = isLegalUTF8String(&Illegal, Begin + Text.size());
  const StringRef Good =
      Text.take_front(IsUtf8 ? Text.size() : Illegal - Begin).take_until([](char C) {
        return (C >= 0 && C < 0x20 && C != '\t' && C != '\n' && C != '\r') || C == 0x7f;
      });
  if (Good.size() == Text.size())
    return Text;
  return createStringError(Path + ":" + endOf(Good) + ": byte 0x" +
                           utohexstr(uint8_t(Text[Good.size()]), /*LowerCase=*/true) +
                           " is not text in UTF-8; expected a text file");
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
      OS << "\\x" << format_hex_no_prefix(uint8_t(C), 2);
  }
  OS << (Text.size() > MaxShown ? "...'" : "'");
  return Result;
}

bool containsText(StringRef Contents, StringRef Text) {
  return ::memmem(Contents.data(), Contents.size(), Text.data(), Text.size()) != nullptr;
}

std::string shellWord(StringRef Word) {
  auto IsPlain = [](char C) { return isAlnum(C) || StringRef("+,-./:=@_").contains(C); };
  if (llvm::all_of(Word, IsPlain))
    return Word.str();
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

} // namespace etprune
