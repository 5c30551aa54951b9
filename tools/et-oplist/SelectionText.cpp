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

/// The operator's name, with a remark if its file asks for `include_all_overloads`.
static std::string nameText(const std::string &Name, const SelectedOp &Op) {
  return Name + (Op.OverloadsBesideExact ? " (and all overloads)" : "");
}

/// The selected kernel keys. "default" covers all others.
static std::set<std::string> keysOf(const SelectedOp &Op) {
  std::set<std::string> Keys;
  if (Op.AllKernels || Op.Keys.empty())
    return {AnyKey.str()};
  for (const auto &Key : Op.Keys)
    Keys.insert(Key.first);
  return Keys;
}

void printSelection(const Selection &Sel, raw_ostream &OS) {
  std::vector<Row> Rows = {{"operator", "dtypes", "kernel key", "asked for by"}};
  if (Sel.AllOperators)
    Rows.push_back({EveryOperator.str(), "all", "", askersText(Sel.AllAskers)});
  size_t KeyCount = 0;
  for (const auto &[Name, Op] : Sel.Ops) {
    std::string Shown = nameText(Name, Op);
    if (Op.AllOverloads && !Op.OverloadsBesideExact)
      Shown += " (or all overloads)";
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

bool printDifferences(const Selection &Before, const Selection &After, raw_ostream &OS) {
  if (Before.AllOperators && After.AllOperators)
    return true;
  std::vector<Row> Rows;
  size_t Added = 0;
  auto add = [&](bool IsNew, const std::string &Name, StringRef Key) {
    Rows.push_back({IsNew ? "+" : "-", Name, dtypesOf(Key), Key.str()});
    Added += IsNew;
  };
  if (Before.AllOperators != After.AllOperators)
    add(After.AllOperators, EveryOperator.str(), AnyKey);

  // The comparison ignores that a name without overload may mean all overloads. A model's operator
  // never means all overloads, but a file that is made from the model cannot say so.
  std::map<std::string, std::array<std::set<std::string>, 2>> Keys; // before and after
  for (const auto &[Name, Op] : Before.Ops)
    Keys[nameText(Name, Op)][0] = keysOf(Op);
  for (const auto &[Name, Op] : After.Ops)
    Keys[nameText(Name, Op)][1] = keysOf(Op);
  for (const auto &[Name, Each] : Keys)
    for (bool IsNew : {false, true})
      for (const std::string &Key : Each[IsNew])
        if (!Each[!IsNew].count(Key))
          add(IsNew, Name, Key);
  if (Rows.empty())
    return true;
  printTable(Rows, OS);
  OS << Rows.size() - Added << " removed, " << Added << " added\n";
  return false;
}

} // namespace etprune
