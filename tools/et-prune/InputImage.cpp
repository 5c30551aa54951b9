// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InputImage.h"

#include "Link/Bundle/Bundle.h"
#include "Support/InputFile.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

Expected<InputImage> readImage(const std::string &Path) {
  InputImage Input;
  if (Error E = checkIsFile(Path))
    return E;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      return Input;
    return createStringError("cannot open '" + Path + "': " + Buffer.getError().message());
  }
  Input.Buffer = std::move(*Buffer);
  auto Image = ElfImage::read(Input.Buffer->getMemBufferRef());
  if (!Image)
    return Image.takeError();
  Input.Image.emplace(std::move(*Image));
  return Input;
}

Error noSuchImage(const std::string &Path) {
  return createStringError("cannot open '" + Path + "': no such file or directory");
}

std::string bundleOf(const std::string &Image) {
  SmallString<256> Real;
  std::string Own = bundlePath(Image);
  if (sys::fs::exists(Own) || sys::fs::real_path(Image, Real))
    return Own;
  std::string Behind = bundlePath(Real.str().str());
  return sys::fs::exists(Behind) ? Behind : Own;
}

} // namespace etprune
