// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables and functions that static initialisers share with other objects. An initialiser can be
// dropped only if no kept code uses its shared variables and functions.
//
// Inline variables, static members of templates, and static variables of inline functions can have
// a guard: a second variable that shows whether the first is initialised. Each object that uses
// such a variable has an initialiser, and a COMDAT group with the variable and its guard. The first
// initialiser to run registers the kernels; the others do nothing. All these initialisers can be
// dropped if each reference to the guard comes from a dropped initialiser, or from an inline
// function that only dropped initialisers call. The same rule holds for a shared variable that is
// no guard. If several initialisers use this variable, none may read its initial value, because
// another initialiser may have changed the value.

#include "Runtimes/SelfRegisteringObject.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

struct SharedReader {
  /// The name of kept code or data that refers to the symbol; empty if there is none.
  std::string otherUser(const SharedSymbol &Shared) {
    addUsersOfName(Shared.Name);
    for (size_t I = 0; I < Users.size() && Found.empty(); ++I)
      lookAt(SectionRef(Users[I]));
    return Found;
  }

  void addUsers(const InputObject &Object, function_ref<bool(const ObjectSymbol &)> IsMeant) {
    BitVector Meant(Object.Symbols.size());
    for (uint32_t I = 1; I < Meant.size(); ++I)
      Meant[I] = IsMeant(Object.Symbols[I]);
    if (Meant.none())
      return;
    for (uint32_t I = 1; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if ((Section.Flags & ELF::SHF_ALLOC) && !isUnwindSection(Section) &&
          llvm::any_of(Section.Relocations,
                       [&](const ObjectRelocation &R) { return Meant[R.Symbol]; }))
        Users.insert({&Object, I});
    }
  }

  void addUsersOfName(StringRef Name) {
    if (!Names.insert(Name).second)
      return;
    for (const InputObject *Object : Objects) {
      std::set<uint32_t> Definitions; // where Name is defined; relocations may use local symbols
      for (const ObjectSymbol &Symbol : Object->Symbols) {
        if (Symbol.isLocal() || Symbol.Name != Name)
          continue;
        if (Object->UsesIntermediateCode)
          Found = Object->Name;
        if (!Symbol.isUndefined() && IsSeenOutside(*Object, Symbol))
          Found = "other programs, because it is exported";
        if (Symbol.isInSection())
          Definitions.insert(Symbol.Section);
      }
      addUsers(*Object, [&](const ObjectSymbol &Symbol) {
        return Symbol.isLocal() ? Definitions.count(Symbol.Section) != 0 : Symbol.Name == Name;
      });
    }
  }

  /// Does nothing for a section in `Replaced`. The linker drops a local or inline function with its
  /// last user, so the sections that refer to the function go to `Users`. Any other section is
  /// kept, so its name goes to `Found`.
  void lookAt(const SectionRef &User) {
    if (Replaced.count(User))
      return;
    const InputObject &Object = *User.Object;
    const ObjectSection &Section = User.section();
    bool IsInline = Section.Name.starts_with(".text.") && !(Section.Flags & ELF::SHF_GNU_RETAIN);
    std::string Name = Section.Name.str();
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == User.Index && Symbol.Type == ELF::STT_FUNC) {
        Name = readableName(Symbol.Name);
        IsInline &= Symbol.isLocal() || (Section.Flags & ELF::SHF_GROUP);
      }
    if (!IsInline) {
      Found = "'" + Name + "' of " + Object.Name;
      return;
    }
    addUsers(Object, [&](const ObjectSymbol &Symbol) { return Symbol.Section == User.Index; });
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == User.Index && !Symbol.isLocal())
        addUsersOfName(Symbol.Name);
  }

  ArrayRef<const InputObject *> Objects;
  const std::set<SectionRef> &Replaced; ///< code and pointers of the initialisers to drop
  IsSeen IsSeenOutside;
  SetVector<SectionRef> Users = {};
  StringSet<> Names = {};
  std::string Found = {};
};

/// True if every definition of a variable is zero at program start. The linker may then take any
/// definition.
bool isZeroEverywhere(StringRef Variable, ArrayRef<const InputObject *> Objects) {
  return llvm::all_of(Objects, [&](const InputObject *Object) {
    return llvm::all_of(Object->Symbols, [&](const ObjectSymbol &Symbol) {
      return Symbol.isLocal() || Symbol.isUndefined() || Symbol.Name != Variable ||
             (Symbol.isInSection() && Object->Sections[Symbol.Section].Type == ELF::SHT_NOBITS);
    });
  });
}

