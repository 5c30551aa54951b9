// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The answers to --why, as text and as JSON.

#include "Report/ExplanationReport.h"

#include "Report/ReportRow.h"
#include "Support/Numbers.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

std::string nameOf(StringRef File, StringRef Member) {
  return objectName(sys::path::filename(File), Member);
}
std::string fileOf(const ImageItem &Item) { return nameOf(Item.File, Item.Member); }

std::string shown(StringRef Name, size_t Width, ExplanationStyle Style) {
  return Style.Verbose ? shownName(Name, Style.Demangle) : shortName(Name, Style.Demangle, Width);
}

void printThere(const Explanation &Image, StringRef Name, const WhyThere &There,
                ExplanationStyle Style, raw_ostream &OS) {
  const ImageItem &Last = Image.Graph.Items[There.Chain.back()];
  const StringRef Called = There.Items.size() > 1 ? Name : StringRef(Last.Name);
  if (!There.Symbol.empty())
    OS << shown(There.Symbol, LineWidth / 2, Style) << ", with ";
  OS << shown(Called, LineWidth / 2, Style) << ": ";
  if (There.Items.size() > 1)
    OS << counted(There.Items.size(), "part") << " with " << bytesText(There.Own)
       << "; the shortest chain from a root:\n";
  else if (Last.What == ImageItem::Section)
    OS << bytesText(There.Own) << (Last.File.empty() ? "" : ", " + fileOf(Last)) << "\n";
  else
    OS << (Last.What == ImageItem::Kernel ? "a kernel" : "an operator") << "\n";
  ReportRows Rows;
  for (uint32_t I : There.Chain) {
    const ImageItem &Item = Image.Graph.Items[I];
    Rows.emplace_back()
        .cell("", (Rows.size() == 1 ? "" : "-> ") + shown(Item.Name, 52, Style))
        .cell("", Item.Root ? std::string(Item.Root) : fileOf(Item));
  }
  printTable(Rows, OS);
  if (There.NumOthers != 0)
    OS << "  " << counted(There.NumOthers, "other item")
       << (There.NumOthers == 1 ? " refers" : " refer") << " to the last item of this chain\n";
  OS << "  removing it frees " << bytesText(There.Retained) << "\n";
}

void printGone(const WhyGone &Gone, ExplanationStyle Style, raw_ostream &OS) {
  if (!Gone.Kernel.empty()) {
    OS << "'" << Gone.Kernel << "' is not in the image: the pruning did not select this kernel\n";
    return;
  }
  const auto [File, Member] = splitMember(Gone.Object);
  const std::string Rest = "' of " + nameOf(File, Member) + "\n";
  constexpr StringLiteral Lead = "section '";
  const size_t Others = Lead.size() + Rest.size(), Least = 20;
  const size_t Room = Others + Least > LineWidth ? Least : LineWidth - Others;
  OS << Lead << shown(Gone.Section, Room, Style) << Rest;
  if (Gone.DroppedKernels.empty()) {
    OS << "  is not in the image: no live section refers to it\n";
    return;
  }
  constexpr size_t MostShown = 5;
  std::vector<std::string> Kernels = Gone.DroppedKernels;
  if (const size_t All = Kernels.size(); !Style.Verbose && All > MostShown) {
    Kernels.resize(MostShown);
    Kernels.back() += " and " + grouped(All - MostShown) + " more (--verbose)";
  }
  printWrapped("is not in the image: only dropped kernels need it: ", Kernels, OS);
}

} // namespace

void printWhy(const ExplanationReport &Report, ExplanationStyle Style, raw_ostream &OS) {
  auto Print = [&](const auto &All, StringRef More, auto PrintOne) {
    const size_t Shown = Style.Verbose ? All.size() : std::min<size_t>(All.size(), 5);
    llvm::for_each(ArrayRef(All).take_front(Shown), PrintOne);
    if (Shown < All.size())
      OS << "and " << grouped(All.size() - Shown) << More << " (--verbose)\n";
  };
  for (const WhyAnswer &Answer : Report.Why) {
    Print(Answer.There, " more of that name",
          [&](const WhyThere &There) { printThere(*Report.Image, Answer.Name, There, Style, OS); });
    Print(Answer.Gone, " more", [&](const WhyGone &Gone) { printGone(Gone, Style, OS); });
  }
}

json::Array whyJson(const ExplanationReport &Report) {
  json::Array Answers;
  const ImageGraph &Graph = Report.Image->Graph;
  for (const WhyAnswer &Answer : Report.Why) {
    ReportRows There, Gone;
    for (const WhyThere &T : Answer.There) {
      json::Array Chain;
      for (uint32_t I : T.Chain)
        Chain.push_back(json::fixUTF8(shownName(Graph.Items[I].Name)));
      const char *Root = Graph.Items[T.Chain.front()].Root;
      ReportRow &Row = There.emplace_back().field("chain", std::move(Chain));
      Row.field("reason", Root ? Root : "").field("others", T.NumOthers);
      Row.field("own", T.Own).field("retained", T.Retained);
    }
    for (const WhyGone &G : Answer.Gone) {
      ReportRow &Row = Gone.emplace_back().textField("kernel", G.Kernel);
      Row.textField("section", G.Section).textField("object", G.Object);
      Row.textsField("dropped_kernels", G.DroppedKernels);
    }
    Answers.push_back(
        ReportRow().textField("name", Answer.Name).field("there", There).field("gone", Gone));
  }
  return Answers;
}

} // namespace etprune
