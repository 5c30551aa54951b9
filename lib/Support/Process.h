// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs another program, or a function in a fork of this process, in a given folder and collects its
// output.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

class Confinement;

/// An environment entry for linkers. et-prune reads linkers' messages and maps, which GNU ld would
/// otherwise translate into the user's language.
constexpr llvm::StringLiteral EnglishMessages = "LC_ALL=C";

struct ProcessResult {
  int ExitCode = 0; ///< 128 + the signal's number if a signal ended the program
  std::string Stdout;
  std::string Stderr;
};

/// Runs `Program` with `Args` (without argv[0]) in `Directory`; empty means the current folder.
/// An entry NAME=VALUE of `Environment` sets a variable of the program, and an entry NAME removes a
/// variable. The program inherits the other variables of this process. A confined program inherits
/// only PATH and LD_LIBRARY_PATH, and its standard input is empty. If a limit of `Confined` ends
/// the program, Stderr names the limit. Fails if the program cannot be started, or if a signal that
/// catchInterrupts() catches has arrived.
llvm::Expected<ProcessResult> runProcess(const std::string &Program,
                                         llvm::ArrayRef<std::string> Args,
                                         const std::string &Directory,
                                         llvm::ArrayRef<std::string> Environment = {},
                                         const Confinement *Confined = nullptr);

/// Runs a function in a fork, as runProcess() runs a program. Its result is the exit code. Messages
/// call the fork `Name`. This process must have no other threads, whose locks would stay held.
llvm::Expected<ProcessResult> runFork(llvm::function_ref<int()> Work, llvm::StringRef Name,
                                      const std::string &Directory,
                                      llvm::ArrayRef<std::string> Environment,
                                      const Confinement *Confined = nullptr);

/// From now on SIGINT, SIGTERM and SIGHUP end the running child and make runProcess() and
/// checkInterrupted() fail, so that temporary files are removed.
void catchInterrupts();
llvm::Error checkInterrupted();
/// The last call of main(). Ends the guard process (ProcessGuard.cpp). If a signal was caught and
/// `Status` is not 0, ends this process by the same signal; otherwise returns `Status`.
int exitStatus(int Status);

} // namespace etprune
