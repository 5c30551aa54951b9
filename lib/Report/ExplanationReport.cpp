// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without --verbose, the text has the first rows of each table and the number of the other rows.
// Long names lose their middle, so that lines have at most 100 columns.

#include "Report/ExplanationReport.h"

#include "Report/TextTable.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
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
  void printMore(size_t Rows) {
    if (shown(Rows) < Rows)
      OS << "  and " << grouped(Rows - shown(Rows)) << " more (--verbose)\n";
  }
  /// Prints a table of the first rows, and the number of the others.
  template <class Range>
  void printRows(const Range &All, function_ref<ReportRow(const AccountRow &)> RowOf) {
    ReportRows Rows;
    size_t Count = 0;
    for (const AccountRow &R : All)
      if (Count++ < shown(SIZE_MAX))
        Rows.push_back(RowOf(R));
    if (Rows.empty())
      return;
    OS << "\n";
    printTable(Rows, OS);
    printMore(Count);
  }
  /// The bytes in the memory that tables show: flash, or RAM if there is no flash.
  uint64_t bytes(const MemoryBytes &Bytes) const { return HasFlash ? Bytes.Flash : Bytes.Ram; }
  void addSizes(ReportRow &Row, const MemoryBytes &Bytes) const {
    if (HasFlash)
      Row.number("flash", grouped(Bytes.Flash));
    Row.number("RAM", grouped(Bytes.Ram));
  }
  std::string name(StringRef Name, size_t Width) const {
    return Style.Verbose ? shownName(Name, Style.Demangle) : shortName(Name, Style.Demangle, Width);
  }
  /// "only aten::mean.out-Float-portable", "3 operators".
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
  OS << "\n";
  printTable(Rows, OS);
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
    OS << "\n";
    printTable(Rows, OS);
  };
  Print(
      "what keeps it", [](size_t I) { return keptByName(static_cast<KeptBy>(I)); }, Account.KeptBy,
      Account.Gaps);
  Print(
      "where it is from", [](size_t I) { return className(static_cast<ByteClass>(I)); },
      Account.Classes, std::nullopt);
}

void AccountPrinter::printOperators(StringRef Heading, ArrayRef<AccountRow> All,
                                    StringRef NumberOf) {
  const bool HasRam = HasFlash && llvm::any_of(All, [](const auto &R) { return R.Retained.Ram; });
  printRows(All, [&](const AccountRow &R) {
    ReportRow Row;
    Row.cell(Heading, name(R.Name, NameWidth)).number("retained", grouped(bytes(R.Retained)));
    if (HasRam)
      Row.number("of RAM", grouped(R.Retained.Ram));
    Row.number("own", grouped(bytes(R.Own))).number("shared", grouped(bytes(R.Shared)));
    if (!NumberOf.empty())
      Row.number(NumberOf, grouped(R.Kernels));
    return Row;
  });
}

void AccountPrinter::printHelpers(StringRef Heading,
                                  function_ref<bool(const AccountRow &)> IsShown) {
  printRows(make_filter_range(Account.Helpers, IsShown), [&](const AccountRow &R) {
    ReportRow Row;
    Row.cell(Heading, name(R.Name, 37)).number("retained", grouped(bytes(R.Retained)));
    Row.number("own", grouped(bytes(R.Own))).cell("needed by", neededBy(R));
    return Row;
  });
}

/// Prints the operators that each model asks for, with their cost. Each table has as many models as
/// fit a line.
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
    auto Add = [&](std::string Name, function_ref<std::string(const AccountRow &)> Cell) {
      ReportRow &Row = Rows.emplace_back().cell("operators of models", std::move(Name));
      for (size_t I = First; I < End; ++I)
        Row.number(Headings[I], Cell(Account.Models[I]));
    };
    for (const AccountRow *R : ArrayRef(Asked).take_front(shown(Asked.size())))
      Add(name(R->Name, 40), [&](const AccountRow &Model) {
        return R->Models.count(Model.Name) ? grouped(bytes(R->Retained)) : "";
      });
    Add("freed without the model",
        [&](const AccountRow &Model) { return grouped(bytes(Model.Retained)); });
    OS << "\n";
    printTable(Rows, OS);
    printMore(Asked.size());
  }
}

