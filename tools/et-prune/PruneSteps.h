// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a pruning and of a dry run: read the image and its link, link again, report, write.

#pragma once

#include "Options.h"

#include "Image/ElfImage.h"

namespace etprune {

/// The name before every message.
constexpr llvm::StringLiteral Tool = "et-prune";

/// An image's file with what was read from it.
struct InputImage {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::optional<ElfImage> Image; ///< none where the file does not exist
};
llvm::Expected<InputImage> readImage(const std::string &Path);
llvm::Error noSuchImage(const std::string &Path);

/// The image's bundle: beside it or, for a symbolic link, beside the file that it leads to.
std::string bundleOf(const std::string &Image);

/// Runs the link command that a user gives after `--` and reads the bundle that comes of it.
/// `Image` is the image that the command makes; `Contents`, null where there is none yet, are its
/// file's before and after.
llvm::Expected<CapturedLink> captureCommand(llvm::ArrayRef<std::string> Command,
                                            const std::string &Image,
                                            const llvm::MemoryBuffer *Contents);

/// A pruning with what each step adds to it.
struct Pruning : PruneState {
  InputImage Input;
  ImageBefore Before;
  std::optional<BundleWriter> Bundle; ///< of the new image, where one is written; has the inputs
  std::vector<std::string> Warnings;  ///< for the report; they are printed already
};

/// Reads the selection, the image and its link; the problems of all are reported together. With
/// `Lock`, no other process writes image or bundle while they are read, and with that of a writer
/// until the process ends.
llvm::Error readInput(const Options &Opts, std::optional<ImageLock::Mode> Lock, Pruning &State);

/// Plans, makes sure that the image is as its link made it, links again with the planned kernels,
/// and checks the result and the budgets. Of a dry run, only the names of the budgets' regions.
llvm::Error linkAgain(const Options &Opts, Pruning &State);

/// True where the bundle holds every input of the image that the plan gives.
bool isInBundle(const CapturedLink &Link, const PrunePlan &Plan);

/// Decides which linker does the link again; an error where none may.
llvm::Error chooseLinker(const Options &Opts, Pruning &State);
/// The error of a link that the linker did not do.
llvm::Error linkFailed(const RelinkResult &Link);

/// Does the link again with the kernels that the image has, which State.Plan are; that must give
/// the image.
llvm::Expected<PrunedLink> linkAsItIs(const Options &Opts, Pruning &State);

/// The report of the new image; an empty one where the options want none.
llvm::Expected<PruneReport> report(const Options &Opts, const Pruning &State);

/// Prints the linker's output and the report. With --report-json=- stdout has nothing but JSON.
llvm::Error print(const Options &Opts, const PrunedLink &Pruned, const PruneReport &Report);

/// Prints a report and writes its files, for a mode that writes nothing else.
llvm::Error writeReports(const Options &Opts, const ReportForms &Report);

/// Refuses to write anything else in the place of a file that is read: the image, which only an
/// image replaces, its bundle, without which it cannot be pruned again, a model, ...
llvm::Error checkOutputs(const Options &Opts);

/// Adds the image, its bundle and its side outputs. The link gives its recorded images to the new
/// bundle.
llvm::Error addOutputs(AtomicFiles &Files, const Options &Opts, Pruning &State);

} // namespace etprune
