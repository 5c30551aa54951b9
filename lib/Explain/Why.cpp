// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/Why.h"

#include "Object/RecordNames.h"
#include "Selection/Names.h"
#include "Support/Mark.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The name that --why asks for. If IsLoose, users may omit the overload or the outer C++ scopes.
class AskedName {
public:
  AskedName(StringRef Name, bool IsLoose) : Name(Name), IsLoose(IsLoose) {
    if (IsLoose)
      this->Name.consume_back("(...)");
  }

  bool isOperator(StringRef Op) const {
    return Name == Op || (IsLoose && Name == Op.split('.').first);
  }

  bool isFile(StringRef File, StringRef Member) const {
    const StringRef Base = sys::path::filename(File);
    return !File.empty() &&
           (Name == File || Name == Base ||
            (!Member.empty() && (Name == Member || Name == objectName(File, Member) ||
                                 Name == objectName(Base, Member))));
  }
  bool isSymbol(StringRef Symbol) const {
    if (Symbol == Name)
      return true;
    if (!Symbol.starts_with("_Z") || !Symbol.contains(lastWord()))
      return false;
    const std::string Mangled = Symbol.str(), Full = demangle(Mangled);
    if (isScoped(Full))
      return true;
    ItaniumPartialDemangler Parts;
    if (Parts.partialDemangle(Mangled.c_str()) || !Parts.isFunction())
      return false;
    size_t Size = 0;
    char *Function = Parts.getFunctionName(nullptr, &Size);
    const bool IsName = Function && isScoped(Function);
    std::free(Function);
    return IsName;
  }

private:
  bool isScoped(StringRef Full) const {
    return Full == Name || (IsLoose && Full.consume_back(Name) && Full.ends_with("::"));
  }
  /// The last identifier of the name, or "" for names such as `operator+`. Mangled names contain
  /// this identifier unchanged, so isSymbol() demangles only symbols that contain the identifier.
  StringRef lastWord() const {
    constexpr StringLiteral Unnamed = "(anonymous namespace)";
    size_t End = Name.find_first_of("(<");
    while (End != StringRef::npos && Name.substr(End).starts_with(Unnamed))
      End = Name.find_first_of("(<", End + Unnamed.size());
    const StringRef Function = Name.take_front(End);
    if (Function.contains("operator"))
      return "";
    size_t Start = Function.size();
    while (Start != 0 && (isAlnum(Function[Start - 1]) || Function[Start - 1] == '_'))
      --Start;
    return Function.drop_front(Start);
  }
  StringRef Name;
  bool IsLoose;
};

struct WhySearch {
  Expected<WhyAnswer> run();
  void findThere();
  void findSymbol();
  std::vector<const ObjectSymbol *> symbolsOf(const InputObject &Object) const;
  void addThere(std::vector<uint32_t> Items);
  void findGone();
  bool isInImage(const InputObject &Object, uint32_t Section) const {
    return !Program.Live.locations(Object, Section).empty();
  }
  std::vector<std::string> droppedKernelsThatNeed(SectionRef Section);
  void readReferences();
  Error notFound() const;

  const Explanation &Image;
  const LinkedProgram &Program;
  WhyAnswer Answer;
  const std::vector<const InputObject *> &Objects = Program.Link.Objects;
  const ImageGraph &Graph = Image.Graph;
  AskedName Asked{Answer.Name, /*IsLoose=*/false};
  std::map<SectionRef, std::vector<SectionRef>> Sources = {};
  std::map<SectionRef, std::string> Kernels = {}; ///< ids of dropped kernels, by function
};

