// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much memory an image takes, counted in the two ways that people compare.
//
// A firmware engineer looks at what the linker prints for --print-memory-usage: per region of the
// script, how far it is filled. usageOf() gives those numbers; gaps that alignment leaves
// count, because nothing else can use them. Regions have no names in the ELF file, so they come
// from the link map. Where the script has none, as on hosts, the loadable segments stand in.
//
// imageTotals() sums bytes of flash and RAM instead, so that a difference between two images can be
// divided among its causes without a remainder. Room that a script leaves free between two sections
// is in the former and not in the latter, or nothing could be saved below a stack at the end of a
// memory; else the sums over a kind of regions are the same.

#pragma once

#include "Image/Memories.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

struct RegionUsage {
  std::string Name;
  uint64_t Origin = 0;
  /// 0 where nothing limits it: a segment that stands in for a region.
  uint64_t Length = 0;
  /// From the origin to the highest end of what lies in the region, run and load addresses alike.
  uint64_t Used = 0;
};

/// Bytes between the sections of a memory.
struct MemoryGap {
  MemoryKind Kind = MemoryKind::Flash;
  int Region = -1; ///< as Occupancy::Region
  uint64_t Bytes = 0;
};

/// Bytes of the allocated sections.
struct ImageTotals {
  /// In flash; on a host, all that is stored for the program. With the gaps between sections that
  /// alignment leaves or one segment covers.
  uint64_t Stored = 0;
  /// In RAM: .data, .bss, code copied to RAM, and such gaps.
  uint64_t Ram = 0;
  /// Parts of Stored and Ram that are such gaps.
  uint64_t StoredGaps = 0;
  uint64_t RamGaps = 0;
  std::vector<MemoryGap> Gaps; ///< the same by region, without empty ones
  /// As `size` counts: read-only or executable, writable, zero-filled.
  uint64_t Text = 0;
  uint64_t Data = 0;
  uint64_t Bss = 0;
};

/// Usage of Regions in their order; "text", "data" and "bss" of the image where there are none. A
/// section counts in the smallest region that holds its address; scripts that place sections into
/// overlapping regions are counted by address all the same.
std::vector<RegionUsage> usageOf(const std::vector<MemoryRegion> &Regions,
                                 const ImageSummary &Image);

/// Flash and RAM are those of the device; without one, of a host.
ImageTotals imageTotals(const ImageSummary &Image, const Memories &Device = Memories());

/// An object as maps name it: its file and, in an archive, its member.
using ObjectName = std::pair<llvm::StringRef, llvm::StringRef>;

/// Bytes that each object has in the image's memory.
llvm::DenseMap<ObjectName, uint64_t> objectSizes(const LinkMap &Map, const ImageSummary &Image);

/// The sections of a link that are a kernel's own code.
struct KernelCode {
  ObjectName Object;
  uint64_t Size = 0;
};

/// The code of each kernel by its id, `<op>-<variant>-<library>`.
llvm::StringMap<KernelCode> kernelCode(const LinkMap &Map);

} // namespace etprune
