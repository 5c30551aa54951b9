// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the HTML page of a JSON report, for the tests in test/html. Some reports are invented.
//
//     et-make-page report.json page.html

#include "Report/Report.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Error makePage(const char *From, const char *To) {
  auto Report = MemoryBuffer::getFile(From);
  if (!Report)
    return errorCodeToError(Report.getError());
  auto Page = etprune::htmlReport((*Report)->getBuffer());
  if (!Page)
    return Page.takeError();
  std::error_code EC;
  raw_fd_ostream(To, EC) << *Page;
  return errorCodeToError(EC);
}

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    errs() << "usage: et-make-page report.json page.html\n";
    return 1;
  }
  if (Error E = makePage(Argv[1], Argv[2])) {
    logAllUnhandledErrors(std::move(E), errs(), "et-make-page: error: ");
    return 1;
  }
}
