// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the registration records that ET_KERNEL makes, for every target; refuses malformed records.

#include "TestObjects.h"

TEST(KernelRecord, ReadForEveryTarget) {
  for (const TestTarget &Target : allTargets()) {
    SCOPED_TRACE(Target.Machine);
    ParsedObject Object(ObjectText(Target)
                            .kernel("aten::add.out-Float-portable", "v1/6;|*", {"helper"})
                            .kernel("aten::add.out-fallback-portable", "", {}, -3)
                            .bytes());
    std::vector<KernelRecord> Records = recordsOf(*Object);
    ASSERT_EQ(Records.size(), 2u);
    const KernelRecord &Float = Records[0], &Fallback = Records[1];
    EXPECT_EQ(Float.Op, "aten::add.out");
    EXPECT_EQ(Float.Variant, "Float");
    EXPECT_EQ(Float.Library, "portable");
    EXPECT_EQ(Float.id(), "aten::add.out-Float-portable");
    EXPECT_EQ(Float.Key, "v1/6;|*");
    EXPECT_EQ(Float.Schema, "aten::add.out(Tensor self) -> Tensor");
    EXPECT_EQ(Float.Priority, 100);
    EXPECT_EQ(Float.Symbol, "et_kernel$aten$add.out$Float$portable");
    EXPECT_EQ(Float.Object, &*Object);
    EXPECT_EQ(Float.RecordSection, Object.section(".et_kernels.aten::add.out-Float-portable"));
    EXPECT_EQ(Float.codeSection(), Object.section(".text.et_kernel.aten::add.out-Float-portable"));
    EXPECT_EQ(Float.codeSize(), Target.wordSize());
    EXPECT_EQ(Fallback.Key, std::nullopt);
    EXPECT_EQ(Fallback.Priority, -3);
    EXPECT_TRUE(Float < Fallback);
  }
}

TEST(KernelRecord, NamesAnUnknownMachineOnce) {
  TestTarget Mips = Arm;
  Mips.Machine = "EM_MIPS";
  TargetInfo Target;
  Target.Machine = ELF::EM_MIPS;
  EXPECT_EQ(recordsError(*ParsedObject(ObjectText(Mips)
                                           .kernel("aten::add.out-Float-portable", "v1/6;|*")
                                           .kernel("aten::add.out-fallback-portable", "")
                                           .bytes())),
            "cannot read 'test.o': " + errorOf(Target.absoluteRelocation()));
}

TEST(KernelRecord, SortsLikeTheSectionNames) {
  // In a section's name, '-' follows the operator. '-' sorts below all characters of operators.
  EXPECT_LT(recordOf("aten::add", "z", ""), recordOf("aten::add.out", "a", ""));
  EXPECT_LT(recordOf("aten::add", "z", "").id(), recordOf("aten::add.out", "a", "").id());
  EXPECT_LT(recordOf("aten::add0", "z", "").id(), recordOf("aten::add_", "a", "").id());
}

static std::string recordError(std::vector<std::string> Words, const std::string &Section) {
  return recordsError(*ParsedObject(ObjectText()
                                        .section(Section, std::move(Words))
                                        .section(".text.f")
                                        .section(".rodata.n", {"z"})
                                        .symbol("f", ".text.f")
                                        .bytes()));
}

const std::string Good = ".et_kernels.aten::a-Float-lib";
const std::string Start = "cannot read 'test.o': record '" + Good + "' ";

