// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of linkers that et-prune knows, and the arguments of a command line, each an option
// with its value or an input.
//
// GNU ld and LLD disagree on the options that a word of a command line stands for. GNU ld has
// getopt_long_only() take abbreviations, and reads "-export-dynamic-symbol-list" as -e with a
// value, since that option needs two dashes. LLD takes the longest name that fits. So each has a
// reader of its own over one table, LinkerOptions.def.
//
// A link that is done again is given options of the table only. Each is written as "--name=value"
// (or "-z value", where it has one letter and no name), which no linker takes for another option.
// The price: an option of a newer linker must be added to the table before its images can be
// pruned. The link says so.
//
// Where options of two targets share a prefix, an abbreviation is refused that one target's GNU ld
// would take. The reader knows the options of all targets, and a user can write a name in full.
// After one dash, a name that only other targets have is read as theirs.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// The meaning of an option to et-prune.
enum class OptionUse {
  Plain,  ///< nothing more; its value, if any, is a number, a word or a symbol
  NoFile, ///< a name or path that the linker does not open, or only puts into the image
  Format, ///< how the inputs after it are read
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
  FatLto,
  NoFatLto,
  // How the inputs that follow are taken.
  WholeArchive,
  NoWholeArchive,
  StartLib,
  Static,
  Dynamic,
  PushState,
  PopState,
  // Inputs, and where they are looked for.
  Library,
  LibraryPath,
  Script,
  Auxiliary,
  VersionScript,
  DynamicList,
  Sysroot,
  Plugin,
  PluginOption,
  // Outputs.
  Output,
  Map,
  PrintMap,
  DependencyFile,
  ImportLibrary,
  OtherOutput,
  StripDebug, ///< the image has no debug information
  // Symbols.
  Entry,
  Symbol,
  SymbolGlob, ///< of archives' symbols, of which all that match are asked for
  ExportedSymbol,
  Wrap,
  Define,
  Soname,
  ExcludeLibs,
  NotAgain, ///< only the user's own link may have it: et-prune does not follow what it does
};

struct LinkerOption {
  llvm::StringLiteral Name;     ///< without dashes; empty where there are letters only
  llvm::StringLiteral Gnu, Lld; ///< forms and letters, see LinkerOptions.def
  OptionUse Use;

  /// As a message calls it: "--name" or "-z".
  std::string spelling() const;
};

llvm::ArrayRef<LinkerOption> linkerOptions();

/// One option with its value, or an input.
struct LinkArgument {
  const LinkerOption *Option = nullptr; ///< null for an input and for an unknown word
  std::optional<std::string> Value;     ///< of an input, its name; of an unknown word, itself
  bool IsKnown = true;
  size_t Word = 0;  ///< the first of the words that it was read from
  size_t Words = 0; ///< how many these are; none for the second of several letters after one dash

  bool isInput() const { return !Option && IsKnown; }
};

/// The base of the linkers' readers of command lines: the words, and the arguments made of them.
class OptionReader {
public:
  explicit OptionReader(llvm::ArrayRef<std::string> Words) : Words(Words) {}
  virtual ~OptionReader() = default;
  std::vector<LinkArgument> run() {
    for (; At < Words.size(); ++At)
      if (!readWord(Words[At]))
        Result.push_back({nullptr, Words[At], /*IsKnown=*/false, At, 1});
    return std::move(Result);
  }

protected:
  /// Reads the word at `At`, and the next one if it is the value. False where the word is no known
  /// option.
  virtual bool readWord(llvm::StringRef Word) = 0;
  /// A form's letter, without the case that tells how many dashes there may be.
  static char letterOf(llvm::StringRef Form) { return llvm::toLower(Form[0]); }
  bool hasNext() const { return At + 1 < Words.size(); }
  void add(const LinkerOption *Option, std::optional<std::string> Value, size_t Count = 1) {
    Result.push_back({Option, std::move(Value), /*IsKnown=*/true, At, Count});
  }
  /// Adds the option with the next word as its value, if there is one.
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
