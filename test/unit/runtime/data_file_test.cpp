// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests how DataFile reads .ptd files. test/run/data.test runs programs with .ptd files.

// test_program.h must come first. Its program_generated.h has the object types, such as ProgramT.
// data_file_generated.h includes a file of the same name and include guard without object types.
#include "test_program.h"

#include "data_file_generated.h"
#include "et/data_file.h"

constexpr uint32_t header_size = 48;

/// The contents of a valid file. Each test changes some of them.
struct Contents {
  std::vector<int32_t> sizes = {1, 2};
  std::vector<uint8_t> dim_order = {0, 1};
  uint32_t segment_index = 1;
  uint64_t offset = 16, size = 8;
  uint32_t header_length = 40;
  uint64_t tables_start = header_size;
  uint64_t segments_size = 24;

  std::vector<uint8_t> file() const {
    flatbuffers::FlatBufferBuilder builder;
    using flatbuffers::Offset;
    const auto segments = builder.CreateVector(
        std::vector<Offset<schema::DataSegment>>{schema::CreateDataSegment(builder, 0, 3),
                                                 schema::CreateDataSegment(builder, offset, size)});
    const auto layout =
        data::CreateTensorLayoutDirect(builder, schema::ScalarType::Float, &sizes, &dim_order);
    const auto named = builder.CreateVector(std::vector<Offset<data::NamedData>>{
        data::CreateNamedDataDirect(builder, "blob", 0),
        data::CreateNamedDataDirect(builder, "weight", segment_index, layout)});
    data::FinishDataFileBuffer(builder, data::CreateDataFile(builder, 0, segments, named));

    const uint8_t *tables = builder.GetBufferPointer();
    const size_t tables_size = builder.GetSize();
    const size_t segments_start = (header_size + tables_size + 15) / 16 * 16;
    std::vector<uint8_t> result;
    const auto put = [&](auto number) {
      const auto *bytes = reinterpret_cast<const uint8_t *>(&number);
      result.insert(result.end(), bytes, bytes + sizeof(number));
    };
    // The header is inserted before the root table, so the root table's offset grows.
    put(flatbuffers::ReadScalar<uint32_t>(tables) + header_size);
    result.insert(result.end(), tables + 4, tables + 8);
    for (const char c : {'F', 'H', '0', '1'})
      put(c);
    put(header_length);
    put(tables_start);
    put(uint64_t(tables_size));
    put(uint64_t(segments_start));
    put(segments_size);
    put(uint64_t(0));
    result.insert(result.end(), tables + 8, tables + tables_size);
    result.resize(segments_start);
    for (const uint64_t word : {0x030201, 0, 0x40000000})
      put(word);
    return result;
  }
};

static Error error_of(const std::vector<uint8_t> &bytes) {
  test::AlignedBytes file(bytes);
  return DataFile::load(file.data(), file.size()).error();
}

/// Reads all contents of the file, so that a sanitizer sees each byte.
static void read_all(const DataFile &file) {
  static volatile size_t sum;
  for (size_t i = 0; i < file.get_num_keys(); ++i) {
    const char *key = file.get_key(i).get();
    const Result<Span<const uint8_t>> bytes = file.get_data(key);
    ASSERT_TRUE(bytes.ok());
    for (const uint8_t byte : bytes.get())
      sum = sum + byte;
    const TensorLayout layout = file.get_tensor_layout(key).get();
    ASSERT_EQ(layout.sizes.size(), layout.dim_order.size());
    for (size_t d = 0; d < layout.sizes.size(); ++d)
      sum = sum + static_cast<size_t>(layout.sizes[d]) + layout.dim_order[d];
  }
}

