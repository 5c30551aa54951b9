// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the wrapper: find the real linker, link with every kernel, link with a selection.
// Also functions that both links use.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

/// Reads each pipe that an argument names as /dev/stdin, /dev/fd/N or /proc/self/fd/N, and replaces
/// descriptor N by a file in memory with the same contents. A pipe can be read only once, but et-ld
/// and the linker both need the contents. The linker inherits the file.
llvm::Error keepPipedInputs(llvm::ArrayRef<std::string> Args);

/// Finds the linker that the compiler driver would run without the wrapper's folder. Never returns
/// a wrapper. `Name` is a linker's name, such as "ld", "ld.bfd" or "ld.lld". The search order:
/// 1. the linker that the environment variable ET_LD_LINKER (LinkerVariable) names;
/// 2. `Name` in the folders of COMPILER_PATH, which gcc sets;
/// 3. if clang is the parent process, `Name` in clang's folder;
/// 4. the linker that this clang prints for -print-prog-name, if clang was called with a target;
/// 5. `Name` in PATH.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name);

/// Links with all kernels, writes the bundle, and returns the linker's exit status. If a selected
/// link follows (not IsLast), prints the linker's output only if the link fails.
llvm::Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan, bool IsLast);

/// linkInFull() for a link in which CapturedLink::readInputs() removed intermediate code from
/// objects. Links as et-prune does, because the user's command would read the old objects.
llvm::Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast);

/// Links with State.Plan, as et-prune does, and returns the linker's exit status. Image, bundle,
/// reports and side outputs, such as the map, are written together or not at all.
llvm::Expected<int> linkSelected(const PruneRequest &Request, PruneState &State);

/// A file's contents; empty if the file cannot be read.
std::string readFile(const std::string &Path);

/// True if GNU ld compiles intermediate code with LLVM's plugin.
bool usesLlvmPlugin(const CapturedLink &Link);

/// Records versions, sizes and hashes of linker, plugins and gcc's programs. A relink checks these.
llvm::Error identify(CapturedLink &Link);

llvm::Error writeBundle(BundleWriter &Bundle, const std::string &Path);

/// Removes image and bundle after a failed link: old files would look like the link's result.
void removeOutputs(const std::string &Image);

/// Prints an error if the linker's messages say that the program does not fit its memory. For a
/// link with all kernels (not IsSelected), the error also says how to prune the program.
void explainOverflow(const CapturedLink &Link, const PrunePlan &Plan, llvm::StringRef Messages,
                     bool IsSelected);

} // namespace etprune
