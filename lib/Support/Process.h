// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs another program, or a function in a fork of this one, in a folder of its own and collects
// its output.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

class Confinement;

/// For a linker whose messages and map are read: GNU ld translates both.
constexpr llvm::StringLiteral EnglishMessages = "LC_ALL=C";

struct ProcessResult {
  int ExitCode = 0; ///< 128 + the signal's number where one ended the program
  std::string Stdout;
  std::string Stderr;
};

/// Runs `Program` with `Args` (without argv[0]) in `Directory`, or in the current one where that is
/// empty. `Environment` holds NAME=VALUE entries that replace those of this process, and names of
/// variables that the program is not to have. A confined program has no other variables of this
/// process than PATH and LD_LIBRARY_PATH, and no input; it ends with this process and at its
/// limits; of those, Stderr tells. Fails only when the program cannot be started.
llvm::Expected<ProcessResult> runProcess(const std::string &Program,
                                         llvm::ArrayRef<std::string> Args,
                                         const std::string &Directory,
                                         llvm::ArrayRef<std::string> Environment = {},
                                         const Confinement *Confined = nullptr);

/// The same with a function that this process runs in a fork; its result is the exit code. `Name`
/// is for messages. Not for processes that have threads.
llvm::Expected<ProcessResult> runFork(llvm::function_ref<int()> Work, llvm::StringRef Name,
                                      const std::string &Directory,
                                      llvm::ArrayRef<std::string> Environment,
                                      const Confinement *Confined = nullptr);

/// From here on SIGINT, SIGTERM and SIGHUP end the running child and make runProcess() and
/// checkInterrupted() fail, so that temporary files are removed on the way out.
void catchInterrupts();
llvm::Error checkInterrupted();
/// The last word of main(): ends by the signal that was caught, if there was one.
int exitStatus(int Status);

} // namespace etprune
