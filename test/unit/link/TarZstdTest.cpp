// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests the file format of bundles: tar archives compressed with zstd. test/errors/bundle.test uses
// Python's tarfile to test that other programs can read the archives of et-prune, and that et-prune
// can read the archives of other programs.

#include "Link/Bundle/TarZstd.h"
#include "TestFolder.h"

#include <zstd.h>

using Files = std::vector<std::pair<std::string, std::string>>;

static std::string compress(StringRef Plain) {
  std::string Packed(ZSTD_compressBound(Plain.size()), '\0');
  Packed.resize(ZSTD_compress(Packed.data(), Packed.size(), Plain.data(), Plain.size(), 1));
  return Packed;
}

static std::string someBytes(size_t Size) {
  std::string Bytes;
  for (uint32_t I = 1; Bytes.size() < Size; I = I * 1664525 + 1013904223)
    Bytes += static_cast<char>(I >> 28);
  return Bytes;
}

static std::string plain(StringRef Packed) {
  std::string Plain(1 << 20, '\0');
  Plain.resize(ZSTD_decompress(Plain.data(), Plain.size(), Packed.data(), Packed.size()));
  return Plain;
}

static std::string unpackError(StringRef Packed) { return errorOf(unpackTarZstd(Packed)); }

TEST(TarZstdTest, RoundTrip) {
  Files Members{{"empty", ""},
                {"block", std::string(512, 'b')},
                {std::string(100, 'n'), "a long name"},
                {"large", someBytes(5 << 20)},
                {"zeros", std::string(2000, '\0')}};
  auto Tar = cantFail(unpackTarZstd(tarOf(Members)));
  EXPECT_EQ(Tar.Members.size(), Members.size());
  for (const auto &[Name, Contents] : Members)
    EXPECT_TRUE(Tar.Members.lookup(Name) == Contents) << Name;
  EXPECT_EQ(tarOf(Members), tarOf(Members));
}

TEST(TarZstdTest, RefusesInvalidArchives) {
  constexpr StringRef NoTar = "it is not a tar archive compressed";
  EXPECT_EQ(unpackError(""), "it is truncated");
  EXPECT_TRUE(StringRef(unpackError("garbage")).starts_with(NoTar));
  EXPECT_EQ(unpackError(compress(std::string(512, 'x'))), "it has an invalid tar header");
  EXPECT_EQ(unpackError(tarOf({{"a", "first"}, {"a", "second"}})), "it has two members named 'a'");
  const std::string Plain = plain(tarOf({{"a", "x"}})), Other = plain(tarOf({{"b", "y"}}));
  EXPECT_EQ(unpackError(compress(Plain)), "");
  EXPECT_EQ(unpackError(compress(Plain.substr(0, 1024) + std::string(512, '\0') + Other)),
            "it has data after the end of the archive");
  const std::string Empty("\x57\x2a\x4d\x18\0\0\0\0", 8);
  std::string Many;
  for (int I = 0; I < 70000; ++I)
    Many += Empty;
  EXPECT_EQ(unpackError(Many + tarOf({{"a", "x"}})), "it has more than 65536 frames");
  std::string Packed = tarOf({{"a", std::string(5 << 20, 'a')}, {"b", "y"}});
  Packed[Packed.size() / 2] ^= 1;
  EXPECT_TRUE(StringRef(unpackError(Packed)).starts_with(NoTar));
}

/// Changes a byte of the first header, corrects the checksum, and compresses the archive.
static std::string withHeaderByte(std::string Plain, size_t At, char Byte) {
  unsigned Checksum = std::stoul(Plain.substr(148, 7), nullptr, 8) - Plain[At] + Byte; // octal
  Plain[At] = Byte;
  std::snprintf(&Plain[148], 8, "%07o", Checksum);
  return compress(Plain);
}

TEST(TarZstdTest, OnlyPlainFilesWithShortNames) {
  const std::string Plain = plain(tarOf({{"a", "x"}, {"b", "y"}}));
  // The types are a folder, three kinds of long names, and a symbolic link.
  for (const char Type : {'5', 'x', 'g', 'L', '2'})
    EXPECT_EQ(unpackError(withHeaderByte(Plain, 156, Type)),
              "member 'a' is not a regular file, or its name is too long");
  EXPECT_EQ(unpackError(withHeaderByte(Plain, 345, 'p')),
            "member 'a' is not a regular file, or its name is too long");
}

TEST(TarZstdTest, TruncatedArchives) {
  std::string Packed = tarOf({{"a", std::string(3000, 'x')}, {"b", "y"}});
  for (size_t Size = 0; Size < Packed.size(); ++Size)
    EXPECT_NE(unpackError(StringRef(Packed).take_front(Size)), "") << Size;
  std::string Plain = plain(Packed);
  for (size_t Size = 0; Size < Plain.size() - 512; Size += 100)
    EXPECT_NE(unpackError(compress(StringRef(Plain).take_front(Size))), "") << Size;
}

TEST(TarZstdTest, DamagedHeaders) {
  std::string Plain = plain(tarOf({{"a", "x"}}));
  for (size_t At = 0; At < 512; ++At) {
    std::string Copy = Plain;
    Copy[At] ^= 0x41;
    EXPECT_NE(unpackError(compress(Copy)), "") << At;
  }
  std::string Size = Plain;
  Size.replace(124, 12, "77777777777");
  EXPECT_NE(unpackError(compress(Size)), "");
}
