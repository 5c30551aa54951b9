// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a .pte or .bpte file: finds the program and verifies it. ModelCalls.h reads its methods.
//
// A .pte is a FlatBuffer, the program, followed by segments with weights and delegates' data. Old
// files have this data in the program. The extended header (et/program_header.h) has the program's
// end and the segments' start. A .bpte is a FlatBuffer that contains a whole .pte.
//
// FlatBuffers' verifier reads tables and the bounds of vectors, but not the bytes of vectors. The
// file is mapped, so only the pages with tables are read, whatever the model's size.

#include "Selection/Forms.h"
#include "Selection/Readers/ModelCalls.h"
#include "Support/InputFile.h"

#include "bundled_program_generated.h"
#include "et/program_header.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace etprune {

static constexpr StringLiteral ProgramIdentifier = "ET12";
static constexpr StringLiteral BundledIdentifier = "BP08";

static StringRef identifierOf(StringRef Content) { return Content.substr(4, 4); }

namespace {
class ModelReader {
public:
  ModelReader(StringRef Path, Problems &Errors) : Path(Path), Errors(Errors) {}
  std::optional<Selection> readProgram(StringRef Content);
  std::optional<Selection> readBundle(StringRef Content);

private:
  std::nullopt_t fail(const Twine &Why) {
    Errors.add(Path + ": " + Why);
    return std::nullopt;
  }
  void reportHeader(et::ProgramHeaderError Error, const et::ProgramLayout &Layout, uint64_t Size);
  void checkSegments(const et::schema::Program &Program, uint64_t SegmentsSize);
  template <typename T> const T *verify(StringRef Content, StringRef Identifier, StringRef What);

  StringRef Path;
  Problems &Errors;
};
} // namespace

template <typename T>
const T *ModelReader::verify(StringRef Content, StringRef Identifier, StringRef What) {
  const auto *Data = reinterpret_cast<const uint8_t *>(Content.data());
  if (Content.size() >= FLATBUFFERS_MAX_BUFFER_SIZE) {
    fail(What + " is larger than a FlatBuffer can be (2 GB)");
    return nullptr;
  }
  if (reinterpret_cast<uintptr_t>(Data) % 8 != 0) {
    fail(What + " is not aligned to 8 bytes in the file");
    return nullptr;
  }
  // The limit is the number of tables that the bytes can hold, which no valid program exceeds. A
  // shared table is verified at each reference. The limit makes this work linear.
  flatbuffers::Verifier::Options Options;
  Options.max_tables = std::max<size_t>(Content.size(), 1000);
  flatbuffers::Verifier Verifier(Data, Content.size(), Options);
  if (!Verifier.VerifyBuffer<T>(Identifier.str().c_str())) {
    fail(What + " is damaged: its tables do not fit into its " + Twine(Content.size()) +
         " bytes; export the model again");
    return nullptr;
  }
  return flatbuffers::GetRoot<T>(Data);
}

/// Reports an extended header that does not match its file of `Size` bytes.
void ModelReader::reportHeader(et::ProgramHeaderError Error, const et::ProgramLayout &Layout,
                               uint64_t Size) {
  using Wrong = et::ProgramHeaderError;
  const uint64_t End = SaturatingAdd(Layout.segments_start, Layout.segments_size);
  const std::string Says =
      Error == Wrong::Cut          ? "is not complete"
      : Error == Wrong::Length     ? "says that it has " + utostr(Layout.header_length) + " bytes"
      : Error == Wrong::TablesSize ? "gives the program " + utostr(Layout.tables_size) + " bytes"
      : Error == Wrong::SegmentsStart
          ? "says that segments start at byte " + utostr(Layout.segments_start)
          : "says that segments end at byte " + utostr(End);
  fail("the extended header does not fit the file of " + Twine(Size) + " bytes: it " + Says +
       "; is the file cut off?");
}

