// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/TarZstd.h"

#include <archive.h>
#include <archive_entry.h>

using namespace llvm;

namespace etprune {

namespace {

/// More than any firmware link has; an archive that unpacks to more is refused.
constexpr uint64_t MaxUnpackedSize = uint64_t(4) << 30;

Error lastError(const ArchiveHandle &Handle, StringRef Default) {
  const char *Why = archive_error_string(Handle.get());
  return createStringError(Why ? StringRef(Why) : Default);
}

} // namespace

void CloseArchive::operator()(struct archive *A) const { archive_free(A); }

TarZstdWriter::TarZstdWriter() : Handle(archive_write_new()) {
  archive_write_set_format_pax_restricted(Handle.get());
  archive_write_add_filter_zstd(Handle.get());
  archive_write_set_filter_option(Handle.get(), "zstd", "compression-level", "3");
  archive_write_set_bytes_per_block(Handle.get(), 0);
  Status = archive_write_open(
      Handle.get(), &Bytes, nullptr,
      [](archive *, void *Client, const void *Data, size_t Size) -> la_ssize_t {
        static_cast<std::string *>(Client)->append(static_cast<const char *>(Data), Size);
        return Size;
      },
      nullptr);
}

/// No times, owners or modes of this machine: equal contents give equal bytes.
void TarZstdWriter::add(const std::string &Name, StringRef Contents) {
  if (Status != ARCHIVE_OK)
    return;
  archive_entry *Entry = archive_entry_new();
  archive_entry_set_pathname(Entry, Name.c_str());
  archive_entry_set_size(Entry, Contents.size());
  archive_entry_set_filetype(Entry, AE_IFREG);
  archive_entry_set_perm(Entry, 0644);
  archive_entry_set_mtime(Entry, 0, 0);
  Status = archive_write_header(Handle.get(), Entry);
  archive_entry_free(Entry);
  if (Status == ARCHIVE_OK && archive_write_data(Handle.get(), Contents.data(), Contents.size()) !=
                                  static_cast<la_ssize_t>(Contents.size()))
    Status = ARCHIVE_FATAL;
}

Expected<std::string> TarZstdWriter::finish() {
  if (Status == ARCHIVE_OK)
    Status = archive_write_close(Handle.get());
  if (Status != ARCHIVE_OK)
    return lastError(Handle, "unknown error");
  return std::move(Bytes);
}

Expected<StringMap<std::string>> unpackTarZstd(StringRef Bytes) {
  ArchiveHandle Handle(archive_read_new());
  archive_read_support_format_tar(Handle.get());
  archive_read_support_filter_zstd(Handle.get());
  auto Fail = [&] { return lastError(Handle, "it is not a tar file compressed with zstd"); };
  if (archive_read_open_memory(Handle.get(), Bytes.data(), Bytes.size()) != ARCHIVE_OK)
    return Fail();
  StringMap<std::string> Members;
  uint64_t Total = 0;
  archive_entry *Entry;
  int Status;
  while ((Status = archive_read_next_header(Handle.get(), &Entry)) == ARCHIVE_OK) {
    const char *Name = archive_entry_pathname(Entry);
    int64_t Size = archive_entry_size(Entry);
    if (!Name || Size < 0 || static_cast<uint64_t>(Size) > MaxUnpackedSize - Total)
      return createStringError("it unpacks to more than 4 GiB or has a member without name");
    Total += Size;
    // Grown as data arrives: the size in the header is a claim.
    std::string Contents;
    char Block[1 << 16];
    la_ssize_t Count;
    while ((Count = archive_read_data(Handle.get(), Block, sizeof(Block))) > 0)
      Contents.append(Block, Count);
    if (Count < 0)
      return Fail();
    if (Contents.size() != static_cast<uint64_t>(Size))
      return createStringError(Twine("member '") + Name + "' is truncated");
    Members[Name] = std::move(Contents);
  }
  if (Status != ARCHIVE_EOF)
    return Fail();
  return Members;
}

} // namespace etprune
