// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReportAccount.h"

#include "Registry/Resolver.h"
#include "Selection/CallDtypes.h"
#include "Support/Try.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

class AccountReader {
public:
  explicit AccountReader(const json::Object &Report) : Report(Report) {}
  Expected<ReportAccount> read();

private:
  static Error fail(const Twine &Why) {
    return createStringError("its account of the image is damaged: " + Why);
  }
  Error readMemories(const json::Object &Image);
  Error readItems(const json::Object &Image);
  Error addItem(const StringMap<size_t> &Columns, const json::Array &Cells, int64_t NumItems);
  void addOperators(const json::Object &Image);

  const json::Object &Report;
  std::vector<std::pair<unsigned, unsigned>>
      Times;                        ///< of sections: how often their bytes count in flash and RAM
  std::vector<std::string> Symbols; ///< of items
  ReportAccount Result;
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

Error AccountReader::addItem(const StringMap<size_t> &Columns, const json::Array &Cells,
                             int64_t NumItems) {
  auto Cell = [&](StringRef Name) -> const json::Value & {
    static const json::Value None = nullptr;
    auto It = Columns.find(Name);
    return It == Columns.end() ? None : Cells[It->second];
  };
  auto Text = [&](StringRef Name) { return Cell(Name).getAsString().value_or("").str(); };
  auto Number = [&](StringRef Name) { return Cell(Name).getAsInteger().value_or(-2); };
  const int64_t Index = Result.Items.size(), Output = Number("output"), Bytes = Number("bytes"),
                Padding = Number("padding");
  ReportedItem Item;
  Item.Kind = Text("kind");
  Item.Name = Text("name");
  Item.File = objectName(sys::path::filename(Text("file")), Text("member"));
  if (Item.File.empty())
    Item.File = "the linker's own";
  Item.IsPadding = Text("class") == "padding";
  Item.Parent = Number("parent");
  Item.Why = Number("why");
  if (Output < -1 || Output >= static_cast<int64_t>(Times.size()) || Bytes < 0 || Padding < 0 ||
      Item.Parent < -1 || Item.Parent >= Index || Item.Why < -1 || Item.Why >= NumItems)
    return fail("item " + Twine(Index) + " has numbers that cannot be");
  if (Output >= 0) {
    const auto [Flash, Ram] = Times[Output];
    Item.Bytes = {static_cast<uint64_t>(Flash * Bytes), static_cast<uint64_t>(Ram * Bytes)};
    Item.Padding = {static_cast<uint64_t>(Flash * Padding), static_cast<uint64_t>(Ram * Padding)};
  }
  Symbols.push_back(Text("symbol").empty() ? Item.Name : Text("symbol"));
  Result.Items.push_back(std::move(Item));
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
    RETURN_IF_ERROR(addItem(Index, *Cells, Items->size()));
  }
  return Error::success();
}

void AccountReader::addOperators(const json::Object &Image) {
  StringMap<const json::Array *> AskersOf; // of kernels
  if (const json::Array *Kernels = Image.getArray("kernels"))
    for (const json::Value &Value : *Kernels)
      if (const json::Object *Kernel = Value.getAsObject())
        AskersOf[Kernel->getString("kernel").value_or("")] = Kernel->getArray("asked_by");
  for (size_t I = 0; I < Result.Items.size(); ++I) {
    const ReportedItem &Item = Result.Items[I];
    const std::string *Name = Result.keeperOf(I);
    if (!Name)
      continue;
    ReportedOperator &Operator = Result.Operators[*Name];
    // Only the symbol of a narrowed kernel has its dtypes.
    if (const auto Calls = callsOfSymbol(Symbols[I]))
      Operator.Dtypes.insert(dtypeNames(*Calls));
    if (Item.Kind != "kernel")
      continue;
    // "aten::add.out-Float-portable".
    StringRef Variant = Item.Name;
    Variant.consume_front(*Name + "-");
    Variant = Variant.rsplit('-').first;
    Operator.Dtypes.insert(Variant.str());
    if (const json::Array *Askers = AskersOf.lookup(Item.Name))
      for (const json::Value &Asker : *Askers)
        Operator.Askers[Variant.str()].insert(Asker.getAsString().value_or("").str());
  }
}

Expected<ReportAccount> AccountReader::read() {
  const json::Object *Image = Report.getObject("image");
  if (!Image)
    return fail("it is none");
  RETURN_IF_ERROR(readMemories(*Image));
  RETURN_IF_ERROR(readItems(*Image));
  addOperators(*Image);
  return std::move(Result);
}

} // namespace

const std::string *ReportAccount::keeperOf(size_t Item) const {
  for (int64_t I = Items[Item].Parent; I >= 0; I = Items[I].Parent)
    if (Items[I].Kind == "operator")
      return &Items[I].Name;
  return nullptr;
}

const std::string *ReportAccount::userOf(size_t Item) const {
  size_t Steps = 0; // the chain of a damaged report may be a cycle
  for (int64_t I = Items[Item].Why; I >= 0 && Steps < Items.size(); I = Items[I].Why, ++Steps)
    if (Items[I].Kind == "operator")
      return &Items[I].Name;
  return nullptr;
}

Expected<ReportAccount> readAccount(const json::Object &Report) {
  return AccountReader(Report).read();
}

} // namespace etprune
