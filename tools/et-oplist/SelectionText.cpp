// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et-oplist/SelectionText.h"

#include "Selection/Names.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

using namespace llvm;

namespace etprune {

static constexpr StringLiteral AnyKey = "default";
static constexpr StringLiteral EveryOperator = "(every operator)";

using Row = std::array<std::string, 4>;

static void printTable(ArrayRef<Row> Rows, raw_ostream &OS) {
  std::array<size_t, 4> Widths{};
  for (const Row &Cells : Rows)
    for (size_t I = 0; I < Cells.size(); ++I)
      Widths[I] = std::max(Widths[I], Cells[I].size());
  for (const Row &Cells : Rows) {
    std::string Line;
    for (size_t I = 0; I < Cells.size(); ++I)
      Line += Cells[I] + std::string(Widths[I] - Cells[I].size() + 2, ' ');
    OS << StringRef(Line).rtrim() << '\n';
  }
}

static std::string dtypesOf(StringRef Key) {
  return Key == AnyKey ? "all" : describeKernelKey(Key);
}

/// The first asker and the number of the others, because a model may call an operator a thousand
/// times.
static std::string askersText(const std::set<Asker> &Askers) {
  if (Askers.size() < 2)
    return Askers.empty() ? "" : Askers.begin()->Text;
  return Askers.begin()->Text + " and " + utostr(Askers.size() - 1) + " more";
}

/// The original files of a selected_operators.yaml, from its `debug_info`.
static std::string originsText(const SelectedOp &Op) {
  std::string Text;
  for (const std::string &Info : Op.DebugInfo)
    if (none_of(Op.Askers, [&](const Asker &A) { return StringRef(A.Text).contains(Info); }))
      Text += (Text.empty() ? "" : ", ") + Info;
  return Text.empty() ? "" : " (" + Text + ")";
}

static std::string nameText(const std::string &Name, const SelectedOp &Op) {
  if (Op.OverloadsBesideExact)
    return Name + " (and all overloads)";
  return Name + (Op.AllOverloads ? " (or all overloads)" : "");
}

void printSelection(const Selection &Sel, raw_ostream &OS) {
  std::vector<Row> Rows = {{"operator", "dtypes", "kernel key", "asked for by"}};
  if (Sel.AllOperators)
    Rows.push_back({EveryOperator.str(), "all", "", askersText(Sel.AllAskers)});
  size_t KeyCount = 0;
  for (const auto &[Name, Op] : Sel.Ops) {
    std::string Shown = nameText(Name, Op);
    if (Op.AllKernels || Op.Keys.empty()) {
      Rows.push_back({Shown, "all", AnyKey.str(), askersText(Op.Askers) + originsText(Op)});
      Shown.clear();
    }
    for (const auto &[Key, Askers] : Op.Keys) {
      Rows.push_back({Shown, dtypesOf(Key), Key, askersText(Askers) + originsText(Op)});
      Shown.clear();
    }
    KeyCount += Op.Keys.size();
  }
  if (Rows.size() > 1)
    printTable(Rows, OS);
  OS << counted(Sel.Ops.size(), "operator") << ", " << counted(KeyCount, "kernel key") << '\n';
  for (const auto &[Backend, Askers] : Sel.Backends)
    OS << "backend " << Backend << ": " << askersText(Askers) << '\n';
}

/// The selected kernel keys of each operator. If "default" is one of them, it stands alone.
static std::map<std::string, std::set<std::string>> keysByName(const Selection &Sel) {
  std::map<std::string, std::set<std::string>> Result;
  for (const auto &[Name, Op] : Sel.Ops) {
    // The comparison ignores that a name without overload may mean all overloads. A model says that
    // it does not, but a file cannot say so.
    std::set<std::string> &Keys =
        Result[Op.OverloadsBesideExact ? Name + " (and all overloads)" : Name];
    if (Op.AllKernels || Op.Keys.empty())
      Keys.insert(AnyKey.str());
    else
      for (const auto &Key : Op.Keys)
        Keys.insert(Key.first);
  }
  return Result;
}

bool printDifferences(const Selection &Before, const Selection &After, raw_ostream &OS) {
  if (Before.AllOperators && After.AllOperators)
    return true;
  std::vector<Row> Rows;
  size_t Removed = 0, Added = 0;
  auto add = [&](bool IsNew, const std::string &Name, StringRef Key) {
    Rows.push_back({IsNew ? "+" : "-", Name, dtypesOf(Key), Key.str()});
    (IsNew ? Added : Removed)++;
  };
  if (Before.AllOperators != After.AllOperators)
    add(After.AllOperators, EveryOperator.str(), AnyKey);

  auto Old = keysByName(Before), New = keysByName(After);
  std::set<std::string> Names;
  for (const auto &Keys : {Old, New})
    for (const auto &Entry : Keys)
      Names.insert(Entry.first);
  for (const std::string &Name : Names) {
    const std::set<std::string> &OldKeys = Old[Name], &NewKeys = New[Name];
    for (const std::string &Key : OldKeys)
      if (!NewKeys.count(Key))
        add(false, Name, Key);
    for (const std::string &Key : NewKeys)
      if (!OldKeys.count(Key))
        add(true, Name, Key);
  }
  if (Rows.empty())
    return true;
  printTable(Rows, OS);
  OS << Removed << " removed, " << Added << " added\n";
  return false;
}

} // namespace etprune
