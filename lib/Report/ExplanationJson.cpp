// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ExplanationReport.h"

#include "Report/ReportRow.h"
#include "Report/TextTable.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

json::Object bytesJson(const MemoryBytes &Bytes) {
  return json::Object{{"flash", Bytes.Flash}, {"ram", Bytes.Ram}};
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
  std::vector<size_t> Positions; ///< of items in the list
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
  Root.field("why", whyJson(Report)).field("what_if", whatIfJson(Report));
  Root.textsField("selection_sources", Report.SelectionSources);
  Root.textsField("notes", Report.Notes).textsField("warnings", Report.Warnings);
  printJson(json::Value(std::move(Root.Fields)), OS);
}

} // namespace etprune
