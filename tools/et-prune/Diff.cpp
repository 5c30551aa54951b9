// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --diff`: a Markdown table of the differences between the images of two reports.

#include "Modes.h"

#include "common/Messages.h"

#include "Report/DiffReports.h"
#include "Support/InputFile.h"

using namespace llvm;

namespace etprune {

Expected<int> diff(const Options &Opts) {
  const std::string &Before = Opts.Reports[0], &After = Opts.Reports[1];
  auto Old = openInput(Before), New = openInput(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  auto Table = diffReports({Before, (*Old)->getBuffer()}, {After, (*New)->getBuffer()});
  if (!Table)
    return Table.takeError();
  outs() << printable(*Table);
  return 0;
}

} // namespace etprune
