// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps as the installed linkers really write them: for each toolchain that this machine has, a
// program is linked with and without --gc-sections, and every byte of both must be accounted for.

#include "TestImages.h"

#include "Image/Sizes.h"
#include "Report/Accounting.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace etprune;
using namespace etprune::test;
using namespace llvm;

namespace {

struct Toolchain {
  const char *Name;
  const char *Compiler;
  std::vector<std::string> Flags;
};

/// Strings that the linker merges, a common symbol, initialised data, code that nothing calls.
const char Program[] = R"(
#include <stdio.h>
#include <stdlib.h>
int Common[5];
int State = 3;
const char *unused(double X) { return X > 1.5 ? "never" : "printed"; }
int main(int Count, char **Arguments) {
  Common[Count & 3] = State;
  printf("%s %f never printed\n", Arguments ? "printed" : "-", strtod("1.5", 0) * Count);
  return Common[0];
}
)";

class RealLink : public testing::TestWithParam<Toolchain> {
protected:
  void SetUp() override {
    ErrorOr<std::string> Found = sys::findProgramByName(GetParam().Compiler);
    if (!Found)
      GTEST_SKIP() << GetParam().Compiler << " is not installed";
    Compiler = *Found;
    ASSERT_FALSE(sys::fs::createUniqueDirectory("et-image-test", Folder));
    std::error_code Failed;
    raw_fd_ostream(path("main file.c"), Failed) << Program;
    ASSERT_FALSE(Failed) << Failed.message();
  }
  void TearDown() override {
    if (!Folder.empty())
      (void)sys::fs::remove_directories(Folder);
  }

  std::string path(StringRef Name) {
    SmallString<128> Path = Folder;
    sys::path::append(Path, Name);
    return Path.str().str();
  }

  void link(StringRef Output, const std::vector<std::string> &Flags) {
    std::vector<std::string> Command = {Compiler, path("main file.c"), "-o", path(Output),
                                        "-Wl,-Map=" + path(Output) + ".map"};
    for (const auto *List : {&GetParam().Flags, &Flags})
      Command.insert(Command.end(), List->begin(), List->end());
    std::vector<StringRef> Arguments(Command.begin(), Command.end());
    std::string Problem;
    ASSERT_EQ(sys::ExecuteAndWait(Compiler, Arguments, std::nullopt, {}, 60, 0, &Problem), 0)
        << Problem;
  }

  std::string contents(StringRef Name) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

  std::string Compiler;
  SmallString<128> Folder;
};

std::string nameOf(const testing::TestParamInfo<Toolchain> &Info) { return Info.param.Name; }

INSTANTIATE_TEST_SUITE_P(
    GnuLd, RealLink,
    testing::Values(Toolchain{"Firmware",
                              "arm-none-eabi-gcc",
                              {"-mcpu=cortex-m4", "-mthumb", "-Os", "-fcommon",
                               "-ffunction-sections", "--specs=nano.specs",
                               "--specs=rdimon.specs"}},
                    Toolchain{"NativePie", "gcc", {"-g", "-O1", "-fuse-ld=bfd"}},
                    Toolchain{"NativeStatic", "gcc", {"-O1", "-static", "-fuse-ld=bfd"}}),
    nameOf);

constexpr char Lld[] = "-fuse-ld=lld";
constexpr char LldFolder[] = "-B" ET_LLVM_TOOLS_DIR;

INSTANTIATE_TEST_SUITE_P(
    Lld, RealLink,
    testing::Values(
        // Without a script: newlib's start-up code asks for what GNU ld's has.
        Toolchain{"Firmware",
                  "arm-none-eabi-gcc",
                  {Lld, LldFolder, "-mcpu=cortex-m4", "-mthumb", "-Os", "-fcommon",
                   "-ffunction-sections", "--specs=nano.specs", "--specs=rdimon.specs",
                   "-Wl,--defsym=__bss_start__=0,--defsym=__bss_end__=0,--defsym=__end__=0"}},
        Toolchain{"NativePie", "gcc", {Lld, LldFolder, "-g", "-O1"}},
        Toolchain{"NativeStatic", "gcc", {Lld, LldFolder, "-O1", "-static"}},
        Toolchain{"NativeShared", "gcc", {Lld, LldFolder, "-O1", "-shared", "-fPIC"}},
        Toolchain{"Arm",
                  "arm-none-eabi-gcc",
                  {Lld, LldFolder, "-nostartfiles", "-Wl,-e,main", "-Wl,--defsym=end=0", "-marm",
                   "-mcpu=cortex-a9", "-specs=nosys.specs"}}),
    nameOf);

TEST_P(RealLink, PartsAddUp) {
  link("full", {});
  link("small", {"-Wl,--gc-sections", "-ffunction-sections"});
  if (HasFatalFailure())
    return;
  std::string FullBytes = contents("full"), SmallBytes = contents("small");
  ImageSummary Full = readImage(FullBytes).summary();
  ImageSummary Small = readImage(SmallBytes).summary();
  std::string FullText = contents("full.map"), SmallText = contents("small.map");
  LinkMap FullMap = parseMap(FullText), SmallMap = parseMap(SmallText);

  for (const SectionSummary &Section : Full.Sections) {
    if (!Section.isAllocated() || Section.Size == 0)
      continue;
    const MapSection *InMap = FullMap.findSection(Section.Name);
    ASSERT_TRUE(InMap) << Section.Name;
    EXPECT_EQ(InMap->Size, Section.Size) << Section.Name;
    EXPECT_EQ(InMap->Address, Section.Address) << Section.Name;
    EXPECT_EQ(InMap->unaccountedBytes(), 0) << Section.Name;
    if (InMap->LoadAddress) {
      EXPECT_EQ(*InMap->LoadAddress, Section.LoadAddress) << Section.Name;
    }
  }

  Expected<DifferenceAccount> Account = accountDifference({FullMap, Full}, {SmallMap, Small});
  ASSERT_TRUE(bool(Account)) << toString(Account.takeError());
  int64_t Delta = 0;
  for (const CategoryChange &C : Account->Categories)
    Delta += C.Stored.delta();
  EXPECT_EQ(Delta, int64_t(imageTotals(Small).Stored - imageTotals(Full).Stored));
  EXPECT_LT(Delta, 0);
}

TEST_P(RealLink, SymbolsAreWhereTheImageHasThem) {
  link("full", {});
  if (HasFatalFailure())
    return;
  std::string Bytes = contents("full");
  ElfImage Image = readImage(Bytes);
  std::string Text = contents("full.map");
  LinkMap Map = parseMap(Text);
  for (const char *Name : {"main", "State"}) {
    const ImageSymbol *Symbol = Image.findSymbol(Name);
    ASSERT_TRUE(Symbol) << Name;
    // GNU ld's map has Thumb code at its address, the symbol one above.
    std::optional<uint64_t> Address = Map.findSymbol(Name);
    ASSERT_TRUE(Address) << Name;
    if (Image.machine() == ELF::EM_ARM)
      EXPECT_EQ(*Address | 1, Symbol->Value | 1) << Name;
    else
      EXPECT_EQ(*Address, Symbol->Value) << Name;
  }
}

} // namespace
