// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads symbols and kernel records from the intermediate code (-flto) of gcc and LLVM. A damaged
// object causes an error or wrong symbols, but no crash.

#include "TestObjects.h"

#include "Object/IntermediateCode.h"
#include "Registry/TableRewrite.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <random>

namespace {

/// Returns "name section binding" for each global symbol; "-" is undefined, "*" common or absolute.
std::string globals(const InputObject &Object) {
  std::string Text;
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal())
      Text +=
          (Symbol.Name + " " +
           (Symbol.isUndefined()                        ? "-"
            : Symbol.Section == ObjectSymbol::Elsewhere ? "*"
                                                        : Object.Sections[Symbol.Section].Name) +
           (Symbol.Binding == ELF::STB_WEAK ? " weak; " : "; "))
              .str();
  return Text;
}

//===- gcc ----------------------------------------------------------------===//

/// Returns an entry of gcc's symbol table. Kinds: 0 defined, 1 weakly defined, 2 undefined, 3
/// weakly undefined, 4 common. `Group` is the COMDAT group. After the kind, an entry has the
/// visibility (1 byte), the size (8) and gcc's index (4). This function sets these three to zero.
std::string gccSymbol(StringRef Name, char Kind, StringRef Group = "") {
  return (Name + StringRef("\0", 1) + Group + StringRef("\0", 1)).str() + Kind +
         std::string(1 + 8 + 4, '\0');
}

/// The machine code defines "f" and refers to "g". `Symbols` is gcc's symbol table.
struct GccObject {
  explicit GccObject(std::string Symbols) : Table(std::move(Symbols)) {
    Object.Name = "test.o";
    Object.Intermediate = IntermediateCode::Gcc;
    Object.UsesIntermediateCode = true;
    Object.Sections.resize(3);
    Object.Sections[1].Name = ".text.f";
    Object.Sections[2].Name = ".gnu.lto_.symtab.1234";
    Object.Sections[2].Data = arrayRefFromStringRef(StringRef(Table));
    Object.Symbols = {{"", 0, 0, 0, ELF::STB_LOCAL, 0, 0, 0},
                      {"f", 0, 0, 1, ELF::STB_GLOBAL, ELF::STT_FUNC, 0, 7},
                      {"g", 0, 0, ObjectSymbol::Undefined, ELF::STB_GLOBAL, 0, 0, 8}};
  }
  std::string read() { return toString(readIntermediateCode(Object)); }
  std::string Table;
  InputObject Object;
};

TEST(IntermediateCode, GccSymbolsAreAdded) {
  GccObject Gcc(gccSymbol("f", 0) + gccSymbol("inlined", 2) + gccSymbol("maybe", 3) +
                gccSymbol("once", 1, "group") + gccSymbol("common", 4));
  ASSERT_EQ(Gcc.read(), "");
  // The machine code already defines "f", so gcc's symbol table adds no second "f".
  EXPECT_EQ(globals(Gcc.Object), "f .text.f; g -; inlined -; maybe - weak; once "
                                 ".gnu.lto_.symtab.1234 weak; common *; ");
}

TEST(IntermediateCode, DamagedGccSymbols) {
  const std::string Table = "cannot read 'test.o': the symbol table of its intermediate code ";
  std::string Good = gccSymbol("f", 0) + gccSymbol("inlined", 2, "group");
  for (size_t Size = 1; Size < Good.size(); ++Size)
    EXPECT_EQ(GccObject(Good.substr(0, Size)).read(),
              Size == gccSymbol("f", 0).size() ? "" : Table + "is damaged");
  EXPECT_EQ(GccObject(gccSymbol("f", 9)).read(), Table + "has a symbol 'f' of unknown kind 9");
}

