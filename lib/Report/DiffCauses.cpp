// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffReports.h"
#include "Support/Numbers.h"

#include "llvm/ADT/SetOperations.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

using Strings = std::set<std::string>;
using CauseName = std::pair<std::string, std::string>; // kind and name

std::string askersText(const Strings &Askers) {
  constexpr size_t Most = 3;
  std::string Text;
  for (const auto &[I, Asker] : llvm::enumerate(Askers)) {
    if (I == Most)
      break;
    const StringRef Name = sys::path::filename(Asker);
    const bool IsModel = Name.ends_with(".pte") || Name.ends_with(".bpte");
    Text += ((Text.empty() ? "by " : ", ") + (IsModel ? "model " + Name : Name)).str();
  }
  if (Askers.size() > Most)
    Text += " and " + counted(Askers.size() - Most, "other");
  return Text;
}

class Comparison {
public:
  Comparison(const ReadReport &Old, const ReadReport &New)
      : Accounts{&*Old.Account, &*New.Account}, Toolchain(otherToolchain(Old, New)) {}
  std::vector<DiffCause> run();

private:
  using Match = std::array<std::vector<size_t>, 2>;

  void addMatch(const Match &M);
  void addMoved(const Match &M);
  void addOneSided(size_t Index, bool IsNew);
  void addPadding(size_t Index, bool IsNew);
  CauseName causeOf(size_t Index, bool IsNew, bool IsInBoth) const;
  DiffCause &causeNamed(const CauseName &Name);
  void add(const CauseName &Name, ChangedItem Item);
  void explain(DiffCause &Cause) const;
  void explainOperator(DiffCause &Cause) const;
  void explainDtypes(DiffCause &Cause) const;
  void explainFile(DiffCause &Cause) const;

  const ReportAccount *const Accounts[2]; ///< of the old and of the new image
  const std::string Toolchain;            ///< how the toolchain changed; empty if it did not
  std::map<CauseName, DiffCause> Causes;
  /// Items whose pair of name and file is in only one image. The key is name, flash and RAM.
  std::map<std::tuple<std::string, uint64_t, uint64_t>, Match> OneSided;
};

constexpr auto LargestFirst = [](const BytesChange &A, const BytesChange &B) {
  auto Size = [](const BytesChange &C) {
    return std::pair(std::abs(C.flash()), std::abs(C.ram()));
  };
  return Size(A) > Size(B);
};

DiffCause &Comparison::causeNamed(const CauseName &Name) {
  DiffCause &Cause = Causes[Name];
  std::tie(Cause.Kind, Cause.Name) = Name;
  return Cause;
}

void Comparison::add(const CauseName &Name, ChangedItem Item) {
  DiffCause &Cause = causeNamed(Name);
  Cause.Before += Item.Before;
  Cause.After += Item.After;
  if (Item.flash() != 0 || Item.ram() != 0)
    Cause.Items.push_back(std::move(Item));
}

void Comparison::addPadding(size_t Index, bool IsNew) {
  const ReportedItem &Item = Accounts[IsNew]->Items[Index];
  MemoryBytes &Sum = causeNamed({"padding", "alignment"}).side(IsNew);
  Sum += Item.Padding;
  if (Item.IsPadding)
    Sum += Item.Bytes;
}

/// An item belongs to the operator whose removal would remove the item. If there is no such
/// operator, an item of only one image belongs to the last operator on the path from a root to the
/// item. The result is the first of these causes that applies:
/// - operator: the other image lacks the operator and the item.
/// - dtype: both images have the operator, with different dtypes.
/// - toolchain: both images have the item, and the compiler or the linker changed.
/// - file: any other change.
CauseName Comparison::causeOf(size_t Index, bool IsNew, bool IsInBoth) const {
  const ReportAccount &Here = *Accounts[IsNew], &There = *Accounts[!IsNew];
  const std::string *Op = Here.operatorOf(Index, &ReportedItem::Parent);
  if (!Op && !IsInBoth)
    Op = Here.operatorOf(Index, &ReportedItem::Why);
  if (Op) {
    const auto Other = There.Operators.find(*Op), Own = Here.Operators.find(*Op);
    if (Other == There.Operators.end() && !IsInBoth)
      return {"operator", *Op};
    if (Other != There.Operators.end() && Own != Here.Operators.end() &&
        Own->second.Dtypes != Other->second.Dtypes)
      return {"dtype", *Op};
  }
  if (IsInBoth && !Toolchain.empty())
    return {"toolchain", "the toolchain changed"};
  return {"file", Here.Items[Index].File};
}

