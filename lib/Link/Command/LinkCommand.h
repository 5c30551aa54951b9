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

/// et-ld's own options, `--et-...`; docs/cli.md describes them.
struct WrapperOptions {
  std::vector<std::string> Select; ///< files of any form
  std::vector<std::string> Models; ///< files that are models
  std::vector<std::string> Operators, Dropped;
  std::vector<std::string> Budgets; ///< "FLASH=64K"
  std::string ReportText, ReportJson, ReportHtml, ReportCsv, KeepFull;
  bool IgnoreDtypes = false;
  bool DropBackends = false;
  bool AddGcSections = false;
  bool PostLink = false;

  bool hasReport() const {
    return !ReportText.empty() || !ReportJson.empty() || !ReportHtml.empty() || !ReportCsv.empty();
  }
  bool hasSelection() const { return !Select.empty() || !Models.empty() || !Operators.empty(); }
  /// Takes an argument of the linker's command line if it is one of these.
  bool take(llvm::StringRef Arg);
};

struct LinkCommand {
  /// The linker's arguments without argv[0], response files expanded, et-ld's own removed.
  std::vector<std::string> Args;
  const LinkerKind *Linker = &linkerGnuLd(); ///< that these are for
  std::vector<LinkArgument> Arguments;       ///< the same as that linker reads them
  /// In the order of the arguments.
  std::vector<LinkOperand> Operands;

  WrapperOptions Et;
  bool HasEt = false; ///< at least one of them was given

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

  /// Reads `Argv` (without argv[0]), with the contents of response files in their place. An
  /// argument that begins with --et- and is none of et-ld's options is an error.
  static llvm::Expected<LinkCommand> parse(llvm::ArrayRef<std::string> Argv,
                                           const LinkerKind &Linker);
  /// The same for arguments that were expanded before.
  static LinkCommand parseExpanded(std::vector<std::string> Args, const LinkerKind &Linker);

  /// The last operand of a kind, which is the one that counts for outputs; null when there is none.
  const LinkOperand *last(LinkOperand::Kind What) const;
  /// True if the user wants a map of the link, as the linker writes it.
  bool wantsMap() const { return PrintMap || last(LinkOperand::Map); }
  /// True if the linker may put the image's name into the image.
  bool namesImage() const {
    return Linker->NamesImage && (Shared || !VersionScripts.empty()) && !HasSoname;
  }
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
