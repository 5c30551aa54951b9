// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed linker command line: its inputs, scripts and outputs, and the kind of link.

#pragma once

#include "Link/Linkers/Linker.h"

namespace etprune {

struct LinkOperand {
  OptionUse What;            ///< how the linker uses the operand
  size_t Argument;           ///< index into LinkCommand::Arguments
  std::string Text;          ///< the path or name
  bool WholeArchive = false; ///< after --whole-archive
  bool Static = false;       ///< after -Bstatic
  bool Raw = false;          ///< after -b binary: the input is plain bytes
};

/// Replaces each response file, GNU ld's `@file`, by its words. An argument whose file cannot be
/// read stays, as in GNU ld; LLVM's cl::expandResponseFiles would report an error.
llvm::Error expandResponseFiles(std::vector<std::string> &Args);

struct LinkCommand {
  std::vector<std::string> Args; ///< without argv[0] and et-ld's options; response files expanded
  const LinkerKind *Linker = &linkerGnuLd(); ///< the linker that reads the command
  std::vector<LinkArgument> Arguments;       ///< Args as this linker reads them
  std::vector<LinkOperand> Operands;

  bool Relocatable = false; ///< the output is no image, but an object, assembly or bitcode
  bool Shared = false;
  bool PositionIndependent = false; ///< -shared or -pie: the loader chooses the image's address
  bool GcSections = false;
  bool PrintMap = false; ///< -M: the map goes to stdout
  /// Symbols that options name (-e, -u, --defsym, --wrap, ...). Their sections count as roots.
  std::vector<std::string> RootSymbols;

  static LinkCommand parseExpanded(std::vector<std::string> Args, const LinkerKind &Linker);

  bool has(OptionUse Use) const { return isOn(Use, Use); }
  /// True if `On` is the last of the two options; false if the command has neither.
  bool isOn(OptionUse On, OptionUse Off) const;
  /// The values of all options with this use. Paths below LinkFolder, which replaces the working
  /// folder, are returned relative to this folder. The texts belong to Arguments.
  std::vector<llvm::StringRef> values(OptionUse Use) const;
  /// The last operand with this use; null if there is none. Linkers use the last -o and -Map.
  const LinkOperand *last(OptionUse What) const;
  bool wantsMap() const { return PrintMap || last(OptionUse::Map); }
  /// True if the linker may write the image's name into the image. A relink must then give the
  /// image the same name.
  bool namesImage() const {
    return Linker->NamesImage && (Shared || has(OptionUse::VersionScript)) &&
           !has(OptionUse::Soname);
  }
  std::string output() const;
  std::optional<std::string> mapPath() const;

  /// Gives each operand the name that `Name` returns for it. Args are unchanged.
  void rename(llvm::function_ref<std::string(const LinkOperand &)> Name);

private:
  void readRootSymbols();
  void collectOperands();
};

} // namespace etprune
