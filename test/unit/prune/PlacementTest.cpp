// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel table must lie in loaded, read-only memory, like the program's code and constants.

#include "TestImages.h"

#include "Prune/Verify.h"

/// .loaded, .writable and .relro have load addresses in RAM; .copied and .copied2 in flash.
static std::string image(StringRef Type = "ET_EXEC") {
  auto Section = [](StringRef Name, StringRef Flags, StringRef Address) {
    return ("  - {Name: " + Name + ", Type: SHT_PROGBITS, Flags: [SHF_ALLOC" + Flags +
            "], Address: " + Address +
            ",\n     AddressAlign: 0x100, Content: '0011223344556677'}\n")
        .str();
  };
  return objectFromYaml(
      "--- !ELF\nFileHeader: {Class: ELFCLASS32, Data: ELFDATA2LSB, Type: " + Type.str() +
      R"(, Machine: EM_ARM}
ProgramHeaders:
  - {Type: PT_LOAD, Flags: [PF_R, PF_X], VAddr: 0x1000, PAddr: 0x1000,
     FirstSec: .text, LastSec: .other}
  - {Type: PT_LOAD, Flags: [PF_R, PF_W], VAddr: 0x20000000, PAddr: 0x20000000,
     FirstSec: .loaded, LastSec: .relro}
  - {Type: PT_LOAD, Flags: [PF_R, PF_W], VAddr: 0x20001000, PAddr: 0x3000,
     FirstSec: .copied, LastSec: .copied2}
  - {Type: PT_LOAD, Flags: [PF_R], VAddr: 0x3000, PAddr: 0x3000, FirstSec: .apart, LastSec: .apart}
  - {Type: PT_GNU_RELRO, Flags: [PF_R], VAddr: 0x20000200, FirstSec: .relro, LastSec: .relro}
Sections:
)" + Section(".text", ", SHF_EXECINSTR", "0x1000") +
      Section(".rodata", "", "0x1100") + Section(".other", "", "0x1200") +
      Section(".apart", "", "0x3000") + Section(".loaded", "", "0x20000000") +
      Section(".writable", ", SHF_WRITE", "0x20000100") +
      Section(".relro", ", SHF_WRITE", "0x20000200") + Section(".copied", "", "0x20001000") +
      Section(".copied2", "", "0x20001100") +
      "  - {Name: .noload, Type: SHT_NOBITS, Flags: [SHF_ALLOC], Address: "
      "0x20002000, Size: 8}\n");
}

class Placement : public testing::Test {
protected:
  /// `Others` are addresses of constants. `WithOrphans` adds a constant that no script rule places.
  std::string check(uint64_t Address, std::initializer_list<uint64_t> Others,
                    StringRef Section = ".rodata.et_kernel_table", StringRef Type = "ET_EXEC") {
    std::string Bytes = image(Type);
    LinkMap Map;
    if (WithRegions)
      Map.Regions = {{"FLASH", 0x1000, 0x4000, "xr"}, {"RAM", 0x20000000, 0x4000, "xrw"}};
    MapSection Output, Orphan;
    Orphan.Name = ".rodata.orphan";
    Orphan.Contributions.push_back({Orphan.Name, "main.o", "", Address, 4, false});
    if (WithOrphans)
      Map.Sections.push_back(Orphan);
    Output.Contributions.push_back({Section, "table.o", "", Address, 8, false});
    for (uint64_t Other : Others)
      Output.Contributions.push_back({".rodata.constant", "main.o", "", Other, 4, false});
    Map.Sections.push_back(Output);
    return toString(checkTablePlacement(readImage(Bytes), Map, {Address, Address + TableSize}));
  }
  bool WithRegions = true, WithOrphans = false;
  uint64_t TableSize = 8;
};

TEST_F(Placement, InASectionWithConstantsAtAnyAddress) {
  for (uint64_t Address : {0x1000, 0x1100, 0x20000000, 0x20000100, 0x20001000})
    EXPECT_EQ(check(Address, {Address + 4}), "");
}