void WhySearch::addThere(std::vector<uint32_t> Items) {
  WhyThere &There = Answer.There.emplace_back();
  // Choose the item nearest to a root. Prefer any item with bytes to an item with only padding.
  std::pair<bool, size_t> Nearest(true, SIZE_MAX);
  for (uint32_t Item : Items) {
    std::vector<uint32_t> Chain;
    for (uint32_t I = Item; I != Dominators::None; I = Image.Before[I])
      Chain.insert(Chain.begin(), I);
    if (const std::pair Distance(Graph.Items[Item].Bytes == 0, Chain.size()); Distance < Nearest) {
      Nearest = Distance;
      There.Chain = std::move(Chain);
    }
    There.Own += Graph.memoryOf(Item);
  }
  const std::vector<uint32_t> &Sources = Graph.Sources[There.Chain.back()];
  There.NumOthers = Sources.size() - (There.Chain.size() > 1);
  There.Retained = sum(Graph, retainedBy(Graph, Items));
  There.Items = std::move(Items);
}

void WhySearch::findThere() {
  std::vector<uint32_t> OfFile;
  MapVector<std::pair<StringRef, StringRef>, std::vector<uint32_t>> OfSection; // by file and member
  for (uint32_t I = 0; I < Graph.Items.size(); ++I) {
    const ImageItem &Item = Graph.Items[I];
    if (Item.What != ImageItem::Section) {
      if (Answer.Name == Item.Name ||
          (Item.What == ImageItem::Operator && Asked.isOperator(Item.Name)))
        addThere({I});
    } else if (Asked.isFile(Item.File, Item.Member)) {
      OfFile.push_back(I);
    } else if (Item.InputSection == Answer.Name) {
      OfSection[{Item.File, Item.Member}].push_back(I);
    } else if (Item.Name == Answer.Name || (!Item.IsPart && Asked.isSymbol(Item.Name))) {
      addThere({I}); // a string, or a symbol
    }
  }
  for (auto &[File, Items] : OfSection)
    addThere(std::move(Items));
  if (!OfFile.empty())
    addThere(std::move(OfFile));
}

std::vector<const ObjectSymbol *> WhySearch::symbolsOf(const InputObject &Object) const {
  std::vector<const ObjectSymbol *> Found;
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (Symbol.isInSection() && Symbol.Type != ELF::STT_SECTION && !Symbol.Name.empty() &&
        Asked.isSymbol(Symbol.Name))
      Found.push_back(&Symbol);
  return Found;
}

/// An item is named after one symbol of its section. findSymbol() finds items by the other symbols.
void WhySearch::findSymbol() {
  std::map<std::pair<std::string, StringRef>, std::vector<uint32_t>> Live;
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (const ImageItem &Item = Graph.Items[I]; !Item.File.empty() && !Item.IsPart)
      Live[{objectName(Item.File, Item.Member), Item.InputSection}].push_back(I);
  for (const InputObject *Object : Objects) {
    std::map<uint32_t, StringRef> Found;
    for (const ObjectSymbol *Symbol : symbolsOf(*Object))
      if (isInImage(*Object, Symbol->Section))
        for (uint32_t Item : Live[{Object->Name, Object->Sections[Symbol->Section].Name}])
          Found.insert({Item, Symbol->Name});
    for (const auto &[Item, Symbol] : Found) {
      addThere({Item});
      Answer.There.back().Symbol = Symbol.str();
    }
  }
}

/// Fills `Kernels`, and fills `Sources`: for each section, the dropped sections that refer to it.
void WhySearch::readReferences() {
  StringMap<SmallVector<SectionRef, 1>> Definitions;
  for (const InputObject *Object : Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal() && Symbol.isInSection())
        Definitions[Symbol.Name].push_back({Object, Symbol.Section});
  for (const InputObject *Object : Objects)
    for (const auto &[I, Section] : llvm::enumerate(Object->Sections)) {
      if (!(Section.Flags & ELF::SHF_ALLOC) || isUnwindTable(Section.Name) || isInImage(*Object, I))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object->Symbols[R.Symbol];
        if (Symbol.isLocal() && Symbol.isInSection())
          Sources[{Object, Symbol.Section}].push_back({Object, uint32_t(I)});
        else if (auto It = Definitions.find(Symbol.Name); It != Definitions.end())
          for (const SectionRef &Target : It->second)
            Sources[Target].push_back({Object, uint32_t(I)});
      }
    }
  for (const KernelRecord *Record : Program.Plan.Dropped)
    if (Record->Function.Object)
      Kernels[{Record->Function.Object, Record->Function.Section}] = Record->id();
    else if (auto It = Definitions.find(Record->Symbol); It != Definitions.end())
      for (const SectionRef &Function : It->second)
        Kernels[Function] = Record->id();
}

