// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageAccount.h"

#include "Link/Relink/LtoObjects.h"
#include "Selection/Selection.h"
#include "Support/Mark.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

StringRef keptByName(KeptBy By) {
  constexpr StringLiteral Names[NumKeptBy] = {
      "kernels' own code and records", "what one operator alone needs", "shared by operators alone",
      "the program without kernels"};
  return Names[static_cast<unsigned>(By)];
}

KeptBy Explanation::keptBy(uint32_t Item) const {
  if (Owners[Item] != Dominators::None)
    return KeptBy::Kernel;
  if (Tree.above(Item, ImageItem::Operator) != Dominators::None)
    return KeptBy::OneOperator;
  return Tree.above(Item, ImageItem::Group) != Dominators::None ? KeptBy::SeveralOperators
                                                                : KeptBy::Program;
}

namespace {

/// Finds the owner of each item. A kernel owns the targets of its edges, for example its entry in
/// the registration table. The targets of this entry, the kernel's strings and function, belong to
/// the kernel, too. If an initialiser registers the kernel, the kernel's own edges lead to its
/// strings and its function.
std::vector<uint32_t> findOwners(const ImageGraph &Graph) {
  std::vector<uint32_t> Owners(Graph.Items.size(), Dominators::None);
  for (uint32_t Kernel = 0; Kernel < Graph.Items.size(); ++Kernel) {
    if (Graph.Items[Kernel].What != ImageItem::Kernel)
      continue;
    auto Own = [&](uint32_t Item) {
      if (Owners[Item] == Dominators::None)
        Owners[Item] = Kernel;
    };
    for (uint32_t Part : Graph.Targets[Kernel]) {
      Own(Part);
      if (Graph.Items[Part].IsRegistration)
        for (uint32_t Item : Graph.Targets[Part])
          Own(Item);
    }
  }
  return Owners;
}

std::vector<uint32_t> findShortestWays(const ImageGraph &Graph) {
  std::vector<uint32_t> Before(Graph.Items.size(), Dominators::None);
  mark(rootsOf(Graph), [&](uint32_t From, auto Mark) {
    for (uint32_t To : Graph.Targets[From])
      if (Mark(To))
        Before[To] = From;
  });
  return Before;
}

struct Accountant {
  void run();
  void addTotals();
  void addKernels();
  void addGroups();
  void addHelpers();
  void addFiles();
  AccountRow row(StringRef Name, ArrayRef<uint32_t> Kernels, const MemoryBytes &Retained,
                 const ItemSet &Reached) const;
  std::string onlyOf(uint32_t Item) const;

