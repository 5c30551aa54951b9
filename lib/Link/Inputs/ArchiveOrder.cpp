// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simulates GNU ld's search of archives. GNU ld reads the inputs in order and loads every object.
// It searches each archive or group until no member defines an undefined symbol. If loadable
// members define symbols that are undefined at the end, findPassedSymbols() simulates the whole
// search again, with references to these symbols at the start.

#include "Link/Inputs/ArchiveOrder.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

using SearchedTogether = std::vector<const LinkFile *>; ///< one file, or the files of a group

const LinkFile *fileOf(const LinkOperand &Operand, const LinkInputs &Inputs) {
  StringRef Name = Operand.Text;
  if (Operand.What == OptionUse::Input)
    return Inputs.find(Name);
  if (Operand.What != OptionUse::Library)
    return nullptr;
  const bool IsFileName = Name.consume_front(":");
  for (const auto &File : Inputs.Files) {
    StringRef FileName = sys::path::filename(File->Path);
    if (IsFileName ? FileName == Name
                   : FileName.consume_front("lib") && FileName.consume_front(Name) &&
                         (FileName == ".a" || FileName == ".so"))
      return File.get();
  }
  return nullptr;
}

/// The files in the order in which GNU ld searches them. Files that only scripts name come last.
std::vector<SearchedTogether> searchesOf(const LinkCommand &Command, const LinkInputs &Inputs) {
  std::vector<SearchedTogether> Searches;
  DenseSet<const LinkFile *> Named;
  bool IsInGroup = false;
  auto Operand = Command.Operands.begin();
  for (size_t I = 0; I < Command.Arguments.size(); ++I) {
    const LinkArgument &Argument = Command.Arguments[I];
    if (Argument.Option && Argument.Option->Name == "start-group") {
      IsInGroup = true;
      Searches.emplace_back();
    } else if (Argument.Option && Argument.Option->Name == "end-group") {
      IsInGroup = false;
    }
    for (; Operand != Command.Operands.end() && Operand->Argument == I; ++Operand)
      if (const LinkFile *File = fileOf(*Operand, Inputs)) {
        Named.insert(File);
        if (!IsInGroup)
          Searches.emplace_back();
        Searches.back().push_back(File);
      }
  }
  SearchedTogether OfScripts;
  for (const auto &File : Inputs.Files)
    if (!Named.contains(File.get()))
      OfScripts.push_back(File.get());
  Searches.push_back(std::move(OfScripts));
  return Searches;
}

bool isDefinition(const ObjectSymbol &Symbol) { return !Symbol.isLocal() && !Symbol.isUndefined(); }

bool defines(const InputObject &Object, function_ref<bool(StringRef)> IsWanted) {
  return llvm::any_of(Object.Symbols, [&](const ObjectSymbol &Symbol) {
    return isDefinition(Symbol) && IsWanted(Symbol.Name);
  });
}

/// The symbols of --wrap: a reference to NAME means __wrap_NAME, and __real_NAME means NAME.
class WrappedSymbols {
public:
  explicit WrappedSymbols(const LinkCommand &Command) {
    for (StringRef Name : Command.values(OptionUse::Wrap))
      Names.insert(Name);
  }

  std::string askedFor(StringRef Reference) const {
    if (Names.contains(Reference))
      return ("__wrap_" + Reference).str();
    StringRef Name = Reference;
    return (Name.consume_front("__real_") && Names.contains(Name) ? Name : Reference).str();
  }
  std::string referenceTo(StringRef Symbol) const {
    return ((Names.contains(Symbol) ? "__real_" : "") + Symbol).str();
  }

private:
  StringSet<> Names;
};

class Search {
public:
  /// If `Loadable` is null, every member can be loaded.
  Search(const WrappedSymbols &Wrapped, const EditMap &Edits,
         const DenseSet<const InputObject *> *Loadable)
      : Wrapped(Wrapped), Edits(Edits), Loadable(Loadable) {}

