// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InputFiles.h"

#include "Support/Try.h"

#include "Elements.h"
#include "Memory.h"
#include "RuntimeErrors.h"

#include "et/bundled_program.h"

#include "program_generated.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && (Status.type() == sys::fs::file_type::character_file ||
                                         Status.type() == sys::fs::file_type::block_file ||
                                         Status.type() == sys::fs::file_type::socket_file))
    return createStringError(Path + ": it is neither a file nor a pipe");
  // The file is read, not mapped, because a mapped file that shrinks would end the program.
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true, Align(Block::Alignment));
  if (!File)
    return createStringError(Path + ": " + File.getError().message());
  return std::move(*File);
}

Error writeFile(StringRef Path, StringRef Contents) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << Contents;
    Path == "-" ? OS.flush() : OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError(Path + ": " + EC.message()) : Error::success();
}

Expected<ModelFile> ModelFile::open(StringRef Path) {
  ModelFile Result;
  Result.Path = Path.str();
  ASSIGN_OR_RETURN(Result.File, readFile(Path));
  const et::Span<const uint8_t> Bytes = Result.bytes();
  Result.IsBundle = et::is_bundled_program(Bytes.data(), Bytes.size());
  const void *Data;
  size_t Size;
  et::Error Code = et::get_program_data(Bytes.data(), Bytes.size(), &Data, &Size);
  if (Code == et::Error::Ok) {
    const et::Result<et::Program> Program = et::Program::load(Data, Size);
    Code = Program.error();
    Result.Program = Program.get();
    Result.Tables = et::schema::GetProgram(Data);
  }
  if (Code != et::Error::Ok)
    return runtimeError(Path + ": the model cannot be read", Code);
  return Result;
}

et::Span<const uint8_t> ModelFile::bytes() const {
  return {reinterpret_cast<const uint8_t *>(File->getBufferStart()), File->getBufferSize()};
}

Expected<InputFile> InputFile::open(StringRef Path) {
  InputFile Result;
  Result.Path = Path.str();
  ASSIGN_OR_RETURN(Result.File, readFile(Path));
  return Result;
}

Error InputFile::fill(et::Tensor Tensor) const {
  const StringRef Name(Path);
  const bool IsText = Name.ends_with_insensitive(".txt") || Name.ends_with_insensitive(".csv");
  Error E =
      IsText ? fillFromText(Tensor, File->getBuffer()) : fillFromBytes(Tensor, File->getBuffer());
  return E ? createStringError(Path + ": " + toString(std::move(E))) : Error::success();
}

} // namespace etprune
