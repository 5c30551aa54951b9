// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link map, read from the text that GNU ld or LLD writes for `-Map`.
//
// An image does not say which object a byte came from; the map does. Three parts of the tool need
// it: the report (which objects became smaller), the verification (the code of dropped kernels, and
// symbols of a stripped image) and the memory usage (an ELF file does not have the regions of a
// linker script).
//
// Maps are text for people. Their readers rely only on regular parts: headings, the column in which
// a line starts, and the form of numbers. They skip all other lines (patterns, LOAD), so that they
// can read maps of other versions. unaccountedBytes() checks the sums. Each linker has a parser in
// a file of its own.
//
// The map of a large program has millions of names. A LinkMap does not copy them: it points into
// the text, which must outlive it.

#pragma once

#include "Link/Script/MemoryRegions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// LLD's maps show this file name for sections that LLD makes itself, for example a section of
/// merged strings. Such a section has the name of the first section that it replaces.
constexpr llvm::StringLiteral LldInternalFile = "<internal>";

/// Bytes that one input section, or the linker itself, put into an output section.
struct Contribution {
  /// The input section's name. "*fill*" for padding. For data that a script writes, the script's
  /// command: "LONG".
  llvm::StringRef Section;
  /// The object, or the archive that holds it. Empty for padding and script data. For the linker's
  /// own sections, "linker stubs" (GNU ld) or LldInternalFile.
  llvm::StringRef File;
  llvm::StringRef Member; ///< the archive member, or empty
  uint64_t Address = 0;
  uint64_t Size = 0;        ///< without bytes that were merged into other sections
  bool Fill = false;        ///< padding: alignment, and gaps that a script asked for
  bool RelaxedAway = false; ///< a live section that relaxation emptied: Size is 0

  /// Code that the linker adds because of the location of other code: for a jump too far for one
  /// instruction, or for a processor's erratum that depends on the address.
  bool isVeneer() const;
  /// Belongs to no object: a veneer, a copy of a shared library's variable, or padding.
  bool isLinkerMade() const;
};

struct MapSection {
  llvm::StringRef Name;
  uint64_t Address = 0;
  uint64_t Size = 0;
  std::vector<Contribution> Contributions;

  /// Size minus the contributions, padding included. It is 0 for every section of a map that was
  /// read correctly.
  int64_t unaccountedBytes() const;
};

/// A global symbol, or one that the script assigned. LLD's maps also have local symbols, and set
/// bit 0 of Thumb functions.
struct MapSymbol {
  llvm::StringRef Name;
  uint64_t Address = 0;
};

struct LinkMap {
  /// Without GNU ld's `*default*`: empty if the script has no MEMORY command. LLD's maps have no
  /// regions, so these come from the scripts (Link/Script/MemoryRegions.h).
  std::vector<MemoryRegion> Regions;
  /// In the map's order, without sections that are not in the image (`/DISCARD/`, no address).
  std::vector<MapSection> Sections;
  std::vector<MapSymbol> Symbols;

  /// The first output section of that name, or null.
  const MapSection *findSection(llvm::StringRef Name) const;
  std::optional<uint64_t> findSymbol(llvm::StringRef Name) const;
  const Contribution *contributionAt(uint64_t Address) const;
  /// True if the image has bytes of an input section of that name, of any object.
  bool hasInput(llvm::StringRef Section) const;
};

/// Reads a map of GNU ld or LLD in linear time. `Name` is the map's name for messages.
llvm::Expected<LinkMap> parseLinkMap(llvm::StringRef Text, llvm::StringRef Name);

llvm::Expected<LinkMap> parseGnuLinkMap(llvm::StringRef Text, llvm::StringRef Name);
LinkMap parseLldLinkMap(llvm::StringRef Text);

/// Splits an object's name as linkers write it, "main.o" or "lib.a(main.o)", into the file and the
/// archive member, which may be empty.
std::pair<llvm::StringRef, llvm::StringRef> splitMember(llvm::StringRef Name);

std::string objectName(llvm::StringRef File, llvm::StringRef Member);

/// The command of "LONG ( 1 )" and similar script data; else empty.
llvm::StringRef dataCommand(llvm::StringRef Text);

/// Removes PROVIDE(...) and similar commands around an assignment.
llvm::StringRef assignmentOf(llvm::StringRef Text);

} // namespace etprune
