// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/FleetTable.h"

#include "Support/Json.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace etprune {

namespace {

/// Version 2 has the sizes as version 3 has them.
constexpr int64_t OldestFleetVersion = 2;

/// Collects the sizes of a report, and its first mistake.
class SizesReader {
public:
  explicit SizesReader(FleetImage &Image) : Image(Image) {}

  void readPruning(const json::Object &Root);
  void readExplanation(const json::Object &Root);
  const std::string &mistake() const { return Mistake; }

private:
  /// A number, or the "after" of a size pair.
  uint64_t size(const json::Object &Object, StringRef Field);
  void add(const json::Object &Object, StringRef Field) {
    Image.Sizes.push_back({Field.str(), size(Object, Field)});
  }
  void addRegions(const json::Object &Object, StringRef Field);
  void addKernels(const json::Object &Object, StringRef Field);
  const json::Array &list(const json::Object &Object, StringRef Field);

  FleetImage &Image;
  std::string Mistake;
};

uint64_t SizesReader::size(const json::Object &Object, StringRef Field) {
  const json::Object *Pair = Object.getObject(Field);
  const auto Size = Pair ? Pair->getInteger("after") : Object.getInteger(Field);
  if ((!Size || *Size < 0) && Mistake.empty())
    Mistake = ("it has no size '" + Field + "'").str();
  return std::max<int64_t>(0, Size.value_or(0));
}

const json::Array &SizesReader::list(const json::Object &Object, StringRef Field) {
  static const json::Array None;
  if (const json::Array *List = Object.getArray(Field))
    return *List;
  if (Mistake.empty())
    Mistake = ("it has no list '" + Field + "'").str();
  return None;
}

void SizesReader::addRegions(const json::Object &Object, StringRef Field) {
  for (const json::Value &Value : list(Object, Field)) {
    const json::Object *Region = Value.getAsObject();
    const auto Name = Region ? Region->getString("name") : std::nullopt;
    if (!Name) {
      Mistake = ("an item of '" + Field + "' has no name").str();
      return;
    }
    const uint64_t Used = size(*Region, "used");
    // Without regions of a script, text, data and bss stand in, which are there already.
    if (llvm::none_of(Image.Sizes, [&](const auto &Size) { return Size.first == *Name; }))
      Image.Sizes.push_back({Name->str(), Used});
    if (const auto Most = Region->getInteger("budget"))
      Image.Limits.push_back({Name->str(), Used, static_cast<uint64_t>(*Most)});
  }
}

void SizesReader::addKernels(const json::Object &Object, StringRef Field) {
  const uint64_t Count = list(Object, Field).size();
  Image.Sizes.push_back({"kernels", Count});
  if (const auto Most = Object.getInteger("kernel_budget"))
    Image.Limits.push_back({"kernels", Count, static_cast<uint64_t>(*Most)});
}

void SizesReader::readPruning(const json::Object &Root) {
  for (const auto &Total : ReportTotals)
    add(Root, Total.first);
  addRegions(Root, "regions");
  addKernels(Root, "kept");
}

void SizesReader::readExplanation(const json::Object &Root) {
  const json::Object *Account = Root.getObject("image");
  const json::Object *Totals = Account ? Account->getObject("totals") : nullptr;
  if (!Totals) {
    Mistake = "it has no account of an image";
    return;
  }
  add(*Totals, "flash");
  add(*Totals, "ram");
  addRegions(*Account, "memories");
  addKernels(*Account, "kernels");
}

//===- Names --------------------------------------------------------------===//

/// The path without the file's last extension.
std::string withoutExtension(StringRef Path) {
  return Path.drop_back(sys::path::extension(Path).size()).str();
}

/// How many components all lists have in common, at their beginnings.
size_t commonLength(ArrayRef<std::vector<StringRef>> Lists) {
  size_t Length = 0;
  while (llvm::all_of(Lists, [&](const std::vector<StringRef> &List) {
    return Length < List.size() && Length < Lists[0].size() && List[Length] == Lists[0][Length];
  }))
    ++Length;
  return Length;
}

/// A name for each path: its last component, where these differ; else the components that differ.
std::map<std::string, std::string> shortNames(const std::set<std::string> &Paths) {
  std::map<std::string, std::string> Names;
  std::set<std::string> Files;
  for (const std::string &Path : Paths)
    Files.insert(Names[Path] = sys::path::filename(Path).str());
  if (Files.size() == Paths.size())
    return Names;
  std::vector<std::vector<StringRef>> Parts;
  for (const std::string &Path : Paths)
    Parts.emplace_back(sys::path::begin(Path), sys::path::end(Path));
  const size_t Head = commonLength(Parts);
  for (std::vector<StringRef> &List : Parts) {
    List.erase(List.begin(), List.begin() + Head);
    std::reverse(List.begin(), List.end());
  }
  const size_t Tail = commonLength(Parts);
  for (auto &&[Path, List] : llvm::zip_equal(Paths, Parts)) {
    List.erase(List.begin(), List.begin() + Tail);
    std::reverse(List.begin(), List.end());
    Names[Path] = llvm::join(List, "/");
  }
  return Names;
}

/// "--model kws.pte" of et-prune, "--et-model=kws.pte" of et-ld.
struct SelectionSource {
  explicit SelectionSource(StringRef Text) {
    const size_t End = Text.find_first_of(" =");
    const StringRef Option = Text.take_front(End);
    Value = Text.substr(End).drop_front(End != StringRef::npos);
    IsFile =
        is_contained({"--model", "--ops", "--ops-schema", "--et-model", "--et-select"}, Option);
  }
  StringRef Value;
  bool IsFile;
};

/// The path of which the board's name is made. Builds of several boards have a folder each, and
/// their images often have the same names; in one folder the images' names tell the boards.
std::string boardPath(const FleetImage &Image, bool HasFolders) {
  if (!HasFolders)
    return withoutExtension(Image.Input);
  const StringRef Folder = sys::path::parent_path(Image.Report);
  return Folder.empty() ? "." : Folder.str();
}

void nameImages(std::vector<FleetImage> &Images) {
  std::set<StringRef> Folders;
  for (const FleetImage &Image : Images)
    if (Image.Board.empty())
      Folders.insert(sys::path::parent_path(Image.Report));
  const bool HasFolders = Folders.size() > 1;
  std::set<std::string> Boards, Files;
  for (const FleetImage &Image : Images) {
    if (Image.Board.empty())
      Boards.insert(boardPath(Image, HasFolders));
    for (StringRef Text : Image.Sources)
      if (const SelectionSource Source(Text); Source.IsFile)
        Files.insert(withoutExtension(Source.Value));
  }
  const auto BoardNames = shortNames(Boards), FileNames = shortNames(Files);
  for (FleetImage &Image : Images) {
    if (Image.Board.empty())
      Image.Board = BoardNames.at(boardPath(Image, HasFolders));
    for (StringRef Text : Image.Sources) {
      const SelectionSource Source(Text);
      Image.Model +=
          (Image.Model.empty() ? "" : " + ") +
          (Source.IsFile ? FileNames.at(withoutExtension(Source.Value)) : Source.Value.str());
    }
    if (Image.Model.empty())
      Image.Model = "every kernel";
  }
}

//===- Budgets ------------------------------------------------------------===//

/// Adds a budget to the images that it is for and that have what it limits.
Error applyBudget(const Budget &Limit, std::vector<FleetImage> &Images) {
  const auto [First, Second] = StringRef(Limit.Region).split(':');
  const StringRef Board = Second.empty() ? "" : First, Name = Second.empty() ? First : Second;
  bool IsUsed = false, HasBoard = false;
  std::set<std::string> Known;
  for (FleetImage &Image : Images) {
    if (!Board.empty() && Image.Board != Board)
      continue;
    HasBoard = true;
    for (const auto &[SizeName, Size] : Image.Sizes) {
      Known.insert(SizeName);
      if (SizeName == Name) {
        Image.Limits.push_back({SizeName, Size, Limit.Bytes});
        IsUsed = true;
      }
    }
  }
  if (!HasBoard)
    return createStringError("--budget: no report is of a board '" + Board +
                             "'; write <board>:<region>=<size> with a board of the table");
  if (!IsUsed)
    return createStringError("--budget: the reports have no '" + Name +
                             "'; they have: " + llvm::join(Known, ", "));
  return Error::success();
}

} // namespace

