// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Messages.h"

#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

/// Prints at most a hundred messages: a hostile file can have an error in each of a million lines.
static void print(StringRef Tool, StringRef Kind, ArrayRef<std::string> Messages) {
  constexpr size_t MaxPrinted = 100;
  const std::string Prefix = (Tool + ": " + Kind + ": ").str();
  for (StringRef Message : Messages.take_front(MaxPrinted))
    errs() << Prefix + printable(Message) + "\n"; // one write, so no other output splits the line
  if (Messages.size() > MaxPrinted)
    errs() << Prefix << "... and " << grouped(Messages.size() - MaxPrinted) << " more\n";
}

static void print(StringRef Tool, StringRef Kind, Error E) {
  std::vector<std::string> Messages;
  handleAllErrors(std::move(E),
                  [&](const ErrorInfoBase &Info) { Messages.push_back(Info.message()); });
  print(Tool, Kind, Messages);
}

std::string printable(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    auto C = static_cast<unsigned char>(Text[I]);
    // U+0080 to U+009F are control characters, too. Their first byte in UTF-8 is 0xc2.
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

void prepareStreams() {
  // Set a handler, not SIG_IGN, because the programs that we run would inherit SIG_IGN.
  std::signal(SIGPIPE, [](int) {});
  for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(Stream, F_GETFD) < 0)
      (void)::open("/dev/null", O_RDONLY); // open() takes the lowest free descriptor: Stream
}

Error flushOutput(Reader Of) {
  outs().flush();
  std::error_code EC = outs().error();
  outs().clear_error();
  if (!EC || (Of == Reader::Person && EC == std::errc::broken_pipe))
    return Error::success();
  return createStringError("cannot write to stdout: " + EC.message());
}

int fail(StringRef Tool, Error E) {
  print(Tool, "error", joinErrors(flushOutput(), std::move(E)));
  return 1;
}

void warn(StringRef Tool, Error E) { print(Tool, "warning", std::move(E)); }
void warn(StringRef Tool, ArrayRef<std::string> Warnings) { print(Tool, "warning", Warnings); }
void note(StringRef Tool, ArrayRef<std::string> Notes) { print(Tool, "note", Notes); }

} // namespace etprune
