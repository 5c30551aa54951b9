// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the tables of a FlatBuffer can be read: every table, vector and string that the
// runtime reads is inside of the file and aligned. Fields that the runtime never reads are not
// checked. flatc can generate a verifier with a function for each table. Our verifier interprets a
// description of a few bytes for each table, and takes much less flash.
//
// The depth of recursion needs no limit, because no type of table contains itself. The work needs a
// limit, because many offsets can point to the same table. The limit is a small multiple of the
// file's size.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/span.h"

namespace et {

/// A description is a list of tables. Each table has one byte for each field, in order, and at the
/// end kEnd. A table's number is its index in the list. The number must be less than kTable.
namespace fields {
constexpr uint8_t kSkip = 0;                                   ///< never read
constexpr uint8_t kByte = 1, kWord = 4, kLong = 8;             ///< numbers, named by size
constexpr uint8_t kBytes = 0x11, kWords = 0x14, kLongs = 0x18; ///< vectors: 0x10 + item size
constexpr uint8_t kString = 0x20;
constexpr uint8_t kUnion = 0x30; ///< two fields, a type and an offset. Two bytes follow kUnion: the
                                 ///< number of the first member's table, and the count of members
constexpr uint8_t kEnd = 0x3f;
constexpr uint8_t kTable = 0x40;  ///< + the table's number
constexpr uint8_t kTables = 0x80; ///< + the table's number: a vector of such tables
} // namespace fields

/// True if the FlatBuffer `tables` can be read as table `root` of `description`. The address of
/// `tables` must be a multiple of 8.
bool verify_tables(Span<const uint8_t> tables, const uint8_t *description, unsigned root);

} // namespace et