const FleetLimit *FleetImage::tightest() const {
  const FleetLimit *Tightest = nullptr;
  for (const FleetLimit &Limit : Limits)
    if (!Tightest || std::make_tuple(Limit.isOver(), Limit.percent()) >
                         std::make_tuple(Tightest->isOver(), Tightest->percent()))
      Tightest = &Limit;
  return Tightest;
}

Expected<FleetImage> readFleetImage(NamedReport Report, StringRef Board) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Report.Name + "' is no report of et-prune: " + Why +
                             "; make one with et-prune --report-json");
  };
  auto Parsed = parseJson(Report.Json);
  if (!Parsed)
    return Fail(toString(Parsed.takeError()));
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return Fail("it is no object");
  const int64_t Version = Root->getInteger("version").value_or(0);
  if (Version < OldestFleetVersion || Version > ReportVersion)
    return Fail("its version is not " + Twine(OldestFleetVersion) + " or " + Twine(ReportVersion));
  FleetImage Image;
  Image.Report = Report.Name.str();
  Image.Board = Board.str();
  Image.Input = Root->getString("input").value_or("").str();
  if (const json::Array *Sources = Root->getArray("selection_sources"))
    for (const json::Value &Source : *Sources)
      Image.Sources.push_back(Source.getAsString().value_or("").str());
  SizesReader Reader(Image);
  if (Root->getString("kind") == "explanation")
    Reader.readExplanation(*Root);
  else
    Reader.readPruning(*Root);
  if (!Reader.mistake().empty())
    return Fail(Reader.mistake());
  return Image;
}

Expected<FleetTable> fleetTable(std::vector<FleetImage> Images, ArrayRef<Budget> Budgets) {
  nameImages(Images);
  llvm::stable_sort(Images, [](const FleetImage &A, const FleetImage &B) {
    return std::tie(A.Model, A.Board) < std::tie(B.Model, B.Board);
  });
  Problems Errors;
  for (size_t I = 1; I < Images.size(); ++I) {
    const FleetImage &A = Images[I - 1], &B = Images[I];
    if (A.Model == B.Model && A.Board == B.Board)
      Errors.add("'" + A.Report + "' and '" + B.Report + "' are both of the model '" + A.Model +
                 "' on the board '" + A.Board + "'\n>>> name the boards: <board>=<report>");
  }
  for (const Budget &Limit : Budgets)
    Errors.add(applyBudget(Limit, Images));
  return Errors.takeOr(std::move(Images));
}

Error checkFleet(const FleetTable &Table) {
  std::string Lines;
  for (const FleetImage &Image : Table)
    for (const FleetLimit &Limit : Image.Limits)
      if (Limit.isOver())
        Lines += "\n>>> " + Image.Model + " on " + Image.Board + ": " + Limit.Name + " takes " +
                 grouped(Limit.Used) + " of the " + grouped(Limit.Most) + " that it may, " +
                 grouped(Limit.Used - Limit.Most) + " too many";
  if (Lines.empty())
    return Error::success();
  return make_error<StatusError>("over budget: " + fleetSummary(Table) + Lines, OverBudget);
}

} // namespace etprune
