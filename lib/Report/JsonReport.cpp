// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for scripts, as docs/report-schema.md describes it. The number in `version` goes up if
// a field changes its meaning or is removed; a new field does not change it.
//
// Keys are printed sorted. Numbers fit into 53 bits, as JavaScript needs. Addresses may not fit, so
// they are hexadecimal strings.

#include "Report/ExplanationReport.h"
#include "Report/ReportRow.h"

using namespace llvm;

namespace etprune {
namespace {

json::Array objects(ReportRows Rows) {
  json::Array Array;
  for (ReportRow &Row : Rows)
    Array.push_back(std::move(Row.Fields));
  return Array;
}

json::Value account(const std::optional<DifferenceAccount> &Account) {
  if (!Account)
    return nullptr;
  ReportRows Categories, Inputs;
  for (const CategoryChange &C : Account->Categories)
    Categories.push_back(categoryRow(categoryName(C.Category), C.Stored, C.Ram, /*HasFlash=*/true));
  for (const InputChange &I : Account->Inputs)
    Inputs.push_back(inputRow(I, I.Section, I.File));
  return json::Object{{"categories", objects(std::move(Categories))},
                      {"inputs", objects(std::move(Inputs))}};
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
  Row.field("kernels", All.NumKernels).sizeField("code", All.Code);
  Row.field("guard", All.Guard).textsField("made_by", Makers);
  return std::move(Row.Fields);
}

} // namespace

static void printValue(json::OStream &J, const json::Value &Value) {
  if (const json::Object *Object = Value.getAsObject()) {
    std::vector<const json::Object::value_type *> Fields;
    for (const auto &Field : *Object)
      Fields.push_back(&Field);
    llvm::sort(Fields, [](auto *A, auto *B) { return A->first < B->first; });
    J.object([&] {
      for (const auto *Field : Fields)
        J.attributeBegin(Field->first), printValue(J, Field->second), J.attributeEnd();
    });
  } else if (const json::Array *Array = Value.getAsArray()) {
    J.array([&] {
      for (const json::Value &Item : *Array)
        if (Item.getAsArray())
          J.rawValue([&](raw_ostream &OS) { OS << Item; });
        else
          printValue(J, Item);
    });
  } else {
    J.value(Value);
  }
}

void printJson(const json::Value &Value, raw_ostream &OS) {
  json::OStream J(OS, /*IndentSize=*/2);
  printValue(J, Value);
  J.flush();
  OS << "\n";
}

void printJsonReport(const PruneReport &Report, raw_ostream &OS) {
  ReportRow Linker, Root;
  Linker.textField("name", Report.LinkerName).textField("version", Report.LinkerVersion);
  Root.field("version", ReportVersion).textField("tool_version", Report.ToolVersion);
  Root.field("dry_run", Report.DryRun);
  Root.textField("input", Report.InputPath).textField("output", Report.OutputPath);
  Root.field("linker", std::move(Linker.Fields));
  Root.textsField("selection_sources", Report.SelectionSources);
  for (const auto &[Name, Size] : ReportTotals)
    Root.sizeField(Name, Report.*Size);
  Root.sizeField("file_size", Report.FileSize);
  Root.field("regions_from_script", Report.RegionsFromScript);
  Root.field("regions", objects(regionRows(Report)));
  Root.field("sections", objects(sectionRows(Report)));
  Root.field("account", account(Report.Account));
  Root.field("kernel_budget", Report.KernelBudget ? json::Value(*Report.KernelBudget) : nullptr);
  Root.field("kept", objects(keptRows(Report, /*Verbose=*/true)));
  Root.field("dropped", objects(droppedRows(Report)));
  Root.field("leftover", objects(leftoverRows(Report, /*Verbose=*/true)));
  Root.field("image", Report.Image ? imageJson(*Report.Image) : nullptr);
  if (Report.ImageBefore)
    Root.field("image_before", *Report.ImageBefore);
  Root.field("narrowed", narrowed(Report.Narrowed));
  Root.textsField("notes", Report.Notes).textsField("warnings", Report.Warnings);
  printJson(json::Value(std::move(Root.Fields)), OS);
}

} // namespace etprune
