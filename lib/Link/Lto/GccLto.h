// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's part in a link with intermediate code (-flto).
//
// GNU ld hands gcc's intermediate code to a plugin, which runs lto-wrapper, which runs the compiler
// driver that asked for the link, which runs the compiler proper and the assembler. The linker's
// arguments name the first two, environment variables the rest. To do such a link again is to run
// the same programs with the same options.
//
// A link bundle says what these were, and a bundle may be anybody's. So a driver is run only when
// it is the recorded program and a gcc; what it runs in turn must be what this driver names itself,
// and be the recorded programs; and only options pass that say how code is made.

#pragma once

#include "Link/GccDriver.h"
#include "Link/Toolchain.h"
#include "Object/InputObject.h"

namespace etprune {

/// What a link without intermediate code needs of gcc is its first part alone.
struct GccLto : GccDriver {
  std::vector<ProgramFile> Programs; ///< what the driver runs: lto-wrapper, lto1, as
  std::vector<std::string> Options;  ///< of the driver, those that may matter to the code

  /// Whether functions and data are given sections of their own, without which a linker can leave
  /// nothing out.
  bool separatesSections() const;
};

/// Reads what else gcc told this process's link.
llvm::Expected<GccLto> captureGccLto(GccDriver Gcc);

/// Whether that may be done again on this machine, for this command and these objects. The error
/// says everything that stands against it.
llvm::Error checkGccLto(const GccLto &Lto, const LinkCommand &Command,
                        llvm::ArrayRef<const InputObject *> Objects);

/// Lets a confined linker run what the plugin runs.
llvm::Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access);

/// The variables for a link that is done again, see runProcess(), in the place of `Directory` below
/// `StageRoot`. The files that come up on the way go to `Folder`, which is in the stage.
std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, llvm::StringRef Folder,
                                           llvm::StringRef StageRoot, llvm::StringRef Directory);

/// Whether a file is one that gcc's link-time optimiser made for the linker, by its name.
bool isGccLtoObject(llvm::StringRef Path);

} // namespace etprune
