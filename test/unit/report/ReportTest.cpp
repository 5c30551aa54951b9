// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning, as text and as JSON.

#include "TestImages.h"

#include "Report/Report.h"

#include "llvm/Support/JSON.h"

static PruneReport exampleReport() {
  PruneReport Report;
  Report.ToolVersion = "0.1.0";
  Report.InputPath = Report.OutputPath = "app.elf";
  Report.LinkerName = "GNU ld";
  Report.LinkerVersion = "2.40";
  Report.SelectionSources = {"--model kws.pte", "--ops extra.yaml"};
  Report.Stored = {212344, 18120};
  Report.Ram = {4096, 4096};
  Report.FileSize = {900000, 100000};
  Report.Regions = {{"FLASH", 0, 1048576, {212344, 18120}},
                    {"RAM", 0x20000000, 65536, {4096, 4096}, MemoryKind::Ram},
                    {"DTCM", 0x30000000, 0x1000, {0, 0}, MemoryKind::Ram}};
  Report.RegionsFromScript = true;
  Report.Sections = {{".text", true, {200000, 16000}}, {".symtab", false, {9000, 500}}};
  Report.Kept = {{"aten::mul.out", "fallback", "portable", 900, {"b", "a", "c"}},
                 {"aten::add.out", "Float", "portable", 300, {"kws.pte"}, "v1/6;|*"}};
  Report.Dropped = {{"aten::mm.out", "Float", "portable", 4000},
                    {"aten::mm.out", "Half", "portable", 5000},
                    {"aten::abs.out", "Int", "portable", 100}};
  Report.Leftover = {{"aten::exp.out", "Float", "portable", 64, {"libapp.a(main.o)"}}};
  DifferenceAccount Account;
  for (unsigned I = 0; I < NumByteCategories; ++I)
    Account.Categories.push_back({static_cast<ByteCategory>(I), {}, {}});
  Account.Categories[0].Stored = {200000, 6000};
  Account.Categories[3].Stored = {12344, 12120};
  Account.Inputs = {{ByteCategory::KernelCode,
                     ".text.et_kernel.aten::mm.out-Half-portable",
                     "a/lib.a",
                     "mm.o",
                     {5000, 0}},
                    {ByteCategory::OtherCode, ".text.expf", "/usr/lib/libm.a", "expf.o", {224, 0}}};
  Report.Account = Account;
  Report.Notes = {"kws.pte names no kernels"};
  Report.Warnings = {"the linker is not the recorded one"};
  return Report;
}

static std::string asText(const PruneReport &Report, bool Verbose = false) {
  std::string Text;
  raw_string_ostream OS(Text);
  printTextReport(Report, {Verbose}, OS);
  return Text;
}

static std::string asJson(const PruneReport &Report) {
  std::string Text;
  raw_string_ostream OS(Text);
  printJsonReport(Report, OS);
  return Text;
}

static json::Object jsonOf(const PruneReport &Report) {
  return *good(json::parse(asJson(Report))).getAsObject();
}

/// Checks that the text has these parts. Without `Verbose`, no line may exceed 100 characters.
static void expectText(const PruneReport &Report, const Strings &Parts, bool Verbose = false) {
  const std::string Text = asText(Report, Verbose);
  for (const std::string &Part : Parts)
    EXPECT_TRUE(contains(Text, Part));
  for (StringRef Line : llvm::split(Text, '\n'))
    EXPECT_TRUE(Verbose || Line.size() <= 100) << Line.str();
}

