// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .pte file has tables, and can have segments after the tables. The tables are a FlatBuffer that
// starts at the first byte. A file with segments has an extended header between the FlatBuffer's
// root offset and the tables:
//
//     byte 8     "eh00"
//     byte 12    uint32, the header's length, counted from byte 8
//     byte 16    uint64, the size of the tables including everything before them
//     byte 24    uint64, the start of the segments; 0: there are none
//     byte 32    uint64, the size of the segments; absent if the header's length is less than 32
//
// All numbers are little-endian. A file without this header has only tables.
//
// et-prune reads .pte files with the code below, too. So et-prune refuses a file if the runtime
// refuses the file's header. et-prune uses this C++ header without the rest of the runtime, so the
// C++ header includes no other header of ours.

#pragma once

#include <cstddef>
#include <cstdint>

namespace et {

/// The field of the header that does not fit the file.
enum class ProgramHeaderError : uint8_t {
  None,
  Cut,           ///< the file ends inside the header
  Length,        ///< the header is too short for its fields, or longer than the file
  TablesSize,    ///< the tables are smaller than the header, or larger than the file
  SegmentsStart, ///< the segments start inside of the tables, or after the file
  SegmentsSize,  ///< the segments end after the file
};

/// All members are in bytes.
struct ProgramLayout {
  uint32_t header_length = 0;
  uint64_t tables_size = 0;
  uint64_t segments_start = 0;
  uint64_t segments_size = 0;
};

constexpr uint32_t kProgramHeaderMagic = 0x30306865; // "eh00"
constexpr size_t kProgramHeaderOffset = 8;
constexpr size_t kProgramHeaderLength = 24;
constexpr size_t kProgramHeaderLengthWithSegmentsSize = 32;

inline uint32_t read_32_bits(const uint8_t *bytes) {
  return bytes[0] | uint32_t(bytes[1]) << 8 | uint32_t(bytes[2]) << 16 | uint32_t(bytes[3]) << 24;
}
inline uint64_t read_64_bits(const uint8_t *bytes) {
  return read_32_bits(bytes) | uint64_t(read_32_bits(bytes + 4)) << 32;
}

/// On an error, the members of `layout` up to the field with the error are set.
inline ProgramHeaderError read_program_header(const uint8_t *data, size_t size,
                                              ProgramLayout &layout) {
  layout.tables_size = size;
  const uint8_t *header = data + kProgramHeaderOffset;
  if (size < kProgramHeaderOffset + 4 || read_32_bits(header) != kProgramHeaderMagic)
    return ProgramHeaderError::None;
  if (size < kProgramHeaderOffset + kProgramHeaderLength)
    return ProgramHeaderError::Cut;
  layout.header_length = read_32_bits(header + 4);
  if (layout.header_length < kProgramHeaderLength ||
      layout.header_length > size - kProgramHeaderOffset)
    return ProgramHeaderError::Length;
  layout.tables_size = read_64_bits(header + 8);
  if (layout.tables_size < kProgramHeaderOffset + layout.header_length || layout.tables_size > size)
    return ProgramHeaderError::TablesSize;
  layout.segments_start = read_64_bits(header + 16);
  if (layout.segments_start == 0)
    return ProgramHeaderError::None;
  if (layout.segments_start < layout.tables_size || layout.segments_start > size)
    return ProgramHeaderError::SegmentsStart;
  const uint64_t rest = size - layout.segments_start;
  layout.segments_size = layout.header_length < kProgramHeaderLengthWithSegmentsSize
                             ? rest
                             : read_64_bits(header + 24);
  return layout.segments_size > rest ? ProgramHeaderError::SegmentsSize : ProgramHeaderError::None;
}

} // namespace et
