// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linker's command line as the tool understands it: which inputs, scripts and outputs it names,
// which kind of link it is, and which symbols it asks for.

#pragma once

#include "Link/Linkers/Linker.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// A path or name that the command gives to the linker.
struct LinkOperand {
  enum Kind {
    Input,       ///< an object, archive or implicit linker script
    Library,     ///< the name after -l
    LibraryPath, ///< -L
    Script,      ///< -T, also looked for in the library path
    Auxiliary,   ///< other files that the linker reads: version scripts, symbol lists, ...
    Sysroot,
    Output,
    Map,
    DependencyFile,
    ImportLibrary,
    OtherOutput, ///< of the user's own link only: --reproduce, --why-extract, -M, ...
    Plugin,
    PluginOption,
    NoFile, ///< may look like a path, but the linker only puts it into the image: -rpath, --defsym
  };
  Kind What;
  size_t Argument;           ///< index into LinkCommand::Arguments
  std::string Text;          ///< the path or name
  bool WholeArchive = false; ///< stands after --whole-archive
  bool Static = false;       ///< stands after -Bstatic
  bool Raw = false;          ///< an input that is taken for plain bytes: stands after -b binary
};

/// Puts the words of each response file, GNU ld's `@file`, into the argument's place. LLVM's
/// cl::expandResponseFiles reports a file that cannot be read; GNU ld takes its argument for the
/// name of an input, and so does this function.
llvm::Error expandResponseFiles(std::vector<std::string> &Args);

struct LinkCommand {
  /// The linker's arguments without argv[0] and without et-ld's own, response files expanded.
  std::vector<std::string> Args;
  const LinkerKind *Linker = &linkerGnuLd(); ///< that these are for
  std::vector<LinkArgument> Arguments;       ///< the same as that linker reads them
  /// In the order of the arguments.
  std::vector<LinkOperand> Operands;

  bool Relocatable = false; ///< the output is for another link or to be looked at, not an image
  bool Shared = false;
  bool PositionIndependent =
      false;                  ///< -shared or -pie: addresses in the image are set at load time
  bool ExportDynamic = false; ///< -E: an executable whose symbols others may use
  bool GcSections = false;
  bool HasSoname = false;
  bool FatLtoObjects = false;  ///< LLD takes bitcode that stands beside machine code
  bool StripsDebug = false;    ///< -s or -S: the image has no debug information
  bool PrintMap = false;       ///< -M: the map goes to stdout
  bool HasLazyObjects = false; ///< after --start-lib, objects are as members of an archive
  /// Symbols that the command line itself asks for (-e, -u, --defsym, --wrap, ...).
  std::vector<std::string> RootSymbols;
  std::vector<std::string> RootGlobs;   ///< --undefined-glob's patterns of such symbols
  std::string Entry;                    ///< -e: a symbol or an address
  std::vector<std::string> Definitions; ///< --defsym's "name=expression"
  /// The options for the symbols that the image shows: files of --version-script, of --dynamic-list
  /// and --export-dynamic-symbol-list, patterns of --export-dynamic-symbol, values of
  /// --exclude-libs.
  std::vector<std::string> VersionScripts, DynamicLists, ExportedSymbols, ExcludedLibraries;

  /// Reads arguments in which response files are expanded.
  static LinkCommand parseExpanded(std::vector<std::string> Args, const LinkerKind &Linker);

  /// The last operand of a kind, which is the one that counts for outputs; null when there is none.
  const LinkOperand *last(LinkOperand::Kind What) const;
  /// True if the user wants a map of the link, as the linker writes it.
  bool wantsMap() const { return PrintMap || last(LinkOperand::Map); }
  /// True if the linker may put the image's name into the image.
  bool namesImage() const {
    return Linker->NamesImage && (Shared || !VersionScripts.empty()) && !HasSoname;
  }
  /// True if --no-relax is there, and no --relax after it.
  bool hasNoRelax() const;
  /// The image's path as written; the linker's default is a.out.
  std::string output() const;
  /// The path of the map that the user wants as a file; none without one.
  std::optional<std::string> mapPath() const;

  /// Gives each operand the name that `Name` has for it. Args stay as they were given.
  void rename(llvm::function_ref<std::string(const LinkOperand &)> Name);

private:
  void readLists();
  void readOption(OptionUse Use, const std::optional<std::string> &Value);
  void collectOperands();
};

} // namespace etprune