TEST(TextReport, Short) {
  EXPECT_EQ(asText(exampleReport()),
            R"(pruned app.elf: flash 212,344 -> 18,120 B (-91.5%), RAM 4,096 -> 4,096 B
  kernels: 2 kept, 3 dropped; file: 900,000 -> 100,000 B (-88.9%)
  selected by --model kws.pte, --ops extra.yaml

  memory region   before   after    saved       size  used  counts as
  FLASH          212,344  18,120  194,224  1,048,576  1.7%  flash
  RAM              4,096   4,096        0     65,536  6.2%  RAM
  DTCM                 0       0        0      4,096  0.0%

  kind of bytes  flash before   after    saved  RAM saved
  kernel code         200,000   6,000  194,000          0
  other code           12,344  12,120      224          0
  total               212,344  18,120  194,224          0

  largest changes besides kernels
  224  .text.expf  libm.a(expf.o)

  kept: 2 kernels
  kernel                             own  asked by
  aten::add.out-Float-portable     300 B  kws.pte
  aten::mul.out-fallback-portable  900 B  a, b and 1 other

  dropped: 3 kernels of 2 operators, 9,100 B of code of their own
  aten::abs.out (100 B), aten::mm.out (2 kernels, 9,000 B)

  not selected, but still in the image: 1 kernel
  aten::exp.out-Float-portable  64 B  called by libapp.a(main.o)
note: kws.pte names no kernels
)");
}

TEST(TextReport, VerboseNamesEverything) {
  expectText(exampleReport(),
             {"  linked by GNU ld 2.40\n", "  et-prune 0.1.0\n",
              "  5,000  .text.et_kernel.aten::mm.out-Half-portable  a/lib.a(mm.o)\n",
              "    224  .text.expf                                  /usr/lib/libm.a(expf.o)\n",
              "  aten::mul.out-fallback-portable  900 B  a, b, c\n",
              "  aten::mm.out-Half-portable   5,000 B\n",
              "  .symtab    9,000     500    8,500  not loaded\n"},
             /*Verbose=*/true);
}

TEST(TextReport, LongListsAreCutAndWrapped) {
  PruneReport Report = exampleReport();
  Report.Account->Inputs.clear();
  for (unsigned I = 0; I < 14; ++I) {
    std::string Number = utostr(100 + I);
    Report.Account->Inputs.push_back(
        {ByteCategory::OtherCode, ".text.f" + Number, "f.o", "", {1000 + I, 0}});
    Report.Dropped.push_back({"aten::operator_" + Number, "Float", "portable", 100});
  }
  EXPECT_EQ(asText(Report).find(".text.f110"), std::string::npos);
  expectText(Report, {"  and 4 others (--verbose)\n"});
}

TEST(TextReport, ModelsReplaceCallsThatDoNotFitTheLine) {
  PruneReport Report = exampleReport();
  Report.Kept = {{"aten::add.out",
                  "Float",
                  "portable",
                  300,
                  {"cnn.pte: method 'forward', instruction 0",
                   "mlp.pte: method 'forward', chain 1, instruction 2"}}};
  expectText(Report, {"300 B  cnn.pte: method 'forward', instruction 0 and 1 other\n"});
  const std::string Op = "aten::max_pool2d_with_indices_backward.out";
  Report.Kept.push_back({Op, "any", "portable_ops_lib", 10, Report.Kept[0].Users});
  Report.Kept.back().Users.push_back("cnn.pte: method 'forward', instruction 9");
  Report.Leftover = {{"aten::add.out",
                      "any",
                      "portable_ops_lib",
                      64,
                      {"libapplication.a(main.o)", "libapplication.a(other.o)"}}};
  expectText(Report, {"  300 B  cnn.pte, mlp.pte\n", "portable_ops_lib   10 B  cnn.pte, mlp.pte\n",
                      "called by libapplication.a(main.o) and 1 other\n"});
  expectText(Report, {"instruction 0, cnn.pte: method 'forward', "}, /*Verbose=*/true);
}

TEST(TextReport, ManyKernelsAreCountedByLibrary) {
  PruneReport Kept = exampleReport(), Dropped = exampleReport();
  for (unsigned I = 0; I < 100; ++I) {
    const ReportedKernel Kernel{
        "aten::operator_" + utostr(I / 2), "any" + utostr(I), "other", 10, {"a"}};
    Kept.Kept.push_back(Kernel);
    Dropped.Dropped.push_back(Kernel);
  }
  expectText(Kept, {"\n  kept: 102 kernels (--verbose lists all)\n"
                    "  other     100 kernels  50 operators  1,000 B of code of their own\n"
                    "  portable    2 kernels   2 operators  1,200 B of code of their own\n"
                    "\n  dropped:"});
  expectText(Dropped, {"\n  dropped: 103 kernels of 52 operators, 10,100 B of code of their own "
                       "(--verbose lists all)\n"
                       "  other     100 kernels  50 operators  1,000 B of code of their own\n"
                       "  portable    3 kernels   2 operators  9,100 B of code of their own\n"
                       "\n  not selected"});
  for (const PruneReport &Report : {Kept, Dropped})
    expectText(Report, {"  aten::operator_49-any99-other "}, /*Verbose=*/true);
}

