// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for scripts, as docs/report-schema.md describes it. The number in `version` goes up
// when a field changes its meaning or goes away; new fields leave it as it is.
//
// json::Object prints its keys sorted; lists of kernels are sorted here. Numbers are bytes and fit
// 53 bits; addresses, which need not, are hexadecimal strings.

#include "Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <tuple>

using namespace llvm;

namespace etprune {
namespace {

/// Paths and section names come from outside and need not be UTF-8, which JSON is.
json::Value text(StringRef Text) { return json::fixUTF8(Text); }

json::Array texts(std::vector<std::string> Texts, bool Sort = false) {
  if (Sort)
    llvm::sort(Texts);
  json::Array Array;
  for (const std::string &Text : Texts)
    Array.push_back(text(Text));
  return Array;
}

json::Object sizes(SizeChange Size) {
  return json::Object{{"before", Size.Before}, {"after", Size.After}};
}

std::string hex(uint64_t Value) { return "0x" + utohexstr(Value, /*LowerCase=*/true); }

json::Object nameAndSize(const KernelName &Kernel, uint64_t CodeSize) {
  return json::Object{{"op", text(Kernel.Op)},
                      {"variant", text(Kernel.Variant)},
                      {"library", text(Kernel.Library)},
                      {"code_size", CodeSize}};
}

template <class T, class MakeObject> json::Array kernels(std::vector<T> Kernels, MakeObject Make) {
  llvm::sort(Kernels, [](const T &A, const T &B) {
    return std::tie(A.Op, A.Variant, A.Library) < std::tie(B.Op, B.Variant, B.Library);
  });
  json::Array Array;
  for (const T &Kernel : Kernels)
    Array.push_back(Make(Kernel));
  return Array;
}

json::Object keptKernel(const KeptKernel &Kernel) {
  json::Object Object = nameAndSize(Kernel, Kernel.CodeSize);
  Object["key"] = Kernel.Key ? text(*Kernel.Key) : json::Value(nullptr);
  Object["asked_by"] = texts(Kernel.AskedBy, /*Sort=*/true);
  return Object;
}

json::Object leftoverKernel(const LeftoverKernel &Kernel) {
  json::Object Object = nameAndSize(Kernel, Kernel.CodeSize);
  Object["referrers"] = texts(Kernel.Referrers, /*Sort=*/true);
  return Object;
}

json::Value account(const std::optional<DifferenceAccount> &Account) {
  if (!Account)
    return nullptr;
  json::Array Categories, Inputs;
  for (const CategoryChange &C : Account->Categories)
    Categories.push_back(json::Object{
        {"category", categoryName(C.Category)}, {"flash", sizes(C.Stored)}, {"ram", sizes(C.Ram)}});
  for (const InputChange &I : Account->Inputs)
    Inputs.push_back(json::Object{{"category", categoryName(I.Category)},
                                  {"section", text(I.Section)},
                                  {"file", text(I.File)},
                                  {"member", text(I.Member)},
                                  {"size", sizes(I.Size)}});
  return json::Object{{"categories", std::move(Categories)}, {"inputs", std::move(Inputs)}};
}

} // namespace

void printJsonReport(const PruneReport &Report, raw_ostream &OS) {
  json::Array Regions, Sections;
  for (const RegionChange &R : Report.Regions)
    Regions.push_back(json::Object{{"name", text(R.Name)},
                                   {"origin", hex(R.Origin)},
                                   {"length", R.Length ? json::Value(R.Length) : nullptr},
                                   {"counts_as", !Report.RegionsFromScript   ? json::Value(nullptr)
                                                 : R.Kind == MemoryKind::Ram ? "ram"
                                                                             : "flash"},
                                   {"used", sizes(R.Used)}});
  for (const SectionChange &S : Report.Sections)
    Sections.push_back(
        json::Object{{"name", text(S.Name)}, {"loaded", S.Loaded}, {"size", sizes(S.Size)}});

  json::Object Root{
      {"version", ReportVersion},
      {"tool_version", text(Report.ToolVersion)},
      {"dry_run", Report.DryRun},
      {"input", text(Report.InputPath)},
      {"output", text(Report.OutputPath)},
      {"linker", json::Object{{"name", text(Report.LinkerName)},
                              {"version", text(Report.LinkerVersion)},
                              {"in_process", Report.OwnLinker}}},
      {"selection_sources", texts(Report.SelectionSources)},
      {"flash", sizes(Report.Stored)},
      {"ram", sizes(Report.Ram)},
      {"text", sizes(Report.Text)},
      {"data", sizes(Report.Data)},
      {"bss", sizes(Report.Bss)},
      {"file_size", sizes(Report.FileSize)},
      {"regions_from_script", Report.RegionsFromScript},
      {"regions", std::move(Regions)},
      {"sections", std::move(Sections)},
      {"account", account(Report.Account)},
      {"kept", kernels(Report.Kept, keptKernel)},
      {"dropped",
       kernels(Report.Dropped, [](const DroppedKernel &K) { return nameAndSize(K, K.CodeSize); })},
      {"leftover", kernels(Report.Leftover, leftoverKernel)},
      {"notes", texts(Report.Notes)},
      {"warnings", texts(Report.Warnings)},
  };
  OS << formatv("{0:2}\n", json::Value(std::move(Root)));
}

} // namespace etprune