  void addUndefined(StringRef Name) {
    if (!Definitions.contains(Name))
      Undefined.insert(Name);
  }
  void addReference(StringRef Name) { addUndefined(Wrapped.askedFor(Name)); }
  void load(const InputObject &Object);
  void search(const SearchedTogether &Files);
  bool isLoaded(const InputObject *Object) const { return Loaded.contains(Object); }
  const InputObject *definitionOf(StringRef Name) const { return Definitions.lookup(Name); }

  StringSet<> Undefined;

private:
  bool mayBeLoaded(const InputObject &Object) const {
    return (!Loadable || Loadable->contains(&Object)) &&
           defines(Object, [&](StringRef Name) { return Undefined.contains(Name); });
  }

  const WrappedSymbols &Wrapped;
  const EditMap &Edits;
  const DenseSet<const InputObject *> *Loadable;
  StringMap<const InputObject *> Definitions;
  DenseSet<const InputObject *> Loaded;
};

void Search::load(const InputObject &Object) {
  Loaded.insert(&Object);
  DenseSet<uint32_t> Weakened;
  if (const auto Found = Edits.find(&Object); Found != Edits.end()) {
    Weakened.insert(Found->second.WeakenedSymbols.begin(), Found->second.WeakenedSymbols.end());
    for (const NewSymbol &Symbol : Found->second.NewSymbols)
      if (Symbol.Section == ObjectSymbol::Undefined)
        addReference(Symbol.Name);
  }
  for (uint32_t I = 0; I < Object.Symbols.size(); ++I) {
    const ObjectSymbol &Symbol = Object.Symbols[I];
    if (Symbol.isLocal())
      continue;
    if (!Symbol.isUndefined()) {
      Definitions.try_emplace(Symbol.Name, &Object);
      Undefined.erase(Symbol.Name);
    } else if (Symbol.Binding != ELF::STB_WEAK && !Weakened.contains(I)) {
      addReference(Symbol.Name);
    }
  }
}

void Search::search(const SearchedTogether &Files) {
  for (bool HasLoaded = true; HasLoaded;) {
    HasLoaded = false;
    for (const LinkFile *File : Files)
      for (const LinkMember &Member : File->Members) {
        const InputObject *Object = Member.Object.get();
        if (!Object || isLoaded(Object) || !(File->isAlwaysLoaded() || mayBeLoaded(*Object)))
          continue;
        load(*Object);
        HasLoaded |= !File->isAlwaysLoaded();
      }
  }
}

/// The symbols of -u and EXTERN(), which are undefined before GNU ld reads any file.
std::vector<StringRef> namedFirst(const LinkCommand &Command, const LinkInputs &Inputs) {
  std::vector<StringRef> Names = Command.values(OptionUse::Undefined);
  llvm::append_range(Names, Inputs.ScriptSymbols);
  return Names;
}

Search searchFull(ArrayRef<SearchedTogether> Searches, ArrayRef<StringRef> NamedFirst,
                  const WrappedSymbols &Wrapped, ArrayRef<KernelRecord> Kernels) {
  static const EditMap NoEdits;
  Search Full(Wrapped, NoEdits, /*Loadable=*/nullptr);
  for (StringRef Name : NamedFirst)
    Full.addUndefined(Name);
  for (const KernelRecord &Kernel : Kernels)
    if (!Kernel.IsSelfRegistered)
      Full.addReference(Kernel.Symbol);
  for (const SearchedTogether &Files : Searches)
    Full.search(Files);
  return Full;
}

/// The member that GNU ld loads for `Name` if `Name` is undefined before the first file is read.
const InputObject *firstToDefine(StringRef Name, ArrayRef<SearchedTogether> Searches,
                                 const DenseSet<const InputObject *> &Loadable) {
  for (const SearchedTogether &Files : Searches)
    for (const LinkFile *File : Files)
      for (const LinkMember &Member : File->Members)
        if (const InputObject *Object = Member.Object.get();
            Object && Loadable.contains(Object) &&
            defines(*Object, [&](StringRef Defined) { return Defined == Name; }))
          return Object;
  return nullptr;
}

