// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and verifies the program in a .pte or .bpte file. ModelCalls.h reads the program's methods.
//
// A .pte is a FlatBuffer, the program, followed by segments with weights and delegates' data
// (et/program_header.h). A .bpte is a FlatBuffer that contains a whole .pte. The file is mapped,
// and FlatBuffers' verifier does not read the content of byte vectors. So only the pages with
// tables are read from the disk.

#include "Selection/Forms.h"
#include "Selection/Readers/ModelCalls.h"
#include "Support/InputFile.h"

#include "bundled_program_generated.h"
#include "et/program_header.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

static constexpr StringLiteral ProgramIdentifier = "ET12";
static constexpr StringLiteral BundledIdentifier = "BP08";

static StringRef identifierOf(StringRef Content) { return Content.substr(4, 4); }

/// Returns null, with an error, if the buffer is damaged.
template <typename T>
static const T *verify(StringRef Content, StringRef Identifier, const Twine &What,
                       Problems &Errors) {
  const auto *Data = reinterpret_cast<const uint8_t *>(Content.data());
  // A shared table is verified at each reference to it. The limit keeps the work linear in the
  // file's size. No valid program has more tables than bytes.
  flatbuffers::Verifier::Options Options;
  Options.max_tables = std::max<size_t>(Content.size(), 1000);
  if (Content.size() < FLATBUFFERS_MAX_BUFFER_SIZE && reinterpret_cast<uintptr_t>(Data) % 8 == 0) {
    flatbuffers::Verifier Verifier(Data, Content.size(), Options);
    if (Verifier.VerifyBuffer<T>(Identifier.str().c_str()))
      return flatbuffers::GetRoot<T>(Data);
  }
  Errors.add(What + " is damaged: its tables refer to data outside of its " +
             Twine(Content.size()) +
             " bytes, or its start is not aligned to 8 bytes in the file; export the model again");
  return nullptr;
}

static void checkSegments(StringRef Path, const et::schema::Program &Program, uint64_t SegmentsSize,
                          Problems &Errors) {
  uint64_t Count = sizeOf(Program.segments());
  for (uint64_t I = 0; I < Count; ++I) {
    const et::schema::DataSegment *Segment = Program.segments()->Get(I);
    if (Segment->size() > SegmentsSize || Segment->offset() > SegmentsSize - Segment->size())
      Errors.add(Path + ": segment " + Twine(I) + ": the segment has " + Twine(Segment->size()) +
                 " bytes at offset " + Twine(Segment->offset()) +
                 ", but the segments in the file have only " + Twine(SegmentsSize) +
                 " bytes; is the file cut off?");
  }
  auto checkIndex = [&](const Twine &What, uint32_t Index) {
    if (Index >= Count)
      Errors.add(Path + ": " + What + ": segment index " + Twine(Index) +
                 " is out of range: it must be below " + Twine(Count));
  };
  if (const auto *Constants = Program.constant_segment(); Constants && sizeOf(Constants->offsets()))
    checkIndex("constant segment", Constants->segment_index());
  for (uint64_t I = 0; I < sizeOf(Program.mutable_data_segments()); ++I)
    checkIndex("mutable data segment " + Twine(I),
               Program.mutable_data_segments()->Get(I)->segment_index());
  for (uint64_t I = 0; I < sizeOf(Program.named_data()); ++I)
    checkIndex("named data " + Twine(I), Program.named_data()->Get(I)->segment_index());
}

static Selection readProgram(StringRef Path, StringRef Content, Problems &Errors) {
  et::ProgramLayout Layout;
  if (et::read_program_header(Content.bytes_begin(), Content.size(), Layout) !=
      et::ProgramHeaderError::None) {
    Errors.add(Path + ": the extended header does not fit the file of " + Twine(Content.size()) +
               " bytes; is the file cut off?");
    return {};
  }
  StringRef Bytes = Content.take_front(Layout.tables_size);
  const auto *Program =
      verify<et::schema::Program>(Bytes, ProgramIdentifier, Path + ": the program", Errors);
  if (!Program)
    return {};
  checkSegments(Path, *Program, Layout.segments_size, Errors);
  return readModelCalls(Path, *Program, Bytes.size(), Errors);
}

static Selection readBundle(StringRef Path, StringRef Content, Problems &Errors) {
  const auto *Bundle = verify<et::bundled::BundledProgram>(Content, BundledIdentifier,
                                                           Path + ": the bundled program", Errors);
  if (!Bundle)
    return {};
  StringRef Inner;
  if (const auto *Bytes = Bundle->program())
    Inner = {reinterpret_cast<const char *>(Bytes->data()), Bytes->size()};
  if (identifierOf(Inner) == ProgramIdentifier)
    return readProgram(Path, Inner, Errors);
  Errors.add(Path + ": the bundled program contains no program that et-prune can read: expected '" +
             ProgramIdentifier + "' at byte 4 of the program, found " +
             quoted(identifierOf(Inner)));
  return {};
}

static bool isModel(SelectionSource &Source) {
  StringRef Content = Source.Content;
  if (Content.size() < 8)
    return false;
  StringRef Identifier = identifierOf(Content);
  bool IsFamily = (Identifier.starts_with("ET") || Identifier.starts_with("BP")) &&
                  isDigit(Identifier[2]) && isDigit(Identifier[3]);
  // A FlatBuffer starts with the four bytes of the root table's offset. Four printable bytes would
  // be an offset of more than half a gigabyte, so the file is text.
  return IsFamily && !all_of(Content.take_front(4), [](char C) { return isPrint(C); });
}

static Expected<Selection> readModel(SelectionSource &Source) {
  const StringRef Path = Source.Path, Identifier = identifierOf(Source.Content);
  if (!isModel(Source))
    return createStringError(Path + ": is not a model: expected '" + ProgramIdentifier + "' or '" +
                             BundledIdentifier + "' at byte 4, found " + quoted(Identifier));
  const StringRef Known = Identifier.starts_with("ET") ? ProgramIdentifier : BundledIdentifier;
  if (Identifier != Known)
    return createStringError(
        Path + ": has the " + (Identifier > Known ? "newer" : "older") + " format '" + Identifier +
        "'; only '" + Known +
        "' can be read\n>>> export the model with the ExecuTorch release of your kernels");
  Problems Errors(Path);
  auto *Read = Known == ProgramIdentifier ? readProgram : readBundle;
  Selection Result = Read(Path, Source.Content, Errors);
  return Errors.takeOr(std::move(Result));
}

const SelectionForm ModelForm = {"--model", SelectionForm::Value::File, isModel, readModel};

} // namespace etprune