  Explanation &Image;
  const PrunePlan &Plan;
  const ImageGraph &Graph = Image.Graph;
  const Dominators &Tree = Image.Tree;
  ImageAccount &Result = Image.Account;
  std::vector<uint32_t> NumOperators = {}; ///< for each item: how many operators need it
  std::vector<MemoryBytes> OwnOfKernel = {};
};

void Accountant::addTotals() {
  Result.MemoryUse.resize(Graph.Memories.size());
  OwnOfKernel.resize(Graph.Items.size());
  for (uint32_t I = 0; I < Graph.Items.size(); ++I) {
    const ImageItem &Item = Graph.Items[I];
    const MemoryBytes Bytes = Graph.memoryOf(Item, Item.Bytes), All = Graph.memoryOf(I);
    Result.Total += All;
    Result.Classes[static_cast<unsigned>(Image.Classes[I])] += Bytes;
    Result.Classes[static_cast<unsigned>(ByteClass::Padding)] += All - Bytes;
    if (Image.Classes[I] == ByteClass::Padding)
      Result.Gaps += All;
    else
      Result.KeptBy[static_cast<unsigned>(Image.keptBy(I))] += All;
    if (Image.Owners[I] != Dominators::None)
      OwnOfKernel[Image.Owners[I]] += All;
    if (Item.Output != ImageItem::NoOutput)
      for (uint32_t Memory : Graph.Outputs[Item.Output].Memories)
        Result.MemoryUse[Memory] += Item.size();
  }
}

/// `Reached` has the kernels and all items that they need.
AccountRow Accountant::row(StringRef Name, ArrayRef<uint32_t> Kernels, const MemoryBytes &Retained,
                           const ItemSet &Reached) const {
  AccountRow Row;
  Row.Name = Name;
  for (uint32_t Kernel : Kernels)
    Row.Own += OwnOfKernel[Kernel];
  Row.Retained = Retained;
  Row.Shared = sum(Graph, Reached) - Retained;
  Row.Kernels = Kernels.size();
  return Row;
}

void Accountant::addKernels() {
  NumOperators.resize(Graph.Items.size());
  for (uint32_t I = 0; I < Graph.Items.size(); ++I) {
    const ImageItem &Item = Graph.Items[I];
    const ItemSet Reached = Item.What == ImageItem::Operator || Item.What == ImageItem::Kernel
                                ? reachedFrom(Graph, ItemSet(&I, &I + 1))
                                : ItemSet();
    if (Item.What == ImageItem::Kernel) {
      Result.Kernels.push_back(row(Item.Name, I, Tree.retained(I), Reached));
      Result.Kernels.back().Item = I;
      Result.Kernels.back().Kernels = 0;
    } else if (Item.What == ImageItem::Operator) {
      Result.Operators.push_back(row(Item.Name, Graph.Targets[I], Tree.retained(I), Reached));
      Result.Operators.back().Item = I;
      for (uint32_t Needed : Reached)
        ++NumOperators[Needed];
    }
  }
}

/// The model, file or option of an asker, without the position in the file: "b.pte" for "b.pte:
/// method ...", "selected.yaml" for "selected.yaml:14:7".
StringRef sourceOf(const Asker &A) {
  if (!modelOf(A).empty())
    return modelOf(A);
  StringRef Source = A.Text;
  for (int Numbers = 0; Numbers < 2; ++Numbers) {
    const auto [File, Number] = Source.rsplit(':');
    if (!Number.empty() && llvm::all_of(Number, isDigit))
      Source = File;
  }
  return Source;
}

void Accountant::addGroups() {
  std::map<std::string, std::vector<uint32_t>> Libraries, Models;
  /// For each model: the kernels that only this model selects.
  std::map<std::string, std::vector<uint32_t>> Alone;
  std::map<StringRef, AccountRow *> Operators;
  for (AccountRow &Row : Result.Operators)
    Operators[Row.Name] = &Row;
  std::map<const KernelRecord *, AccountRow *> Kernels;
  for (AccountRow &Row : Result.Kernels) {
    const KernelRecord *Record = Graph.Items[Row.Item].Record;
    Kernels[Record] = &Row;
    Libraries[Record->Library].push_back(Row.Item);
  }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    auto It = Kernels.find(Kernel.Record);
    if (It == Kernels.end())
      continue;
    AccountRow &Row = *It->second;
    std::set<std::string> Askers;
    for (const Asker &A : Kernel.Askers) {
      Askers.insert(modelOf(A).str());
      Row.AskedBy.insert(sourceOf(A).str());
    }
    for (const std::string &Model : Askers)
      if (!Model.empty()) {
        Models[Model].push_back(Row.Item);
        Operators.at(Kernel.Record->Op)->Models.insert(Model);
      }
    if (Askers.size() == 1)
      Alone[*Askers.begin()].push_back(Row.Item);
  }
  auto Retained = [&](ArrayRef<uint32_t> Gone) { return sum(Graph, retainedBy(Graph, Gone)); };
  auto Reached = [&](ArrayRef<uint32_t> Members) {
    return reachedFrom(Graph, ItemSet(Members.begin(), Members.end()));
  };
  for (const auto &[Name, Members] : Libraries)
    Result.Libraries.push_back(row(Name, Members, Retained(Members), Reached(Members)));
  // Removing a model drops only the kernels that no other model, file or option selects.
  for (const auto &[Name, Members] : Models)
    Result.Models.push_back(row(Name, Members, Retained(Alone[Name]), Reached(Members)));
}

std::string Accountant::onlyOf(uint32_t Item) const {
  const uint32_t Kernel = Tree.above(Item, ImageItem::Kernel);
  const uint32_t Operator = Tree.above(Item, ImageItem::Operator);
  if (Operator == Dominators::None)
    return "";
  const bool IsOnlyKernel = Kernel == Dominators::None || Graph.Targets[Operator].size() == 1;
  return Graph.Items[IsOnlyKernel ? Operator : Kernel].Name;
}

void Accountant::addHelpers() {
  for (uint32_t I = 0; I < Graph.Items.size(); ++I) {
    const ImageItem &Item = Graph.Items[I];
    if (Item.What != ImageItem::Section || Item.Bytes == 0 || Item.IsPart ||
        Image.Owners[I] != Dominators::None || Image.Classes[I] == ByteClass::Padding)
      continue;
    AccountRow Row;
    Row.Name = Item.Name;
    Row.File = Item.File;
    Row.Member = Item.Member;
    Row.Class = Image.Classes[I];
    Row.Item = I;
    Row.Own = Graph.memoryOf(I);
    Row.Retained = Tree.retained(I);
    Row.Operators = NumOperators[I];
    Row.Only = onlyOf(I);
    Result.Helpers.push_back(std::move(Row));
  }
}

