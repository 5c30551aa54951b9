// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the JSON report, which docs/report-schema.md describes. Numbers fit in 53 bits, because
// JavaScript rounds larger ones. Addresses may be larger and are therefore hexadecimal strings.

#include "Report/ExplanationReport.h"
#include "Report/ReportRow.h"

using namespace llvm;

namespace etprune {
namespace {

json::Value account(const std::optional<DifferenceAccount> &Account) {
  if (!Account)
    return nullptr;
  ReportRows Categories, Inputs;
  for (const CategoryChange &C : Account->Categories)
    Categories.push_back(categoryRow(C, categoryName(C.Category), /*HasFlash=*/true));
  for (const InputChange &I : Account->Inputs)
    Inputs.push_back(inputRow(I, I.Section, I.File));
  return ReportRow().field("categories", Categories).field("inputs", Inputs);
}

json::Value narrowed(ArrayRef<NarrowedCode> Narrowed) {
  if (Narrowed.empty())
    return nullptr;
  NarrowedCode All;
  std::vector<std::string> Makers;
  for (const NarrowedCode &Code : Narrowed) {
    Makers.push_back(Code.Maker);
    All.NumKernels += Code.NumKernels;
    All.Code.Before += Code.Code.Before;
    All.Code.After += Code.Code.After;
    All.Guard += Code.Guard;
  }
  ReportRow Row;
  Row.field("kernels", All.NumKernels).field("code", All.Code);
  return Row.field("guard", All.Guard).textsField("made_by", Makers);
}

} // namespace

static void printValue(json::OStream &J, const json::Value &Value);

static void printObject(json::OStream &J, const json::Object &Object) {
  std::vector<const json::Object::value_type *> Fields;
  for (const auto &Field : Object)
    Fields.push_back(&Field);
  llvm::sort(Fields, [](auto *A, auto *B) { return A->first < B->first; });
  J.object([&] {
    for (const auto *Field : Fields)
      J.attributeBegin(Field->first), printValue(J, Field->second), J.attributeEnd();
  });
}

static void printValue(json::OStream &J, const json::Value &Value) {
  if (const json::Object *Object = Value.getAsObject())
    return printObject(J, *Object);
  const json::Array *Array = Value.getAsArray();
  if (!Array)
    return J.value(Value);
  J.array([&] {
    for (const json::Value &Item : *Array)
      if (Item.getAsArray())
        J.rawValue([&](raw_ostream &OS) { OS << Item; });
      else
        printValue(J, Item);
  });
}

void printJson(const json::Object &Object, raw_ostream &OS) {
  json::OStream J(OS, /*IndentSize=*/2);
  printObject(J, Object);
  J.flush();
  OS << "\n";
}

void printJsonReport(const PruneReport &Report, raw_ostream &OS) {
  ReportRow Linker, Root;
  Linker.textField("name", Report.LinkerName).textField("version", Report.LinkerVersion);
  Root.field("version", ReportVersion).textField("tool_version", Report.ToolVersion);
  Root.field("dry_run", Report.DryRun).field("linker", Linker);
  Root.textField("input", Report.InputPath).textField("output", Report.OutputPath);
  Root.textsField("selection_sources", Report.SelectionSources);
  for (const auto &[Name, Size] : ReportTotals)
    Root.field(Name, Report.*Size);
  Root.field("file_size", Report.FileSize).field("regions_from_script", Report.RegionsFromScript);
  Root.field("regions", regionRows(Report)).field("sections", sectionRows(Report));
  Root.field("account", account(Report.Account)).field("kernel_budget", Report.KernelBudget);
  Root.field("kept", keptRows(Report, /*Verbose=*/true)).field("dropped", droppedRows(Report));
  Root.field("leftover", leftoverRows(Report, /*Verbose=*/true));
  Root.field("image", Report.Image ? imageJson(*Report.Image) : nullptr);
  if (Report.ImageBefore)
    Root.field("image_before", *Report.ImageBefore);
  Root.field("narrowed", narrowed(Report.Narrowed));
  Root.textsField("notes", Report.Notes).textsField("warnings", Report.Warnings);
  printJson(Root.Fields, OS);
}

} // namespace etprune