void ModelReader::checkSegments(const et::schema::Program &Program, uint64_t SegmentsSize) {
  uint64_t Count = sizeOf(Program.segments());
  for (uint64_t I = 0; I < Count; ++I) {
    const et::schema::DataSegment *Segment = Program.segments()->Get(I);
    if (Segment->size() > SegmentsSize || Segment->offset() > SegmentsSize - Segment->size())
      fail("segment " + Twine(I) + ": " + Twine(Segment->size()) + " bytes at offset " +
           Twine(Segment->offset()) + " are outside of the file's " + Twine(SegmentsSize) +
           " bytes of segments");
  }
  auto checkIndex = [&](const Twine &What, uint32_t Index) {
    if (Index >= Count)
      fail(What + ": segment index " + Twine(Index) + " is out of range (the program has " +
           Twine(Count) + " segments)");
  };
  if (const auto *Constants = Program.constant_segment())
    if (sizeOf(Constants->offsets()) != 0)
      checkIndex("constant segment", Constants->segment_index());
  for (uint64_t I = 0; I < sizeOf(Program.mutable_data_segments()); ++I)
    checkIndex("mutable data segment " + Twine(I),
               Program.mutable_data_segments()->Get(I)->segment_index());
  for (uint64_t I = 0; I < sizeOf(Program.named_data()); ++I)
    checkIndex("named data " + Twine(I), Program.named_data()->Get(I)->segment_index());
}

std::optional<Selection> ModelReader::readProgram(StringRef Content) {
  et::ProgramLayout Layout;
  const et::ProgramHeaderError Error =
      et::read_program_header(Content.bytes_begin(), Content.size(), Layout);
  if (Error != et::ProgramHeaderError::None) {
    reportHeader(Error, Layout, Content.size());
    return std::nullopt;
  }
  StringRef Bytes = Content.take_front(Layout.tables_size);
  const auto *Program = verify<et::schema::Program>(Bytes, ProgramIdentifier, "the program");
  if (!Program)
    return std::nullopt;
  checkSegments(*Program, Layout.segments_size);
  return readModelCalls(Path, *Program, Bytes.size(), Errors);
}

std::optional<Selection> ModelReader::readBundle(StringRef Content) {
  const auto *Bundle =
      verify<et::bundled::BundledProgram>(Content, BundledIdentifier, "the bundled program");
  if (!Bundle)
    return std::nullopt;
  if (!Bundle->program())
    return fail("the bundle has no program in it");
  StringRef Inner(reinterpret_cast<const char *>(Bundle->program()->data()),
                  Bundle->program()->size());
  if (identifierOf(Inner) != ProgramIdentifier)
    return fail("what the bundle holds is not a program: expected '" + ProgramIdentifier +
                "' at its byte 4, found " + quoted(identifierOf(Inner)));
  return readProgram(Inner);
}

static bool isModel(SelectionSource &Source) {
  StringRef Content = Source.Content;
  if (Content.size() < 8)
    return false;
  StringRef Identifier = identifierOf(Content);
  bool IsFamily = (Identifier.starts_with("ET") || Identifier.starts_with("BP")) &&
                  isDigit(Identifier[2]) && isDigit(Identifier[3]);
  // Four printable bytes would be a root offset of half a gigabyte, so the file is text.
  return IsFamily && !all_of(Content.take_front(4), [](char C) { return isPrint(C); });
}

/// Returns why a file without one of our identifiers is not read.
static std::string whyNotRead(SelectionSource &Source) {
  const StringRef Identifier = identifierOf(Source.Content);
  if (Source.Content.empty())
    return "is empty, not a model; export the model again";
  if (!isModel(Source))
    return ("is not a model: expected '" + ProgramIdentifier + "' or '" + BundledIdentifier +
            "' at byte 4, found " + quoted(Identifier))
        .str();
  const StringRef Known = Identifier.starts_with("ET") ? ProgramIdentifier : BundledIdentifier;
  return ("has the " + Twine(Identifier > Known ? "newer" : "older") + " format '" + Identifier +
          "'; only '" + Known +
          "' can be read\n>>> export the model with the ExecuTorch release of your kernels")
      .str();
}

static Expected<Selection> readModel(SelectionSource &Source) {
  Problems Errors(Source.Path);
  ModelReader Reader(Source.Path, Errors);
  std::optional<Selection> Result;
  StringRef Identifier = identifierOf(Source.Content);
  if (Identifier == ProgramIdentifier)
    Result = Reader.readProgram(Source.Content);
  else if (Identifier == BundledIdentifier)
    Result = Reader.readBundle(Source.Content);
  else
    Errors.add(Source.Path + ": " + whyNotRead(Source));
  if (Errors)
    return Errors.take();
  return std::move(*Result);
}

const SelectionForm ModelForm = {"--model", SelectionForm::Value::File, isModel, readModel};

} // namespace etprune
