// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker options that et-prune knows, and the parsed arguments of a command line.
//
// GNU ld and LLD may read a word as different options: GNU ld's getopt_long_only() accepts
// abbreviations, LLD takes the longest name that matches. So each linker has its own reader. All
// readers use one table, LinkerOptions.def. A relink passes only options of the table. It writes
// the full name ("--name=value"), or the letter and the value as two words ("-z value"). No linker
// reads such words as another option.
//
// The table has the options of all targets. So the reader for GNU ld refuses an abbreviation that
// fits options of two targets. A GNU ld for only one of these targets accepts the abbreviation.

#pragma once

#include "llvm/ADT/StringExtras.h"

namespace etprune {

enum class OptionUse {
  Plain,      ///< none of the uses below; a value, if any, is a number, a word or a symbol
  Format,     ///< the format of the inputs after the option
  LlvmOption, ///< LLD's -mllvm, whose value is an option of LLVM
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
  Script,    ///< -T; the linker also searches the library path for the script
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
  OtherOutput, ///< a relink does not write this output: --reproduce, --why-extract, ...
  // Operands: names or paths that the linker does not open, or only copies to the image.
  NoFile,
  Soname,
  Define,
  // Symbols.
  Entry,
  Symbol,
  Undefined,
  SymbolGlob, ///< a pattern; the linker loads the members that define matching symbols
  ExportedSymbol,
  Wrap,
  ExcludeLibs,
  StripDebug, ///< the image has no debug information
  NotAgain,   ///< refused in a relink: may run code or use other files
};

/// True if the value of an option with this use is a path, or may look like a path.
constexpr bool isOperand(OptionUse Use) {
  return Use >= OptionUse::Input && Use <= OptionUse::Define;
}

struct LinkerOption {
  llvm::StringRef Name;     ///< without dashes; empty for an option with only one-letter names
  llvm::StringRef Gnu, Lld; ///< the forms for GNU ld and LLD, see LinkerOptions.def
  OptionUse Use;

  std::string spelling() const;
};

llvm::ArrayRef<LinkerOption> linkerOptions();

struct LinkArgument {
  const LinkerOption *Option = nullptr; ///< null for an input and for an unknown word
  /// The option's value, the name of an input, or the text of an unknown word.
  std::optional<std::string> Value;
  bool IsKnown = true;
  size_t Word = 0; ///< the index of the argument's first word
  /// The argument's number of words. If a word has the letters of several options after one dash,
  /// the first option's argument counts all words, and the others have 0.
  size_t Words = 0;

  bool isInput() const { return !Option && IsKnown; }
};

class OptionReader {
public:
  explicit OptionReader(llvm::ArrayRef<std::string> Words) : Words(Words) {}
  virtual ~OptionReader() = default;
  std::vector<LinkArgument> run();

protected:
  /// Reads the word at `At`, and the next word if it is the option's value. Returns false for an
  /// unknown option.
  virtual bool readWord(llvm::StringRef Word) = 0;
  /// The form's first letter, in lower case. Upper case only means that the name needs two dashes.
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