void Comparison::addMatch(const Match &M) {
  const bool IsOneSided = M[0].empty() || M[1].empty();
  BytesChange Bytes;
  for (bool IsNew : {false, true})
    for (size_t I : M[IsNew]) {
      const ReportedItem &Item = Accounts[IsNew]->Items[I];
      Bytes.side(IsNew) += Item.Bytes;
      if (IsOneSided)
        OneSided[{Item.Name, Item.Bytes.Flash, Item.Bytes.Ram}][IsNew].push_back(I);
      else
        addPadding(I, IsNew);
    }
  if (IsOneSided || Bytes.Before == Bytes.After)
    return;
  const size_t First = M[true].front();
  const ReportedItem &Item = Accounts[true]->Items[First];
  if (!Item.IsPadding)
    add(causeOf(First, /*IsNew=*/true, /*IsInBoth=*/true), {Bytes, Item.Name, Item.File});
}

void Comparison::addOneSided(size_t Index, bool IsNew) {
  const ReportedItem &Item = Accounts[IsNew]->Items[Index];
  if (Item.IsPadding)
    return addPadding(Index, IsNew);
  ChangedItem Changed{{}, Item.Name, Item.File};
  Changed.side(IsNew) += Item.Bytes;
  Changed.side(IsNew) += Item.Padding;
  add(causeOf(Index, IsNew, /*IsInBoth=*/false), std::move(Changed));
}

/// Pairs old with new items of the same name and size from different files. For example, if an
/// object with an inline function is removed, the linker takes another object's copy. A pair is no
/// change, so only the padding of its items counts. Items without a partner are new or gone.
void Comparison::addMoved(const Match &M) {
  const size_t Moved = std::min(M[0].size(), M[1].size());
  for (bool IsNew : {false, true})
    for (size_t I = 0; I < M[IsNew].size(); ++I)
      I < Moved ? addPadding(M[IsNew][I], IsNew) : addOneSided(M[IsNew][I], IsNew);
}

const ReportedOperator &operatorOf(const ReportAccount &Account, const std::string &Name) {
  static const ReportedOperator None;
  auto It = Account.Operators.find(Name);
  return It == Account.Operators.end() ? None : It->second;
}

/// Returns the askers of these variants, or all askers of the operator if the variants have none.
/// The dtypes of a narrowed kernel, for example, are not variants and have no askers.
Strings askersOf(const ReportedOperator &Operator, const Strings &Variants) {
  Strings Some, All;
  for (const auto &[Variant, Askers] : Operator.Askers) {
    All.insert(Askers.begin(), Askers.end());
    if (Variants.count(Variant))
      Some.insert(Askers.begin(), Askers.end());
  }
  return Some.empty() ? All : Some;
}

void Comparison::explainOperator(DiffCause &Cause) const {
  const bool IsNew = Accounts[true]->Operators.count(Cause.Name);
  const ReportedOperator &Operator = operatorOf(*Accounts[IsNew], Cause.Name);
  Cause.AskedBy = askersOf(Operator, Operator.Dtypes);
  const std::string By = askersText(Cause.AskedBy);
  Cause.Why = IsNew        ? (By.empty() ? "added" : By)
              : By.empty() ? "removed"
                           : "removed; was selected " + By;
}