TEST(KernelRecord, RefusesMalformedRecords) {
  EXPECT_EQ(recordError({".rodata.n", "f", "f"}, ".et_kernels.aten::a-lib"),
            "cannot read 'test.o': record '.et_kernels.aten::a-lib' is not named "
            "<operator>-<variant>-<library>");
  EXPECT_EQ(recordError({".rodata.n", "f"}, Good), Start + "has 8 bytes instead of 12");
  EXPECT_EQ(recordError({"elsewhere", "f", "f"}, Good),
            Start + "takes its name or key from the symbol 'elsewhere', which is in no section of "
                    "this object; register the kernel with ET_KERNEL");
  EXPECT_EQ(recordError({".rodata.n", "f", "f"}, Good),
            Start + "registers an operator whose name differs from its section's name: ''");
  std::string Errors = recordsError(*ParsedObject(
      ObjectText().section(".et_kernels.a").section(".et_kernels.aten::b-c-d").bytes()));
  EXPECT_TRUE(contains(Errors, "'.et_kernels.a' is not named"));
  EXPECT_TRUE(contains(Errors, "'.et_kernels.aten::b-c-d' has 0 bytes"));
}

TEST(KernelRecord, RefusesDamagedStringsAndRelocations) {
  std::string Bytes = ObjectText().kernel("aten::a-Float-lib", "v1/6;").bytes();
  const std::string Malformed = "has a malformed kernel key '",
                    Kernel = "cannot read 'test.o': kernel 'aten::a-Float-lib' has ",
                    Advice = "\n>>> write it as PyTorch does: a(Tensor self, ..., Tensor(a!) out) "
                             "-> Tensor(a!)";
  const struct {
    StringRef From, To;
    std::string Message;
  } Edits[] = {
      {"v1/6;", "v2/6;", Start + Malformed + "v2/6;'; a key reads v1/<dtype>;<dim order>|..."},
      {"v1/6;", "v1/99", Start + Malformed + "v1/99'; a key reads v1/<dtype>;<dim order>|..."},
      {{"aten::a\0v", 9},
       "aten::b",
       Start + "registers an operator whose name differs from its section's name: 'aten::b'"},
      {"a(Tensor", "b(Tensor",
       Kernel + "the schema of another operator, 'aten::b(Tensor self) -> Tensor'" + Advice},
      {"self) ->", "self)   ",
       Kernel + "a schema that cannot be read, 'aten::a(Tensor self)    Tensor'" + Advice},
      {{"100\0", 4},
       "1o0",
       "cannot read 'test.o': section '.et_kernel_info.aten::a-Float-lib' has the priority '1o0', "
       "which is not a number"}};
  for (const auto &Edit : Edits) {
    std::string Copy = Bytes;
    size_t At = Copy.find(Edit.From.str());
    ASSERT_NE(At, std::string::npos);
    EXPECT_EQ(recordsError(*ParsedObject(Copy.replace(At, Edit.To.size(), Edit.To.str()))),
              Edit.Message);
  }
  EXPECT_TRUE(contains(
      recordsError(*ParsedObject(ObjectText().kernel("aten::a-Float-lib", "v1/30;").bytes())),
      Start + "would never be found: "));

  ParsedObject Object(Bytes);
  auto &Relocations = const_cast<InputObject &>(*Object).Sections[Object.section(Good)].Relocations;
  Relocations[0].Type = 3;
  EXPECT_EQ(recordsError(*Object),
            Start + "has a relocation of type 3 where an address is expected");
  Relocations[0].Type = 0;
  EXPECT_EQ(recordsError(*Object), Start + "has no name or no function");
}

TEST(KernelRecord, FunctionMustBeGlobal) {
  ParsedObject Object(ObjectText()
                          .section(Good, {".rodata.n", ".rodata.n", "f"})
                          .section(".rodata.n")
                          .section(".text.f")
                          .symbol("f", ".text.f", "STB_LOCAL")
                          .bytes());
  // The reader checks the function last. So this record gets a valid name, and no key.
  auto &Sections = const_cast<InputObject &>(*Object).Sections;
  Sections[Object.section(".rodata.n")].Data =
      ArrayRef(reinterpret_cast<const uint8_t *>("aten::a"), 8);
  auto &Relocations = Sections[Object.section(Good)].Relocations;
  Relocations.erase(Relocations.begin() + 1);
  EXPECT_EQ(recordsError(*Object), Start + "has a local function instead of a global function; "
                                           "register the kernel with ET_KERNEL");
}
