// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffCauses.h"

#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace etprune {

namespace {

using UnitName = std::pair<std::string, std::string>; // kind and name

struct Unit {
  MemoryBytes Bytes;
  std::map<std::string, MemoryBytes> Items; // by name
};

/// The account of a report, divided.
struct Account {
  std::map<UnitName, Unit> Units;
  std::map<std::string, UnitName> UnitOf;    // of items, by name; the last of several
  std::map<std::string, std::string> Askers; // of operators: the first
};

class AccountReader {
public:
  explicit AccountReader(const json::Object &Report) : Report(Report) {}
  Expected<Account> read();

private:
  struct Row {
    StringRef Kind, Name, Section, File, Member, Class;
    int64_t Output, Bytes, Padding, Parent;
  };
  static Error fail(const Twine &Why) {
    return createStringError("its account of the image is damaged: " + Why);
  }
  Error readMemories(const json::Object &Image);
  Error readItems(const json::Object &Image);
  MemoryBytes memoryOf(const Row &R) const;
  UnitName unitOf(const Row &R) const;

  const json::Object &Report;
  std::vector<std::pair<unsigned, unsigned>>
      Times; ///< of sections: that bytes count in each memory
  std::vector<Row> Rows;
};

Error AccountReader::readMemories(const json::Object &Image) {
  const json::Array *Memories = Image.getArray("memories"), *Sections = Image.getArray("sections");
  if (!Memories || !Sections)
    return fail("it has no memories or sections");
  for (const json::Value &Value : *Sections) {
    const json::Object *Section = Value.getAsObject();
    const json::Array *Indices = Section ? Section->getArray("memories") : nullptr;
    if (!Indices)
      return fail("a section has no memories");
    auto &[Flash, Ram] = Times.emplace_back(0, 0);
    for (const json::Value &Index : *Indices) {
      const auto I = Index.getAsUINT64();
      const json::Object *Memory =
          I && *I < Memories->size() ? (*Memories)[*I].getAsObject() : nullptr;
      if (!Memory)
        return fail("a section is in a memory that is not there");
      ++(Memory->getString("counts_as") == "ram" ? Ram : Flash);
    }
  }
  return Error::success();
}

Error AccountReader::readItems(const json::Object &Image) {
  const json::Array *Columns = Image.getArray("item_columns"), *Items = Image.getArray("items");
  if (!Columns || !Items)
    return fail("it has no items");
  StringMap<size_t> Index;
  for (size_t I = 0; I < Columns->size(); ++I)
    Index[(*Columns)[I].getAsString().value_or("")] = I;
  for (const json::Value &Value : *Items) {
    const json::Array *Cells = Value.getAsArray();
    if (!Cells || Cells->size() != Columns->size())
      return fail("an item has not as many columns as there are names");
    auto Cell = [&](StringRef Name) -> const json::Value & {
      static const json::Value None = nullptr;
      auto It = Index.find(Name);
      return It == Index.end() ? None : (*Cells)[It->second];
    };
    auto Text = [&](StringRef Name) { return Cell(Name).getAsString().value_or(""); };
    auto Number = [&](StringRef Name) { return Cell(Name).getAsInteger().value_or(-2); };
    Rows.push_back({Text("kind"), Text("name"), Text("section"), Text("file"), Text("member"),
                    Text("class"), Number("output"), Number("bytes"), Number("padding"),
                    Number("parent")});
    const Row &R = Rows.back();
    if (R.Output < -1 || R.Output >= static_cast<int64_t>(Times.size()) || R.Bytes < 0 ||
        R.Padding < 0 || R.Parent < -1 || R.Parent >= static_cast<int64_t>(Rows.size()) - 1)
      return fail("item " + Twine(Rows.size() - 1) + " has numbers that cannot be");
  }
  return Error::success();
}

MemoryBytes AccountReader::memoryOf(const Row &R) const {
  if (R.Output < 0)
    return {};
  const auto [Flash, Ram] = Times[R.Output];
  const uint64_t Size = R.Bytes + R.Padding;
  return {Flash * Size, Ram * Size};
}

UnitName AccountReader::unitOf(const Row &R) const {
  bool IsShared = false;
  for (int64_t I = R.Parent; I >= 0; I = Rows[I].Parent) {
    if (Rows[I].Kind == "operator")
      return {"operator", Rows[I].Name.str()};
    IsShared |= Rows[I].Kind == "group";
  }
  if (R.Class == "padding")
    return {"padding", "between sections"};
  // Two checkouts have other folders.
  std::string File = sys::path::filename(R.File).str();
  if (!R.Member.empty())
    File += "(" + R.Member.str() + ")";
  return {IsShared ? "shared" : "file", File.empty() ? "the linker's own" : File};
}

Expected<Account> AccountReader::read() {
  const json::Object *Image = Report.getObject("image");
  if (!Image)
    return fail("it is none");
  if (Error E = readMemories(*Image))
    return E;
  if (Error E = readItems(*Image))
    return E;
  Account Result;
  for (const Row &R : Rows) {
    if (R.Output < 0)
      continue;
    const UnitName Name = unitOf(R);
    Unit &To = Result.Units[Name];
    const MemoryBytes Bytes = memoryOf(R);
    To.Bytes += Bytes;
    To.Items[R.Name.str()] += Bytes;
    Result.UnitOf[R.Name.str()] = Name;
  }
  if (const json::Array *Kept = Report.getArray("kept"))
    for (const json::Value &Value : *Kept)
      if (const json::Object *Kernel = Value.getAsObject())
        if (const json::Array *By = Kernel->getArray("asked_by"); By && !By->empty())
          Result.Askers.try_emplace(Kernel->getString("op").value_or("").str(),
                                    By->front().getAsString().value_or("").str());
  return Result;
}

std::string signedNumber(int64_t Number) {
  return (Number < 0 ? "-" : "+") + grouped(Number < 0 ? -Number : Number);
}

/// The item of a unit that changed most, and where it came from or went to.
std::string largestChange(const UnitName &Name, const Unit &Old, const Unit &New,
                          const Account &Before, const Account &After) {
  std::map<std::string, int64_t> Changes;
  for (const auto &[Item, Bytes] : New.Items)
    Changes[Item] += static_cast<int64_t>(Bytes.Flash + Bytes.Ram);
  for (const auto &[Item, Bytes] : Old.Items)
    Changes[Item] -= static_cast<int64_t>(Bytes.Flash + Bytes.Ram);
  const auto Most = std::max_element(Changes.begin(), Changes.end(), [](auto &A, auto &B) {
    return std::abs(A.second) < std::abs(B.second);
  });
  if (Most == Changes.end() || Most->second == 0 || Most->first == Name.second)
    return "";
  const std::string &Item = Most->first;
  auto Elsewhere = [&](const Account &Other) -> std::string {
    auto It = Other.UnitOf.find(Item);
    return It == Other.UnitOf.end() || It->second == Name ? "" : It->second.second;
  };
  if (const std::string Was = Elsewhere(Before); !Old.Items.count(Item) && !Was.empty())
    return ", was " + Was + "'s";
  if (const std::string Is = Elsewhere(After); !New.Items.count(Item) && !Is.empty())
    return ", is now " + Is + "'s";
  return ": " + Item + " " + signedNumber(Most->second);
}

} // namespace

