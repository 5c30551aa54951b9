// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Messages.h"
#include "Printable.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

Error flushOutput() {
  outs().flush();
  std::error_code EC = outs().error();
  outs().clear_error();
  return EC ? createStringError("cannot write to stdout: " + EC.message()) : Error::success();
}

int fail(StringRef Tool, Error E) {
  E = joinErrors(flushOutput(), std::move(E));
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    errs() << Tool << ": error: " << printable(Info.message()) << "\n";
  });
  return 1;
}

void warn(StringRef Tool, Error E) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    errs() << Tool << ": warning: " << printable(Info.message()) << "\n";
  });
}

} // namespace etprune
