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

struct KnownError {
  et::Error Code;
  StringLiteral Name;
  StringLiteral Advice; ///< the user's next step, or empty
};

static constexpr KnownError KnownErrors[] = {
    {et::Error::InvalidState, "invalid state", ""},
    {et::Error::NotSupported, "not supported", ""},
    {et::Error::NotImplemented, "not implemented", ""},
    {et::Error::InvalidArgument, "invalid argument", ""},
    {et::Error::InvalidType, "invalid type", ""},
    {et::Error::OperatorMissing, "operator missing",
     "et-run has the kernels of et-prune's own libraries: for others, build a program of your own, "
     "as examples/host is"},
    {et::Error::NotFound, "not found",
     "give data that the model expects beside it with --data=<file.ptd> or --data=<key>=<file>; "
     "et-run has no backends"},
    {et::Error::MemoryAllocationFailed, "not enough memory",
     "give more: --scratch=<bytes> for what kernels use, --unbound=<bytes> for tensors without a "
     "bound"},
    {et::Error::InvalidProgram, "invalid program",
     "is the file complete? models are files that ExecuTorch exports as .pte or .bpte"},
    {et::Error::InvalidExternalData, "invalid external data",
     "is the file complete? --data=<file> takes what ExecuTorch exports as .ptd, "
     "--data=<key>=<file> the bytes of one tensor"},
};

static std::string withLog(const Twine &What) {
  std::string Text = What.str();
  for (const std::string &Line : logLines())
    Text += "\n>>> " + Line;
  logLines().clear();
  return Text;
}

Error runtimeError(const Twine &What, et::Error Code) {
  KnownError Error = {Code, "error", ""};
  for (const KnownError &Known : KnownErrors)
    if (Known.Code == Code)
      Error = Known;
  const std::string Text =
      withLog(What + ": " + Error.Name + " (0x" +
              utohexstr(static_cast<uint32_t>(Code), /*LowerCase=*/true, 2) + ")");
  return createStringError(Text + (Error.Advice.empty() ? "" : "\n>>> " + Error.Advice));
}

Error loggedError(const Twine &What) { return createStringError(withLog(What)); }

} // namespace etprune
