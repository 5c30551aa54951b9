// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --table` makes one table from the reports of many images, by model and board.

#include "TestImages.h"

#include "Report/FleetTable.h"

static std::string pruning(StringRef Input, StringRef Source, uint64_t Flash,
                           StringRef Budget = "null") {
  return formatv(R"({{"version": 3, "input": "{0}", "selection_sources": ["{1}"],
    "flash": {{"before": 9, "after": {2}}, "ram": {{"before": 9, "after": 40},
    "text": {{"before": 9, "after": {2}}, "data": {{"before": 9, "after": 0},
    "bss": {{"before": 9, "after": 40}, "kernel_budget": 4, "sections": [],
    "kept": [{{"op": "a", "code_size": 1}, {{"op": "b", "code_size": 1}],
    "regions": [{{"name": "FLASH", "used": {{"before": 9, "after": {2}}, "budget": {3}}]})",
                 Input, Source, Flash, Budget)
      .str();
}

static FleetImage imageOf(StringRef Json, StringRef Board = "", StringRef Path = "report.json") {
  return good(readFleetImage({Path, Json}, Board));
}

static std::string mistakeIn(StringRef Json) {
  auto Image = readFleetImage({"bad.json", Json}, "");
  return Image ? "" : toString(Image.takeError());
}

static std::string fleetError(std::vector<FleetImage> Images, ArrayRef<Budget> Budgets = {}) {
  auto Table = fleetTable(std::move(Images), Budgets);
  return Table ? "" : toString(Table.takeError());
}

static std::string printed(void (*Print)(const FleetTable &, raw_ostream &),
                           const FleetTable &Table) {
  std::string Text;
  raw_string_ostream OS(Text);
  Print(Table, OS);
  return Text;
}

static std::vector<std::string> namesOf(const FleetTable &Table) {
  std::vector<std::string> Names;
  for (const FleetImage &Image : Table)
    Names.push_back(Image.Model + " on " + Image.Board);
  return Names;
}

TEST(FleetTable, FileNamesOfModelsAndImagesNameModelsAndBoards) {
  auto Table = good(fleetTable({imageOf(pruning("out/m7.elf", "--model models/kws.pte", 1)),
                                imageOf(pruning("out/m4.elf", "--model models/kws.pte", 1)),
                                imageOf(pruning("out/m4.elf", "--et-model=models/cnn.pte", 1))},
                               {}));
  EXPECT_EQ(namesOf(Table), (std::vector<std::string>{"cnn on m4", "kws on m4", "kws on m7"}));
}

TEST(FleetTable, FoldersOfReportsNameBoards) {
  const std::string Report = pruning("app.elf", "--op-list aten::add.out", 1);
  const Strings Expected{"aten::add.out on m4.v1", "aten::add.out on m7"};
  EXPECT_EQ(
      namesOf(good(fleetTable(
          {imageOf(Report, "", "b/m4.v1/app.json"), imageOf(Report, "", "b/m7/app.json")}, {}))),
      Expected);
  EXPECT_EQ(namesOf(good(fleetTable({imageOf(Report, "", "b/m4.v1/out/app.json"),
                                     imageOf(Report, "", "b/m7/out/app.json")},
                                    {}))),
            Expected);
}

TEST(FleetTable, GivenBoardNameIsUsed) {
  auto Table = good(fleetTable({imageOf(pruning("a/x.elf", "--model kws.pte", 1), "left"),
                                imageOf(pruning("b/x.elf", "--model kws.pte", 1))},
                               {}));
  EXPECT_EQ(namesOf(Table), (std::vector<std::string>{"kws on left", "kws on x"}));
}

TEST(FleetTable, TwoReportsOfOneModelOnOneBoardAreAnError) {
  const std::string Report = pruning("m4.elf", "--model kws.pte", 1);
  EXPECT_TRUE(contains(fleetError({imageOf(Report), imageOf(Report)}),
                       "are both of the model 'kws' on the board 'm4'"));
}

TEST(FleetTable, BudgetsComeFromTheReportsAndTheCommandLine) {
  const std::string Small = pruning("m4.elf", "--model kws.pte", 100, "200"),
                    Large = pruning("m7.elf", "--model kws.pte", 300);
  auto Table = good(fleetTable({imageOf(Small), imageOf(Large)}, {{"m7:FLASH", 299}}));
  EXPECT_FALSE(Table[0].isOver());
  EXPECT_TRUE(Table[1].isOver());
  const std::string Text = printed(printFleet, Table);
  EXPECT_TRUE(contains(Text, "FLASH 50.0%"));
  EXPECT_TRUE(contains(Text, "over: FLASH by 1\n"));
  EXPECT_EQ(fleetSummary(Table), "2 images of 1 model on 2 boards, 1 over budget");
  EXPECT_TRUE(contains(toString(checkFleet(Table)),
                       "\n>>> kws on m7: FLASH takes 300: 1 above its budget of 299"));
  // An image may use its whole budget.
  EXPECT_FALSE(bool(checkFleet(good(fleetTable({imageOf(Large)}, {{"FLASH", 300}})))));
  for (StringRef Name : {"flash", "ram", "bss", "kernels"})
    EXPECT_EQ(fleetError({imageOf(Small)}, {{Name.str(), 1000}}), "") << Name.str();
}

TEST(FleetTable, BudgetsForUnknownSizesAndBoardsAreErrors) {
  const std::string Report = pruning("m4.elf", "--model kws.pte", 1);
  EXPECT_EQ(fleetError({imageOf(Report)}, {{"FLAHS", 1}}),
            "--budget: the reports have no 'FLAHS'; they have: FLASH, bss, data, flash, kernels, "
            "ram, text");
  EXPECT_EQ(fleetError({imageOf(Report)}, {{"m5:FLASH", 1}}),
            "--budget: the table has no board 'm5'; it has: m4");
}

TEST(FleetTable, AcceptsTheJsonOfAnExplanation) {
  const FleetImage Image = imageOf(R"({"version": 3, "kind": "explanation", "input": "m4.elf",
    "selection_sources": [], "image": {"totals": {"flash": 7, "ram": 8},
    "memories": [{"name": "FLASH", "used": 7}], "sections": [], "kernels": [{}]},
    "budgets": [{"name": "FLASH", "used": 7, "budget": 6}]})");
  EXPECT_EQ(Image.flash(), 7u);
  EXPECT_EQ(Image.ram(), 8u);
  EXPECT_TRUE(Image.isOver());
  EXPECT_EQ(namesOf(good(fleetTable({Image}, {})))[0], "every kernel on m4");
}

TEST(FleetTable, RefusesFilesThatAreNoReports) {
  EXPECT_TRUE(contains(mistakeIn("{"), "'bad.json' is not a report of et-prune: "));
  EXPECT_TRUE(contains(mistakeIn("[]"), "the JSON value is not an object"));
  EXPECT_TRUE(contains(mistakeIn(R"({"version": 1})"), "its 'version' is not 2 to 4"));
  EXPECT_TRUE(contains(mistakeIn(R"({"version": 3})"), "it has no size 'flash'"));
  EXPECT_TRUE(contains(mistakeIn(R"({"version": 3, "kind": "explanation", "image": null})"),
                       "it has no 'image'"));
}

TEST(FleetTable, PageEscapesNamesAndHasEmptyCellsWithoutReports) {
  const FleetTable Table = good(fleetTable({imageOf(pruning("m4.elf", "--model <b>.pte", 1234)),
                                            imageOf(pruning("m7.elf", "--model kws.pte", 1))},
                                           {{"m4:FLASH", 1}}));
  const std::string Page = fleetPage(Table);
  EXPECT_TRUE(contains(Page, "&lt;b&gt;"));
  EXPECT_FALSE(StringRef(Page).contains("<b>"));
  EXPECT_TRUE(contains(Page, "<td class=\"number board over\">1,234</td>"));
  EXPECT_TRUE(contains(Page, "<td class=\"board\"></td>"));
}

TEST(FleetTable, JsonHasEverySize) {
  const FleetTable Table =
      good(fleetTable({imageOf(pruning("m4.elf", "--model kws.pte", 10, "20"))}, {}));
  auto Root = good(json::parse(printed(printFleetJson, Table)));
  const json::Object &Image = *(*Root.getAsObject()->getArray("images"))[0].getAsObject();
  EXPECT_EQ(Image.getString("model"), "kws");
  EXPECT_EQ(Image.getString("board"), "m4");
  EXPECT_EQ(Image.getString("report"), "report.json");
  EXPECT_EQ(Image.getObject("sizes")->getInteger("FLASH"), 10);
  EXPECT_EQ(Image.getObject("sizes")->getInteger("kernels"), 2);
  EXPECT_EQ(Image.getBoolean("over_budget"), false);
  EXPECT_EQ(Image.getArray("budgets")->size(), 2u);
}