TEST(IntermediateCode, SlimGccObjects) {
  // The section starts with two 16-bit versions. The next byte is 1 if there is no machine code.
  for (const auto &[Header, HasMachineCode] :
       {std::pair("0c00000000000000", true), {"0c00000001000000", false}}) {
    ParsedObject Object(objectFromYaml(
        "--- !ELF\nFileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_REL, Machine: "
        "EM_X86_64 }\nSections:\n  - { Name: .gnu.lto_.lto.1234, Type: SHT_PROGBITS, Content: '" +
        std::string(Header) + "' }\n"));
    EXPECT_EQ(Object->HasMachineCode, HasMachineCode);
  }
}

//===- LLVM ---------------------------------------------------------------===//

std::string bitcode(const std::string &Text, bool WithTable) {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Text, Diagnostic, Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  SmallVector<char, 0> Bytes;
  BitcodeWriter Writer(Bytes);
  Writer.writeModule(*M);
  if (WithTable)
    Writer.writeSymtab();
  Writer.writeStrtab();
  return {Bytes.begin(), Bytes.end()};
}

/// An object with the symbols of its bitcode. `Message` is the error of readIntermediateCode().
struct BitcodeObject : ParsedObject {
  explicit BitcodeObject(std::string Contents) : ParsedObject(std::move(Contents)) {
    auto &Mutable = const_cast<InputObject &>(**this);
    Mutable.UsesIntermediateCode = true;
    Message = toString(readIntermediateCode(Mutable));
  }
  std::string Message;
};

const std::string PlainModule = R"(
target triple = "aarch64-unknown-linux-gnu"
@shared = common global i32 0
@hidden = internal global ptr @callee
define void @f() { call void @callee() ret void }
define weak void @g() { ret void }
declare void @callee()
declare extern_weak void @maybe()
)";

TEST(IntermediateCode, BitcodeSymbols) {
  for (bool WithTable : {true, false}) { // without a symbol table, LLVM reads the module
    BitcodeObject Bitcode(bitcode(PlainModule, WithTable));
    EXPECT_EQ(Bitcode.Message, "");
    const InputObject &Object = *Bitcode;
    EXPECT_EQ(Object.Target.Machine, ELF::EM_AARCH64);
    EXPECT_TRUE(Object.Target.Is64);
    const std::string Code = LlvmCodeSectionName.str();
    EXPECT_EQ(globals(Object),
              "f " + Code + "; g " + Code + " weak; callee -; maybe - weak; shared * weak; ");
    EXPECT_TRUE(recordsOf(Object).empty());
  }
}

std::string kernelModule(const std::string &Target) {
  return Target + R"(
module asm ".pushsection .et_kernel_info.aten::add.out-Float-lib,\22e\22,%progbits"
module asm ".asciz \22add.out(Tensor a, str b=\5C\22x\5C\22) -> int\22"
module asm ".asciz \22-7\22"
module asm ".popsection"
%Kernel = type { ptr, ptr, ptr }
@name = internal constant [14 x i8] c"aten::add.out\00"
@key = internal constant [8 x i8] c"v1/6;|*\00"
@record = internal constant %Kernel { ptr @name, ptr @key, ptr @"\01et_kernel$aten$add.out$Float$lib" }, section ".et_kernels.aten::add.out-Float-lib"
@names = internal constant [17 x i8] c"x::aten::add.out\00"
@fallback = internal constant %Kernel { ptr getelementptr (i8, ptr @names, i32 3), ptr null, ptr @other }, section ".et_kernels.aten::add.out-fallback-lib"
@llvm.compiler.used = appending global [2 x ptr] [ptr @record, ptr @fallback]
define hidden void @"\01et_kernel$aten$add.out$Float$lib"() section ".text.et_kernel.aten::add.out-Float-lib" { ret void }
declare void @other()
)";
}
const std::string ArmTarget = "target datalayout = \"e-m:e-p:32:32-i64:64-n32-S64\"\n"
                              "target triple = \"thumbv7em-none-unknown-eabihf\"";
const std::string X86Target = "target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"\n"
                              "target triple = \"x86_64-unknown-linux-gnu\"";