Expected<std::vector<DiffCause>> diffCauses(const json::Object &OldReport,
                                            const json::Object &NewReport) {
  auto Before = AccountReader(OldReport).read();
  if (!Before)
    return Before.takeError();
  auto After = AccountReader(NewReport).read();
  if (!After)
    return After.takeError();
  std::map<UnitName, std::pair<const Unit *, const Unit *>> Units;
  for (const auto &[Name, U] : Before->Units)
    Units[Name].first = &U;
  for (const auto &[Name, U] : After->Units)
    Units[Name].second = &U;
  std::vector<DiffCause> Causes;
  static const Unit None;
  for (const auto &[Name, Both] : Units) {
    const Unit &Old = Both.first ? *Both.first : None, &New = Both.second ? *Both.second : None;
    if (Old.Bytes == New.Bytes)
      continue;
    DiffCause Cause{Name.first, Name.second, "", Old.Bytes, New.Bytes};
    const bool Grew = std::pair(Cause.flash(), Cause.ram()) > std::pair(int64_t(0), int64_t(0));
    Cause.Why = !Both.first ? "added" : !Both.second ? "removed" : Grew ? "grew" : "shrank";
    if (auto By = After->Askers.find(Name.second); !Both.first && By != After->Askers.end())
      Cause.Why += ", for " + By->second;
    if (Name.first != "padding" && (Both.first || Name.first != "operator") &&
        (Both.second || Name.first != "operator"))
      Cause.Why += largestChange(Name, Old, New, *Before, *After);
    Causes.push_back(std::move(Cause));
  }
  llvm::stable_sort(Causes, [](const DiffCause &A, const DiffCause &B) {
    auto Size = [](const DiffCause &C) {
      return std::pair(std::abs(C.flash()), std::abs(C.ram()));
    };
    return Size(A) > Size(B);
  });
  return Causes;
}

} // namespace etprune