TEST(TextReport, FunctionSectionsShowDemangledNames) {
  PruneReport Report = exampleReport();
  std::string Long = ".text._Z1f";
  for (unsigned I = 0; I < 40; ++I)
    Long += "PPPc";
  Report.Account->Inputs = {
      {ByteCategory::OtherCode, ".text._ZN2ns4nameEi", "l.a", "a.o", {50, 0}},
      {ByteCategory::OtherCode, ".text._Znonsense", "l.a", "b.o", {40, 0}},
      {ByteCategory::OtherCode, Long, "libportable_kernels.a", "op_convolution.o", {30, 0}},
      {ByteCategory::Data, ".data.rel.ro." + std::string(90, 'n'), "l.a", "c.o", {20, 0}}};
  expectText(Report, {"  50  .text.ns::name(int)  ", "  40  .text._Znonsense  ",
                      "  30  .text.f(...)  ", "nnn...nnn"});
  EXPECT_EQ(asText(Report, /*Verbose=*/true).find("..."), std::string::npos);
}

TEST(TextReport, ProgramInRamHasNoFlashColumns) {
  PruneReport Report = exampleReport();
  Report.Ram = Report.Stored;
  Report.Stored = {};
  for (CategoryChange &C : Report.Account->Categories)
    std::swap(C.Stored, C.Ram);
  const std::string Text = asText(Report);
  EXPECT_EQ(Text.rfind("pruned app.elf: RAM 212,344 -> 18,120 B (-91.5%)\n", 0), 0u) << Text;
  EXPECT_TRUE(contains(Text, "  kind of bytes  RAM before   after    saved\n"
                             "  kernel code       200,000   6,000  194,000\n"
                             "  other code         12,344  12,120      224\n"
                             "  total             212,344  18,120  194,224\n"));
}

TEST(TextReport, BudgetsAreShownNextToTheUsedSizes) {
  PruneReport Report = exampleReport();
  setBudgets(Report, {{"FLASH", 36240}, {"kernels", 7}, {"FLASH", 40000}});
  const std::string Text = asText(Report);
  EXPECT_TRUE(contains(Text, "  kernels: 2 kept of at most 7, 3 dropped; "));
  EXPECT_TRUE(contains(
      Text, "  memory region   before   after    saved       size  used  budget   used  counts as\n"
            "  FLASH          212,344  18,120  194,224  1,048,576  1.7%  36,240  50.0%  flash\n"
            "  RAM              4,096   4,096        0     65,536  6.2%                 RAM\n"));
  const json::Object Root = jsonOf(Report);
  EXPECT_EQ(Root.getInteger("kernel_budget"), 7);
  const json::Array &Regions = *Root.getArray("regions");
  EXPECT_EQ(Regions[0].getAsObject()->getInteger("budget"), 36240);
  EXPECT_EQ(Regions[1].getAsObject()->get("budget")->kind(), json::Value::Null);
}

TEST(TextReport, EmptyReportAndDryRun) {
  PruneReport Report;
  Report.InputPath = "a";
  EXPECT_EQ(asText(Report), "pruned a: RAM 0 -> 0 B\n"
                            "  kernels: 0 kept, 0 dropped; file: 0 -> 0 B\n\n"
                            "  kept: 0 kernels\n");
  Report.DryRun = true;
  EXPECT_EQ(asText(Report).rfind("would prune a: ", 0), 0u);
}

