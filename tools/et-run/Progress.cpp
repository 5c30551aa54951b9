// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Progress.h"

#include "common/Printable.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

Progress::Progress(bool IsAsked)
    : IsTerminal(sys::Process::StandardErrIsDisplayed()), IsWanted(IsAsked || IsTerminal),
      Start(Clock::now()), Next(Start + std::chrono::seconds(1)) {}

void Progress::tell(uint64_t Run, uint64_t Runs, StringRef Method, size_t Instruction,
                    const char *Operator) {
  if (!IsWanted)
    return;
  const Clock::time_point Now = Clock::now();
  if (Now < Next)
    return;
  Next = Now + (IsTerminal ? std::chrono::milliseconds(200) : std::chrono::seconds(5));
  const double Seconds = std::chrono::duration<double>(Now - Start).count();
  if (IsTerminal)
    errs() << "\r\x1b[K";
  errs() << printable(Method) << ": run " << Run << " of " << Runs << ", instruction "
         << Instruction << " " << printable(Operator) << ", " << format("%.1f s", Seconds);
  if (!IsTerminal)
    errs() << "\n";
  IsShown = IsTerminal;
}

void Progress::clear() {
  if (IsShown)
    errs() << "\r\x1b[K";
  IsShown = false;
}

} // namespace etprune
