// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker options that et-prune knows, and the parsed arguments of a command line.
//
// GNU ld and LLD read the same word as different options: GNU ld's getopt_long_only() accepts
// abbreviations, LLD takes the longest name that matches. So each linker has its own reader. All
// readers use one table, LinkerOptions.def. A relink passes only options of the table, each as
// "--name=value" or "-z value", which no linker takes for another option.
//
// The table has the options of all targets. So the reader refuses an abbreviation that one target's
// GNU ld accepts, if another target has an option with the same prefix.

#pragma once

#include "llvm/ADT/StringExtras.h"

namespace etprune {

/// The meaning of an argument to et-prune.
enum class OptionUse {
  Plain,  ///< no further meaning; its value, if any, is a number, a word or a symbol
  Format, ///< the format of the inputs after it
  LlvmOption,
  // The kind of link.
  Relocatable,
  Shared,
  Pie,
  NoPie,
  ExportDynamic,
  NoExportDynamic,
  GcSections,
  NoGcSections,
  Relax,
  NoRelax,
  FatLto, ///< LLD's --fat-lto-objects: LLD prefers bitcode to machine code
  NoFatLto,
  // Modes of the inputs after the option.
  WholeArchive,
  NoWholeArchive,
  StartLib,
  Static,
  Dynamic,
  PushState,
  PopState,
  // Operands: inputs, and folders to search for them.
  Input, ///< not an option: an object, an archive, or a linker script
  Library,
  LibraryPath,
  Script,    ///< -T; the linker also searches the library path
  Auxiliary, ///< other files that the linker reads
  VersionScript,
  DynamicList,
  Sysroot,
  Plugin,
  PluginOption,
  // Operands: outputs.
  Output,
  Map,
  PrintMap,
  DependencyFile,
  ImportLibrary,
  OtherOutput, ///< an output of only the user's own link: --reproduce, --why-extract, ...
  // Operands: names or paths that the linker does not open, or only copies to the image.
  NoFile,
  Soname,
  Define,
  // Symbols.
  Entry,
  Symbol,
  Undefined,
  SymbolGlob, ///< a pattern: archive members load for all matching symbols
  ExportedSymbol,
  Wrap,
  ExcludeLibs,
  StripDebug, ///< the image has no debug information
  NotAgain,   ///< only the user's own link may have it, because et-prune does not know its effects
};

/// True if the argument's value is a path, or may look like one.
constexpr bool isOperand(OptionUse Use) {
  return Use >= OptionUse::Input && Use <= OptionUse::Define;
}

struct LinkerOption {
  llvm::StringRef Name;     ///< without dashes; empty if there are only letters
  llvm::StringRef Gnu, Lld; ///< the form for each linker, with its letters (LinkerOptions.def)
  OptionUse Use;

  /// The spelling in messages: "--name" or "-z".
  std::string spelling() const;
};

llvm::ArrayRef<LinkerOption> linkerOptions();

struct LinkArgument {
  const LinkerOption *Option = nullptr; ///< null for an input and for an unknown word
  std::optional<std::string> Value;     ///< the name of an input; the text of an unknown word
  bool IsKnown = true;
  size_t Word = 0;  ///< the index of its first word
  size_t Words = 0; ///< its number of words; 0 for the second of several letters after one dash

  bool isInput() const { return !Option && IsKnown; }
};

class OptionReader {
public:
  explicit OptionReader(llvm::ArrayRef<std::string> Words) : Words(Words) {}
  virtual ~OptionReader() = default;
  std::vector<LinkArgument> run();

protected:
  /// Reads the word at `At`, and its value if that is the next word. False for an unknown option.
  virtual bool readWord(llvm::StringRef Word) = 0;
  /// A form's letter in lower case; upper case only means two dashes.
  static char letterOf(llvm::StringRef Form) { return llvm::toLower(Form[0]); }
  bool hasNext() const { return At + 1 < Words.size(); }
  void add(const LinkerOption *Option, std::optional<std::string> Value, size_t Count = 1) {
    Result.push_back({Option, std::move(Value), /*IsKnown=*/true, At, Count});
  }
  bool addWithNext(const LinkerOption *Option) {
    if (!hasNext())
      return false;
    add(Option, Words[At + 1], 2);
    ++At;
    return true;
  }

  llvm::ArrayRef<std::string> Words;
  size_t At = 0;
  std::vector<LinkArgument> Result;
};

} // namespace etprune
