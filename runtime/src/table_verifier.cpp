// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This verifier is stricter than the verifier that flatc generates: it also checks the alignment of
// the items in vectors, and limits its work. The unit test table_verifier_test.cpp compares both
// verifiers.

#include "table_verifier.h"

#include <cstring>

namespace et {
namespace {

using namespace fields;

class TableVerifier {
public:
  TableVerifier(Span<const uint8_t> tables, const uint8_t *description)
      : tables_(tables), description_(description), work_(uint64_t(tables.size()) * 16) {}

  bool verify_table(size_t field, unsigned number);

private:
  /// True if `count` items of `size` bytes at `position` are inside of the file and aligned to
  /// `size`. Subtracts their bytes from `work_`, and returns false if `work_` does not suffice.
  bool has(size_t position, uint64_t count, size_t size) {
    const uint64_t bytes = count * size;
    if (position % size != 0 || position > tables_.size() || bytes > tables_.size() - position ||
        bytes > work_)
      return false;
    work_ -= bytes;
    return true;
  }
  template <typename T> T read(size_t position) const {
    T value;
    memcpy(&value, tables_.data() + position, sizeof(T));
    return value;
  }
  /// Reads the offset at `position`, and sets `position` to the target of the offset.
  bool follow(size_t &position) {
    if (!has(position, 1, 4))
      return false;
    const uint32_t offset = read<uint32_t>(position);
    if (offset == 0 || offset >= tables_.size() - position)
      return false;
    position += offset;
    return true;
  }
  /// Verifies the vector whose offset is at `position`. Sets `position` to the first item.
  bool verify_vector(size_t &position, size_t item_size, uint32_t &count) {
    if (!follow(position) || !has(position, 1, 4))
      return false;
    count = read<uint32_t>(position);
    position += 4;
    return count == 0 || has(position, count, item_size);
  }
  bool verify_field(size_t position, uint8_t field);

  Span<const uint8_t> tables_;
  const uint8_t *description_;
  uint64_t work_; ///< number of bytes that may still be inspected
};

bool TableVerifier::verify_field(size_t position, uint8_t field) {
  uint32_t count;
  if (field >= kTables) {
    if (!verify_vector(position, 4, count))
      return false;
    for (; count != 0; --count, position += 4)
      if (!verify_table(position, field - kTables))
        return false;
    return true;
  }
  if (field >= kTable)
    return verify_table(position, field - kTable);
  if (field == kString)
    return verify_vector(position, 1, count) && has(position + count, 1, 1) &&
           read<uint8_t>(position + count) == 0;
  if (field > 0x10)
    return verify_vector(position, field - 0x10, count);
  return field == kSkip || has(position, 1, field);
}

bool TableVerifier::verify_table(size_t position, unsigned number) {
  if (!follow(position) || !has(position, 1, 4))
    return false;
  // The vtable is before or after the table. It contains its own length, the table's length, and
  // each field's offset in the table. The offset of an absent field is 0.
  const size_t vtable = position - static_cast<size_t>(read<int32_t>(position));
  if (!has(vtable, 2, 2))
    return false;
  const size_t vtable_size = read<uint16_t>(vtable);
  if (vtable_size % 2 != 0 || !has(vtable, vtable_size / 2, 2))
    return false;
  const auto place_of = [&](size_t slot) {
    const size_t entry = 4 + 2 * slot;
    const size_t offset = entry < vtable_size ? read<uint16_t>(vtable + entry) : 0;
    return offset == 0 ? 0 : position + offset;
  };

  const uint8_t *field = description_;
  for (; number != 0; ++field)
    if (*field == kEnd)
      --number;
  for (size_t slot = 0; *field != kEnd; ++field, ++slot) {
    size_t place = place_of(slot);
    uint8_t kind = *field;
    if (kind == kUnion) {
      const unsigned first = field[1], count = field[2];
      field += 2;
      if (place != 0 && !has(place, 1, 1))
        return false;
      // A union consists of two fields: the number of its type, and an offset. If the number is
      // unknown, the runtime does not read the member, so only the offset is checked.
      const unsigned type = place == 0 ? 0 : read<uint8_t>(place);
      place = place_of(++slot);
      size_t target = place;
      if (place != 0 && !follow(target))
        return false;
      kind = type == 0 || type > count ? kSkip : static_cast<uint8_t>(kTable + first + type - 1);
    }
    if (place != 0 && !verify_field(place, kind))
      return false;
  }
  return true;
}

} // namespace

bool verify_tables(Span<const uint8_t> tables, const uint8_t *description, unsigned root) {
  return tables.size() <= INT32_MAX && TableVerifier(tables, description).verify_table(0, root);
}

} // namespace et