TEST_F(Placement, InASectionOfItsOwnInTheMemoryOfConstants) {
  for (bool Regions : {true, false}) {
    WithRegions = Regions;
    EXPECT_EQ(check(0x1200, {0x1000, 0x1100}), "");
    EXPECT_EQ(check(0x1200, {0x20001000, 0x1100}), "");
    EXPECT_EQ(check(0x3000, {0x1000}), "");
    EXPECT_EQ(check(0x20000000, {0x1000}).find("the registration table lies in"), 0u);
    EXPECT_EQ(check(0x20001100, {0x1000}).find("the registration table lies in"), 0u);
  }
}

const std::string InLoaded =
    "the registration table lies in section '.loaded' in RAM, not with the program's code and "
    "constants (section '.rodata' in FLASH)\n>>> in the linker script, ";
const std::string TakeTable = "add *(.rodata.et_kernel_table*) to the rule for the program's "
                              "constants";

TEST_F(Placement, SaysWhereAndWhatToWrite) {
  EXPECT_EQ(check(0x20000000, {0x1100, 0x20001000}), InLoaded + TakeTable);
  EXPECT_EQ(check(0x20000000, {0x1100}, ".et_kernels.aten::add.out-Float-portable"),
            InLoaded + "write INCLUDE et_kernels.ld into the output section of *(.rodata*)");
  // The constants show that start-up code copies .copied. For .copied2, nothing shows this.
  EXPECT_EQ(check(0x20001100, {0x20001000, 0x1100}),
            "the registration table lies in section '.copied2' in RAM, stored in FLASH, not with "
            "the program's code and constants (section '.rodata' in FLASH)\n"
            ">>> in the linker script, " +
                TakeTable);
  WithRegions = false;
  EXPECT_TRUE(StringRef(check(0x20001000, {0x1100}))
                  .starts_with("the registration table lies in section '.copied' at 0x20001000, "
                               "stored at 0x3000, not with"));
}

TEST_F(Placement, WritableSectionsAndOrphans) {
  EXPECT_NE(check(0x20000100, {0x20000000}), "");
  EXPECT_EQ(check(0x20000100, {0x20000000, 0x20000104}), "");
  WithOrphans = true;
  EXPECT_NE(check(0x20000000, {0x1100}), "");
  EXPECT_EQ(check(0x1200, {0x1100}), "");
}

TEST_F(Placement, AlignmentAndGaps) {
  constexpr StringRef NotAligned =
      "the registration table in section '.rodata' is misaligned or has gaps\n"
      ">>> SUBALIGN changes the alignment of the table and its records; remove SUBALIGN from this "
      "output section of the linker script";
  EXPECT_EQ(check(0x1102, {0x1100}), NotAligned);
  const char *Record = ".et_kernels.aten::add.out-Float-portable";
  EXPECT_EQ(check(0x1100, {0x1100}, Record), "");
  TableSize = 16; // the only record has 8 bytes
  EXPECT_EQ(check(0x1100, {0x1100}, Record), NotAligned);
  EXPECT_EQ(check(0x1100, {0x1100}), "");
}

TEST_F(Placement, NotInSectionsThatAreNotLoaded) {
  EXPECT_EQ(check(0x20002000, {0x1100}),
            "the registration table lies in section '.noload', which is not loaded");
  EXPECT_EQ(check(0x30000000, {0x1100}), "the registration table lies in no section");
}

/// The dynamic loader makes the RELRO segment read-only after relocation.
TEST_F(Placement, InRelroAndAnywhereIfEmpty) {
  WithRegions = false;
  for (StringRef Type : {"ET_DYN", "ET_EXEC"}) {
    EXPECT_EQ(check(0x20000200, {0x1100}, ".data.rel.ro.et_kernel_table", Type), "");
    EXPECT_NE(check(0x20000100, {0x1100}, ".data.rel.ro.et_kernel_table", Type), "");
  }
  std::string Bytes = image();
  EXPECT_FALSE(bool(checkTablePlacement(readImage(Bytes), LinkMap(), {0x30000000, 0x30000000})));
}
