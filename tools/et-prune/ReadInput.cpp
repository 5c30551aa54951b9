// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the image and its link, from the bundle beside the image or the link command after `--`.

#include "Modes.h"

#include "Link/Linkers/ProgramFile.h"
#include "Object/Arch/Arch.h"
#include "Object/RecordNames.h"
#include "Support/InputFile.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

Expected<InputImage> readImage(const std::string &Path) {
  InputImage Input;
  RETURN_IF_ERROR(checkIsFile(Path));
  auto Buffer = mapFile(Path);
  if (!Buffer) {
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      return Input;
    return createStringError("cannot open '" + Path + "': " + Buffer.getError().message());
  }
  Input.Buffer = std::move(*Buffer);
  ASSIGN_OR_RETURN(auto Image, ElfImage::read(Input.Buffer->getMemBufferRef()));
  Input.Image.emplace(std::move(Image));
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

static Error noBundle(const std::string &Path, const ElfImage &Image) {
  const Arch *Machine = Arch::find(Image.machine());
  const std::string Compiler = (Machine ? Machine->ToolPrefixes.front().str() : "") + "g++";
  std::string Message =
      "'" + Path + "' has no link bundle, '" + bundleOf(Path) +
      "'\n>>> link the program through the wrapper: add -B" + libexecFolder() +
      " to the link command\n>>> or write the link command after '--': et-prune ... " + Path +
      " -- " + Compiler + " ...";
  if (!Image.findSymbol(TableStartSymbol) && llvm::none_of(runtimes(), [&](const Runtime *Kind) {
        return Image.findSymbol(Kind->registerFunction());
      }))
    Message +=
        "\n>>> the image has no symbol of a registration table or kernel registry, and the wrapper "
        "writes no\n>>> bundle for such an image\n>>> if the program calls kernels, link the "
        "runtime and the kernel libraries; otherwise there is\n>>> nothing to prune";
  return createStringError(Message);
}

static Expected<CapturedLink> readBundle(const std::string &ImagePath, const InputImage &Input) {
  std::string Path = bundleOf(ImagePath);
  if (sys::fs::exists(Path))
    return CapturedLink::read(Path);
  if (!Input.Image)
    return noSuchImage(ImagePath);
  return noBundle(ImagePath, *Input.Image);
}

/// An interrupted link may leave an empty file, or a file that begins with zeros or ELF's magic.
static bool mayBeHalfAnImage(const std::string &Path) {
  if (!sys::fs::is_regular_file(Path)) // opening a pipe would wait for a writer
    return false;
  auto Start = MemoryBuffer::getFileSlice(Path, 4, 0);
  return (!Start || (*Start)->getBuffer().starts_with(ELF::ElfMagic) ||
          (*Start)->getBuffer().find_first_not_of('\0') == StringRef::npos);
}

static Error readImageAndLink(const Options &Opts, std::optional<ImageLock::Mode> Lock,
                              Pruning &State) {
  const bool HasCommand = !Opts.LinkCommand.empty();
  if (HasCommand) { // before the lock, because the command's et-ld may take the same lock
    ASSIGN_OR_RETURN(auto Before, readImage(Opts.Image));
    ASSIGN_OR_RETURN(State.Link, captureCommand(Opts.LinkCommand, Opts.Image, Before.Buffer.get()));
  }
  if (Lock)
    RETURN_IF_ERROR(
        ImageLock::take(Tool, Opts.Image, bundleOf(Opts.Image), *Lock).moveInto(State.Lock));
  if (Error E = readImage(Opts.Image).moveInto(State.Input)) {
    if (!mayBeHalfAnImage(Opts.Image))
      return E;
    return createStringError(
        toString(std::move(E)) +
        "\n>>> if the link of this image was interrupted, link the program again");
  }
  if (!HasCommand)
    RETURN_IF_ERROR(readBundle(Opts.Image, State.Input).moveInto(State.Link));
  if (Lock == ImageLock::ToRead)
    State.Lock = ImageLock();
  return Error::success();
}

Error readInput(const Options &Opts, std::optional<ImageLock::Mode> Lock, Pruning &State) {
  Error NotRead = readRequest(Opts, State);
  return joinErrors(std::move(NotRead), readImageAndLink(Opts, Lock, State));
}

} // namespace etprune