/// True if two registrations name the same function. Objects may have copies of a local function,
/// for example of a lambda. Copies count as the same if their code and references are equal.
bool isSameFunction(const RegisteredKernel &A, const RegisteredKernel &B) {
  if (A.FunctionName.empty() || A.FunctionName != B.FunctionName || A.IsGlobal != B.IsGlobal)
    return false;
  const auto &[MyObject, MySection, MyValue] = A.Function;
  const auto &[Object, Section, Value] = B.Function;
  if (A.IsGlobal || (MyObject == Object && MySection == Section && MyValue == Value))
    return true;
  const ObjectSection &Mine = MyObject->Sections[MySection], &Other = Object->Sections[Section];
  auto NameOf = [](const InputObject &In, const ObjectRelocation &R) {
    const ObjectSymbol &Symbol = In.Symbols[R.Symbol];
    return Symbol.isLocal() ? "" : Symbol.Name;
  };
  if (MyValue != Value || Mine.Data != Other.Data ||
      Mine.Relocations.size() != Other.Relocations.size())
    return false;
  for (const auto &[R, S] : llvm::zip_equal(Mine.Relocations, Other.Relocations))
    if (R.Offset != S.Offset || R.Type != S.Type || R.Addend != S.Addend ||
        NameOf(*MyObject, R).empty() || NameOf(*MyObject, R) != NameOf(*Object, S))
      return false;
  return true;
}

/// A kernel that two of the initialisers register with different functions; null if there is none.
const RegisteredKernel *differentKernel(ArrayRef<const KernelInitializer *> Initializers) {
  for (const KernelInitializer *A : Initializers)
    for (const KernelInitializer *B : Initializers)
      for (const RegisteredKernel &Mine : A->Kernels)
        for (const RegisteredKernel &Other : B->Kernels)
          if (A != B && Mine.isForSameCalls(Other) && !isSameFunction(Mine, Other))
            return &Mine;
  return nullptr;
}

/// Maps each shared symbol to the reason why the initialisers that use it stay. The reason is empty
/// if they can be dropped.
StringMap<std::string> reasons(ArrayRef<SelfRegisteringObject> Objects,
                               ArrayRef<const InputObject *> LinkObjects, IsSeen IsSeenOutside) {
  std::set<SectionRef> Replaced;
  struct Use {
    SharedSymbol Symbol;
    std::vector<const KernelInitializer *> Users;
  };
  StringMap<Use> Uses;
  for (const SelfRegisteringObject &Object : Objects)
    for (const KernelInitializer &Initializer : Object.Initializers) {
      Replaced.insert({Object.Object, Initializer.Code});
      Replaced.insert({Object.Object, Initializer.Slot});
      for (const SharedSymbol &Shared : Initializer.Shared) {
        Use &U = Uses.try_emplace(Shared.Name, Use{Shared, {}}).first->second;
        U.Symbol.IsRead |= Shared.IsRead;
        U.Users.push_back(&Initializer);
      }
    }
  StringMap<std::string> Reasons;
  for (const auto &[Name, U] : Uses) {
    const std::string Readable = "'" + readableName(Name) + "'";
    std::string &Why = Reasons[Name];
    const std::string Other =
        SharedReader{LinkObjects, Replaced, IsSeenOutside}.otherUser(U.Symbol);
    if (!Other.empty())
      Why = U.Symbol.IsVariable ? "it shares " + Readable + " with " + Other
                                : "it may also be called by " + Other;
    else if (U.Users.size() > 1 && U.Symbol.IsRead && !U.Symbol.isGuard())
      Why = "it reads " + Readable + ", and so do other initialisers";
    else if (const RegisteredKernel *Kernel = differentKernel(U.Users))
      Why = "another object initialises " + Readable + ", too, and registers '" + Kernel->Op.Text +
            "' with a function of its own";
    else if (U.Symbol.IsVariable && !isZeroEverywhere(Name, LinkObjects))
      Why = "it uses " + Readable + ", which has a value before the program starts";
  }
  return Reasons;
}

} // namespace

std::vector<RegistryCaller> refuseSharedElsewhere(std::vector<SelfRegisteringObject> &Objects,
                                                  ArrayRef<const InputObject *> LinkObjects,
                                                  IsSeen IsSeenOutside) {
  std::vector<RegistryCaller> Callers;
  for (bool Changed = true; std::exchange(Changed, false);) {
    const StringMap<std::string> Why = reasons(Objects, LinkObjects, IsSeenOutside);
    for (SelfRegisteringObject &Object : Objects) {
      // The .init_array sections that stay, each with the reason. All initialisers of such a
      // section stay, because only a whole section can be dropped.
      std::map<uint32_t, std::string> Stay;
      for (const KernelInitializer &Initializer : Object.Initializers)
        for (const SharedSymbol &Shared : Initializer.Shared)
          if (auto It = Why.find(Shared.Name); It != Why.end() && !It->second.empty())
            Stay[Initializer.Slot] = It->second;
      llvm::erase_if(Object.Initializers, [&](const KernelInitializer &Initializer) {
        auto It = Stay.find(Initializer.Slot);
        if (It == Stay.end())
          return false;
        Callers.push_back(callerOf(*Object.Object, Initializer.Code, It->second));
        return Changed = true;
      });
    }
  }
  return Callers;
}

bool shareGuard(const KernelInitializer &A, const KernelInitializer &B) {
  return llvm::any_of(A.Shared, [&](const SharedSymbol &Mine) {
    return Mine.isGuard() && llvm::any_of(B.Shared, [&](const SharedSymbol &Other) {
             return Mine.Name == Other.Name;
           });
  });
}

} // namespace etprune
