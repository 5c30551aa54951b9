// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container of link bundles. That others read what is written, and that what others wrote is
// read, is tested with Python's tarfile by test/errors/bundle.test.

#include "Link/Bundle/TarZstd.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <zstd.h>

using namespace etprune;
using namespace llvm;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::string pack(const Files &Members) {
  TarZstdWriter Out;
  for (const auto &[Name, Contents] : Members)
    Out.add(Name, Contents);
  return cantFail(Out.finish());
}

std::string compress(StringRef Plain) {
  std::string Packed(ZSTD_compressBound(Plain.size()), '\0');
  Packed.resize(ZSTD_compress(Packed.data(), Packed.size(), Plain.data(), Plain.size(), 1));
  return Packed;
}

/// The tar inside.
std::string plain(StringRef Packed) {
  std::string Plain(1 << 20, '\0');
  Plain.resize(ZSTD_decompress(Plain.data(), Plain.size(), Packed.data(), Packed.size()));
  return Plain;
}

std::string readError(StringRef Packed) {
  auto Tar = unpackTarZstd(Packed);
  return Tar ? "" : toString(Tar.takeError());
}

TEST(TarZstdTest, RoundTrip) {
  Files Members{{"empty", ""},
                {"block", std::string(512, 'b')},
                {std::string(100, 'n'), "a long name"},
                {"large", std::string(5 << 20, 'l')},
                {"zeros", std::string(2000, '\0')}};
  auto Tar = cantFail(unpackTarZstd(pack(Members)));
  EXPECT_EQ(Tar.Members.size(), Members.size());
  for (const auto &[Name, Contents] : Members)
    EXPECT_TRUE(Tar.Members.lookup(Name) == Contents) << Name;
  EXPECT_EQ(pack(Members), pack(Members));
}

TEST(TarZstdTest, LastOfAName) {
  auto Tar = cantFail(unpackTarZstd(pack({{"a", "first"}, {"a", "second"}})));
  EXPECT_EQ(Tar.Members.lookup("a"), "second");
}

TEST(TarZstdTest, SeveralFrames) {
  std::string Plain = plain(pack({{"a", "x"}, {"b", "y"}}));
  auto Tar = cantFail(
      unpackTarZstd(compress(StringRef(Plain).take_front(700)) + compress(Plain.substr(700))));
  EXPECT_EQ(Tar.Members.lookup("b"), "y");
}

TEST(TarZstdTest, FramesAreTakenOver) {
  const std::string Large(5 << 20, 'l');
  TarZstdWriter Out;
  Out.add("a", "x");
  Out.add("large", Large);
  Out.endFrame();
  Out.add("old", "o");
  Out.add("older", "o");
  const std::string Packed = cantFail(Out.finish());
  const auto Tar = cantFail(unpackTarZstd(Packed));
  EXPECT_EQ(Tar.packedUpTo(Packed, "a"), "");
  EXPECT_EQ(Tar.packedUpTo(Packed, "old"), "");
  EXPECT_EQ(Tar.packedUpTo(Packed, "none"), "");
  const StringRef Kept = Tar.packedUpTo(Packed, "large");
  ASSERT_NE(Kept, "");

  TarZstdWriter Again;
  Again.add("new", "n");
  const std::string Taken = Kept.str() + cantFail(Again.finish());
  const auto Read = cantFail(unpackTarZstd(Taken));
  EXPECT_EQ(Read.Members.size(), 3u);
  EXPECT_EQ(Read.Members.lookup("a"), "x");
  EXPECT_EQ(Read.Members.lookup("large"), Large);
  EXPECT_EQ(Read.Members.lookup("new"), "n");
  // Frames of other sizes are read, too, and not taken over.
  const auto Other = cantFail(unpackTarZstd(compress(plain(pack({{"a", Large.substr(0, 9000)}})))));
  EXPECT_EQ(Other.Members.lookup("a").size(), 9000u);
}

TEST(TarZstdTest, ADamagedFrame) {
  std::string Packed = pack({{"a", std::string(5 << 20, 'a')}, {"b", "y"}});
  Packed[Packed.size() / 2] ^= 1;
  EXPECT_TRUE(StringRef(readError(Packed)).starts_with("it is not a tar archive compressed"));
}

TEST(TarZstdTest, WhatIsNoPlainFileIsPassedOver) {
  std::string Plain = plain(pack({{"a", "x"}, {"b", "y"}}));
  Plain[156] = '5'; // a folder, not '0'; the checksum is in octal
  unsigned Checksum = std::stoul(Plain.substr(148, 7), nullptr, 8) + 5;
  std::snprintf(&Plain[148], 8, "%07o", Checksum);
  auto Tar = cantFail(unpackTarZstd(compress(Plain)));
  EXPECT_EQ(Tar.Members.size(), 1u);
  EXPECT_EQ(Tar.Members.lookup("b"), "y");
}

TEST(TarZstdTest, CutAnywhere) {
  std::string Packed = pack({{"a", std::string(3000, 'x')}, {"b", "y"}});
  for (size_t Size = 0; Size < Packed.size(); ++Size)
    EXPECT_NE(readError(StringRef(Packed).take_front(Size)), "") << Size;
  std::string Plain = plain(Packed);
  for (size_t Size = 0; Size < Plain.size() - 512; Size += 100)
    EXPECT_NE(readError(compress(StringRef(Plain).take_front(Size))), "") << Size;
}

TEST(TarZstdTest, DamagedHeaders) {
  std::string Plain = plain(pack({{"a", "x"}}));
  for (size_t At = 0; At < 512; ++At) {
    std::string Copy = Plain;
    Copy[At] ^= 0x41;
    EXPECT_NE(readError(compress(Copy)), "") << At;
  }
  // A size that wraps around.
  std::string Size = Plain;
  Size.replace(124, 12, "77777777777");
  EXPECT_NE(readError(compress(Size)), "");
}

TEST(TarZstdTest, NoTar) {
  EXPECT_EQ(readError(""), "it is truncated");
  EXPECT_TRUE(StringRef(readError("garbage")).starts_with("it is not a tar archive compressed"));
  EXPECT_EQ(readError(compress(std::string(512, 'x'))), "it has a header that is not tar's");
}

} // namespace
