// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extended header is between the FlatBuffer's identifier and its tables. Only the root offset
// crosses it. Therefore inserting the header means adding its length to this offset. The length
// keeps all alignments.

#include "Segments.h"

#include "et/program_header.h"

using namespace et::schema;

namespace {

constexpr size_t DataAlignment = 16;
constexpr size_t SegmentAlignment = 128;
constexpr uint32_t HeaderLength = et::kProgramHeaderLengthWithSegmentsSize;

void alignTo(std::vector<uint8_t> &Bytes, size_t Alignment) {
  Bytes.resize((Bytes.size() + Alignment - 1) / Alignment * Alignment);
}

struct Segment {
  std::vector<uint8_t> Bytes;
  std::vector<uint64_t> Offsets = {0}; // index 0 means no data

  uint32_t add(const std::vector<uint8_t> &Data) {
    alignTo(Bytes, DataAlignment);
    Offsets.push_back(Bytes.size());
    Bytes.insert(Bytes.end(), Data.begin(), Data.end());
    return static_cast<uint32_t>(Offsets.size() - 1);
  }
};

/// Appends the segment to the file's segments and returns its description.
std::unique_ptr<SubsegmentOffsetsT> place(const Segment &Source, ProgramT &Program,
                                          std::vector<uint8_t> &All) {
  alignTo(All, SegmentAlignment);
  auto Entry = std::make_unique<DataSegmentT>();
  Entry->offset = All.size();
  Entry->size = Source.Bytes.size();
  All.insert(All.end(), Source.Bytes.begin(), Source.Bytes.end());

  auto Offsets = std::make_unique<SubsegmentOffsetsT>();
  Offsets->segment_index = static_cast<uint32_t>(Program.segments.size());
  Offsets->offsets = Source.Offsets;
  Program.segments.push_back(std::move(Entry));
  return Offsets;
}

} // namespace

std::vector<uint8_t> moveConstantsToSegments(ProgramT &Program) {
  Segment Constants, InitialValues;
  for (size_t I = 1; I < Program.constant_buffer.size(); ++I)
    Constants.add(Program.constant_buffer[I]->storage);

  for (auto &Plan : Program.execution_plan) {
    for (auto &Value : Plan->values) {
      TensorT *Tensor = Value->val.AsTensor();
      if (!Tensor || !Tensor->allocation_info || Tensor->data_buffer_idx == 0 ||
          Tensor->data_buffer_idx >= Program.constant_buffer.size())
        continue;
      Tensor->data_buffer_idx =
          InitialValues.add(Program.constant_buffer[Tensor->data_buffer_idx]->storage);
    }
  }

  std::vector<uint8_t> All;
  Program.constant_segment = place(Constants, Program, All);
  if (InitialValues.Offsets.size() > 1)
    Program.mutable_data_segments.push_back(place(InitialValues, Program, All));
  Program.constant_buffer.clear();
  return All;
}

std::vector<uint8_t> joinTablesAndSegments(std::vector<uint8_t> Tables,
                                           const std::vector<uint8_t> &Segments) {
  using flatbuffers::WriteScalar;
  std::vector<uint8_t> File = std::move(Tables);
  WriteScalar(File.data(), flatbuffers::ReadScalar<uint32_t>(File.data()) + HeaderLength);
  File.insert(File.begin() + et::kProgramHeaderOffset, HeaderLength, 0);
  const uint64_t TablesSize = File.size();
  alignTo(File, SegmentAlignment);
  uint8_t *Header = File.data() + et::kProgramHeaderOffset;
  WriteScalar<uint32_t>(Header, et::kProgramHeaderMagic);
  WriteScalar<uint32_t>(Header + 4, HeaderLength);
  WriteScalar<uint64_t>(Header + 8, TablesSize);
  WriteScalar<uint64_t>(Header + 16, File.size());
  WriteScalar<uint64_t>(Header + 24, Segments.size());
  File.insert(File.end(), Segments.begin(), Segments.end());
  return File;
}