/// A symbol whose first definition is in `Member`, so that a reference to it loads `Member`.
/// Prefers `Name`. Returns `Name` also if `Member` has no such symbol.
StringRef symbolToLoad(const InputObject &Member, StringRef Name,
                       ArrayRef<SearchedTogether> Searches,
                       const DenseSet<const InputObject *> &Loadable) {
  auto LoadsMember = [&](StringRef Symbol) {
    return firstToDefine(Symbol, Searches, Loadable) == &Member;
  };
  if (!Loadable.contains(&Member) || LoadsMember(Name))
    return Name;
  for (const ObjectSymbol &Symbol : Member.Symbols)
    if (isDefinition(Symbol) && LoadsMember(Symbol.Name))
      return Symbol.Name;
  return Name;
}

} // namespace

PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                ArrayRef<KernelRecord> Kernels, const std::set<std::string> &Needed,
                                ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const DenseSet<const InputObject *> &Loadable) {
  const std::vector<SearchedTogether> Searches = searchesOf(Command, Inputs);
  const std::vector<StringRef> NamedFirst = namedFirst(Command, Inputs);
  const WrappedSymbols Wrapped(Command);
  std::optional<Search> Full; // computed at first use
  std::set<std::string> Passed = Needed, Unfound;
  for (size_t Before = SIZE_MAX; Before != Passed.size();) {
    Before = Passed.size();
    Unfound.clear();
    Search Link(Wrapped, Edits, &Loadable);
    for (StringRef Name : NamedFirst)
      Link.addUndefined(Name);
    for (const std::string &Name : Passed)
      Link.addReference(Name);
    for (const InputObject *Object : Added)
      Link.load(*Object);
    for (const SearchedTogether &Files : Searches)
      Link.search(Files);
    for (const auto &Entry : Link.Undefined) {
      StringRef Name = Entry.getKey();
      bool CanBeLoaded = false;
      Inputs.index().forEachDefinition(Name, [&](MemberRef Ref) {
        const InputObject *Object = Ref.member().Object.get();
        CanBeLoaded |= Object && Loadable.contains(Object) && !Link.isLoaded(Object);
      });
      if (!CanBeLoaded)
        continue;
      if (!Full)
        Full.emplace(searchFull(Searches, NamedFirst, Wrapped, Kernels));
      if (const InputObject *Member = Full->definitionOf(Name))
        Passed.insert(Wrapped.referenceTo(symbolToLoad(*Member, Name, Searches, Loadable)));
      else
        Unfound.insert(Name.str());
    }
  }
  return {{Passed.begin(), Passed.end()}, {Unfound.begin(), Unfound.end()}};
}

/// True if GNU ld reported this error for `Symbol`, maybe with a demangled name.
static bool reports(StringRef LinkerSaid, StringRef Error, StringRef Symbol) {
  return LinkerSaid.contains((Error + " `" + Symbol + "'").str()) ||
         LinkerSaid.contains((Error + " `" + demangle(Symbol) + "'").str());
}

bool repairLink(const LinkCommand &Command, const LinkInputs &Inputs,
                ArrayRef<KernelRecord> Kernels, ArrayRef<std::string> Unfound, StringRef LinkerSaid,
                LinkRepair &Repair) {
  const WrappedSymbols Wrapped(Command);
  const size_t Before = Repair.Needed.size() + Repair.LeftOut.size();
  for (const std::string &Name : Unfound)
    if (reports(LinkerSaid, "undefined reference to", Name))
      Repair.Needed.insert(Wrapped.referenceTo(Name));
  constexpr StringLiteral Twice = "multiple definition of";
  if (LinkerSaid.contains(Twice)) {
    const Search Full =
        searchFull(searchesOf(Command, Inputs), namedFirst(Command, Inputs), Wrapped, Kernels);
    for (const auto &[File, Object] : Inputs.objects())
      if (!File->isAlwaysLoaded() && !Full.isLoaded(Object) &&
          defines(*Object, [&](StringRef Name) { return reports(LinkerSaid, Twice, Name); }))
        Repair.LeftOut.insert(Object);
  }
  return Repair.Needed.size() + Repair.LeftOut.size() != Before;
}

} // namespace etprune
