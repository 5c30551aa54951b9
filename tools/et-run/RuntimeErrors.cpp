// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime logs the reason of a failure before it returns the error. Therefore log lines are
// kept until the error is printed.

#include "RuntimeErrors.h"

#include "et/log.h"

#include "llvm/ADT/StringExtras.h"

#include <string>
#include <vector>

using namespace llvm;

static std::vector<std::string> &logLines() {
  static std::vector<std::string> Lines;
  return Lines;
}

extern "C" void et_pal_emit_log_message(const char *Message, size_t Length) {
  logLines().emplace_back(Message, Length);
}

namespace etprune {

static StringRef nameOf(et::Error Code) {
  switch (Code) {
  case et::Error::InvalidState:
    return "invalid state";
  case et::Error::NotSupported:
    return "not supported";
  case et::Error::NotImplemented:
    return "not implemented";
  case et::Error::InvalidArgument:
    return "invalid argument";
  case et::Error::InvalidType:
    return "invalid type";
  case et::Error::OperatorMissing:
    return "operator missing";
  case et::Error::NotFound:
    return "not found";
  case et::Error::MemoryAllocationFailed:
    return "not enough memory";
  case et::Error::InvalidProgram:
    return "invalid program";
  case et::Error::InvalidExternalData:
    return "invalid external data";
  default:
    return "error";
  }
}

/// The user's next step; empty if it is unknown.
static StringRef advice(et::Error Code) {
  switch (Code) {
  case et::Error::OperatorMissing:
    return "et-run has the kernels of et-prune's own libraries: for others, build a program of "
           "your own, as examples/host is";
  case et::Error::InvalidProgram:
    return "is the file complete? models are files that ExecuTorch exports as .pte or .bpte";
  case et::Error::MemoryAllocationFailed:
    return "give more: --scratch=<bytes> for what kernels use, --unbound=<bytes> for tensors "
           "without a bound";
  case et::Error::NotFound:
    return "give data that the model expects beside it with --data=<file.ptd> or "
           "--data=<key>=<file>; et-run has no backends";
  case et::Error::InvalidExternalData:
    return "is the file complete? --data=<file> takes what ExecuTorch exports as .ptd, "
           "--data=<key>=<file> the bytes of one tensor";
  default:
    return "";
  }
}

static std::string withLog(const Twine &What) {
  std::string Text = What.str();
  for (const std::string &Line : logLines())
    Text += "\n>>> " + Line;
  logLines().clear();
  return Text;
}

Error runtimeError(const Twine &What, et::Error Code) {
  std::string Text = withLog(What + ": " + nameOf(Code) + " (0x" +
                             utohexstr(static_cast<uint32_t>(Code), /*LowerCase=*/true, 2) + ")");
  if (StringRef ToDo = advice(Code); !ToDo.empty())
    Text += ("\n>>> " + ToDo).str();
  return createStringError(Text);
}

Error loggedError(const Twine &What) { return createStringError(withLog(What)); }

} // namespace etprune
