// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link map, read from the text that GNU ld or LLD writes for `-Map`.
//
// An image does not say which object a byte came from; the map does. Three parts of the tool need
// that: the report (where did the saving come from), the verification (is a function still there
// although its kernel was dropped; where do symbols lie in a stripped image) and the memory usage
// (the regions of a linker script appear nowhere in an ELF file).
//
// The texts are made for people. Their readers lean on the few things that are regular: headings,
// the column a line starts in, and the form of numbers. Lines that mean nothing here (patterns,
// LOAD) are skipped, so that other versions of the linkers can be read too; what is checked is the
// arithmetic, by unaccountedBytes(). Each linker has a parser in a file of its own.
//
// A map of a large program has millions of names. They are not copied: a LinkMap points into the
// text that it was read from, which must outlive it.

#pragma once

#include "Link/Script/MemoryRegions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// The file of what LLD made itself. Strings and constants of many objects that it merged are one
/// section of it, with the name of the first.
constexpr llvm::StringLiteral LldInternalFile = "<internal>";

/// Bytes that one input section, or the linker itself, put into an output section.
struct Contribution {
  /// The input section's name. "*fill*" for padding; for data written in a script its command,
  /// "LONG".
  llvm::StringRef Section;
  /// The object, or the archive that holds it. Empty for padding and script data; "linker stubs"
  /// (GNU ld) or LldInternalFile for what the linker made itself.
  llvm::StringRef File;
  /// The archive's member, or empty.
  llvm::StringRef Member;
  uint64_t Address = 0;
  /// Without what was merged with the contents of other sections.
  uint64_t Size = 0;
  /// Padding: alignment, and gaps that a script asked for.
  bool Fill = false;
  /// A live section of which relaxation left nothing: Size is 0.
  bool RelaxedAway = false;

  /// Code that the linker made because of where other code lies: a jump that is too far for one
  /// instruction, or an instruction that a processor's erratum affects at some places of a page.
  bool isVeneer() const;
  /// Belongs to no object: a veneer, a copy of a shared library's variable, padding.
  bool isLinkerMade() const;
};

/// An output section.
struct MapSection {
  llvm::StringRef Name;
  uint64_t Address = 0;
  uint64_t Size = 0;
  /// Where the section is stored, as far as the map says: GNU ld prints it only where it differs
  /// from the address.
  std::optional<uint64_t> LoadAddress;
  std::vector<Contribution> Contributions;

  /// Size minus the contributions, padding included: 0 for every section of a map that was read
  /// rightly.
  int64_t unaccountedBytes() const;
};

/// A global symbol, or one that the script assigned. From LLD local ones, too, and Thumb functions
/// with bit 0 set.
struct MapSymbol {
  llvm::StringRef Name;
  uint64_t Address = 0;
};

struct LinkMap {
  /// Without GNU ld's `*default*`: empty where the script has no MEMORY command. LLD's maps have
  /// none, and they come from the scripts (Link/Script/MemoryRegions.h).
  std::vector<MemoryRegion> Regions;
  /// In the map's order; sections that did not reach the image (`/DISCARD/`, no address) are not
  /// among them.
  std::vector<MapSection> Sections;
  std::vector<MapSymbol> Symbols;

  /// The first output section of that name, or null.
  const MapSection *findSection(llvm::StringRef Name) const;
  std::optional<uint64_t> findSymbol(llvm::StringRef Name) const;
  const Contribution *contributionAt(uint64_t Address) const;
  /// True where the image has bytes of an input section of that name, of any object.
  bool hasInput(llvm::StringRef Section) const;
};

/// Reads a map of either linker. Name is the file's, for messages. Linear in the text's length.
llvm::Expected<LinkMap> parseLinkMap(llvm::StringRef Text, llvm::StringRef Name);

llvm::Expected<LinkMap> parseGnuLinkMap(llvm::StringRef Text, llvm::StringRef Name);
LinkMap parseLldLinkMap(llvm::StringRef Text);

/// The file and the archive's member, or none, of an object as linkers name it, "main.o" or
/// "lib.a(main.o)".
std::pair<llvm::StringRef, llvm::StringRef> splitMember(llvm::StringRef Name);

/// The name of an object, from file and member.
std::string objectName(llvm::StringRef File, llvm::StringRef Member);

// Parts that the maps of both linkers have.

/// The command of "LONG ( 1 )" and the like, bytes that a script asks for; else empty.
llvm::StringRef dataCommand(llvm::StringRef Text);

/// Takes PROVIDE(...) and the like from an assignment.
llvm::StringRef assignmentOf(llvm::StringRef Text);

} // namespace etprune
