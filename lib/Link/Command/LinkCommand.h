// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed linker command line: its inputs, scripts and outputs, the kind of link, and the symbols
// that it names.

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
    Input,       ///< an object, an archive, or a linker script given as input
    Library,     ///< the name after -l
    LibraryPath, ///< -L
    Script,      ///< -T; the linker also searches the library path
    Auxiliary,   ///< other files that the linker reads, such as version scripts and symbol lists
    Sysroot,
    Output,
    Map,
    DependencyFile,
    ImportLibrary,
    OtherOutput, ///< an output of only the user's own link: --reproduce, --why-extract, -M, ...
    Plugin,
    PluginOption,
    NoFile, ///< may look like a path, but the linker only copies it to the image: -rpath, --defsym
  };
  Kind What;
  size_t Argument;           ///< index into LinkCommand::Arguments
  std::string Text;          ///< the path or name
  bool WholeArchive = false; ///< after --whole-archive
  bool Static = false;       ///< after -Bstatic
  bool Raw = false;          ///< after -b binary, an input is plain bytes
};

/// Replaces each response file, GNU ld's `@file`, by its words. GNU ld treats the argument as an
/// input's name if the file cannot be read, and so does this function. LLVM's
/// cl::expandResponseFiles would report an error.
llvm::Error expandResponseFiles(std::vector<std::string> &Args);

struct LinkCommand {
  /// The linker's arguments without argv[0] and without et-ld's options. Response files are
  /// expanded.
  std::vector<std::string> Args;
  const LinkerKind *Linker = &linkerGnuLd(); ///< the linker that reads the command
  std::vector<LinkArgument> Arguments;       ///< Args as this linker reads them
  std::vector<LinkOperand> Operands;

  bool Relocatable = false; ///< the output is for another link or for inspection; it is no image
  bool Shared = false;
  bool PositionIndependent = false; ///< -shared or -pie: the loader chooses the image's address
  bool ExportDynamic = false;       ///< -E: shared libraries may use the executable's symbols
  bool GcSections = false;
  bool HasSoname = false;
  bool HasNoRelax = false;     ///< --no-relax without a --relax after it
  bool FatLtoObjects = false;  ///< LLD's --fat-lto-objects: LLD prefers bitcode to machine code
  bool StripsDebug = false;    ///< -s or -S: the image has no debug information
  bool PrintMap = false;       ///< -M: the map goes to stdout
  bool HasLazyObjects = false; ///< after --start-lib, objects are loaded like archive members
  /// Symbols that the command line names (-e, -u, --defsym, --wrap, ...).
  std::vector<std::string> RootSymbols;
  std::vector<std::string> RootGlobs;   ///< --undefined-glob: patterns of symbols
  std::string Entry;                    ///< -e: the symbol or address at which the program starts
  std::vector<std::string> Definitions; ///< --defsym: "name=expression"
  /// The values of the options for exported symbols: --version-script; --dynamic-list and
  /// --export-dynamic-symbol-list; --export-dynamic-symbol; --exclude-libs.
  std::vector<std::string> VersionScripts, DynamicLists, ExportedSymbols, ExcludedLibraries;

  static LinkCommand parseExpanded(std::vector<std::string> Args, const LinkerKind &Linker);

  /// The last operand of a kind, which wins for outputs; null if there is none.
  const LinkOperand *last(LinkOperand::Kind What) const;
  /// True if the user wants a map of the link, in the linker's own form.
  bool wantsMap() const { return PrintMap || last(LinkOperand::Map); }
  /// True if the linker may put the image's name into the image.
  bool namesImage() const {
    return Linker->NamesImage && (Shared || !VersionScripts.empty()) && !HasSoname;
  }
  /// The image's path as written; the linker's default is a.out.
  std::string output() const;
  /// The path of the map file that the user wants; none if the user wants no file.
  std::optional<std::string> mapPath() const;

  /// Gives each operand the name that `Name` returns for it. Args are unchanged.
  void rename(llvm::function_ref<std::string(const LinkOperand &)> Name);

private:
  void readLists();
  void readOption(OptionUse Use, const std::optional<std::string> &Value);
  void collectOperands();
};

} // namespace etprune
