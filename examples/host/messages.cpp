// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime logs why something fails before it returns the error, so its lines are kept until
// the error is told.

#include "messages.h"

#include <cstdio>
#include <vector>

#include "et/log.h"

namespace {

std::vector<std::string> &log_lines() {
  static std::vector<std::string> lines;
  return lines;
}

const char *error_name(et::Error error) {
  switch (error) {
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
  default:
    return "error";
  }
}

/// What the user can do, or null.
const char *advice(et::Error error) {
  switch (error) {
  case et::Error::OperatorMissing:
    return "link this program again, with kernels for these operators: a pruned one has only those "
           "that its models need";
  case et::Error::NotSupported:
    return "export the model without it";
  case et::Error::InvalidProgram:
    return "is the file complete? models are files that ExecuTorch exports as .pte or .bpte";
  case et::Error::MemoryAllocationFailed:
    return "kernels may want more scratch memory: write --scratch=<bytes>";
  default:
    return nullptr;
  }
}

} // namespace

extern "C" void et_pal_emit_log_message(const char *message, size_t length) {
  log_lines().emplace_back(message, length);
}

bool fail(const std::string &what) {
  std::fflush(stdout); // what was printed before the error stands before it
  std::fprintf(stderr, "run-pte: error: %s\n", what.c_str());
  return false;
}

bool fail(const std::string &what, et::Error error) {
  char code[8];
  std::snprintf(code, sizeof(code), "0x%02x", static_cast<unsigned>(error));
  fail(what + ": " + error_name(error) + " (" + code + ")");
  for (const std::string &line : log_lines())
    std::fprintf(stderr, ">>> %s\n", line.c_str());
  log_lines().clear();
  if (const char *what_to_do = advice(error))
    std::fprintf(stderr, ">>> %s\n", what_to_do);
  return false;
}
