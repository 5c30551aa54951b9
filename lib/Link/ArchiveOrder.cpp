// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what GNU ld does with the inputs, one after the other: takes objects, and searches each
// archive, or each group of them, until it has no more members for the undefined symbols. Symbols
// that are undefined at the end are named at the start, and the search is done again, because the
// members that they load may need others.

#include "Link/ArchiveOrder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// Files that GNU ld searches together: one, or those of a group.
using SearchedTogether = std::vector<const LinkFile *>;

/// The file that an operand of the command stands for; null where that is not known. `ByPath` has
/// the files of the link.
const LinkFile *fileOf(const LinkOperand &Operand, const LinkInputs &Inputs,
                       const StringMap<const LinkFile *> &ByPath) {
  StringRef Name = Operand.Text;
  if (Operand.What == LinkOperand::Input)
    return ByPath.lookup(Name);
  if (Operand.What != LinkOperand::Library)
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

/// The files in the order in which GNU ld searches them. Those that scripts name come last.
std::vector<SearchedTogether> searchesOf(const LinkCommand &Command, const LinkInputs &Inputs) {
  std::vector<SearchedTogether> Searches;
  StringMap<const LinkFile *> ByPath;
  for (const auto &File : Inputs.Files)
    ByPath.try_emplace(File->Path, File.get());
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
      if (const LinkFile *File = fileOf(*Operand, Inputs, ByPath)) {
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

/// The state of a link while its inputs are searched.
class Search {
public:
  Search(const EditMap &Edits, const DenseSet<const InputObject *> &Loadable)
      : Edits(Edits), Loadable(Loadable) {}

  void addUndefined(StringRef Name) {
    if (!Defined.contains(Name))
      Undefined.insert(Name);
  }
  void load(const InputObject &Object);
  void search(const SearchedTogether &Files);
  bool isLoaded(const InputObject *Object) const { return Loaded.contains(Object); }

  StringSet<> Undefined;

private:
  bool isWanted(const InputObject &Object) const {
    return llvm::any_of(Object.Symbols, [&](const ObjectSymbol &Symbol) {
      return !Symbol.isLocal() && !Symbol.isUndefined() && Undefined.contains(Symbol.Name);
    });
  }

  const EditMap &Edits;
  const DenseSet<const InputObject *> &Loadable;
  StringSet<> Defined;
  DenseSet<const InputObject *> Loaded;
};

void Search::load(const InputObject &Object) {
  Loaded.insert(&Object);
  DenseSet<uint32_t> Weakened;
  if (const auto Found = Edits.find(&Object); Found != Edits.end()) {
    Weakened.insert(Found->second.WeakenedSymbols.begin(), Found->second.WeakenedSymbols.end());
    for (const NewSymbol &Symbol : Found->second.NewSymbols)
      if (Symbol.Section == ObjectSymbol::Undefined)
        addUndefined(Symbol.Name);
  }
  for (uint32_t I = 0; I < Object.Symbols.size(); ++I) {
    const ObjectSymbol &Symbol = Object.Symbols[I];
    if (Symbol.isLocal())
      continue;
    if (!Symbol.isUndefined()) {
      Defined.insert(Symbol.Name);
      Undefined.erase(Symbol.Name);
    } else if (Symbol.Binding != ELF::STB_WEAK && !Weakened.contains(I)) {
      addUndefined(Symbol.Name);
    }
  }
}

void Search::search(const SearchedTogether &Files) {
  for (bool HasLoaded = true; HasLoaded;) {
    HasLoaded = false;
    for (const LinkFile *File : Files)
      for (const LinkMember &Member : File->Members) {
        const InputObject *Object = Member.Object.get();
        if (!Object || isLoaded(Object) ||
            (!File->isAlwaysLoaded() && (!Loadable.contains(Object) || !isWanted(*Object))))
          continue;
        load(*Object);
        HasLoaded |= !File->isAlwaysLoaded();
      }
  }
}

} // namespace

std::vector<std::string> findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                           ArrayRef<const InputObject *> Added,
                                           const EditMap &Edits,
                                           const DenseSet<const InputObject *> &Loadable) {
  const std::vector<SearchedTogether> Searches = searchesOf(Command, Inputs);
  std::set<std::string> Passed;
  for (size_t Before = SIZE_MAX; Before != Passed.size();) {
    Before = Passed.size();
    Search Link(Edits, Loadable);
    for (const std::string &Name : Passed)
      Link.addUndefined(Name);
    for (const InputObject *Object : Added)
      Link.load(*Object);
    for (const SearchedTogether &Files : Searches)
      Link.search(Files);
    for (const auto &Name : Link.Undefined)
      Inputs.index().forEachDefinition(Name.getKey(), [&](MemberRef Ref) {
        const InputObject *Object = Ref.member().Object.get();
        if (Object && Loadable.contains(Object) && !Link.isLoaded(Object))
          Passed.insert(Name.getKey().str());
      });
  }
  return {Passed.begin(), Passed.end()};
}

} // namespace etprune
