// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RuntimeErrors.h"

#include "et/log.h"

#include "llvm/ADT/STLExtras.h"
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

/// The name of each error, and advice that tells the user what to do. The last entry is for all
/// other errors.
static constexpr struct {
  et::Error Code;
  StringLiteral Name, Advice;
} KnownErrors[] = {
    {et::Error::InvalidState, "invalid state", ""},
    {et::Error::NotSupported, "not supported", ""},
    {et::Error::NotImplemented, "not implemented", ""},
    {et::Error::InvalidArgument, "invalid argument", ""},
    {et::Error::InvalidType, "invalid type", ""},
    {et::Error::OperatorMissing, "operator missing",
     "et-run has only et-prune's kernels; for other kernels, link your own program, as in "
     "examples/host"},
    {et::Error::NotFound, "not found",
     "pass the model's external data with --data=<file.ptd> or --data=<key>=<file>; et-run has no "
     "backends"},
    {et::Error::MemoryAllocationFailed, "not enough memory",
     "give more memory: --scratch=<bytes> for the kernels, --unbound=<bytes> for tensors of "
     "unbound shape"},
    {et::Error::InvalidProgram, "invalid program",
     "is the file complete? a model is a .pte or .bpte file from ExecuTorch"},
    {et::Error::InvalidExternalData, "invalid external data",
     "is the file complete? --data=<file> takes a .ptd file, and "
     "--data=<key>=<file> takes a file with the bytes of one tensor"},
    {et::Error::Ok, "error", ""}};

Error loggedError(const Twine &What) {
  std::string Text = What.str();
  for (const std::string &Line : std::exchange(logLines(), {}))
    Text += "\n>>> " + Line;
  return createStringError(Text);
}

Error checked(const Twine &What, et::Error Code) {
  if (Code == et::Error::Ok)
    return Error::success();
  const auto &Known = *find_if(
      KnownErrors, [&](const auto &K) { return K.Code == Code || K.Code == et::Error::Ok; });
  std::string Text =
      toString(loggedError(What + ": " + Known.Name + " (0x" +
                           utohexstr(static_cast<uint32_t>(Code), /*LowerCase=*/true, 2) + ")"));
  return createStringError(Text + (Known.Advice.empty() ? "" : "\n>>> " + Known.Advice));
}

} // namespace etprune
