// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/Closure.h"

#include "Object/Arch/Arch.h"
#include "Support/Mark.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr const char *LibraryCalls[] = {
#define HANDLE_LIBCALL(Code, Name) Name,
#include "llvm/IR/RuntimeLibcalls.def"
#undef HANDLE_LIBCALL
#define TLI_DEFINE_STRING
#include "llvm/Analysis/TargetLibraryInfo.def"
#undef TLI_DEFINE_STRING
    "abort", "sincos", "sincosf"};

/// Adds the library functions to which a compiler may add calls when it compiles intermediate code.
/// For example, the compiler may replace printf with puts, which the symbol table does not name.
void addCompilerCalls(const LinkInputs &Inputs, ArchiveIndex::Visitor Add) {
  const ArchiveIndex &Index = Inputs.index();
  for (const char *Name : LibraryCalls)
    if (Name)
      Index.forEachDefinition(Name, Add);
  Index.forEachDefinition(
      [&](StringRef Name) {
        return llvm::any_of(Arch::all(), [&](const Arch *A) {
          return llvm::any_of(A->HelperPrefixes, [&](StringRef P) { return Name.starts_with(P); });
        });
      },
      Add);
  for (const auto &File : Inputs.Files) {
    StringRef Name = sys::path::filename(File->Path);
    if (Name.starts_with("libgcc") || Name.starts_with("libclang_rt.builtins"))
      for (size_t I = 0; I < File->Members.size(); ++I)
        Add({File.get(), I});
  }
}

void addRoots(const LinkInputs &Inputs, ArchiveIndex::Visitor Add) {
  const ArchiveIndex &Index = Inputs.index();
  for (const StringSet<> *Names : {&Inputs.RootSymbols, &Inputs.AskedByLibraries})
    for (const auto &Name : *Names)
      Index.forEachDefinition(Name.getKey(), Add);
  for (const char *Name : {"_start", "_init", "_fini"})
    Index.forEachDefinition(Name, Add);
  if (!Inputs.RootGlobs.empty())
    Index.forEachDefinition(
        [&](StringRef Name) {
          return llvm::any_of(Inputs.RootGlobs,
                              [&](const GlobPattern &G) { return G.match(Name); });
        },
        Add);
}

/// True if a symbol may make the linker load an archive member. For a common symbol (`Elsewhere`),
/// linkers may load a member that defines the symbol in a section.
bool asksForMember(const ObjectSymbol &Symbol) {
  return !Symbol.isLocal() && (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere);
}

Error follow(LinkInputs &Inputs, bool WithKernels, std::vector<const InputObject *> &Loaded) {
  const ArchiveIndex &Index = Inputs.index();
  using Node = std::pair<LinkFile *, size_t>; // a file and a member's index
  SetVector<Node> Roots;
  auto Add = [&](MemberRef Ref) { Roots.insert({Ref.File, Ref.Index}); };
  for (auto &File : Inputs.Files)
    for (size_t I = 0; I < File->Members.size(); ++I)
      if (File->isAlwaysLoaded())
        Add({File.get(), I});
  addRoots(Inputs, Add);
  if (WithKernels)
    llvm::for_each(Index.kernelMembers(), Add);

  bool HasIntermediate = false;
  Problems Errors;
  mark(std::move(Roots), [&](Node At, auto Mark) {
    auto Follow = [&](MemberRef Ref) { Mark(Node(Ref.File, Ref.Index)); };
    LinkMember &Member = At.first->Members[At.second];
    if (Error E = Inputs.load(*At.first, Member))
      return Errors.add(std::move(E));
    Loaded.push_back(Member.Object.get());
    if (WithKernels)
      Member.Needed = true;
    if (WithKernels && Member.Object->UsesIntermediateCode && !HasIntermediate) {
      HasIntermediate = true;
      addCompilerCalls(Inputs, Follow);
    }
    for (const ObjectSymbol &Symbol : Member.Object->Symbols)
      if (asksForMember(Symbol))
        Index.forEachDefinition(Symbol.Name, Follow);
  });
  return Errors.take();
}

Error keep(LinkFile &File, LinkMember &Member) {
  return std::exchange(Member.Needed, true) ? Error::success() : readMember(File, Member);
}