TEST(JsonReport, HasTheSameContentAsTheText) {
  const json::Object Root = jsonOf(exampleReport());
  EXPECT_EQ(Root.getInteger("version"), ReportVersion);
  EXPECT_EQ(*Root.getObject("flash"), (json::Object{{"before", 212344}, {"after", 18120}}));
  const json::Array &Kept = *Root.getArray("kept");
  ASSERT_EQ(Kept.size(), 2u);
  const json::Object &Add = *Kept[0].getAsObject(), &Mul = *Kept[1].getAsObject();
  for (const auto &[Field, Text] : {std::pair("op", "aten::add.out"),
                                    {"variant", "Float"},
                                    {"library", "portable"},
                                    {"key", "v1/6;|*"}})
    EXPECT_EQ(Add.getString(Field), Text);
  EXPECT_EQ(Add.getInteger("code_size"), 300);
  EXPECT_EQ(Mul.get("key")->kind(), json::Value::Null);
  EXPECT_EQ(*Mul.getArray("asked_by"), (json::Array{"a", "b", "c"}));
  const json::Object &Ram = *(*Root.getArray("regions"))[1].getAsObject();
  EXPECT_EQ(Ram.getString("origin"), "0x20000000");
  EXPECT_EQ(Ram.getString("counts_as"), "ram");
  EXPECT_EQ(Root.getObject("account")->getArray("categories")->size(), NumByteCategories);
}

TEST(JsonReport, SortsListsAndAcceptsNamesThatAreNotUtf8) {
  PruneReport Report = exampleReport();
  std::swap(Report.Kept[0], Report.Kept[1]);
  std::swap(Report.Dropped[0], Report.Dropped[2]);
  std::swap(Report.Kept[1].Users[0], Report.Kept[1].Users[2]);
  EXPECT_EQ(asJson(Report), asJson(exampleReport()));
  EXPECT_EQ(asText(Report), asText(exampleReport()));
  Report.InputPath = "caf\xe9.elf";
  Report.Sections[0].Name = "\xff\xfe";
  jsonOf(Report);
}

TEST(JsonReport, EveryFieldIsInTheSchemaPage) {
  auto File = MemoryBuffer::getFile(ET_SOURCE_DIR "/docs/report-schema.md");
  ASSERT_TRUE(bool(File));
  const StringRef Page = (*File)->getBuffer();
  const std::string Json = asJson(exampleReport());
  std::set<std::string> Keys;
  for (StringRef Line : llvm::split(Json, '\n'))
    if (Line.contains("\": "))
      Keys.insert(Line.split("\": ").first.trim(" \"").str());
  EXPECT_GT(Keys.size(), 30u);
  for (const std::string &Key : Keys)
    EXPECT_TRUE(Page.contains("`" + Key + "`") || Page.contains("\"" + Key + "\"")) << Key;
}

TEST(FillSizes, ComparesTwoImages) {
  std::string Bytes = firmwareImage();
  ImageSummary Before = readImage(Bytes).summary();
  ImageSummary After = Before;
  for (SectionSummary &Section : After.Sections)
    if (Section.Name == ".text")
      Section.Size = 4;
  After.Sections.push_back(After.Sections[0]);
  After.Sections.back().Name = ".new";
  PruneReport Report;
  fillSizes(Report, Before, After, Memories());
  EXPECT_FALSE(Report.RegionsFromScript);
  ASSERT_EQ(Report.Regions.size(), 3u);
  EXPECT_EQ(Report.Regions[0].Used.Before, 68u);
  EXPECT_EQ(Report.Regions[0].Used.After, 64u + 24);
  EXPECT_EQ(Report.Sections.back().Name, ".new");
  EXPECT_EQ(Report.Sections.back().Size.Before, 0u);
  EXPECT_EQ(Report.Sections.back().Size.After, 24u);

  const LinkMap Map = parseMap(FirmwareMap);
  fillSizes(Report, Before, After, Memories(Map.Regions, {{Map, Before}}));
  EXPECT_TRUE(Report.RegionsFromScript);
  ASSERT_EQ(Report.Regions.size(), 2u);
  EXPECT_EQ(Report.Regions[1].Length, 0x10000u);
  EXPECT_EQ(Report.Regions[1].Used.Before, 0x14u);
  EXPECT_EQ(Report.Regions[0].Kind, MemoryKind::Flash);
  EXPECT_EQ(Report.Regions[1].Kind, MemoryKind::Ram);
}
