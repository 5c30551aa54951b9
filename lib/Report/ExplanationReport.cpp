// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without --verbose, the text has the first rows of each table and the number of the other rows.
// Long names are shortened in the middle, so that lines have at most 100 columns.

#include "Report/ExplanationReport.h"

#include "Report/ReportRow.h"
#include "Support/Numbers.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

class AccountPrinter {
public:
  AccountPrinter(const ExplanationReport &Report, ExplanationStyle Style, raw_ostream &OS)
      : Report(Report), Image(*Report.Image), Account(Report.Image->Account), Style(Style), OS(OS) {
  }
  void print();

private:
  static constexpr size_t ShortList = 15;

  void printMemories();
  void printSums();
  void printOperators(StringRef Heading, ArrayRef<AccountRow> Rows, StringRef NumberOf);
  void printFiles();
  void printHelpers(StringRef Heading, function_ref<bool(const AccountRow &)> IsShown);
  void printModels();
  size_t shown(size_t Rows) const { return Style.Verbose ? Rows : std::min(Rows, ShortList); }
  template <class Range>
  void printRows(const Range &All, function_ref<void(ReportRow &, const AccountRow &)> Describe) {
    ReportRows Rows;
    size_t Count = 0;
    for (const AccountRow &R : All)
      if (Count++ < shown(SIZE_MAX))
        Describe(Rows.emplace_back(), R);
    printTable(Rows, Count);
  }
  void printTable(const ReportRows &Rows, size_t All = 0) {
    if (Rows.empty())
      return;
    OS << "\n";
    etprune::printTable(Rows, OS);
    if (shown(All) < All)
      OS << "  and " << grouped(All - shown(All)) << " more (--verbose)\n";
  }
  uint64_t bytes(const MemoryBytes &Bytes) const { return HasFlash ? Bytes.Flash : Bytes.Ram; }
  void addSizes(ReportRow &Row, const MemoryBytes &Bytes) const {
    if (HasFlash)
      Row.number("flash", grouped(Bytes.Flash));
    Row.number("RAM", grouped(Bytes.Ram));
  }
  std::string name(StringRef Name, size_t Width) const {
    return Style.Verbose ? shownName(Name, Style.Demangle) : shortName(Name, Style.Demangle, Width);
  }
  std::string neededBy(const AccountRow &Row) const;

  const ExplanationReport &Report;
  const Explanation &Image;
  const ImageAccount &Account;
  const ExplanationStyle Style;
  raw_ostream &OS;
  bool HasFlash = true;
};

std::string AccountPrinter::neededBy(const AccountRow &Row) const {
  if (!Row.Only.empty())
    return "only " + name(Row.Only, 34);
  return Image.keptBy(Row.Item) == KeptBy::Program ? "the program"
                                                   : counted(Row.Operators, "operator");
}

void AccountPrinter::printMemories() {
  ReportRows Rows;
  for (const auto &[Memory, Bytes] : llvm::zip_equal(Image.Graph.Memories, Account.MemoryUse)) {
    ReportRow &Row = Rows.emplace_back();
    Row.cell("memory", Memory.Name).number("bytes", grouped(Bytes));
    Row.number("size", Memory.Length ? grouped(*Memory.Length) : "");
    Row.cell("counts as", Memory.Kind == MemoryKind::Ram ? "RAM" : "flash");
  }
  printTable(Rows);
}

void AccountPrinter::printSums() {
  auto Print = [&](StringRef Heading, auto Names, ArrayRef<MemoryBytes> Parts,
                   std::optional<MemoryBytes> Gaps) {
    ReportRows Rows;
    for (size_t I = 0; I < Parts.size(); ++I)
      if (Parts[I].Flash || Parts[I].Ram)
        addSizes(Rows.emplace_back().cell(Heading, Names(I)), Parts[I]);
    if (Gaps && (Gaps->Flash || Gaps->Ram))
      addSizes(Rows.emplace_back().cell(Heading, "padding"), *Gaps);
    addSizes(Rows.emplace_back().cell(Heading, "the image"), Account.Total);
    printTable(Rows);
  };
  Print(
      "part of the image", [](size_t I) { return keptByName(static_cast<KeptBy>(I)); },
      Account.KeptBy, Account.Gaps);
  Print(
      "class", [](size_t I) { return className(static_cast<ByteClass>(I)); }, Account.Classes,
      std::nullopt);
}

