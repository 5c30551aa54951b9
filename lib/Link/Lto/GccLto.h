// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's part in a link: the compiler driver, its linker plugin, which every link loads, and the
// programs that compile intermediate code (-flto).
//
// GNU ld passes gcc's intermediate code to the plugin. The plugin runs lto-wrapper, which runs the
// driver that requested the link. The driver runs the compiler proper and the assembler. The
// linker's arguments name plugin and lto-wrapper; environment variables name the other programs. A
// relink must run the same programs with the same options.
//
// In a link without intermediate code the plugin compiles nothing. But with a plugin, GNU ld
// numbers its input sections in another order, which changes the order of veneers. So a relink
// loads the plugin if the recorded link did. If the recorded plugin is gone, the relink runs
// without it. Most images are the same without it, and et-prune checks this.
//
// Driver, plugin and the driver's programs must be the recorded ones, because another gcc generates
// other code. Only code generation options are passed, with characters that no shell interprets.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/Toolchain.h"
#include "Object/InputObject.h"

namespace etprune {

/// The option that names the plugin's file of symbol resolutions. gcc gives the file a new name in
/// every link.
constexpr llvm::StringLiteral GccResolutionOption = "-fresolution=";
/// The program that the plugin runs for intermediate code. An option of the plugin names it.
constexpr llvm::StringLiteral GccLtoWrapper = "lto-wrapper";

struct GccLto {
  ProgramFile Driver;
  /// Empty if the link has no plugin (-fno-lto). Then only the driver matters.
  std::optional<ProgramFile> Plugin;
  // Empty if et-prune never compiles with gcc after the link. captureGccLto() sets them.
  std::vector<ProgramFile> Programs; ///< programs that the driver runs: lto-wrapper, lto1, as
  std::vector<std::string> Options;  ///< the driver's options that may affect the code

  /// True if functions and data have their own sections, which a linker needs to drop any of them.
  bool separatesSections() const;
};

/// Finds the gcc that requested the link in this process's environment.
llvm::Expected<GccLto> captureGccDriver(const LinkCommand &Command, const LinkNames &Names);
/// Adds the programs and options that gcc passed to this process's link.
llvm::Error captureGccLto(GccLto &Lto);

llvm::Error checkGccDriver(const GccLto &Gcc);
/// Fails unless driver and plugin are the recorded files, and the intermediate code of these
/// objects may be compiled again.
llvm::Error checkGccLto(const GccLto &Lto, llvm::ArrayRef<const InputObject *> Objects);

/// Fails unless the driver may compile these objects' intermediate code outside of the link.
llvm::Error checkGccCompiler(const GccLto &Lto, llvm::ArrayRef<const InputObject *> Objects);
/// The code generation options of the link, without specs.
std::vector<std::string> codeOptions(const GccLto &Lto);

/// Lets a confined linker run the plugin's programs.
llvm::Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access);
/// Lets the driver run confined, to compile and link.
llvm::Error allowGccDriver(const GccLto &Lto, ToolchainAccess &Access);

/// The environment variables of a relink below `StageRoot`, in runProcess()'s form. `Directory` is
/// the link's folder, which debug information names. gcc writes intermediate files to `Folder` in
/// the stage.
std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, llvm::StringRef Folder,
                                           llvm::StringRef StageRoot, llvm::StringRef Directory);

/// True if a file's name shows that gcc's link-time optimiser made it for the linker.
bool isGccLtoObject(llvm::StringRef Path);

} // namespace etprune