std::vector<std::string> WhySearch::droppedKernelsThatNeed(SectionRef Section) {
  if (Sources.empty())
    readReferences();
  std::set<std::string> Found;
  OrderedSetVector<SectionRef> Start;
  Start.insert(Section);
  mark(std::move(Start), [&](SectionRef To, auto Mark) {
    if (auto It = Kernels.find(To); It != Kernels.end())
      Found.insert(It->second); // the search ends at a kernel
    else
      llvm::for_each(Sources[To], Mark);
  });
  return {Found.begin(), Found.end()};
}

void WhySearch::findGone() {
  for (const KernelRecord *Record : Program.Plan.Dropped)
    if (Asked.isOperator(Record->Op) || Record->id() == Answer.Name)
      Answer.Gone.push_back({Record->id(), "", "", {}});
  for (const InputObject *Object : Objects) {
    const auto [File, Member] = splitMember(Object->Name);
    const bool IsFile = Asked.isFile(File, Member);
    std::set<uint32_t> Sections;
    for (const ObjectSymbol *Symbol : symbolsOf(*Object))
      Sections.insert(Symbol->Section);
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if ((Object->Sections[I].Flags & ELF::SHF_ALLOC) && Object->Sections[I].Size != 0 &&
          (IsFile || Object->Sections[I].Name == Answer.Name))
        Sections.insert(I);
    for (uint32_t I : Sections) {
      const ObjectSection &Section = Object->Sections[I];
      if ((Section.Flags & ELF::SHF_ALLOC) && !isInImage(*Object, I) && !Section.isMergeable() &&
          !isUnwindTable(Section.Name))
        Answer.Gone.push_back(
            {"", Section.Name.str(), Object->Name, droppedKernelsThatNeed({Object, I})});
    }
  }
}

Error WhySearch::notFound() const {
  std::set<std::string> Names;
  for (const ImageItem &Item : Graph.Items)
    if (!Item.IsPart)
      Names.insert(Item.Name.find("_Z") == 0 ? demangle(Item.Name) : Item.Name);
  for (const KernelRecord *Record : Program.Plan.Dropped)
    Names.insert(Record->Op);
  for (const InputObject *Object : Objects)
    Names.insert(sys::path::filename(splitMember(Object->Name).first).str());
  const std::vector<StringRef> Sorted(Names.begin(), Names.end());
  const StringRef Nearest = nearestName(Answer.Name, Sorted);
  return createStringError(
      "'" + Answer.Name + "' is no symbol, section, operator or file of the image's link" +
      (Nearest.empty()
           ? "; write for example 'powf', '.text.powf', 'aten::pow.out' or 'libm.a(pow.o)'"
           : "; did you mean '" + Nearest + "'?"));
}

Expected<WhyAnswer> WhySearch::run() {
  if (Answer.Name.empty())
    return createStringError("--why needs a symbol, a section, an operator or a file");
  for (bool IsLoose : {false, true}) {
    Asked = AskedName(Answer.Name, IsLoose);
    findThere();
    if (Answer.There.empty())
      findSymbol();
    if (Answer.There.empty())
      findGone();
    if (!Answer.There.empty() || !Answer.Gone.empty())
      return std::move(Answer);
  }
  return notFound();
}

} // namespace

Expected<WhyAnswer> why(const Explanation &Image, const LinkedProgram &Program, StringRef Name) {
  return WhySearch{Image, Program, {Name.str(), {}, {}}}.run();
}

} // namespace etprune
