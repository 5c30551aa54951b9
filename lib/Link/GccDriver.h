// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's compiler driver, and the linker plugin that it gives to every link.
//
// The plugin compiles intermediate code. In a link without any it makes nothing, but GNU ld reads
// the inputs otherwise for it: it numbers their sections in another order, and by these numbers it
// places, among others, the veneers of long branches. So a link that is done again has the plugin
// if it had it before.
//
// A plugin is code that the linker loads, and a link bundle, which names it, may be anybody's. It
// is loaded only when it is the recorded file and lies with the programs of the recorded driver,
// which is only asked when it is the recorded program and a gcc.
//
// gcc's linker plugin is loaded again in links without intermediate code, since GNU ld numbers
// sections, and so orders veneers, by whether it has one. A plugin that is not the recorded one is
// left out rather than refused: most images come out the same, which is checked.

#pragma once

#include "Link/LinkCommand.h"
#include "Link/Linker.h"

namespace etprune {

/// The plugin's option for a file of its own, which gcc names anew for every link.
constexpr llvm::StringLiteral GccResolutionOption = "-fresolution=";
/// The program that the plugin runs for intermediate code; an option of the plugin's names it.
constexpr llvm::StringLiteral GccLtoWrapper = "lto-wrapper";

struct GccDriver {
  ProgramFile Driver;
  ProgramFile Plugin;

  /// What a driver answers when nothing but itself tells it where to look.
  static llvm::Expected<std::string> ask(const std::string &Driver, const std::string &Question);
  /// What a driver runs by the name of `Program`, all links resolved.
  static llvm::Expected<std::string> programOf(const std::string &Driver, llvm::StringRef Program);
};

/// Reads from this process's environment which gcc asked for the link.
llvm::Expected<GccDriver> captureGccDriver(const LinkCommand &Command);

/// Whether the driver may be asked and its plugin loaded with the command's options. The error says
/// everything that stands against it.
llvm::Error checkGccDriver(const GccDriver &Gcc, const LinkCommand &Command);

/// Variables with which a driver or a plugin finds other programs than its own, or does more than
/// it is asked for: a link that is done again does not have the user's.
std::vector<std::string> withoutGccVariables();

} // namespace etprune
