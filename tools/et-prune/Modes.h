// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modes of et-prune, and the steps of a pruning and of a dry run: read the image and its link,
// link again, report, write. Each mode is a function, which prints its result.

#pragma once

#include "Options.h"

#include "Image/ElfImage.h"

namespace etprune {

constexpr llvm::StringLiteral Tool = "et-prune";

struct InputImage {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::optional<ElfImage> Image; ///< none if the file does not exist
};
llvm::Expected<InputImage> readImage(const std::string &Path);
llvm::Error noSuchImage(const std::string &Path);

/// The path of the image's bundle: beside the image, or beside the target of a symbolic link.
std::string bundleOf(const std::string &Image);

/// Runs the link command that a user gives after `--` and reads the bundle that the command makes.
/// `Image` is the image that the command links. `Contents` is the image file before the command;
/// null if there is none. The command may change this file, so captureCommand() restores the file.
llvm::Expected<CapturedLink> captureCommand(llvm::ArrayRef<std::string> Command,
                                            const std::string &Image,
                                            const llvm::MemoryBuffer *Contents);

/// A pruning. Each step adds its results.
struct Pruning : PruneState {
  InputImage Input;
  ImageBefore Before;
  std::optional<BundleWriter> Bundle; ///< of the new image if it replaces the old one
  std::vector<std::string> Warnings;  ///< for the report; they are already printed
};

/// Reads the selection, the image and its link, and reports the errors of all. Locks the image if
/// `Lock` has a value. With ImageLock::ToWrite, the lock lasts until the process ends.
llvm::Error readInput(const Options &Opts, std::optional<ImageLock::Mode> Lock, Pruning &State);

/// Plans, checks that the image is unchanged since its link, relinks, and checks the budgets. In a
/// dry run, the last step only checks that the budgets' regions exist. dryRun() checks the sizes.
llvm::Error linkAgain(const Options &Opts, Pruning &State);

/// True if the bundle contains all machine code of an image with this plan. Narrowed kernels and
/// intermediate code get their machine code only in a relink.
bool isInBundle(const CapturedLink &Link, const PrunePlan &Plan);

/// Uses the linker of --linker. Without --linker, checks that the recorded linker may be run.
llvm::Error chooseLinker(const Options &Opts, Pruning &State);
llvm::Error linkFailed(const RelinkResult &Link);

/// Relinks the image with all its kernels, which are State.Plan. Fails if the result differs.
llvm::Expected<PrunedLink> linkAsItIs(const Options &Opts, Pruning &State);

/// The report of the new image; empty if the options ask for none.
llvm::Expected<PruneReport> report(const Options &Opts, const Pruning &State);

/// Adds and prints the reports, then commits `Files`. With --report-json=-, stdout has only JSON.
llvm::Error writeReports(AtomicFiles &Files, const Options &Opts, const ReportForms &Report,
                         llvm::StringRef LinkerOutput);
llvm::Error writeReports(const Options &Opts, const ReportForms &Report);

/// Refuses outputs that would replace an input, such as a model, the image or its bundle. Pruning
/// in place, for which Options::Output is empty, may replace the image.
llvm::Error checkOutputs(const Options &Opts);

/// Adds the image, its bundle and its side outputs to `Files`. Call report() first, because
/// addOutputs() changes the recorded images (State.Link.Images), to which State.Before points.
llvm::Error addOutputs(AtomicFiles &Files, const Options &Opts, Pruning &State);

// The modes.

/// Replaces the image, or writes another image with --output.
llvm::Error prune(const Options &Opts, Pruning &State);
/// Does the same as prune(), but writes only the reports.
llvm::Error dryRun(const Options &Opts, Pruning &State);
llvm::Error list(const Options &Opts);
/// Returns the exit status: 0 if the image can run the selection, 2 if not, 4 if unknown.
llvm::Expected<int> check(const Options &Opts);
llvm::Error explain(const Options &Opts, Pruning &State);
llvm::Error diff(const Options &Opts);
llvm::Error table(const Options &Opts);
llvm::Error printLinkFlags(const Options &Opts);

} // namespace etprune
