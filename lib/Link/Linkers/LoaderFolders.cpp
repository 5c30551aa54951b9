// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LoaderFolders.h"

#include "Link/Linkers/ProgramFile.h"
#include "Support/InputFile.h"
#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <glob.h>

using namespace llvm;

namespace etprune {

void addFolders(StringRef List, std::vector<std::string> &Folders, StringRef Root) {
  SmallVector<StringRef> Words;
  SplitString(List, Words, ":;");
  for (StringRef Word : Words)
    Folders.push_back(((sys::path::is_absolute(Word) ? Root : "") + Word).str());
}

namespace {

/// Reads ld.so.conf and the files that it includes, each file once, because files may include each
/// other.
struct Configuration {
  std::vector<std::string> &Folders;
  StringRef Root;
  StringSet<> Read = {};

  bool add(const std::string &Path);
  void include(const std::string &By, StringRef Pattern);
};

bool Configuration::add(const std::string &Path) {
  auto Buffer = readRegular(Path);
  if (!Buffer || !Read.insert(realPath(Path)).second)
    return Buffer != nullptr;
  for (StringRef Line : llvm::split(Buffer->getBuffer(), '\n')) {
    Line = Line.split('#').first.trim();
    if (Line.consume_front("include ") || Line.consume_front("include\t")) {
      SmallVector<StringRef> Patterns;
      SplitString(Line, Patterns, " \t");
      for (StringRef Pattern : Patterns)
        include(Path, Pattern);
    } else { // a type such as "=libc6" may follow
      addFolders(Line.take_until([](char C) { return StringRef("= \t\f\v\r").contains(C); }),
                 Folders, Root);
    }
  }
  return true;
}

void Configuration::include(const std::string &By, StringRef Pattern) {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Pattern))
    Full = sys::path::parent_path(By);
  sys::path::append(Full, Pattern);
  glob_t Matches = {};
  const int Result = ::glob(Full.c_str(), 0, nullptr, &Matches);
  if (Result == GLOB_NOSPACE)
    report_bad_alloc_error("glob");
  for (size_t I = 0; Result == 0 && I < Matches.gl_pathc; ++I)
    add(Matches.gl_pathv[I]);
  ::globfree(&Matches);
}

} // namespace

bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          StringRef Root) {
  return Configuration{Folders, Root}.add(Path);
}

std::string withOrigin(StringRef Folders, StringRef NamedBy) {
  return replaceAll(Folders, "$", [&](StringRef &Rest) {
    if (Rest.consume_front("$ORIGIN") || Rest.consume_front("${ORIGIN}"))
      return sys::path::parent_path(NamedBy);
    Rest = Rest.drop_front();
    return StringRef("$");
  });
}

std::unique_ptr<MemoryBuffer> readRegular(const std::string &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) || !sys::fs::is_regular_file(Status) ||
      Status.getSize() > LargestProgram)
    return nullptr;
  auto Buffer = mapFile(Path);
  if (Buffer.getError() == std::errc::not_enough_memory)
    report_bad_alloc_error("file");
  return Buffer ? std::move(*Buffer) : nullptr;
}

} // namespace etprune