/// Keeps every member that defines the same symbol as an object in `Closure`, for example each copy
/// of an inline function. LLD orders symbols by their first appearance in any member, so a relink
/// without these members would order symbols differently.
Error keepOtherDefinitions(LinkInputs &Inputs, ArrayRef<const InputObject *> Closure) {
  Problems Errors;
  auto Keep = [&](MemberRef Ref) { Errors.add(keep(*Ref.File, Ref.member())); };
  for (const InputObject *Object : Closure)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal() && !Symbol.isUndefined())
        Inputs.index().forEachDefinition(Symbol.Name, Keep);
  return Errors.take();
}

/// Keeps the first `Count` members of each archive. GNU ld opens an archive's first member to learn
/// the machine. GNU ld also numbers this member's sections, and orders veneers by section numbers.
Error keepFirstMembers(LinkInputs &Inputs, size_t Count) {
  for (auto &File : Inputs.Files)
    for (LinkMember &Member : MutableArrayRef(File->Members).take_front(Count))
      RETURN_IF_ERROR(keep(*File, Member));
  return Error::success();
}

} // namespace

bool isCompilerCall(StringRef Function) {
  return llvm::any_of(LibraryCalls, [&](const char *Name) { return Name && Function == Name; });
}

std::vector<const InputObject *> loadedWithoutKernels(LinkInputs &Inputs) {
  std::vector<const InputObject *> Loaded;
  // Ignore unreadable objects here: the linker or findClosure() reports them.
  consumeError(follow(Inputs, /*WithKernels=*/false, Loaded));
  return Loaded;
}

DenseSet<const InputObject *> findLoadable(const LinkInputs &Inputs,
                                           ArrayRef<const InputObject *> Added,
                                           ArrayRef<PlannedKernel> Kept, const EditMap &Edits) {
  SetVector<const InputObject *> Roots;
  auto Add = [&](const InputObject *Object) {
    if (Object)
      Roots.insert(Object);
  };
  auto AddMember = [&](MemberRef Ref) { Add(Ref.member().Object.get()); };
  for (const auto &[File, Object] : Inputs.objects())
    if (File->isAlwaysLoaded())
      Add(Object);
  llvm::for_each(Added, Add);
  for (const PlannedKernel &Kernel : Kept)
    Add(Kernel.Record->Object);
  addRoots(Inputs, AddMember);

  const auto Loadable = mark(std::move(Roots), [&](const InputObject *Object, auto Mark) {
    auto Follow = [&](MemberRef Ref) {
      if (const InputObject *Next = Ref.member().Object.get())
        Mark(Next);
    };
    const auto Found = Edits.find(Object);
    BitVector IsWeak(Object->Symbols.size());
    if (Found != Edits.end()) {
      for (uint32_t Symbol : Found->second.WeakenedSymbols)
        IsWeak.set(Symbol);
      for (const NewSymbol &Symbol : Found->second.NewSymbols)
        if (Symbol.Section == ObjectSymbol::Undefined)
          Inputs.index().forEachDefinition(Symbol.Name, Follow);
    }
    for (size_t I = 0; I < Object->Symbols.size(); ++I)
      if (asksForMember(Object->Symbols[I]) && !IsWeak.test(I))
        Inputs.index().forEachDefinition(Object->Symbols[I].Name, Follow);
  });
  return {Loadable.begin(), Loadable.end()};
}

Expected<std::vector<const InputObject *>> findClosure(LinkInputs &Inputs) {
  std::vector<const InputObject *> Loaded;
  RETURN_IF_ERROR(follow(Inputs, /*WithKernels=*/true, Loaded));
  std::vector<const InputObject *> Ordered;
  for (auto &File : Inputs.Files)
    for (LinkMember &Member : File->Members)
      if (Member.Needed && Member.Object)
        Ordered.push_back(Member.Object.get());
  // For LLD, keep all members of a bundle's archives, because the bundle has only needed members.
  RETURN_IF_ERROR(!Inputs.Linker.EntersArchiveSymbols ? keepFirstMembers(Inputs, 1)
                  : Inputs.AreOfBundle                ? keepFirstMembers(Inputs, SIZE_MAX)
                                                      : keepOtherDefinitions(Inputs, Ordered));
  return Ordered;
}

} // namespace etprune
