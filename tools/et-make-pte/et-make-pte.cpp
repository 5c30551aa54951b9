// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-make-pte [--segments] -o OUT.pte IN.json
//
// Makes a .pte program from a JSON description, so that tests and examples need no exporter. The
// JSON has flatc's form for runtime/schema/program.fbs; test/models has examples. Without
// --segments, constants are in the tables, as in old programs. With --segments, constants are in
// segments after the tables, as in new programs.

#include "SchemaText.h"

#include "et/program_header.h"

#include "flatbuffers/idl.h"
#include "flatbuffers/util.h"
#include "object_api/program_generated.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

using namespace et::schema;
using Bytes = std::vector<uint8_t>;

namespace {

void alignTo(Bytes &Data, size_t Alignment) {
  Data.resize((Data.size() + Alignment - 1) / Alignment * Alignment);
}

struct Segment {
  Bytes Contents;
  std::vector<uint64_t> Offsets = {0}; // index 0 means no data

  uint32_t add(const Bytes &Data) {
    alignTo(Contents, 16);
    Offsets.push_back(Contents.size());
    Contents.insert(Contents.end(), Data.begin(), Data.end());
    return static_cast<uint32_t>(Offsets.size() - 1);
  }
};

constexpr size_t SegmentAlignment = 128;

/// Appends a segment to `All`, the bytes of all segments. Returns its index and its data's offsets.
std::unique_ptr<SubsegmentOffsetsT> place(const Segment &Source, ProgramT &Program, Bytes &All) {
  alignTo(All, SegmentAlignment);
  auto Entry = std::make_unique<DataSegmentT>();
  Entry->offset = All.size();
  Entry->size = Source.Contents.size();
  All.insert(All.end(), Source.Contents.begin(), Source.Contents.end());

  auto Offsets = std::make_unique<SubsegmentOffsetsT>();
  Offsets->segment_index = static_cast<uint32_t>(Program.segments.size());
  Offsets->offsets = Source.Offsets;
  Program.segments.push_back(std::move(Entry));
  return Offsets;
}

/// Moves constants to a first segment, and initial values of mutable tensors to a second, like
/// ExecuTorch's exporter. Returns the bytes of all segments.
Bytes moveConstantsToSegments(ProgramT &Program) {
  Segment Constants, InitialValues;
  for (size_t I = 1; I < Program.constant_buffer.size(); ++I)
    Constants.add(Program.constant_buffer[I]->storage);
  for (auto &Plan : Program.execution_plan)
    for (auto &Value : Plan->values) {
      TensorT *Tensor = Value->val.AsTensor();
      if (Tensor && Tensor->allocation_info && Tensor->data_buffer_idx != 0 &&
          Tensor->data_buffer_idx < Program.constant_buffer.size())
        Tensor->data_buffer_idx =
            InitialValues.add(Program.constant_buffer[Tensor->data_buffer_idx]->storage);
    }

  Bytes All;
  Program.constant_segment = place(Constants, Program, All);
  if (InitialValues.Offsets.size() > 1)
    Program.mutable_data_segments.push_back(place(InitialValues, Program, All));
  Program.constant_buffer.clear();
  return All;
}

/// Adds an extended header after the FlatBuffer's identifier, and the segments at the end. Offsets
/// between tables are relative, so only the root offset changes. 32 bytes keep the tables aligned.
void addSegments(Bytes &File, const Bytes &Segments) {
  using flatbuffers::WriteScalar;
  constexpr uint32_t HeaderLength = et::kProgramHeaderLengthWithSegmentsSize;
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
}

std::string readFile(const std::string &Path) {
  // flatbuffers::LoadFile() reads no pipe, and C++'s streams throw an exception for a folder.
  std::FILE *File = std::fopen(Path.c_str(), "rb");
  if (!File)
    throw std::runtime_error(Path + ": " + std::strerror(errno));
  std::string Text;
  char Block[4096];
  while (size_t Count = std::fread(Block, 1, sizeof(Block), File))
    Text.append(Block, Count);
  const int Error = std::ferror(File) ? errno : 0;
  std::fclose(File);
  if (Error)
    throw std::runtime_error(Path + ": " + std::strerror(Error));
  return Text;
}

Bytes makeProgram(const std::string &Path, bool UseSegments) {
  flatbuffers::Parser Parser;
  const std::string Text = readFile(Path);
  if (!Parser.Parse(SchemaText, nullptr, "program.fbs") ||
      !Parser.Parse(Text.c_str(), nullptr, Path.c_str())) {
    std::string Message = Parser.error_;
    while (!Message.empty() && std::isspace(static_cast<unsigned char>(Message.back())))
      Message.pop_back();
    throw std::runtime_error(Message);
  }
  if (!Parser.builder_.GetSize())
    throw std::runtime_error(Path + ": no program");
  ProgramT Program;
  GetProgram(Parser.builder_.GetBufferPointer())->UnPackTo(&Program);
  if (UseSegments && !Program.segments.empty())
    throw std::runtime_error(Path + ": --segments: the description has segments already");
  const Bytes Segments = UseSegments ? moveConstantsToSegments(Program) : Bytes();
  flatbuffers::FlatBufferBuilder Builder;
  FinishProgramBuffer(Builder, CreateProgram(Builder, &Program));
  const uint8_t *Tables = Builder.GetBufferPointer();
  Bytes File(Tables, Tables + Builder.GetSize());
  if (UseSegments)
    addSegments(File, Segments);
  return File;
}

int fail(const std::string &Message) {
  std::fprintf(stderr, "et-make-pte: error: %s\n", Message.c_str());
  return 1;
}

} // namespace

int main(int Count, char **Arguments) {
  std::string Input, Output;
  bool UseSegments = false;
  for (int I = 1; I < Count; ++I) {
    const std::string Argument = Arguments[I];
    if (Argument == "--segments")
      UseSegments = true;
    else if (Argument == "-o" && I + 1 < Count)
      Output = Arguments[++I];
    else if (Argument.empty() || Argument[0] == '-' || !Input.empty())
      return fail("unexpected argument '" + Argument + "'");
    else
      Input = Argument;
  }
  if (Input.empty() || Output.empty())
    return fail("usage: et-make-pte [--segments] -o OUT.pte IN.json");
  try {
    const Bytes File = makeProgram(Input, UseSegments);
    if (flatbuffers::SaveFile(Output.c_str(), reinterpret_cast<const char *>(File.data()),
                              File.size(), /*binary=*/true))
      return 0;
    std::remove(Output.c_str());
    return fail(Output + ": cannot be written");
  } catch (const std::bad_alloc &) {
    return fail("out of memory");
  } catch (const std::runtime_error &Error) {
    return fail(Error.what());
  }
}
