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

/// For linkers whose messages and maps et-prune reads, because GNU ld translates both.
constexpr llvm::StringLiteral EnglishMessages = "LC_ALL=C";

struct ProcessResult {
  int ExitCode = 0; ///< 128 + the signal's number if a signal ended the program
  std::string Stdout;
  std::string Stderr;
};

/// Runs `Program` with `Args` (without argv[0]) in `Directory`, or in the current folder.
/// `Environment` holds NAME=VALUE entries, which replace variables of this process, and names of
/// variables, which are removed. A confined program inherits only PATH and LD_LIBRARY_PATH, and has
/// no input. If a limit ends the program, Stderr names the limit. Fails only if the program cannot
/// be started.
llvm::Expected<ProcessResult> runProcess(const std::string &Program,
                                         llvm::ArrayRef<std::string> Args,
                                         const std::string &Directory,
                                         llvm::ArrayRef<std::string> Environment = {},
                                         const Confinement *Confined = nullptr);

/// Runs a function in a fork of this process; its result is the exit code. `Name` is for messages.
/// The process must not have threads.
llvm::Expected<ProcessResult> runFork(llvm::function_ref<int()> Work, llvm::StringRef Name,
                                      const std::string &Directory,
                                      llvm::ArrayRef<std::string> Environment,
                                      const Confinement *Confined = nullptr);

/// From now on SIGINT, SIGTERM and SIGHUP end the running child and make runProcess() and
/// checkInterrupted() fail, so that temporary files are removed.
void catchInterrupts();
llvm::Error checkInterrupted();
/// The last call of main(): ends the process by the signal that was caught, if there was one.
int exitStatus(int Status);

} // namespace etprune
