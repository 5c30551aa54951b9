// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModelFile.h"

#include "InputFiles.h"
#include "RuntimeErrors.h"

#include "et/bundled_program.h"

using namespace llvm;

namespace etprune {

Expected<ModelFile> ModelFile::open(StringRef Path) {
  ModelFile Result;
  Result.Path = Path.str();
  auto File = readFile(Path);
  if (!File)
    return File.takeError();
  Result.File = std::move(*File);
  const et::Span<const uint8_t> Bytes = Result.bytes();
  Result.IsBundle = et::is_bundled_program(Bytes.data(), Bytes.size());
  const void *Data;
  size_t Size;
  et::Error Code = et::get_program_data(Bytes.data(), Bytes.size(), &Data, &Size);
  if (Code == et::Error::Ok) {
    const et::Result<et::Program> Program = et::Program::load(Data, Size);
    Code = Program.error();
    Result.Program = Program.get();
  }
  if (Code != et::Error::Ok)
    return runtimeError(Path + ": the model cannot be read", Code);
  return Result;
}

et::Span<const uint8_t> ModelFile::bytes() const {
  return {reinterpret_cast<const uint8_t *>(File->getBufferStart()), File->getBufferSize()};
}

} // namespace etprune
