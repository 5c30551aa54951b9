// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReadReport.h"

#include "Registry/Resolver.h"
#include "Report/Report.h"
#include "Support/Json.h"
#include "Support/Numbers.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// Version 2 has all fields that are read here, except "budgets".
constexpr int64_t OldestVersion = 2;

std::string textOf(const json::Object &Object, StringRef Field) {
  return Object.getString(Field).value_or("").str();
}

std::vector<std::string> textsOf(const json::Object &Object, StringRef Field) {
  std::vector<std::string> Texts;
  if (const json::Array *List = Object.getArray(Field))
    for (const json::Value &Text : *List)
      Texts.push_back(Text.getAsString().value_or("").str());
  return Texts;
}

/// Reads a report into `Result`. `Mistake` is the first mistake in the report, or empty.
class ReportReader {
public:
  explicit ReportReader(ReadReport &Result) : Result(Result) {}

  void read(const json::Object &Root, bool WithAccount);

  std::string Mistake;

private:
  void readPruning(const json::Object &Root);
  void readBudgets(const json::Object &Root);
  void readSizes(const json::Object &Image, ReportedSizes &Sizes);
  void readAccount(const json::Object &Image, ReportAccount &Account);
  void readItem(const StringMap<size_t> &Columns, const json::Array &Cells,
                ArrayRef<MemoryBytes> Places, size_t NumItems, ReportAccount &Account);
  void addOperators(const json::Object &Image, ReportAccount &Account);
  std::vector<MemoryBytes> placesOfSections(const json::Object &Image);
  uint64_t size(const json::Object &Object, StringRef Field);
  const json::Array &array(const json::Object &Object, StringRef Field);
  std::vector<const json::Object *> list(const json::Object &Object, StringRef Field);
  void fail(const Twine &Why) {
    if (Mistake.empty())
      Mistake = Why.str();
  }

  ReadReport &Result;
};

/// Returns the size in a field. If the field is an object with the sizes "before" and "after",
/// returns "after".
uint64_t ReportReader::size(const json::Object &Object, StringRef Field) {
  const json::Object *Pair = Object.getObject(Field);
  const auto Size = Pair ? Pair->getInteger("after") : Object.getInteger(Field);
  if (!Size || *Size < 0)
    fail("it has no size '" + Field + "'");
  return std::max<int64_t>(0, Size.value_or(0));
}

const json::Array &ReportReader::array(const json::Object &Object, StringRef Field) {
  static const json::Array Empty;
  const json::Array *Array = Object.getArray(Field);
  if (!Array)
    fail("it has no list '" + Field + "'");
  return Array ? *Array : Empty;
}

std::vector<const json::Object *> ReportReader::list(const json::Object &Object, StringRef Field) {
  std::vector<const json::Object *> Items;
  for (const json::Value &Value : array(Object, Field))
    if (const json::Object *Item = Value.getAsObject())
      Items.push_back(Item);
    else
      fail("an item of '" + Field + "' is no object");
  return Items;
}

/// A pruning's report has the budgets in the rows of "regions". A report of --explain has the list
/// "budgets".
void ReportReader::readBudgets(const json::Object &Root) {
  const StringRef List = Result.IsExplanation ? "budgets" : "regions";
  if (Root.getArray(List)) // version 2 has no "budgets"
    for (const json::Object *Row : list(Root, List))
      if (const auto Most = Row->getInteger("budget"))
        Result.Limits.push_back(
            {textOf(*Row, "name"), size(*Row, "used"), static_cast<uint64_t>(*Most)});
  if (const auto Most = Root.getInteger("kernel_budget"))
    Result.Limits.push_back({"kernels", Result.Sizes.Kernels.size(), static_cast<uint64_t>(*Most)});
}

void ReportReader::readPruning(const json::Object &Root) {
  ReportedSizes &Sizes = Result.Sizes;
  for (const auto &[Name, Size] : ReportTotals)
    Sizes.Totals.push_back({Name.str(), size(Root, Name)});
  for (const json::Object *Region : list(Root, "regions"))
    Sizes.Memories.push_back({textOf(*Region, "name"), size(*Region, "used")});
  Sizes.HasRegions = Root.getBoolean("regions_from_script").value_or(false);
  for (const json::Object *Section : list(Root, "sections"))
    if (Section->getBoolean("loaded").value_or(false))
      Sizes.Sections.push_back({textOf(*Section, "name"), size(*Section, "size")});
  for (const json::Object *Kernel : list(Root, "kept"))
    Sizes.Kernels[textOf(*Kernel, "op") + "-" + textOf(*Kernel, "variant") + "-" +
                  textOf(*Kernel, "library")] = size(*Kernel, "code_size");
}

