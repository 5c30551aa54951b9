// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linkers/LoaderFolders.h"

#include "Support/InputFile.h"
#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
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

/// Adds the folders of the files that match a pattern in the file `By`.
static void includeConfigured(const std::string &By, StringRef Pattern,
                              std::vector<std::string> &Folders, StringRef Root) {
  SmallString<256> Full;
  if (!sys::path::is_absolute(Pattern))
    Full = sys::path::parent_path(By);
  sys::path::append(Full, Pattern);
  glob_t Matches = {};
  const int Result = ::glob(Full.c_str(), 0, nullptr, &Matches);
  if (Result == GLOB_NOSPACE)
    report_bad_alloc_error("glob");
  for (size_t I = 0; Result == 0 && I < Matches.gl_pathc; ++I)
    if (Matches.gl_pathv[I] != By)
      addConfiguredFolders(Matches.gl_pathv[I], Folders, Root);
  ::globfree(&Matches);
}

bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          StringRef Root) {
  constexpr size_t MostFolders = 1000; // files may include each other
  auto Buffer = readRegular(Path);
  if (!Buffer || Folders.size() > MostFolders)
    return Buffer != nullptr;
  for (StringRef Line : llvm::split(Buffer->getBuffer(), '\n')) {
    Line = Line.split('#').first.trim();
    if (Line.consume_front("include ") || Line.consume_front("include\t")) {
      SmallVector<StringRef> Patterns;
      SplitString(Line, Patterns, " \t");
      for (StringRef Pattern : Patterns)
        includeConfigured(Path, Pattern, Folders, Root);
    } else { // a type such as "=libc6" may follow
      addFolders(Line.take_until([](char C) { return StringRef("= \t\f\v\r").contains(C); }),
                 Folders, Root);
    }
  }
  return true;
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
