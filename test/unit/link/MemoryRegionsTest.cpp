// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEMORY commands as vendors write them, and what is too much for their reader.

#include "Link/MemoryRegions.h"
#include "UnitTest.h"

#include "llvm/Support/FormatVariadic.h"

#include <chrono>

namespace {

/// "NAME origin length attributes" for each region, numbers in hexadecimal.
std::string regionsOf(ArrayRef<ScriptText> Scripts, ArrayRef<std::string> Definitions = {}) {
  std::string Text;
  for (const MemoryRegion &R : memoryRegions(Scripts, Definitions))
    Text += (Text.empty() ? "" : ", ") + R.Name + " " + utohexstr(R.Origin, true) + " " +
            utohexstr(R.Length, true) + (R.Attributes.empty() ? "" : " " + R.Attributes);
  return Text;
}

std::string regionsOf(StringRef Script, ArrayRef<std::string> Definitions = {}) {
  return regionsOf(ScriptText{"board.ld", Script}, Definitions);
}

std::string lengthOf(StringRef Expression, ArrayRef<std::string> Definitions = {}) {
  return regionsOf(("MEMORY { A : ORIGIN = 0, LENGTH = " + Expression + " }").str(), Definitions);
}

TEST(MemoryRegions, SpellingsAndAttributes) {
  EXPECT_EQ(regionsOf("ENTRY(x)\nMEMORY\n{\n"
                      "  /* code */ FLASH (rx) : ORIGIN = 0x08000000, LENGTH = 1M\n"
                      "  RAM (rw!x) : org = 0x20000000, len = 128k # data\n"
                      "  ITCM( rx ):o=0,l=0x4000\n"
                      "  my.ram-2:ORIGIN=1024,LENGTH=2K\n}\nSECTIONS {}"),
            "FLASH 8000000 100000 rx, RAM 20000000 20000 rw!x, ITCM 0 4000 rx, my.ram-2 400 800");
  EXPECT_EQ(
      regionsOf("MEMORY { A : ORIGIN = 1, LENGTH = 2 } MEMORY { B : ORIGIN = 3, LENGTH = 4 }"),
      "A 1 2, B 3 4");
}

TEST(MemoryRegions, Arithmetic) {
  EXPECT_EQ(lengthOf("64K - 0x10 * 2 + (3 + 1) / 2"), "A 0 ffe2");
  EXPECT_EQ(lengthOf("1 << 4 + 1"), "A 0 20");
  EXPECT_EQ(lengthOf("0xff & ~0xf | 1"), "A 0 f1");
  EXPECT_EQ(lengthOf("0x100 - -0x100"), "A 0 200");
  EXPECT_EQ(lengthOf("100 - 10 - 5"), "A 0 55");
  EXPECT_EQ(lengthOf("(1M) - (1K)"), "A 0 ffc00");
}

TEST(MemoryRegions, OtherRegions) {
  EXPECT_EQ(regionsOf("MEMORY { BOOT : ORIGIN = 0x1000, LENGTH = 16K\n"
                      "APP : ORIGIN = ORIGIN(BOOT) + LENGTH(BOOT), LENGTH = 64K - LENGTH(BOOT)\n"
                      "RAM : ORIGIN = 0x20000000, LENGTH = 8K }"),
            "BOOT 1000 4000, APP 5000 c000, RAM 20000000 2000");
}

TEST(MemoryRegions, Symbols) {
  EXPECT_EQ(regionsOf("_base = 0x8000;\nsize = 4 * unit;\nunit = 1K;\n"
                      "MEMORY { A : ORIGIN = _base, LENGTH = size - used }",
                      {"used=0x400", "other=1"}),
            "A 8000 c00");
  // In another script.
  EXPECT_EQ(regionsOf({{"board.ld", "MEMORY { A : ORIGIN = 0, LENGTH = size }"},
                       {"sizes.ld", "size = 2K;"}}),
            "A 0 800");
  // Only what is certain.
  EXPECT_EQ(lengthOf("size"), "");
  EXPECT_EQ(lengthOf("."), "");
  EXPECT_EQ(regionsOf(". = 4; MEMORY { A : ORIGIN = 0, LENGTH = . }"), "");
  EXPECT_EQ(regionsOf("x = 1; x = 1; MEMORY { A : ORIGIN = 0, LENGTH = x }"), "");
  EXPECT_EQ(regionsOf("x = 1; x += 1; MEMORY { A : ORIGIN = 0, LENGTH = x }"), "");
  EXPECT_EQ(regionsOf("x = 1; MEMORY { A : ORIGIN = 0, LENGTH = x }", {"x=2"}), "");
  EXPECT_EQ(regionsOf("PROVIDE(x = 1); MEMORY { A : ORIGIN = 0, LENGTH = x }"), "");
  EXPECT_EQ(regionsOf("x = 1; ASSERT(x == 1, \"x\") MEMORY { A : ORIGIN = 0, LENGTH = x }"),
            "A 0 1");
}

TEST(MemoryRegions, IncludedLines) {
  EXPECT_EQ(regionsOf({{"board.ld", "MEMORY { INCLUDE regions.ld\nB : ORIGIN = 2, LENGTH = 2 }"},
                       {"scripts/regions.ld", "A : ORIGIN = 1, LENGTH = 1\n"}}),
            "A 1 1, B 2 2");
  EXPECT_EQ(regionsOf("MEMORY { INCLUDE regions.ld }"), "");
}

TEST(MemoryRegions, NoneWhereOneIsTooMuch) {
  for (StringRef Bad : {"DEFINED(x) ? x : 64K", "x ? 1 : 2", "MAX(1, 2)", "1 / 0", "1 << 64", "0x",
                        "64Q", "", "(1", "1)", "1 2", "ORIGIN(NO)", "LENGTH(A)", "ORIGIN(",
                        "18446744073709551616", "99999999999999999999999K"})
    EXPECT_EQ(lengthOf(Bad), "") << Bad.str();
  for (StringRef Bad : {"A", "A :", "A (rx", "A : ORIGIN", "A : ORIGIN = 1",
                        "A : ORIGIN = 1 LENGTH = 1", "A : LENGTH = 1, ORIGIN = 1", "= 1", ":", ","})
    EXPECT_EQ(regionsOf(("MEMORY { B : ORIGIN = 0, LENGTH = 1 " + Bad + " }").str()), "")
        << Bad.str();
  EXPECT_EQ(regionsOf("a = b; b = a; MEMORY { A : ORIGIN = 0, LENGTH = a }"), "");
  EXPECT_EQ(regionsOf("SECTIONS {}"), "");
}

TEST(MemoryRegions, TakesTimeInProportion) {
  auto Start = std::chrono::steady_clock::now();
  auto Repeated = [](StringRef Piece) {
    std::string Text;
    while (Text.size() < (1 << 17))
      Text += Piece;
    return Text;
  };
  for (StringRef Piece : {"{ a = ", ") a = ", "a = a + ", "a = (", "MEMORY {", "\"", "/*", "#\n"})
    regionsOf(Repeated(Piece));
  for (StringRef Piece : {"(", "-", "1 + ", "ORIGIN(", "A + "})
    lengthOf(Repeated(Piece));
  regionsOf("MEMORY { " + Repeated("A : ORIGIN = 0, LENGTH = LENGTH(A)\n"));
  regionsOf(
      {{"a.ld", "MEMORY { INCLUDE b.ld INCLUDE b.ld }"}, {"b.ld", Repeated("INCLUDE b.ld ")}});
  // A chain in which every link has two uses of the one before.
  std::string Chain = "x0 = 1;";
  for (int I = 1; I < 5000; ++I)
    Chain += formatv("x{0} = x{1} + x{1};\n", I, I - 1);
  EXPECT_EQ(regionsOf(Chain + "MEMORY { A : ORIGIN = 0, LENGTH = x4999 }"), "");
  EXPECT_EQ(regionsOf(Chain + "MEMORY { A : ORIGIN = 0, LENGTH = x16 }"), "A 0 10000");
  // A quadratic reader takes hours.
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(60));
}

} // namespace
