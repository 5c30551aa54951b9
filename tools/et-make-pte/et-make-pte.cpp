// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-make-pte [--segments] -o OUT.pte IN.json
//
// Makes a .pte program from a JSON description, so that tests and examples need no exporter. The
// JSON has flatc's form for runtime/schema/program.fbs; test/models has examples. Without
// --segments, constants are in the tables, as in old programs. With it, they are in segments after
// the tables, as in new programs.

#include "SchemaText.h"
#include "Segments.h"

#include "flatbuffers/idl.h"
#include "flatbuffers/util.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

using namespace et::schema;

namespace {

struct Options {
  std::string Input, Output;
  bool UseSegments = false;
};

bool fail(const std::string &Where, const std::string &What) {
  std::fprintf(stderr, "et-make-pte: error: %s%s%s\n", Where.c_str(), Where.empty() ? "" : ": ",
               What.c_str());
  return false;
}

bool parseOptions(int Count, char **Arguments, Options &Result) {
  for (int I = 1; I < Count; ++I) {
    const std::string Argument = Arguments[I];
    if (Argument == "--segments")
      Result.UseSegments = true;
    else if (Argument == "-o" && I + 1 < Count)
      Result.Output = Arguments[++I];
    else if (Argument.empty() || Argument[0] == '-' || !Result.Input.empty())
      return fail("", "unexpected argument '" + Argument + "'");
    else
      Result.Input = Argument;
  }
  if (Result.Input.empty() || Result.Output.empty())
    return fail("", "usage: et-make-pte [--segments] -o OUT.pte IN.json");
  return true;
}

bool readFile(const std::string &Path, std::string &Text) {
  // flatbuffers::LoadFile() reads no pipe, and C++'s streams throw an exception for a folder.
  std::FILE *File = std::fopen(Path.c_str(), "rb");
  if (!File)
    return fail(Path, std::strerror(errno));
  char Block[4096];
  while (size_t Count = std::fread(Block, 1, sizeof(Block), File))
    Text.append(Block, Count);
  const int Error = std::ferror(File) ? errno : 0;
  std::fclose(File);
  return Error == 0 || fail(Path, std::strerror(Error));
}

/// Converts the description to a FlatBuffer, in the parser's builder.
bool parseDescription(const std::string &Path, flatbuffers::Parser &Parser) {
  std::string Text;
  if (!readFile(Path, Text))
    return false;
  if (!Parser.Parse(SchemaText, nullptr, "program.fbs"))
    return fail("program.fbs", Parser.error_);
  // The parser's message ends in a line end and names the place.
  if (!Parser.Parse(Text.c_str(), nullptr, Path.c_str())) {
    std::string Message = Parser.error_;
    while (!Message.empty() && (Message.back() == '\n' || Message.back() == '\r'))
      Message.pop_back();
    return fail("", Message);
  }
  if (!Parser.builder_.GetSize())
    return fail(Path, "no program");
  return true;
}

bool run(const Options &Settings) {
  flatbuffers::Parser Parser;
  if (!parseDescription(Settings.Input, Parser))
    return false;
  ProgramT Program;
  GetProgram(Parser.builder_.GetBufferPointer())->UnPackTo(&Program);

  std::vector<uint8_t> Segments;
  if (Settings.UseSegments) {
    if (!Program.segments.empty())
      return fail(Settings.Input, "--segments: the description has segments already");
    Segments = moveConstantsToSegments(Program);
  }
  flatbuffers::FlatBufferBuilder Builder;
  FinishProgramBuffer(Builder, CreateProgram(Builder, &Program));
  const uint8_t *Tables = Builder.GetBufferPointer();
  std::vector<uint8_t> Bytes(Tables, Tables + Builder.GetSize());
  if (Settings.UseSegments)
    Bytes = joinTablesAndSegments(std::move(Bytes), Segments);
  if (flatbuffers::SaveFile(Settings.Output.c_str(), reinterpret_cast<const char *>(Bytes.data()),
                            Bytes.size(), /*binary=*/true))
    return true;
  std::remove(Settings.Output.c_str());
  return fail(Settings.Output, "cannot be written");
}

} // namespace

int main(int Count, char **Arguments) {
  try {
    Options Settings;
    return parseOptions(Count, Arguments, Settings) && run(Settings) ? 0 : 1;
  } catch (const std::bad_alloc &) {
    fail("", "out of memory");
    return 1;
  }
}