void Accountant::addFiles() {
  std::map<std::pair<StringRef, StringRef>, std::vector<uint32_t>> Files;
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (!Graph.Items[I].File.empty())
      Files[{Graph.Items[I].File, Graph.Items[I].Member}].push_back(I);
  for (const auto &[Name, Items] : Files) {
    AccountRow Row;
    Row.File = Name.first;
    Row.Member = Name.second;
    Row.Name = objectName(Row.File, Row.Member);
    std::set<std::string> Only;
    std::array<uint64_t, NumByteClasses> OfClass{};
    for (uint32_t I : Items) {
      Row.Own += Graph.memoryOf(I);
      OfClass[static_cast<unsigned>(Image.Classes[I])] += Graph.Items[I].Bytes + 1;
      if (Graph.Items[I].size() != 0)
        Only.insert(onlyOf(I));
    }
    Row.Class =
        static_cast<ByteClass>(std::max_element(OfClass.begin(), OfClass.end()) - OfClass.begin());
    Row.Retained = sum(Graph, retainedBy(Graph, Items));
    if (Only.size() == 1)
      Row.Only = *Only.begin();
    if (Row.Own.Flash != 0 || Row.Own.Ram != 0)
      Result.Files.push_back(std::move(Row));
  }
}

void Accountant::run() {
  addTotals();
  addKernels();
  addGroups();
  addHelpers();
  addFiles();
  for (std::vector<AccountRow> *Rows : {&Result.Operators, &Result.Kernels, &Result.Libraries,
                                        &Result.Models, &Result.Files, &Result.Helpers})
    llvm::stable_sort(*Rows, [](const AccountRow &A, const AccountRow &B) {
      return std::tuple(B.Retained.order(), StringRef(A.Name), StringRef(A.File), A.Item) <
             std::tuple(A.Retained.order(), StringRef(B.Name), StringRef(B.File), B.Item);
    });
}

/// The compilers' names from .comment. LLD's name is left out, because the report names the linker.
std::vector<std::string> compilersOf(const ElfImage &Image) {
  std::set<std::string> Names;
  if (const ImageSection *Comment = Image.findSection(".comment"))
    for (StringRef Name : llvm::split(toStringRef(Image.contentOf(*Comment)), '\0'))
      if (!Name.empty() && !Name.starts_with("Linker: "))
        Names.insert(Name.str());
  return {Names.begin(), Names.end()};
}

} // namespace

StringRef shownObject(const LinkInputs &Inputs, StringRef Object) {
  if (!hasLtoName(Object) ||
      llvm::any_of(Inputs.Files, [&](const auto &File) { return File->Path == Object; }))
    return Object;
  return "link-time optimiser";
}

Expected<std::unique_ptr<Explanation>> explainImage(const LinkedProgram &Program,
                                                    const Memories &Device) {
  ASSIGN_OR_RETURN(auto Graph, readImageGraph(Program, Device));
  auto Image = std::make_unique<Explanation>(std::move(Graph));
  Image->Classes = classifyItems(Image->Graph, Image->Tree, Program);
  for (ImageItem &Item : Image->Graph.Items)
    if (Item.Member.empty())
      Item.File = shownObject(Program.Inputs, Item.File);
  Image->Owners = findOwners(Image->Graph);
  Image->Before = findShortestWays(Image->Graph);
  Accountant{*Image, Program.Plan}.run();
  Image->Compilers = compilersOf(Program.Image);
  return Image;
}

std::string bytesText(const MemoryBytes &Bytes) {
  std::string Text;
  if (Bytes.Flash != 0 || Bytes.Ram == 0)
    Text = grouped(Bytes.Flash) + " B of flash";
  if (Bytes.Ram != 0)
    Text += (Text.empty() ? "" : ", ") + grouped(Bytes.Ram) + " B of RAM";
  return Text;
}

/// Extends each region to the origin of the next region. Called for an image that does not fit: the
/// sections beyond the end of a region then count as parts of this region.
static std::vector<MemoryRegion> extended(std::vector<MemoryRegion> Regions) {
  for (MemoryRegion &Region : Regions) {
    uint64_t End = UINT64_MAX;
    for (const MemoryRegion &Next : Regions)
      if (Next.Origin > Region.Origin)
        End = std::min(End, Next.Origin);
    Region.Length = std::max(Region.Length, End - Region.Origin);
  }
  return Regions;
}

Expected<std::unique_ptr<Explanation>> explainAlone(const LinkedProgram &Program) {
  const ImageSummary Summary = Program.Image.summary();
  const std::vector<MemoryRegion> &Regions = Program.Map.Regions;
  const bool Fits = llvm::all_of(Summary.Sections, [&](const SectionSummary &S) {
    const int Start = findRegion(Regions, S.Address);
    return !occupiesMemory(S) || (Start == findRegion(Regions, S.Address + S.Size - 1) &&
                                  (Start >= 0 || Regions.empty()));
  });
  auto Image = explainImage(
      Program, Memories(Fits ? Regions : extended(Regions), {LinkedImage{Program.Map, Summary}}));
  if (Image) // undo extended(), because reports show the true sizes of the regions
    for (size_t I = 0; I < Regions.size(); ++I)
      (*Image)->Graph.Memories[I].Length = Regions[I].Length;
  return Image;
}

} // namespace etprune