void AccountPrinter::printOperators(StringRef Heading, ArrayRef<AccountRow> All,
                                    StringRef NumberOf) {
  const bool HasRam = HasFlash && llvm::any_of(All, [](const auto &R) { return R.Retained.Ram; });
  printRows(All, [&](ReportRow &Row, const AccountRow &R) {
    Row.cell(Heading, name(R.Name, NameWidth)).number("retained", grouped(bytes(R.Retained)));
    if (HasRam)
      Row.number("of RAM", grouped(R.Retained.Ram));
    Row.number("own", grouped(bytes(R.Own))).number("shared", grouped(bytes(R.Shared)));
    if (!NumberOf.empty())
      Row.number(NumberOf, grouped(R.Kernels));
  });
}

void AccountPrinter::printHelpers(StringRef Heading,
                                  function_ref<bool(const AccountRow &)> IsShown) {
  printRows(make_filter_range(Account.Helpers, IsShown), [&](ReportRow &Row, const AccountRow &R) {
    Row.cell(Heading, name(R.Name, 37)).number("retained", grouped(bytes(R.Retained)));
    Row.number("own", grouped(bytes(R.Own))).cell("needed by", neededBy(R));
  });
}

/// Prints a row for each operator that a model uses, and a column for each model. Columns that do
/// not fit in a line go into further tables.
void AccountPrinter::printModels() {
  constexpr size_t ModelsOfTable = 4, ModelWidth = 12;
  std::vector<const AccountRow *> Asked;
  for (const AccountRow &R : Account.Operators)
    if (!R.Models.empty())
      Asked.push_back(&R);
  std::vector<std::string> Headings;
  for (const AccountRow &Model : Account.Models)
    Headings.push_back(shortened(sys::path::stem(Model.Name), ModelWidth));
  if (std::set(Headings.begin(), Headings.end()).size() < Headings.size())
    for (size_t I = 0; I < Headings.size(); ++I)
      Headings[I] = "model " + std::to_string(I + 1);
  for (size_t First = 0; First < Headings.size(); First += ModelsOfTable) {
    const size_t End = std::min(First + ModelsOfTable, Headings.size());
    ReportRows Rows;
    auto Add = [&](const std::string &Name, function_ref<std::string(const AccountRow &)> Cell) {
      ReportRow &Row = Rows.emplace_back().cell("operators of models", Name);
      for (size_t I = First; I < End; ++I)
        Row.number(Headings[I], Cell(Account.Models[I]));
    };
    for (const AccountRow *R : ArrayRef(Asked).take_front(shown(Asked.size())))
      Add(name(R->Name, 40), [&](const AccountRow &Model) {
        return R->Models.count(Model.Name) ? grouped(bytes(R->Retained)) : "";
      });
    Add("freed without the model",
        [&](const AccountRow &Model) { return grouped(bytes(Model.Retained)); });
    printTable(Rows, Asked.size());
  }
}

void AccountPrinter::printFiles() {
  printRows(Account.Files, [&](ReportRow &Row, const AccountRow &R) {
    Row.cell("file", Style.Verbose
                         ? R.Name
                         : shortened(objectName(sys::path::filename(R.File), R.Member), 32));
    Row.number("retained", grouped(bytes(R.Retained))).number("own", grouped(bytes(R.Own)));
    Row.cell("class", className(R.Class));
    Row.cell("", R.Only.empty() ? "" : "only " + name(R.Only, 18));
  });
}

