// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestFolder.h"

#include "Link/Bundle/TarZstd.h"

#include "llvm/Object/ArchiveWriter.h"

namespace etprune::test {

TestFolder::TestFolder() {
  SmallString<128> Path;
  if (sys::fs::createUniqueDirectory("link-unit-test", Path))
    ADD_FAILURE() << "no temporary folder";
  SmallString<128> Real;
  (void)sys::fs::real_path(Path, Real);
  Root = Real.str();
}

TestFolder::~TestFolder() { (void)sys::fs::remove_directories(Root); }

std::string TestFolder::path(StringRef Name) const {
  return Name.empty() ? Root : Root + "/" + Name.str();
}

std::string TestFolder::write(StringRef Name, StringRef Contents) const {
  std::string Path = path(Name);
  (void)sys::fs::create_directories(sys::path::parent_path(Path));
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  OS << Contents;
  EXPECT_FALSE(EC) << Path;
  return Path;
}

std::string TestFolder::read(StringRef Name) const {
  auto Buffer = MemoryBuffer::getFile(path(Name));
  return Buffer ? (*Buffer)->getBuffer().str() : "no such file";
}

std::vector<std::string> TestFolder::list() const {
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(Root, EC), End; It != End && !EC; It.increment(EC))
    Names.push_back(It->path().substr(Root.size() + 1));
  std::sort(Names.begin(), Names.end());
  return Names;
}

std::string archiveOf(const std::vector<std::pair<std::string, std::string>> &Members, bool Is64) {
  std::vector<NewArchiveMember> New;
  for (const auto &[Name, Bytes] : Members) {
    New.emplace_back(MemoryBufferRef(Bytes, Name));
    New.back().MemberName = Name;
  }
  auto Buffer = writeArchiveToBuffer(New, SymtabWritingMode::NormalSymtab,
                                     Is64 ? object::Archive::K_GNU64 : object::Archive::K_GNU,
                                     /*Deterministic=*/true, /*Thin=*/false);
  if (Buffer)
    return (*Buffer)->getBuffer().str();
  ADD_FAILURE() << toString(Buffer.takeError());
  return "";
}

std::string tarOf(const std::vector<std::pair<std::string, std::string>> &Members) {
  TarZstdWriter Out;
  for (const auto &[Name, Contents] : Members)
    Out.add(Name, Contents);
  return Out.finish();
}

} // namespace etprune::test
