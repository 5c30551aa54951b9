// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .ptd file is a FlatBuffer, followed by segments. An extended header lies between the root
// offset and the tables of the FlatBuffer. load() checks header and tables, so that no later read
// leaves the file.

#include "et/data_file.h"

#include "dynamic_tensor.h"
#include "log_line.h"
#include "schema.h"
#include "table_verifier.h"

#include "data_file_generated.h" // after schema.h, which configures FlatBuffers

namespace et {
namespace {

using namespace fields;

enum Table : uint8_t { Segment, Layout, Named, File };

// The fields are in the order of schema/data_file.fbs.
// clang-format off
constexpr uint8_t description[] = {
    /*DataSegment*/ kLong, kLong, kEnd,
    /*TensorLayout*/ kByte, kWords, kBytes, kEnd,
    /*NamedData*/ kString, kWord, kTable + Layout, kEnd,
    /*DataFile*/ kSkip, kTables + Segment, kTables + Named, kEnd,
};
// clang-format on

/// All numbers are little-endian.
struct Head {
  uint32_t root;
  char identifier[4];
  char header_identifier[4];
  uint32_t header_length; ///< counted from the header's identifier
  uint64_t tables_start, tables_size;
  uint64_t segments_start, segments_size;
};
constexpr size_t kHeaderOffset = offsetof(Head, header_identifier);

bool is_inside(uint64_t start, uint64_t size, size_t file_size) {
  return start <= file_size && size <= file_size - start;
}

Error reject(const char *what) {
  log_message("not a valid data file: %s", what);
  return Error::InvalidExternalData;
}

} // namespace

Result<DataFile> DataFile::load(const void *data, size_t size) {
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  if (reinterpret_cast<uintptr_t>(data) % kAlignment != 0) {
    log_message("the data file must be aligned to %zu bytes in memory", kAlignment);
    return Error::InvalidArgument;
  }
  Head head;
  if (size < sizeof(head))
    return reject("it is too short");
  memcpy(&head, data, sizeof(head));
  if (memcmp(head.identifier, data::DataFileIdentifier(), 4) != 0 ||
      memcmp(head.header_identifier, "FH01", 4) != 0)
    return reject("it has no identifiers 'FT01' and 'FH01'");
  // The FlatBuffer starts at the file's first byte, and ends at tables_start + tables_size.
  if (head.header_length < sizeof(head) - kHeaderOffset ||
      !is_inside(kHeaderOffset, head.header_length, size) ||
      !is_inside(head.tables_start, head.tables_size, size) ||
      !is_inside(head.segments_start, head.segments_size, size) ||
      head.segments_start < head.tables_start + head.tables_size)
    return reject("the file does not match its header; is the file truncated?");

  const size_t tables_size = static_cast<size_t>(head.tables_start + head.tables_size);
  if (!verify_tables({bytes, tables_size}, description, File))
    return reject("its tables are damaged, or an ExecuTorch before 0.7 wrote it");
  DataFile file;
  file.file_ = data::GetDataFile(data);
  file.segments_ = {bytes + head.segments_start, static_cast<size_t>(head.segments_size)};
  for (size_t i = 0; i < file.get_num_keys(); ++i) {
    const data::NamedData &named = *item_at(file.file_->named_data(), i);
    if (!file.is_consistent(named)) {
      log_message("the entry '%s' of the data file is inconsistent", text_of(named.key()));
      return Error::InvalidExternalData;
    }
  }
  return file;
}

bool DataFile::is_consistent(const data::NamedData &named) const {
  const schema::DataSegment *segment = item_at(file_->segments(), named.segment_index());
  if (!segment || !is_inside(*segment, segments_))
    return false;
  const data::TensorLayout *layout = named.tensor_layout();
  if (!layout)
    return true;
  const size_t dim = length_of(layout->sizes());
  if (length_of(layout->dim_order()) != dim)
    return false;
  const SizesType *sizes = dim == 0 ? nullptr : layout->sizes()->data();
  const DimOrderType *dim_order = dim == 0 ? nullptr : layout->dim_order()->data();
  StridesType strides[kTensorDimensionLimit];
  if (!dim_order_to_strides(sizes, dim_order, dim, strides))
    return false;
  // A dtype whose elements share bytes has no element size, so the number of bytes is not checked.
  const size_t element = dtype_size(static_cast<ScalarType>(layout->scalar_type()));
  size_t nbytes = 0;
  return element == 0 || (count_bytes({sizes, dim}, element, nbytes) && nbytes == segment->size());
}

const data::NamedData *DataFile::find(const char *key) const {
  for (size_t i = 0; i < get_num_keys(); ++i) {
    const data::NamedData *named = item_at(file_->named_data(), i);
    if (are_equal(text_of(named->key()), key))
      return named;
  }
  return nullptr;
}

Result<TensorLayout> DataFile::get_tensor_layout(const char *key) const {
  const data::NamedData *named = find(key);
  if (!named)
    return Error::NotFound;
  const data::TensorLayout *layout = named->tensor_layout();
  if (!layout)
    return Error::NotImplemented;
  TensorLayout result;
  result.scalar_type = static_cast<ScalarType>(layout->scalar_type());
  if (const size_t dim = length_of(layout->sizes())) {
    result.sizes = {layout->sizes()->data(), dim};
    result.dim_order = {layout->dim_order()->data(), dim};
  }
  return result;
}

Result<Span<const uint8_t>> DataFile::get_data(const char *key) const {
  const data::NamedData *named = find(key);
  if (!named)
    return Error::NotFound;
  const schema::DataSegment &segment = *item_at(file_->segments(), named->segment_index());
  return Span<const uint8_t>(segments_.data() + segment.offset(),
                             static_cast<size_t>(segment.size()));
}

size_t DataFile::get_num_keys() const { return file_ ? length_of(file_->named_data()) : 0; }

Result<const char *> DataFile::get_key(size_t index) const {
  if (index >= get_num_keys())
    return Error::InvalidArgument;
  return text_of(item_at(file_->named_data(), index)->key());
}

} // namespace et