void ReportReader::readSizes(const json::Object &Image, ReportedSizes &Sizes) {
  const json::Object *Totals = Image.getObject("totals");
  if (!Totals)
    return fail("it has no 'image'");
  for (StringRef Name : {"flash", "ram"})
    Sizes.Totals.push_back({Name.str(), size(*Totals, Name)});
  for (const json::Object *Memory : list(Image, "memories")) {
    const bool IsRegion = Memory->getInteger("length").has_value();
    if (IsRegion && !Sizes.HasRegions)
      Sizes.Memories.clear();
    Sizes.HasRegions |= IsRegion;
    if (IsRegion == Sizes.HasRegions)
      Sizes.Memories.push_back({textOf(*Memory, "name"), size(*Memory, "used")});
  }
  for (const json::Object *Section : list(Image, "sections"))
    Sizes.Sections.push_back({textOf(*Section, "name"), size(*Section, "size")});
  for (const json::Object *Kernel : list(Image, "kernels")) {
    const json::Object *Own = Kernel->getObject("own");
    Sizes.Kernels[textOf(*Kernel, "kernel")] = Own ? size(*Own, "flash") : 0;
  }
}

/// Returns how often the bytes of each section count as flash and as RAM. The bytes of .data, for
/// example, count once as flash and once as RAM.
std::vector<MemoryBytes> ReportReader::placesOfSections(const json::Object &Image) {
  const std::vector<const json::Object *> Memories = list(Image, "memories");
  std::vector<MemoryBytes> Places;
  for (const json::Object *Section : list(Image, "sections")) {
    auto &[Flash, Ram] = Places.emplace_back();
    for (const json::Value &Index : array(*Section, "memories"))
      if (const auto I = Index.getAsUINT64(); I && *I < Memories.size())
        ++(Memories[*I]->getString("counts_as") == "ram" ? Ram : Flash);
      else
        fail("a section names a memory that the account lacks");
  }
  return Places;
}

void ReportReader::readItem(const StringMap<size_t> &Columns, const json::Array &Cells,
                            ArrayRef<MemoryBytes> Places, size_t NumItems, ReportAccount &Account) {
  auto Cell = [&](StringRef Name) {
    auto It = Columns.find(Name);
    return It == Columns.end() ? nullptr : &Cells[It->second];
  };
  auto Text = [&](StringRef Name) {
    const json::Value *Value = Cell(Name);
    return Value ? Value->getAsString().value_or("").str() : "";
  };
  auto Number = [&](StringRef Name) {
    const json::Value *Value = Cell(Name);
    return Value ? Value->getAsInteger().value_or(-2) : -2;
  };
  const int64_t Index = Account.Items.size(), Output = Number("output"), Bytes = Number("bytes"),
                Padding = Number("padding");
  ReportedItem &Item = Account.Items.emplace_back();
  Item.Kind = Text("kind");
  Item.Name = Text("name");
  Item.Symbol = Text("symbol").empty() ? Item.Name : Text("symbol");
  Item.File = objectName(sys::path::filename(Text("file")), Text("member"));
  if (Item.File.empty())
    Item.File = "the linker's own";
  Item.IsPadding = Text("class") == "padding";
  Item.Parent = Number("parent");
  Item.Why = Number("why");
  if (Output < -1 || Output >= static_cast<int64_t>(Places.size()) || Bytes < 0 || Padding < 0 ||
      Item.Parent < -1 || Item.Parent >= Index || Item.Why < -1 ||
      Item.Why >= static_cast<int64_t>(NumItems))
    return fail("item " + Twine(Index) + " of its account has invalid numbers");
  if (Output >= 0) {
    const auto [Flash, Ram] = Places[Output];
    Item.Bytes = {Flash * Bytes, Ram * Bytes};
    Item.Padding = {Flash * Padding, Ram * Padding};
  }
}