void AccountPrinter::print() {
  HasFlash = Account.Total.Flash != 0;
  OS << Report.InputPath << ": " << (HasFlash ? grouped(Account.Total.Flash) + " B of flash, " : "")
     << grouped(Account.Total.Ram) << " B of RAM, " << counted(Account.Kernels.size(), "kernel")
     << " of " << counted(Account.Operators.size(), "operator") << "\n";
  printMemories();
  printSums();
  printOperators("operator", Account.Operators, "kernels");
  if (Style.Verbose)
    printOperators("kernel", Account.Kernels, "");
  printOperators("library", Account.Libraries, "kernels");
  printOperators("model, and the bytes freed without it", Account.Models, "kernels");
  if (Account.Models.size() > 1)
    printModels();
  printHelpers("kernels' helper", [&](const AccountRow &R) {
    return R.Operators != 0 && R.Class != ByteClass::CLibrary &&
           Image.keptBy(R.Item) != KeptBy::Program;
  });
  printHelpers("part of the C library",
               [](const AccountRow &R) { return R.Class == ByteClass::CLibrary; });
  printHelpers("rest of the program", [&](const AccountRow &R) {
    return R.Class != ByteClass::CLibrary && Image.keptBy(R.Item) == KeptBy::Program;
  });
  printFiles();
  for (const std::string &Note : Report.Notes)
    OS << "note: " << Note << "\n";
}

} // namespace

void printExplanation(const ExplanationReport &Report, ExplanationStyle Style, raw_ostream &OS) {
  AccountPrinter(Report, Style, OS).print();
}

namespace {

/// Maps an item's index in ImageGraph::Items to the item's index in the JSON's list "items", and
/// Dominators::None (no item) to -1.
using IndexOfItem = function_ref<int64_t(uint32_t)>;

json::Value part(StringRef Field, StringRef Name, const MemoryBytes &Bytes) {
  return ReportRow().field(Field, Name).field("flash", Bytes.Flash).field("ram", Bytes.Ram);
}

ReportRows rowsJson(StringRef Field, ArrayRef<AccountRow> All, IndexOfItem IndexOf) {
  ReportRows Rows;
  for (const AccountRow &R : All) {
    ReportRow &Row = Rows.emplace_back().textField(Field, R.Name).field("shared", R.Shared);
    Row.field("own", R.Own).field("retained", R.Retained).field("item", IndexOf(R.Item));
    if (R.Kernels)
      Row.field("kernels", R.Kernels);
    if (!R.Models.empty())
      Row.textsField("models", R.Models);
    if (!R.AskedBy.empty())
      Row.textsField("asked_by", R.AskedBy);
  }
  return Rows;
}

ReportRows filesJson(ArrayRef<AccountRow> Files) {
  ReportRows Rows;
  for (const AccountRow &R : Files) {
    ReportRow &Row = Rows.emplace_back().textField("file", R.File).textField("member", R.Member);
    Row.field("own", R.Own).field("retained", R.Retained);
    Row.field("class", className(R.Class)).textField("only", R.Only);
  }
  return Rows;
}

ReportRows helpersJson(ArrayRef<AccountRow> Helpers, IndexOfItem IndexOf) {
  ReportRows Rows;
  for (const AccountRow &R : Helpers) {
    ReportRow &Row = Rows.emplace_back().textField("name", shownName(R.Name));
    Row.field("own", R.Own).field("retained", R.Retained).field("item", IndexOf(R.Item));
    Row.field("class", className(R.Class)).textField("only", R.Only);
    Row.field("operators", R.Operators);
  }
  return Rows;
}

json::Array itemsJson(const Explanation &Image, IndexOfItem IndexOf) {
  constexpr StringLiteral Kinds[] = {"section", "kernel", "operator", "group"};
  json::Array Rows;
  for (uint32_t I : Image.Tree.preorder()) {
    const ImageItem &Item = Image.Graph.Items[I];
    const bool HasBytes = Item.Output != ImageItem::NoOutput;
    const std::string Name = shownName(Item.Name);
    Rows.push_back(json::Array{
        Kinds[Item.What], json::fixUTF8(Name), Name == Item.Name ? "" : json::fixUTF8(Item.Name),
        json::fixUTF8(Item.InputSection), json::fixUTF8(Item.File), json::fixUTF8(Item.Member),
        HasBytes ? className(Image.Classes[I]) : "",
        HasBytes ? static_cast<int64_t>(Item.Output) : -1, Item.Bytes, Item.Padding,
        IndexOf(Image.Tree.parent(I)), IndexOf(Image.Before[I]), Item.Root ? Item.Root : "",
        Image.Graph.Sources[I].size()});
  }
  return Rows;
}

} // namespace