TEST(IntermediateCode, BitcodeRecords) {
  for (const std::string &Target : {ArmTarget, X86Target}) {
    BitcodeObject Bitcode(bitcode(kernelModule(Target), true));
    ASSERT_EQ(Bitcode.Message, "");
    std::vector<KernelRecord> Records = recordsOf(*Bitcode);
    ASSERT_EQ(Records.size(), 2u);
    EXPECT_EQ(Records[0].id(), "aten::add.out-Float-lib");
    EXPECT_EQ(Records[0].Key, "v1/6;|*");
    EXPECT_EQ(Records[0].Symbol, "et_kernel$aten$add.out$Float$lib");
    EXPECT_EQ(Records[0].Schema, "add.out(Tensor a, str b=\"x\") -> int");
    EXPECT_EQ(Records[0].Priority, -7);
    EXPECT_EQ(Records[0].Function.Object, nullptr); // the kernel is not compiled yet
    EXPECT_EQ(Records[1].id(), "aten::add.out-fallback-lib");
    EXPECT_EQ(Records[1].Key, std::nullopt);
    EXPECT_EQ(Records[1].Symbol, "other");
    EXPECT_EQ(Records[1].Schema, "");
  }
}

TEST(IntermediateCode, InvalidBitcode) {
  const std::string Message = BitcodeObject(std::string("BC\xC0\xDE") + "whatever it is").Message;
  EXPECT_TRUE(StringRef(Message).starts_with("cannot read 'test.o': LLVM " LLVM_VERSION_STRING
                                             " cannot read its bitcode: "))
      << Message;
  EXPECT_TRUE(StringRef(Message).ends_with(
      "; compile it with this LLVM or an older one, or without -flto"));
}

TEST(IntermediateCode, DamagedBitcode) {
  // LLVM may crash, so a child process reads modules with kernels. The process is slow: 3 rounds.
  std::mt19937 Random(1);
  for (const auto &[Text, Rounds] : {std::pair(PlainModule, 60), {kernelModule(X86Target), 3}}) {
    const std::string Good = bitcode(Text, true);
    for (int Round = 0; Round < Rounds; ++Round) {
      std::string Copy = Good;
      for (int I = 0; I < 3; ++I)
        Copy[Random() % Copy.size()] ^= 1 << Random() % 8;
      if (identify_magic(Copy) != file_magic::bitcode)
        continue;
      BitcodeObject Bitcode(Copy);
      if (!Bitcode.Message.empty())
        EXPECT_TRUE(StringRef(Bitcode.Message).starts_with("cannot read 'test.o': "));
      else
        recordsError(*Bitcode);
    }
  }
}

//===- Edits --------------------------------------------------------------===//

TEST(IntermediateCode, ObjectsWithIntermediateCodeAreNotEdited) {
  // planEdits() makes the dropped kernel's reference to "helper" weak. If `Optimised` refers to the
  // kernel, planEdits() makes no edit, because optimised code may still call the kernel.
  for (const char *Named : {"other", "et_kernel$aten$add.out$Float$lib"}) {
    ParsedObject Plain(
        ObjectText().kernel("aten::add.out-Float-lib", "v1/6;|*", {"helper"}).bytes());
    GccObject Optimised(gccSymbol(Named, 2));
    ASSERT_EQ(Optimised.read(), "");
    std::vector<KernelRecord> Records = recordsOf(*Plain);
    PrunePlan Plan;
    Plan.Dropped = {&Records[0]};
    const InputObject *Objects[] = {&*Plain, &Optimised.Object};
    EditMap Edits = planEdits(Objects, Plan, DeadSections(Objects, Plan, {}),
                              {/*TableInScript=*/false, /*KeepsExceptionTables=*/false});
    EXPECT_EQ(Edits.count(&*Plain), Named == StringRef("other") ? 1u : 0u);
    EXPECT_EQ(Edits.count(&Optimised.Object), 0u);
  }
}

} // namespace