void AccountPrinter::printFiles() {
  printRows(Account.Files, [&](const AccountRow &R) {
    ReportRow Row;
    Row.cell("file", Style.Verbose
                         ? R.Name
                         : shortened(objectName(sys::path::filename(R.File), R.Member), 32));
    Row.number("retained", grouped(bytes(R.Retained))).number("own", grouped(bytes(R.Own)));
    Row.cell("is of", className(R.Class));
    return Row.cell("", R.Only.empty() ? "" : "only " + name(R.Only, 18));
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

json::Object part(StringRef Field, StringRef Name, const MemoryBytes &Bytes) {
  json::Object Part = bytesJson(Bytes);
  Part[Field] = Name;
  return Part;
}

class AccountWriter {
public:
  explicit AccountWriter(const Explanation &Image) : Image(Image), Account(Image.Account) {}
  json::Object write();

private:
  json::Array parts() const;
  json::Array rows(StringRef Field, ArrayRef<AccountRow> Rows) const;
  json::Array files() const;
  json::Array helpers() const;
  json::Array items() const;
  json::Value item(uint32_t Item) const {
    return Item == Dominators::None ? -1 : static_cast<int64_t>(Positions[Item]);
  }

  const Explanation &Image;
  const ImageAccount &Account;
  std::vector<size_t> Positions; ///< index of each item in the list
};

json::Array AccountWriter::parts() const {
  json::Array Parts;
  for (unsigned I = 0; I < NumKeptBy; ++I)
    Parts.push_back(part("what", keptByName(static_cast<KeptBy>(I)), Account.KeptBy[I]));
  Parts.push_back(part("what", "padding", Account.Gaps));
  return Parts;
}

json::Array AccountWriter::rows(StringRef Field, ArrayRef<AccountRow> Rows) const {
  json::Array List;
  for (const AccountRow &R : Rows) {
    ReportRow Row;
    Row.textField(Field, R.Name)
        .field("own", bytesJson(R.Own))
        .field("shared", bytesJson(R.Shared));
    Row.field("retained", bytesJson(R.Retained)).field("item", item(R.Item));
    if (R.Kernels)
      Row.field("kernels", R.Kernels);
    if (!R.Models.empty())
      Row.textsField("models", std::vector(R.Models.begin(), R.Models.end()));
    if (!R.AskedBy.empty())
      Row.textsField("asked_by", std::vector(R.AskedBy.begin(), R.AskedBy.end()));
    List.push_back(std::move(Row.Fields));
  }
  return List;
}

json::Array AccountWriter::files() const {
  json::Array List;
  for (const AccountRow &R : Account.Files) {
    ReportRow Row;
    Row.textField("file", R.File).textField("member", R.Member).field("own", bytesJson(R.Own));
    Row.field("retained", bytesJson(R.Retained)).field("class", className(R.Class));
    List.push_back(std::move(Row.textField("only", R.Only).Fields));
  }
  return List;
}

json::Array AccountWriter::helpers() const {
  json::Array List;
  for (const AccountRow &R : Account.Helpers) {
    ReportRow Row;
    Row.textField("name", shownName(R.Name));
    Row.field("item", item(R.Item)).field("own", bytesJson(R.Own));
    Row.field("retained", bytesJson(R.Retained)).field("operators", R.Operators);
    Row.field("class", className(R.Class)).textField("only", R.Only);
    List.push_back(std::move(Row.Fields));
  }
  return List;
}

json::Array AccountWriter::items() const {
  constexpr StringLiteral Kinds[] = {"section", "kernel", "operator", "group"};
  const ImageGraph &Graph = Image.Graph;
  json::Array Rows;
  for (uint32_t I : Image.Tree.preorder()) {
    const ImageItem &Item = Graph.Items[I];
    const bool HasBytes = Item.Output != ImageItem::NoOutput;
    const std::string Name = shownName(Item.Name);
    Rows.push_back(json::Array{
        Kinds[Item.What], json::fixUTF8(Name), Name == Item.Name ? "" : json::fixUTF8(Item.Name),
        json::fixUTF8(Item.InputSection), json::fixUTF8(Item.File), json::fixUTF8(Item.Member),
        HasBytes ? className(Image.Classes[I]) : "",
        HasBytes ? static_cast<int64_t>(Item.Output) : -1, Item.Bytes, Item.Padding,
        item(Image.Tree.parent(I)), item(Image.Before[I]), Item.Root ? Item.Root : "",
        Graph.Sources[I].size()});
  }
  return Rows;
}

json::Object AccountWriter::write() {
  const ImageGraph &Graph = Image.Graph;
  Positions.resize(Graph.Items.size());
  for (size_t I = 0; I < Positions.size(); ++I)
    Positions[Image.Tree.preorder()[I]] = I;
  json::Array Memories, Sections, Classes;
  for (const auto &[Memory, Bytes] : llvm::zip_equal(Graph.Memories, Account.MemoryUse))
    Memories.push_back(
        json::Object{{"name", json::fixUTF8(Memory.Name)},
                     {"counts_as", Memory.Kind == MemoryKind::Ram ? "ram" : "flash"},
                     {"length", Memory.Length ? json::Value(*Memory.Length) : nullptr},
                     {"used", Bytes}});
  for (const ImageOutput &Output : Graph.Outputs)
    Sections.push_back(json::Object{{"name", json::fixUTF8(Output.Name)},
                                    {"size", Output.Size},
                                    {"memories", json::Array(Output.Memories)}});
  for (unsigned I = 0; I < NumByteClasses; ++I)
    Classes.push_back(part("class", className(static_cast<ByteClass>(I)), Account.Classes[I]));
  json::Array Compilers;
  for (StringRef Compiler : Image.Compilers)
    Compilers.push_back(json::fixUTF8(Compiler));
  return json::Object{{"totals", bytesJson(Account.Total)},
                      {"compilers", std::move(Compilers)},
                      {"memories", std::move(Memories)},
                      {"sections", std::move(Sections)},
                      {"account", parts()},
                      {"classes", std::move(Classes)},
                      {"operators", rows("op", Account.Operators)},
                      {"kernels", rows("kernel", Account.Kernels)},
                      {"libraries", rows("name", Account.Libraries)},
                      {"models", rows("name", Account.Models)},
                      {"files", files()},
                      {"helpers", helpers()},
                      {"item_columns", json::Array{"kind", "name", "symbol", "section", "file",
                                                   "member", "class", "output", "bytes", "padding",
                                                   "parent", "why", "reason", "referrers"}},
                      {"items", items()}};
}

} // namespace

json::Value imageJson(const Explanation &Image) { return AccountWriter(Image).write(); }

void printExplanationJson(const ExplanationReport &Report, raw_ostream &OS) {
  ReportRow Root, Linker;
  Linker.textField("name", Report.LinkerName).textField("version", Report.LinkerVersion);
  Root.field("version", ReportVersion).field("kind", "explanation");
  Root.textField("tool_version", Report.ToolVersion).textField("input", Report.InputPath);
  Root.field("linker", std::move(Linker.Fields)).field("image", imageJson(*Report.Image));
  json::Array Budgets;
  for (const BudgetUse &Use : Report.Budgets)
    Budgets.push_back(json::Object{
        {"name", json::fixUTF8(Use.Region)}, {"used", Use.Used}, {"budget", Use.Bytes}});
  Root.field("budgets", std::move(Budgets));
  Root.field("why", whyJson(Report));
  Root.textsField("selection_sources", Report.SelectionSources);
  Root.textsField("notes", Report.Notes).textsField("warnings", Report.Warnings);
  printJson(json::Value(std::move(Root.Fields)), OS);
}

} // namespace etprune