json::Value imageJson(const Explanation &Image) {
  const ImageGraph &Graph = Image.Graph;
  const ImageAccount &Account = Image.Account;
  ReportRows Memories, Sections;
  for (const auto &[Memory, Bytes] : llvm::zip_equal(Graph.Memories, Account.MemoryUse)) {
    ReportRow &Row = Memories.emplace_back().textField("name", Memory.Name).field("used", Bytes);
    Row.field("counts_as", Memory.Kind == MemoryKind::Ram ? "ram" : "flash");
    Row.field("length", Memory.Length);
  }
  for (const ImageOutput &Output : Graph.Outputs) {
    ReportRow &Row = Sections.emplace_back().textField("name", Output.Name);
    Row.field("size", Output.Size).field("memories", json::Array(Output.Memories));
  }
  json::Array Parts, Classes;
  for (unsigned I = 0; I < NumKeptBy; ++I)
    Parts.push_back(part("what", keptByName(static_cast<KeptBy>(I)), Account.KeptBy[I]));
  Parts.push_back(part("what", "padding", Account.Gaps));
  for (unsigned I = 0; I < NumByteClasses; ++I)
    Classes.push_back(part("class", className(static_cast<ByteClass>(I)), Account.Classes[I]));
  std::vector<int64_t> Indices(Graph.Items.size());
  for (const auto &[I, Item] : llvm::enumerate(Image.Tree.preorder()))
    Indices[Item] = I;
  auto IndexOf = [&](uint32_t Item) { return Item == Dominators::None ? -1 : Indices[Item]; };

  ReportRow Root;
  Root.field("totals", Account.Total).textsField("compilers", Image.Compilers);
  Root.field("memories", Memories).field("sections", Sections);
  Root.field("account", std::move(Parts)).field("classes", std::move(Classes));
  Root.field("operators", rowsJson("op", Account.Operators, IndexOf));
  Root.field("kernels", rowsJson("kernel", Account.Kernels, IndexOf));
  Root.field("libraries", rowsJson("name", Account.Libraries, IndexOf));
  Root.field("models", rowsJson("name", Account.Models, IndexOf));
  Root.field("files", filesJson(Account.Files));
  Root.field("helpers", helpersJson(Account.Helpers, IndexOf));
  Root.field("item_columns",
             json::Array{"kind", "name", "symbol", "section", "file", "member", "class", "output",
                         "bytes", "padding", "parent", "why", "reason", "referrers"});
  Root.field("items", itemsJson(Image, IndexOf));
  return std::move(Root.Fields);
}

void printExplanationJson(const ExplanationReport &Report, raw_ostream &OS) {
  ReportRow Root, Linker;
  Linker.textField("name", Report.LinkerName).textField("version", Report.LinkerVersion);
  Root.field("version", ReportVersion).field("kind", "explanation");
  Root.textField("tool_version", Report.ToolVersion).textField("input", Report.InputPath);
  Root.field("linker", Linker).field("image", imageJson(*Report.Image));
  ReportRows Budgets;
  for (const BudgetUse &Use : Report.Budgets)
    Budgets.emplace_back()
        .textField("name", Use.Region)
        .field("used", Use.Used)
        .field("budget", Use.Bytes);
  Root.field("budgets", Budgets);
  Root.field("why", whyJson(Report));
  Root.textsField("selection_sources", Report.SelectionSources);
  Root.textsField("notes", Report.Notes).textsField("warnings", Report.Warnings);
  printJson(Root.Fields, OS);
}

} // namespace etprune
