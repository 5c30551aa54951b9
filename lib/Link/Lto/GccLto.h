// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's part in a link: the compiler driver, the linker plugin that it gives to every link, and the
// programs that compile intermediate code (-flto).
//
// GNU ld hands gcc's intermediate code to the plugin, which runs lto-wrapper, which runs the driver
// that asked for the link, which runs the compiler proper and the assembler. The linker's arguments
// name the first two, environment variables the others. To do such a link again is to run the same
// programs with the same options.
//
// In a link without intermediate code the plugin makes nothing, but where it is loaded, GNU ld
// numbers the sections of its inputs in another order, and by these numbers it orders, among
// others, the veneers of long branches. So a link that is done again has the plugin if it had it
// before. A plugin that is not the recorded one is left out rather than refused: most images come
// out the same, which is checked.
//
// Driver, plugin and the programs that the driver names itself must be the recorded ones, because
// another gcc makes other code. Only options are passed that say how code is generated, in
// characters that no shell reads as anything else.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/Toolchain.h"
#include "Object/InputObject.h"

namespace etprune {

/// The plugin's option for a file of its own, which gcc names anew for every link.
constexpr llvm::StringLiteral GccResolutionOption = "-fresolution=";
/// The program that the plugin runs for intermediate code; an option of the plugin's names it.
constexpr llvm::StringLiteral GccLtoWrapper = "lto-wrapper";

struct GccLto {
  ProgramFile Driver;
  /// None where the link has none (-fno-lto), and the driver alone matters.
  std::optional<ProgramFile> Plugin;
  // Empty in a link without intermediate code that may be compiled again.
  std::vector<ProgramFile> Programs; ///< that the driver runs: lto-wrapper, lto1, as
  std::vector<std::string> Options;  ///< of the driver, those that may matter to the code

  /// True if functions and data are given sections of their own, without which a linker can leave
  /// nothing out.
  bool separatesSections() const;
};

/// Reads from this process's environment which gcc asked for the link.
llvm::Expected<GccLto> captureGccDriver(const LinkCommand &Command, const LinkNames &Names);
/// Adds the programs and the options that gcc told this process's link.
llvm::Error captureGccLto(GccLto &Lto);

/// Fails unless driver and plugin are the recorded ones.
llvm::Error checkGccDriver(const GccLto &Gcc);
/// The same, and fails unless the intermediate code of these objects may be compiled again.
llvm::Error checkGccLto(const GccLto &Lto, llvm::ArrayRef<const InputObject *> Objects);

/// Fails unless the driver may compile these objects' intermediate code, apart from the link.
llvm::Error checkGccCompiler(const GccLto &Lto, llvm::ArrayRef<const InputObject *> Objects);
/// The options that decide which code is made: those of the link, without specs.
std::vector<std::string> codeOptions(const GccLto &Lto);

/// Lets a confined linker run the programs that the plugin runs.
llvm::Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access);
/// Lets the driver itself compile and link.
llvm::Error allowGccDriver(const GccLto &Lto, ToolchainAccess &Access);

/// The variables, as runProcess() takes them, for a link that is done again below `StageRoot`.
/// `Directory` is the link's folder for debug information. Intermediate files go to `Folder`, which
/// is in the stage.
std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, llvm::StringRef Folder,
                                           llvm::StringRef StageRoot, llvm::StringRef Directory);

/// True if a file is one that gcc's link-time optimiser made for the linker, by its name.
bool isGccLtoObject(llvm::StringRef Path);

} // namespace etprune
