// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Stage.h"

#include "Link/Process.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<Stage>> Stage::create() {
  SmallString<128> Root;
  if (std::error_code EC = sys::fs::createUniqueDirectory("et-link", Root))
    return createStringError("cannot create a temporary folder in '" + temporaryFolder() +
                             "': " + EC.message());
  return std::unique_ptr<Stage>(new Stage(Root.str().str()));
}

Stage::~Stage() { (void)sys::fs::remove_directories(Root); }

std::string Stage::place(StringRef Path, StringRef Directory) const {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Path))
    Full = Directory;
  sys::path::append(Full, Path);
  return Root + Full.str().str();
}

bool Stage::holds(StringRef Path) const {
  SmallString<256> Plain(Path);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return Plain.starts_with(Root + "/");
}

Error Stage::makeFolders(StringRef Folder) const {
  SmallString<256> Part;
  for (StringRef Component : make_range(sys::path::begin(Folder), sys::path::end(Folder))) {
    sys::path::append(Part, Component);
    if (Component == "..")
      continue;
    if (std::error_code EC = sys::fs::create_directory(Part))
      return createStringError("cannot create '" + Part + "': " + EC.message());
  }
  return Error::success();
}

Error Stage::write(StringRef Place, StringRef Contents) const {
  if (Error E = makeFolders(sys::path::parent_path(Place)))
    return E;
  // Two names may mean one place; what is there may be a link to a file outside.
  std::error_code EC = sys::fs::remove(Place);
  if (EC)
    return createStringError("cannot write '" + Place + "': " + EC.message());
  raw_fd_ostream Out(Place, EC, sys::fs::CD_CreateNew);
  if (!EC) {
    Out << Contents;
    Out.close();
    EC = Out.error();
    Out.clear_error();
  }
  if (EC)
    return createStringError("cannot write '" + Place + "': " + EC.message());
  return Error::success();
}

std::string Stage::read(StringRef Place) const {
  auto Buffer = MemoryBuffer::getFile(Place);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

} // namespace etprune
