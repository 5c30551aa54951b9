// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Messages.h"

#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// Messages of one kind. Only the first hundred are printed, because a damaged or hostile file can
/// have an error in each of its million lines.
class Diagnostics {
public:
  Diagnostics(StringRef Tool, StringRef Kind) : Prefix((Tool + ": " + Kind + ": ").str()) {}
  ~Diagnostics() {
    if (Count > MaxPrinted)
      errs() << Prefix << "... and " << grouped(Count - MaxPrinted) << " more\n";
  }
  Diagnostics(const Diagnostics &) = delete;
  Diagnostics &operator=(const Diagnostics &) = delete;

  void print(StringRef Message) {
    if (++Count <= MaxPrinted)
      errs() << Prefix + printable(Message) + "\n"; // one write, because other processes print, too
  }
  void print(Error E) {
    handleAllErrors(std::move(E),
                    [&](const ErrorInfoBase &Info) { print(StringRef(Info.message())); });
  }
  void print(ArrayRef<std::string> Messages) {
    for (StringRef Message : Messages)
      print(Message);
  }

private:
  static constexpr size_t MaxPrinted = 100;
  const std::string Prefix;
  size_t Count = 0;
};

} // namespace

std::string printable(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    auto C = static_cast<unsigned char>(Text[I]);
    // UTF-8 has more control characters, U+0080 to U+009F.
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

void prepareStreams() {
  // SIGPIPE is not ignored, because the programs that we run would inherit that.
  std::signal(SIGPIPE, [](int) {});
  for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(Stream, F_GETFD) < 0)
      (void)::open("/dev/null", O_RDONLY); // opens the lowest free descriptor, which is this one
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
  Diagnostics(Tool, "error").print(joinErrors(flushOutput(), std::move(E)));
  return 1;
}

void warn(StringRef Tool, Error E) { Diagnostics(Tool, "warning").print(std::move(E)); }
void warn(StringRef Tool, ArrayRef<std::string> Warnings) {
  Diagnostics(Tool, "warning").print(Warnings);
}
void note(StringRef Tool, ArrayRef<std::string> Notes) { Diagnostics(Tool, "note").print(Notes); }

} // namespace etprune
