// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's part in a link. GNU ld passes gcc's intermediate code (-flto) to gcc's plugin. The plugin
// runs lto-wrapper, lto-wrapper runs the driver that requested the link, and the driver runs the
// compiler proper and the assembler. A relink must run the same programs with the same code
// generation options.
//
// In a link without intermediate code the plugin compiles nothing. But with a plugin, GNU ld
// numbers the input sections in another order, which changes the order of veneers. So a relink
// loads the plugin if the recorded link did.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/Toolchain.h"
#include "Object/InputObject.h"

namespace etprune {

/// The option that names the plugin's file of symbol resolutions. gcc chooses a new file name in
/// every link.
constexpr llvm::StringLiteral GccResolutionOption = "-fresolution=";
/// The program that the plugin runs. An option of the plugin names it.
constexpr llvm::StringLiteral GccLtoWrapper = "lto-wrapper";

struct GccLto {
  ProgramFile Driver;
  /// Empty if the link command names no plugin of gcc (-fno-lto).
  std::optional<ProgramFile> Plugin;
  // Programs and Options are set only if the link or et-prune itself may run gcc's compiler.
  /// The programs that the driver runs: lto-wrapper, lto1, and as, the assembler.
  std::vector<ProgramFile> Programs;
  std::vector<std::string> Options; ///< the driver's options that affect code or run programs

  /// True if each function and each variable has its own section. A linker can drop only whole
  /// sections.
  bool separatesSections() const;
};

/// Records gcc's driver and plugin. The environment of this process names the driver that
/// requested the link.
llvm::Expected<GccLto> captureGccDriver(const LinkCommand &Command, const LinkNames &Names);
/// Records the driver's programs and options, from the environment of this process.
llvm::Error captureGccLto(GccLto &Lto);

/// Fails if the driver or the plugin is not the recorded program, or is no ELF program.
llvm::Error checkGccDriver(const GccLto &Gcc);
/// Fails if et-prune must not run gcc to compile these objects' intermediate code: if a program is
/// not the recorded program, or if an option could run other programs.
llvm::Error checkGccCompiler(const GccLto &Lto, llvm::ArrayRef<const InputObject *> Objects);
/// The code generation options of the link, without -specs options.
std::vector<std::string> codeOptions(const GccLto &Lto);

/// Adds the programs that gcc's plugin runs, so that a confined linker may run the programs.
llvm::Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access);
/// Adds the programs that a confined driver needs to compile and link.
llvm::Error allowGccDriver(const GccLto &Lto, ToolchainAccess &Access);

/// Environment variables for a relink in `StageRoot`. gcc writes intermediate files to `Folder`.
/// The debug information names `Directory`, the folder of the recorded link.
std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, llvm::StringRef Folder,
                                           llvm::StringRef StageRoot, llvm::StringRef Directory);

/// True for the name of a file that gcc's link-time optimiser made for the linker.
bool isGccLtoObject(llvm::StringRef Path);

} // namespace etprune