TEST(DataFile, HasDataAndLayouts) {
  test::AlignedBytes bytes(Contents().file());
  const Result<DataFile> loaded = DataFile::load(bytes.data(), bytes.size());
  ASSERT_TRUE(loaded.ok()) << test::take_log();
  const NamedDataMap &file = loaded.get();
  ASSERT_EQ(file.get_num_keys(), 2u);
  EXPECT_STREQ(file.get_key(0).get(), "blob");
  EXPECT_STREQ(file.get_key(1).get(), "weight");
  EXPECT_EQ(file.get_key(2).error(), Error::InvalidArgument);
  const Span<const uint8_t> blob = file.get_data("blob").get();
  EXPECT_EQ(std::vector<uint8_t>(blob.begin(), blob.end()), std::vector<uint8_t>({1, 2, 3}));
  EXPECT_EQ(file.get_tensor_layout("blob").error(), Error::NotImplemented);
  EXPECT_EQ(file.get_data("weight").get().data(), bytes.data() + bytes.size() - 8); // not copied
  EXPECT_EQ(file.get_data("weight").get().size(), 8u);
  const TensorLayout layout = file.get_tensor_layout("weight").get();
  EXPECT_EQ(layout.scalar_type, ScalarType::Float);
  EXPECT_EQ(std::vector<SizesType>(layout.sizes.begin(), layout.sizes.end()),
            std::vector<SizesType>({1, 2}));
  EXPECT_EQ(layout.dim_order[1], 1);
  EXPECT_EQ(file.get_data("weigh").error(), Error::NotFound);
  EXPECT_EQ(file.get_tensor_layout("weights").error(), Error::NotFound);
  EXPECT_EQ(DataFile().get_num_keys(), 0u);
  EXPECT_EQ(DataFile().get_data("weight").error(), Error::NotFound);
}

TEST(DataFile, InconsistentFilesAreRefused) {
  using Change = void (*)(Contents &);
  const Change weight[] = {[](Contents &c) { c.segment_index = 2; },
                           [](Contents &c) { c.offset = 17; },
                           [](Contents &c) { c.offset = uint64_t(0) - 8; },
                           [](Contents &c) { c.size = uint64_t(0) - 8; },
                           [](Contents &c) { c.size = 4; },
                           [](Contents &c) { c.sizes = {1, 3}; },
                           [](Contents &c) { c.sizes = {-1, -2}; },
                           [](Contents &c) { c.sizes = {2}; },
                           [](Contents &c) { c.dim_order = {0, 0}; },
                           [](Contents &c) { c.dim_order = {0, 2}; },
                           [](Contents &c) {
                             c.sizes.assign(17, 1);
                             c.dim_order.assign(17, 0);
                           }};
  const Change header[] = {[](Contents &c) { c.header_length = 39; },
                           [](Contents &c) { c.header_length = UINT32_MAX; },
                           [](Contents &c) { c.segments_size = 25; },
                           [](Contents &c) { c.segments_size = UINT64_MAX; },
                           [](Contents &c) { c.tables_start = 80; }, // overlaps the segments
                           [](Contents &c) { c.tables_start = UINT64_MAX; }};
  const auto refused = [](Change change, const char *message) {
    Contents contents;
    change(contents);
    return test::says(Error::InvalidExternalData, message,
                      [&] { return error_of(contents.file()); });
  };
  for (const Change change : weight)
    EXPECT_TRUE(refused(change, "the entry 'weight' of the data file is inconsistent\n"));
  for (const Change change : header)
    EXPECT_TRUE(refused(change, "not a valid data file: the file does not match its header; is the "
                                "file truncated?\n"));
  test::AlignedBytes unaligned(Contents().file(), 8);
  EXPECT_EQ(DataFile::load(unaligned.data(), unaligned.size()).error(), Error::InvalidArgument);
}

// Truncates the file at each byte, and changes each byte. An accepted file must be readable.
TEST(DataFile, Damaged) {
  const std::vector<uint8_t> whole = Contents().file();
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(error_of({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)}),
              Error::InvalidExternalData)
        << size;
  test::AlignedBytes bytes(whole);
  size_t refused = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    for (const uint8_t other : {0x01, 0x02, 0x04, 0x10, 0x40, 0x80, 0xff}) {
      bytes.data()[i] = whole[i] ^ other;
      const Result<DataFile> file = DataFile::load(bytes.data(), bytes.size());
      if (file.ok())
        read_all(file.get());
      refused += !file.ok();
      bytes.data()[i] = whole[i];
    }
  EXPECT_GT(refused, whole.size());
  test::take_log();
}
