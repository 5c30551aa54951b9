// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link map, read from the text that GNU ld or LLD writes for `-Map`. Only the map says from
// which object a byte of the image comes.
//
// Maps are text for people. The parsers rely only on regular parts: headings, the column in which a
// line starts, and the form of numbers. They skip all other lines, so that they can read the maps
// of other linker versions.
//
// The map of a large program has millions of names. A LinkMap does not copy the names, but points
// into the text. The text must outlive the LinkMap.

#pragma once

#include "Link/Script/MemoryRegions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// The file name in LLD's maps for the sections that LLD makes itself, for example for merged
/// strings or the Arm unwind index. A section of merged strings has the name of the first section
/// whose strings LLD merged into it.
constexpr llvm::StringLiteral LldInternalFile = "<internal>";

struct Contribution {
  /// The input section's name; "*fill*" for padding; for data that a script writes, the command of
  /// the script, for example "LONG".
  llvm::StringRef Section;
  /// The object or archive; empty for padding and script data; "linker stubs" (GNU ld) or
  /// LldInternalFile for the linker's own sections.
  llvm::StringRef File;
  llvm::StringRef Member; ///< the archive member, or empty
  uint64_t Address = 0;
  uint64_t Size = 0;        ///< without bytes that were merged into other sections
  bool Fill = false;        ///< padding: alignment, and gaps that a script asked for
  bool RelaxedAway = false; ///< a live section that relaxation emptied: Size is 0

  /// True for code that the linker adds to reach a distant jump target, or against a CPU's erratum.
  bool isVeneer() const;
  /// True for bytes that come from no object: padding, data of the script, veneers, and LLD's own
  /// sections, for example for merged strings or copies of a shared library's variables.
  bool isLinkerMade() const;
};

struct MapSection {
  llvm::StringRef Name;
  uint64_t Address = 0;
  uint64_t Size = 0;
  std::vector<Contribution> Contributions;

  /// The section's size minus the sizes of its contributions: 0 if the map was read correctly.
  int64_t unaccountedBytes() const;
};

/// A global symbol, or a symbol that the script assigns. LLD's maps have local symbols, too. In
/// LLD's maps, the address of a Thumb function has bit 0 set.
struct MapSymbol {
  llvm::StringRef Name;
  uint64_t Address = 0;
};

struct LinkMap {
  /// The script's MEMORY regions. LLD's maps have none; readMap() then reads the scripts.
  std::vector<MemoryRegion> Regions;
  /// The output sections with an address and a size, in the map's order. /DISCARD/ has neither.
  std::vector<MapSection> Sections;
  std::vector<MapSymbol> Symbols;

  const MapSection *findSection(llvm::StringRef Name) const;
  std::optional<uint64_t> findSymbol(llvm::StringRef Name) const;
  const Contribution *contributionAt(uint64_t Address) const;
  bool hasInput(llvm::StringRef Section) const;
};

llvm::Expected<LinkMap> parseLinkMap(llvm::StringRef Text, llvm::StringRef Name);

llvm::Expected<LinkMap> parseGnuLinkMap(llvm::StringRef Text, llvm::StringRef Name);
LinkMap parseLldLinkMap(llvm::StringRef Text);

/// Splits "lib.a(main.o)" into the file and the archive member, which is empty for "main.o".
std::pair<llvm::StringRef, llvm::StringRef> splitMember(llvm::StringRef Name);

std::string objectName(llvm::StringRef File, llvm::StringRef Member);

/// Returns "LONG" for "LONG ( 1 )", and so on for each data command; "" for other text.
llvm::StringRef dataCommand(llvm::StringRef Text);

/// Removes PROVIDE(...) and similar commands around an assignment.
llvm::StringRef assignmentOf(llvm::StringRef Text);

} // namespace etprune
