// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InputFiles.h"

#include "Elements.h"
#include "Memory.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && (Status.type() == sys::fs::file_type::character_file ||
                                         Status.type() == sys::fs::file_type::block_file ||
                                         Status.type() == sys::fs::file_type::socket_file))
    return createStringError(Path + ": it is neither a file nor a pipe");
  // Read, not mapped: a file that shrinks meanwhile would end the program.
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true, Align(Block::Alignment));
  if (!File)
    return createStringError(Path + ": " + File.getError().message());
  return std::move(*File);
}

Expected<InputFile> InputFile::open(StringRef Path) {
  InputFile Result;
  Result.Path = Path.str();
  auto File = readFile(Path);
  if (!File)
    return File.takeError();
  Result.File = std::move(*File);
  if (Path.ends_with_insensitive(".npy")) {
    auto Array = readNpy(Result.File->getBuffer());
    if (!Array)
      return createStringError(Path + ": " + toString(Array.takeError()));
    Result.Npy = std::move(*Array);
  }
  return Result;
}

Error InputFile::fill(et::Tensor Tensor) const {
  Error E = Error::success();
  const StringRef Name(Path);
  if (Npy) {
    consumeError(std::move(E));
    E = checkNpyDtype(*Npy, Tensor.scalar_type());
    if (!E && ArrayRef(Npy->Sizes) != ArrayRef(Tensor.sizes().data(), Tensor.dim()))
      E = createStringError("it is " + shapeText({Npy->Sizes.data(), Npy->Sizes.size()}) +
                            ", but the input is " + describe(Tensor) +
                            "; give it that shape with NumPy's reshape()");
    if (!E)
      fillFromNpy(Tensor, *Npy);
  } else if (Name.ends_with_insensitive(".txt") || Name.ends_with_insensitive(".csv")) {
    consumeError(std::move(E));
    E = fillFromText(Tensor, File->getBuffer());
  } else {
    consumeError(std::move(E));
    E = fillFromBytes(Tensor, File->getBuffer());
  }
  if (E)
    return createStringError(Path + ": " + toString(std::move(E)));
  return E;
}

} // namespace etprune
