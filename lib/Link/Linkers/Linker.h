// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linkers: the differences between them that matter for a relink, and their program files.
//
// Each linker is a class in its own file, derived from LinkerKind. To add a linker, add such a file
// and a word in ET_LINKERS. All other code asks for a property, never for a linker.

#pragma once

#include "Link/Linkers/LinkerOptions.h"
#include "Link/Linkers/ProgramFile.h"

namespace etprune {

/// The form of a linker's map. lib/Image has a reader for each form.
enum class MapFormat {
  Parts,  ///< parts with headings; lines of output sections start in the first column
  Columns ///< a table with a line for each section and symbol
};

struct CollectedSection {
  llvm::StringRef Section, File;
};

class LinkerKind {
public:
  virtual ~LinkerKind() = default;

  const llvm::StringRef Name; ///< the name in messages
  /// One program links for every machine. checkTarget() finds the machines of other linkers by the
  /// names of emulations in their program files.
  bool LinksForAllMachines = false;

  virtual bool isVersion(llvm::StringRef Line) const = 0;
  llvm::StringRef ProgramName; ///< a part of the program's file name; empty for the default, GNU ld

  /// Enters the definitions of archive members into the symbol table, even if the linker does not
  /// load the members. The order of symbols in the image therefore depends on all members. Linkers
  /// without this property open the first member of each archive, even if they do not load it.
  bool EntersArchiveSymbols = false;
  /// Reads the archive members that the index lacks. GNU ar does not index members with bitcode.
  bool ReadsUnindexedMembers = false;
  /// Searches an archive only at its place in the command. Loads members only for symbols that
  /// earlier inputs left undefined.
  bool SearchesInOrder = false;
  /// Reads the shared libraries that the shared libraries of the link need.
  bool ReadsNeededLibraries = false;
  /// Treats a file name before a section pattern in a script, as in libc.a(.text), as an input.
  bool TakesSectionFiles = false;
  /// Loads the plugins of gcc and LLVM, which compile intermediate code. Other linkers ignore
  /// -plugin and compile LLVM's bitcode themselves.
  bool LoadsPlugins = false;
  /// Reads `local:*` in a version script as a label and a pattern. Other linkers read one name.
  bool SplitsVersionLabels = false;
  /// --exclude-libs=libx also means libx.a.
  bool ExcludesLibsByStem = false;

  /// Keeps every section called NAME if a live section refers to __start_NAME or __stop_NAME.
  bool KeepsNamedSections = false;
  /// Keeps the exception tables of functions that it removes.
  bool KeepsExceptionTables = false;
  /// --wrap=NAME also renames the references in the object that defines NAME.
  bool WrapsDefinitions = false;
  /// Can fold equal sections of code and constants into one (--icf).
  bool FoldsSections = false;
  /// Writes the image's name into the image, as the base version of its symbols, if the command
  /// lacks -soname. See LinkCommand::namesImage().
  bool NamesImage = false;

  MapFormat Map = MapFormat::Parts;
  /// Names the map after the image if -Map names a folder, and replaces `%` in the map's name.
  bool ExpandsMapName = false;
  /// The option that leaves removed sections out of the map. Empty if there is no such option.
  llvm::StringRef ShortMapOption;

  virtual bool isMap(llvm::StringRef Text) const = 0;
  /// The message about the largest overflow of a memory region; empty if there is none.
  llvm::StringRef overflowMessage(llvm::StringRef Messages) const;
  /// Parses a line of --print-gc-sections. The section is empty for any other line.
  virtual CollectedSection collectedSection(llvm::StringRef Line) const = 0;

  /// Fails if this linker version cannot reproduce a link with bitcode.
  virtual llvm::Error checkBitcode(llvm::StringRef /*Version*/) const {
    return llvm::Error::success();
  }
  /// The option that keeps objects compiled from bitcode, in `Folder` if the option names a folder.
  virtual std::string keepBitcodeObjects(const std::string &Folder) const = 0;
  /// The prefix of the names of objects compiled from bitcode, if the linker writes these objects
  /// beside the image and the inputs. Empty if the linker writes the objects to `Folder` of
  /// keepBitcodeObjects() and names them in its dependency file.
  virtual std::string bitcodeObjectPrefix(llvm::StringRef /*ImageName*/) const { return ""; }

  /// The option's form for this linker (LinkerOptions.def); "-" if the linker lacks the option.
  virtual llvm::StringRef form(const LinkerOption &Option) const = 0;
  bool has(const LinkerOption &Option) const { return form(Option)[0] != '-'; }
  virtual std::vector<LinkArgument> readArguments(llvm::ArrayRef<std::string> Words) const = 0;
  /// Appends the words of an argument to `To`, in a form that the linker cannot take for another
  /// option.
  void write(const LinkArgument &Argument, std::vector<std::string> &To) const;
  std::vector<std::string> write(llvm::ArrayRef<LinkArgument> Arguments) const;

protected:
  explicit LinkerKind(llvm::StringRef Name) : Name(Name) {}
  llvm::StringRef OverflowStart; ///< how a message about an overflow begins
};

/// All linkers. For each name, the function `linker<Name>()` returns the linker. GNU ld is last,
/// because its isMap() searches the whole text.
#define ET_LINKERS(LINKER) LINKER(Lld) LINKER(GnuLd)
#define ET_LINKER(Name) const LinkerKind &linker##Name();
ET_LINKERS(ET_LINKER)
#undef ET_LINKER

/// The linker with this first line of --version; null for an unknown linker.
const LinkerKind *linkerOfVersion(llvm::StringRef Line);
/// Guesses the linker from the file name of a program. Returns GNU ld if no other linker fits.
const LinkerKind &linkerOfFile(const std::string &Path);
/// The linker whose map looks like `Text`; null if there is none.
const LinkerKind *linkerOfMap(llvm::StringRef Text);

/// Fails if no known linker prints `Version`. The error names the program `Path`.
llvm::Error checkIsKnown(llvm::StringRef Version, llvm::StringRef Path);

struct LinkerIdentity : ProgramFile {
  std::string Version; ///< the first line of --version

  /// Returns GNU ld for an unknown version, because most linkers read a command like GNU ld.
  const LinkerKind &kind() const;
};

/// Variables for linkers, as NAME=VALUE. Messages are English, because et-prune reads them. glibc's
/// malloc() uses large pages, because page faults took half of a link's time on a virtual machine.
std::vector<std::string> linkerEnvironment();

/// The environment variable in which a user can name the linker that the wrapper must run.
constexpr llvm::StringLiteral LinkerVariable = "ET_LD_LINKER";

/// Reads the program and runs it with --version. Fails for an unknown linker.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// Fails if the linker does not link for `Machine` (EM_*), the machine of `Image`.
llvm::Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, llvm::StringRef Image);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" is the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
