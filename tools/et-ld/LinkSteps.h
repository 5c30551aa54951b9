// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the wrapper: how it finds the real linker, the link with every kernel, the link with
// a selection, and functions that both links use.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

/// Reads each pipe that an argument names as /dev/stdin, /dev/fd/N or /proc/self/fd/N, and replaces
/// descriptor N by a file in memory with the same contents. A pipe can be read only once, but both
/// et-ld and the linker, which inherits the file, read it.
llvm::Error keepPipedInputs(llvm::ArrayRef<std::string> Args);

/// Finds the linker that the compiler driver would run without the wrapper's folder. Searches, in
/// this order: the variable LinkerVariable; `Name` ("ld", "ld.bfd", "ld.lld", ...) in the folders
/// of COMPILER_PATH, which gcc sets; the folder of clang, if clang is the parent process; the
/// linker that clang names for its arguments; PATH. Never returns this program.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name);

/// Links with the table of all kernels, writes image and bundle, and returns the linker's exit
/// status. The linker's output is not passed on if the image is only an intermediate step.
llvm::Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan, bool IsLast);

/// Links with changed inputs (LinkInputs::IsChanged) in the same way as a selected link.
/// linkInFull() calls it if the link's files differ from the files in the user's command.
llvm::Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast);

/// Links with the plan, as et-prune does, and returns the linker's exit status. Image, bundle,
/// reports and the linker's own files are written together or not at all.
llvm::Expected<int> linkSelected(const PruneRequest &Request, PruneState &State);

/// A file's contents; empty if the file cannot be read.
std::string readFile(const std::string &Path);

/// True if GNU ld compiles intermediate code with LLVM's plugin.
bool usesLlvmPlugin(const CapturedLink &Link);

/// Records the identity of the linker and of its plugins: version, size, hash.
llvm::Error identify(CapturedLink &Link);

llvm::Error writeBundle(BundleWriter &Bundle, const std::string &Path);

/// Removes the outputs of a failed link, as linkers do.
void removeOutputs(const std::string &Image);

/// Reports a program that is too large, if the linker's messages say so. For a program with every
/// kernel, tells the user how to prune it with its bundle.
void explainOverflow(const CapturedLink &Link, const PrunePlan &Plan, llvm::StringRef Messages,
                     bool IsSelected);

} // namespace etprune