void Comparison::explainDtypes(DiffCause &Cause) const {
  const ReportedOperator &Old = operatorOf(*Accounts[false], Cause.Name),
                         &New = operatorOf(*Accounts[true], Cause.Name);
  const Strings Added = set_difference(New.Dtypes, Old.Dtypes),
                Gone = set_difference(Old.Dtypes, New.Dtypes);
  Cause.AskedBy = Added.empty() ? askersOf(Old, Gone) : askersOf(New, Added);
  // An asker in both images may ask only for dtypes that did not change. Name the askers in both
  // images only if no asker was added or removed.
  const Strings Others = askersOf(Added.empty() ? New : Old, {});
  if (const Strings Changed = set_difference(Cause.AskedBy, Others); !Changed.empty())
    Cause.AskedBy = Changed;
  const std::string By = askersText(Cause.AskedBy);
  if (Added.empty())
    Cause.Why = "no longer for " + join(Gone, ", ") + (By.empty() ? "" : "; was selected " + By);
  else
    Cause.Why = "for " + join(Added, ", ") +
                (Gone.empty() ? "" : " instead of " + join(Gone, ", ")) +
                (By.empty() ? "" : " " + By);
}

void Comparison::explainFile(DiffCause &Cause) const {
  const ChangedItem &Largest = Cause.Items.front();
  const int64_t Change = Largest.flash() != 0 ? Largest.flash() : Largest.ram();
  const std::string Size = (Change < 0 ? "-" : "+") + grouped(std::abs(Change));
  if (Cause.Kind == "toolchain")
    Cause.Why = Toolchain + "; ";
  if (Cause.Items.size() > 1)
    Cause.Why += counted(Cause.Items.size(), "symbol") + " differ, the largest difference is ";
  Cause.Why += Largest.Name + " " + Size;
  if (Cause.Kind != "toolchain")
    Cause.Why += Cause.Before == MemoryBytes()  ? ", new"
                 : Cause.After == MemoryBytes() ? ", gone"
                                                : ", its source or compiler changed";
}

void Comparison::explain(DiffCause &Cause) const {
  llvm::stable_sort(Cause.Items, LargestFirst);
  if (Cause.Kind == "operator")
    explainOperator(Cause);
  else if (Cause.Kind == "dtype")
    explainDtypes(Cause);
  else if (!Cause.Items.empty())
    explainFile(Cause);
}

std::vector<DiffCause> Comparison::run() {
  std::map<std::pair<std::string, std::string>, Match> Matches;
  for (bool IsNew : {false, true})
    for (const auto &[I, Item] : llvm::enumerate(Accounts[IsNew]->Items))
      Matches[{Item.Name, Item.File}][IsNew].push_back(I);
  for (const auto &[Name, M] : Matches)
    addMatch(M);
  for (const auto &[Name, M] : OneSided)
    addMoved(M);
  std::vector<DiffCause> Result;
  for (auto &[Name, Cause] : Causes) {
    if (Cause.Before == Cause.After)
      continue;
    explain(Cause);
    Result.push_back(std::move(Cause));
  }
  llvm::stable_sort(Result, LargestFirst);
  return Result;
}

} // namespace

std::string DiffCause::text() const {
  if (Kind == "operator" || Kind == "dtype")
    return Name + " " + Why;
  return Name + (Why.empty() ? "" : ": " + Why);
}

std::string otherToolchain(const ReadReport &Old, const ReadReport &New) {
  const Strings Gone = set_difference(Old.Toolchain, New.Toolchain),
                Added = set_difference(New.Toolchain, Old.Toolchain);
  // A changed toolchain replaces a compiler or linker, so both lists have entries. One list alone
  // can come from an archive member of another compiler that only one image has.
  if (Gone.empty() || Added.empty())
    return "";
  return join(Gone, ", ") + " before, " + join(Added, ", ") + " now";
}

std::vector<DiffCause> diffCauses(const ReadReport &Old, const ReadReport &New) {
  return Comparison(Old, New).run();
}

} // namespace etprune
