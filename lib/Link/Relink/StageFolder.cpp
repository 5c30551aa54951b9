// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/StageFolder.h"

#include "Link/Command/LinkNames.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

/// The start of a stage's name. Its root has the same name, so this is the only new word in the
/// link's paths that a pattern of a linker script could match.
static constexpr StringLiteral NamePrefix = "et-link";

/// The size of a write. Archive members are small, and a system call for each takes longer than
/// copying them to a buffer.
static constexpr size_t WriteSize = size_t(256) << 10;

StageFolder::StageFolder(TemporaryFolder Made)
    : Folder(std::move(Made)), Root((path() + "/" + NamePrefix).str()), Outputs(path() + "/out") {}

Expected<std::unique_ptr<StageFolder>> StageFolder::create(uint64_t Bytes) {
  const std::string InMemory = temporaryFolderInMemory(Bytes);
  auto Folder =
      TemporaryFolder::create(NamePrefix, InMemory.empty() ? temporaryFolder() : InMemory);
  if (!Folder)
    return Folder.takeError();
  auto Created = std::unique_ptr<StageFolder>(new StageFolder(std::move(*Folder)));
  if (std::error_code EC = sys::fs::create_directory(Created->Root))
    return createStringError("cannot create '" + Created->Root + "': " + EC.message());
  return Created;
}

bool StageFolder::holds(StringRef Path) const {
  return StringRef(fullPath(Path)).starts_with(Root + "/");
}

Error StageFolder::makeFolders(StringRef Path) const {
  if (Made.contains(Path)) // threads find all their folders made
    return Error::success();
  SmallString<256> Folder;
  for (StringRef Component : make_range(sys::path::begin(Path), sys::path::end(Path))) {
    sys::path::append(Folder, Component);
    if (Component == "..")
      continue;
    if (std::error_code EC = sys::fs::create_directory(Folder))
      return createStringError("cannot create '" + Folder + "': " + EC.message());
  }
  Made.insert(Path);
  return Error::success();
}

Error StageFolder::write(StringRef Path, StringRef Contents) const {
  return write(Path, [&](raw_ostream &Out) { Out << Contents; });
}

Error StageFolder::write(StringRef Path, function_ref<void(raw_ostream &)> Contents) const {
  if (Error E = makeFolders(sys::path::parent_path(Path)))
    return E;
  std::error_code EC;
  std::optional<raw_fd_ostream> Out;
  Out.emplace(Path, EC, sys::fs::CD_CreateNew);
  if (EC == std::errc::file_exists) {
    // Another name may lead to the same file, which may be a symbolic link to an outside file.
    EC = sys::fs::remove(Path);
    if (!EC)
      Out.emplace(Path, EC, sys::fs::CD_CreateNew);
  }
  if (!EC) {
    Out->SetBufferSize(WriteSize);
    Contents(*Out);
    Out->close();
    EC = Out->error();
    Out->clear_error();
  }
  if (EC)
    return createStringError("cannot write '" + Path + "': " + EC.message() +
                             (EC == std::errc::no_space_on_device
                                  ? "\n>>> set TMPDIR to a folder with more space"
                                  : ""));
  return Error::success();
}

std::string StageFolder::read(StringRef Path) const {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

} // namespace etprune
