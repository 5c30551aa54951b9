// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the tables of a FlatBuffer can be read: that every table, vector and string which the
// runtime looks at lies in the file and is aligned. FlatBuffers generates such a verifier as code,
// a function for each table; this one interprets a description of the tables, a few bytes each,
// and takes an eighth of the space. Fields that the runtime never reads are not checked.
//
// Tables do not nest in themselves, so the depth is that of the description. Tables can be shared,
// though: the work is limited to a small multiple of the file's size.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/span.h"

namespace et {

/// A description has a byte for each field of a table, in their order, and kEnd after the last; one
/// table after the other, the root last. A table is named by its index in it, below kTable.
namespace fields {
constexpr uint8_t kSkip = 0;                                   ///< never read
constexpr uint8_t kByte = 1, kWord = 4, kLong = 8;             ///< numbers, by their size
constexpr uint8_t kBytes = 0x11, kWords = 0x14, kLongs = 0x18; ///< vectors of them
constexpr uint8_t kString = 0x20;
constexpr uint8_t kUnion = 0x30; ///< two fields; two more bytes: its first table and their number
constexpr uint8_t kEnd = 0x3f;
constexpr uint8_t kTable = 0x40;  ///< + the table's number
constexpr uint8_t kTables = 0x80; ///< + the table's number: a vector of them
} // namespace fields

/// Whether the FlatBuffer `tables`, at an address that is a multiple of 8, can be read as the table
/// `root` of `description`.
bool verify_tables(Span<const uint8_t> tables, const uint8_t *description, unsigned root);

} // namespace et