void ReportReader::addOperators(const json::Object &Image, ReportAccount &Account) {
  StringMap<std::vector<std::string>> Askers; // by kernel
  for (const json::Object *Kernel : list(Image, "kernels"))
    Askers[textOf(*Kernel, "kernel")] = textsOf(*Kernel, "asked_by");
  for (const auto &[I, Item] : llvm::enumerate(Account.Items)) {
    const std::string *Name = Account.operatorOf(I, &ReportedItem::Parent);
    if (!Name)
      continue;
    ReportedOperator &Operator = Account.Operators[*Name];
    // A narrowed kernel's dtypes are in its function's symbol, not in the kernel's name.
    if (const auto Calls = callsOfSymbol(Item.Symbol))
      Operator.Dtypes.insert(dtypeNames(*Calls));
    if (Item.Kind != "kernel")
      continue;
    // The name is "<operator>-<variant>-<library>", as in "aten::add.out-Float-portable".
    StringRef Variant = Item.Name;
    Variant.consume_front(*Name + "-");
    Variant = Variant.rsplit('-').first;
    Operator.Dtypes.insert(Variant.str());
    const std::vector<std::string> Asking = Askers.lookup(Item.Name);
    if (!Asking.empty())
      Operator.Askers[Variant.str()].insert(Asking.begin(), Asking.end());
  }
}

void ReportReader::readAccount(const json::Object &Image, ReportAccount &Account) {
  readSizes(Image, Account.Sizes);
  const std::vector<MemoryBytes> Places = placesOfSections(Image);
  const json::Array &Names = array(Image, "item_columns"), &Items = array(Image, "items");
  StringMap<size_t> Columns;
  for (const auto &[I, Name] : llvm::enumerate(Names))
    Columns[Name.getAsString().value_or("")] = I;
  for (const json::Value &Value : Items) {
    const json::Array *Cells = Value.getAsArray();
    if (!Cells || Cells->size() != Names.size())
      return fail("a row of 'items' does not have one cell for each name in 'item_columns'");
    readItem(Columns, *Cells, Places, Items.size(), Account);
  }
  if (Mistake.empty())
    addOperators(Image, Account);
}

void ReportReader::read(const json::Object &Root, bool WithAccount) {
  const int64_t Version = Root.getInteger("version").value_or(0);
  if (Version < OldestVersion || Version > ReportVersion)
    return fail("its 'version' is not " + Twine(OldestVersion) + " to " + Twine(ReportVersion));
  const json::Object *Image = Root.getObject("image");
  Result.IsExplanation = Root.getString("kind") == "explanation";
  if (!Result.IsExplanation)
    readPruning(Root);
  else if (Image)
    readSizes(*Image, Result.Sizes);
  else
    return fail("it has no 'image'");
  if (Image && WithAccount)
    readAccount(*Image, Result.Account.emplace());
  readBudgets(Root);
  Result.Input = textOf(Root, "input");
  Result.Sources = textsOf(Root, "selection_sources");
  if (const json::Object *Linker = Root.getObject("linker")) {
    Result.Linker = textOf(*Linker, "version");
    if (Image && Image->getArray("compilers")) {
      const std::vector<std::string> Compilers = textsOf(*Image, "compilers");
      Result.Toolchain = {Compilers.begin(), Compilers.end()};
      Result.Toolchain.insert(Result.Linker);
    }
  }
}

} // namespace

std::string ReportedLimit::text() const {
  return Name + " takes " + grouped(Used) + ": " + grouped(Used - Most) + " above its budget of " +
         grouped(Most);
}

const std::string *ReportAccount::operatorOf(size_t Item, int64_t ReportedItem::*Link) const {
  size_t Steps = 0; // the chain of a damaged report may be a cycle
  for (int64_t I = Items[Item].*Link; I >= 0 && Steps < Items.size(); I = Items[I].*Link, ++Steps)
    if (Items[I].Kind == "operator")
      return &Items[I].Name;
  return nullptr;
}

Expected<ReadReport> readReport(NamedReport Report, bool WithAccount) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Report.Name + "' is not a report of et-prune: " + Why +
                             "; make a report with et-prune --report-json");
  };
  auto Json = parseJson(Report.Json);
  if (!Json)
    return Fail(toString(Json.takeError()));
  const json::Object *Root = Json->getAsObject();
  if (!Root)
    return Fail("the JSON value is not an object");
  ReadReport Result;
  ReportReader Reader(Result);
  Reader.read(*Root, WithAccount);
  if (!Reader.Mistake.empty())
    return Fail(Reader.Mistake);
  return Result;
}

} // namespace etprune
