// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/RelinkStage.h"

#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

/// The start of the stage's name, and the name of its root folder. Both have one rare word, so
/// that a linker script's pattern, which is compared with whole paths, does not match by accident.
static constexpr StringLiteral NamePrefix = "et-link";

std::optional<std::string> nameInImage(const RecordedLink &Link) {
  std::string Output = Link.Command.output();
  if (!Link.Command.namesImage() || sys::path::is_absolute(Output))
    return std::nullopt;
  return Output;
}

RelinkStage::RelinkStage(const CapturedLink &Link, TemporaryFolder Made)
    : Folder(std::move(Made)), Link(Link), Root((path() + "/" + NamePrefix).str()),
      OutputName(chooseOutputName()) {
  for (const auto &File : Link.Inputs->Files) {
    Inputs.insert(staged(File->Path));
    if (File->What == LinkFile::SharedObject)
      SharedObjects.insert(File->Path);
  }
}

/// If the image contains its own relative name, the linker writes to this name, below the root.
/// Other images go to the folder of outputs, where they replace no input.
std::string RelinkStage::chooseOutputName() const {
  const auto Name = nameInImage(Link);
  if (Name && !Link.Inputs->find(*Name) && holds(staged(*Name)))
    return *Name;
  return output("image/" + sys::path::filename(Link.Command.output()).str());
}

std::string RelinkStage::staged(StringRef Path) const {
  return Root + (sys::path::is_absolute(Path) ? "" : LinkFolder.str() + "/") + Path.str();
}

std::string RelinkStage::resolve(StringRef Name) const {
  return sys::path::is_absolute(Name) ? Name.str() : staged(Name);
}

bool RelinkStage::holds(StringRef Path) const {
  return StringRef(fullPath(Path)).starts_with(Root + "/");
}

std::string RelinkStage::withoutStage(StringRef Text) const {
  const std::pair<std::string, std::string> Names[] = {
      {image(), Link.Command.output()},
      {ltoFolder() + "/", ""},
      {table(), TableObjectName.str()},
      {kernels(NarrowedObjectPrefix), NarrowedObjectPrefix.str()},
      {directory() + "/", ""},
      {directory(), "."},
      {Root, ""},
      {path(), ""}};
  return replaceAll(Text, path(), [&](StringRef &Rest) {
    return StringRef(
        llvm::find_if(Names, [&](const auto &N) { return Rest.consume_front(N.first); })->second);
  });
}

Expected<std::unique_ptr<RelinkStage>> RelinkStage::create(const CapturedLink &Link,
                                                           uint64_t Bytes) {
  const std::string InMemory = temporaryFolderInMemory(Bytes);
  ASSIGN_OR_RETURN(auto Folder, TemporaryFolder::create(
                                    NamePrefix, InMemory.empty() ? temporaryFolder() : InMemory));
  auto Created = std::unique_ptr<RelinkStage>(new RelinkStage(Link, std::move(Folder)));
  if (std::error_code EC = sys::fs::create_directory(Created->Root))
    return createStringError("cannot create '" + Created->Root + "': " + EC.message());
  return Created;
}

Error RelinkStage::makeFolders(StringRef Path) const {
  if (Made.contains(Path)) // no lock: layOutInputs() fills `Made` before its threads start
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

Error RelinkStage::write(StringRef Path, StringRef Contents) const {
  RETURN_IF_ERROR(makeFolders(sys::path::parent_path(Path)));
  // Remove an existing file. If two inputs have the same path, the file may be a symbolic link to
  // a shared library of this machine. Writing to the link would overwrite this library.
  std::error_code EC = sys::fs::remove(Path);
  if (!EC) {
    raw_fd_ostream Out(Path, EC, sys::fs::CD_CreateNew);
    if (!EC) {
      Out << Contents;
      Out.close();
      EC = Out.error();
      Out.clear_error();
    }
  }
  if (EC)
    return createStringError("cannot write '" + Path + "': " + EC.message() +
                             (EC == std::errc::no_space_on_device
                                  ? "\n>>> set TMPDIR to a folder with more space"
                                  : ""));
  return Error::success();
}

std::string RelinkStage::read(StringRef Path) const {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

} // namespace etprune
