// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/Resolver.h"

#include "Registry/RegisteredKernels.h"
#include "Selection/Names.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace etprune {

char UnservedError::ID;

namespace {

std::set<Asker> callersOf(const SelectedOp &Op) {
  std::set<Asker> Callers;
  for (const auto &Call : Op.ArgumentKinds)
    Callers.insert(Call.second.begin(), Call.second.end());
  return Callers;
}

std::string askersText(const std::set<Asker> &Askers) {
  return Askers.empty() ? "selection" : Askers.begin()->Text;
}

void checkDuplicates(ArrayRef<const KernelRecord *> Sorted, Problems &Found) {
  const KernelRecord *First = nullptr;
  for (const KernelRecord *Record : Sorted) {
    if (!First || *First < *Record)
      First = Record;
    else
      Found.add("kernel '" + Record->id() +
                "' is registered twice; link only one of these files\n>>> in " +
                First->Object->Name + "\n>>> in " + Record->Object->Name);
  }
}

struct Resolution {
  void add(const std::string &Name, const SelectedOp &Op);
  void addAll(const std::set<Asker> &Askers);
  void addBackends();
  void checkDrops() const;
  void keep(const KernelRecord *Record, const std::set<Asker> &Askers) {
    PlannedKernel &Kernel = keepFor(Record, Askers);
    Kernel.WithoutCalls.insert(Askers.begin(), Askers.end());
    Kernel.HasAnyDtypes = true;
  }

  PlannedKernel &keepFor(const KernelRecord *Record, const std::set<Asker> &Askers) {
    PlannedKernel &Kernel = Kept.try_emplace(Record, PlannedKernel{Record, {}}).first->second;
    Kernel.Askers.insert(Askers.begin(), Askers.end());
    return Kernel;
  }
  bool drops(StringRef Op);
  void keepAll(const Winners &Kernels, const std::set<Asker> &Askers);
  void noteLacking(StringRef Key, const Winners &Serving, const Winners &Kernels);
  void keepForKey(const SelectedOp &Op, StringRef Key, const Winners &Serving,
                  const std::set<Asker> &Callers);
  void checkDtypes(const std::string &Name, const SelectedOp &Op, StringRef Key,
                   const Winners &Serving);
  bool addOp(const std::string &Name, const Winners &Kernels, const SelectedOp &Op);
  void checkArguments(const std::string &Name, const Winners &Kernels, const SelectedOp &Op);
  void reportMissing(const std::string &Name, const std::set<Asker> &Askers);
  void reportUnserved(const std::string &Name, const std::string &Key,
                      const std::set<Asker> &Askers, const Winners &Kernels);
  void fail(UnservedError::Kind What, const std::string &Op, StringRef Key,
            const std::set<Asker> &Askers, const Twine &Message) {
    Found.add(make_error<UnservedError>(askersText(Askers) + ": operator '" + Op + "' " + Message,
                                        What, Op, Key.str(), Askers));
  }

  const RegisteredKernels &Registered;
  const Selection &Wanted;
  const ResolveOptions &Options;
  Problems &Found;
  std::map<const KernelRecord *, PlannedKernel> Kept = {};
  std::vector<std::string> Notes = {};
  /// Operators that keep fallback kernels of several libraries, each for different dtypes.
  std::set<std::string> OfSeveralLibraries = {};
  std::set<std::string> Selected = {};               ///< operators, for checkDrops()
  std::set<const std::set<Asker> *> DropsInUse = {}; ///< values of Wanted.Dropped
  unsigned MissingCount = 0;
};

/// True if a selected operator is dropped. A dropped name without overload means the operator that
/// is registered with exactly this name. If no operator has this name, all its overloads are meant.
bool Resolution::drops(StringRef Op) {
  if (Wanted.Dropped.empty())
    return false;
  Selected.insert(Op.str());
  auto Name = Wanted.Dropped.find(Op.str());
  if (std::string Bare = Op.split('.').first.str();
      Name == Wanted.Dropped.end() && Registered.count(Bare) == 0)
    Name = Wanted.Dropped.find(Bare);
  if (Name == Wanted.Dropped.end())
    return false;
  DropsInUse.insert(&Name->second);
  return true;
}

void Resolution::checkDrops() const {
  for (const auto &[Name, Askers] : Wanted.Dropped)
    if (!DropsInUse.count(&Askers))
      Found.add(askersText(Askers) + ": " +
                notSelected(Name, llvm::to_vector_of<StringRef>(Selected)));
}

void Resolution::add(const std::string &Name, const SelectedOp &Op) {
  auto Exact = Registered.find(Name);
  bool IsRegistered = Exact != Registered.end();
  if (IsRegistered && addOp(Name, Exact->second, Op))
    checkArguments(Name, Exact->second, Op);
  if (Op.AllOverloads && (!IsRegistered || Op.OverloadsBesideExact)) {
    std::vector<std::string> Overloads;
    std::string Prefix = Name + ".";
    for (auto It = Registered.lower_bound(Prefix);
         It != Registered.end() && StringRef(It->first).starts_with(Prefix); ++It) {
      IsRegistered = true;
      if (addOp(It->first, It->second, Op))
        Overloads.push_back("'" + It->first + "'");
    }
    if (!Overloads.empty())
      Notes.push_back(askersText(Op.Askers) + ": '" + Name +
                      "' names no overload and selects all of them: " + join(Overloads, ", "));
    // A model needs the operator of exactly this name. Only lists and options can mean overloads.
    IsRegistered &= Op.ArgumentKinds.empty() || Exact != Registered.end();
  }
  if (!IsRegistered && !drops(Name))
    reportMissing(Name, Op.ArgumentKinds.empty() ? Op.Askers : callersOf(Op));
}

void Resolution::addAll(const std::set<Asker> &Askers) {
  for (const auto &[Op, Kernels] : Registered)
    if (!drops(Op))
      keepAll(Kernels, Askers);
}

void Resolution::addBackends() {
  for (auto It = Registered.lower_bound(BackendPrefix.str());
       It != Registered.end() && isBackend(It->first); ++It) {
    SelectedOp Op;
    auto Named = Wanted.Backends.find(It->first.substr(BackendPrefix.size()));
    if (Named != Wanted.Backends.end())
      Op.Askers = Named->second;
    else if (!Options.DropBackends && !Wanted.AllOperators && !drops(It->first))
      Op.Askers.insert({"every backend"});
    else
      continue;
    addOp(It->first, It->second, Op);
  }
  if (Options.HasSelfRegisteredBackends)
    return;
  for (const auto &[Id, Askers] : Wanted.Backends) {
    const std::string Op = BackendPrefix.str() + Id;
    if (!Registered.count(Op) && !drops(Op))
      Found.add(askersText(Askers) + ": backend '" + Id +
                "' is not registered by any object of the link; link a library that registers the "
                "backend; if the program gets the backend in another way, leave the backend out of "
                "the selection with --drop " +
                Op);
  }
}

/// Keeps all kernels of an operator. For ExecuTorch's own registry, keeps only the fallback kernel
/// of the highest priority, because that registry has at most one fallback kernel per operator.
void Resolution::keepAll(const Winners &Kernels, const std::set<Asker> &Askers) {
  const KernelRecord *Fallback = fallbackOf(Kernels);
  for (const KernelRecord *Record : Kernels)
    if (!Options.ComparesKeys || !Record->isFallback() || Record == Fallback) {
      keep(Record, Askers);
      if (Record->isFallback() && Record != Fallback)
        OfSeveralLibraries.insert("'" + Record->Op + "'");
    }
}

/// Adds a note if a fallback kernel of higher priority is not used, because it lacks the dtypes.
void Resolution::noteLacking(StringRef Key, const Winners &Serving, const Winners &Kernels) {
  if (Serving.size() != 1 || !Serving.front()->isFallback())
    return;
  const KernelRecord *Better = fallbackOf(Kernels);
  if (Better != Serving.front())
    Notes.push_back("'" + Serving.front()->id() + "' serves the calls with dtypes " +
                    describeKey(Key.str()) + ", which '" + Better->id() + "' does not take");
}

/// Keeps the kernels that serve a key. PlannedKernel::Calls gets the texts that ExecuTorch's own
/// registry makes of the selected calls. A model's key is such a text. The key of another asker
/// gives such texts only if it has a dim order for each tensor (isKeyOfCall).
void Resolution::keepForKey(const SelectedOp &Op, StringRef Key, const Winners &Serving,
                            const std::set<Asker> &Callers) {
  const std::set<Asker> &Askers = Op.Keys.find(Key.str())->second;
  const bool IsOfModel =
      llvm::any_of(Askers, [&](const Asker &Who) { return Callers.count(Who) != 0; });
  for (const KernelRecord *Record : Serving) {
    PlannedKernel &Kernel = keepFor(Record, Askers);
    for (const CallDtypes &Call : dtypesOf(Op, Key, *Record))
      Kernel.Dtypes.insert(Call);
    if (Serving.size() > 1 || !(IsOfModel || isKeyOfCall(Key)))
      Kernel.WithoutCalls.insert(Askers.begin(), Askers.end());
    else if (IsOfModel)
      Kernel.Calls.insert(Key.str());
    else
      for (std::string &Text :
           textsOfCalls(Key, Record->Schema.empty() ? std::nullopt : Record->Arguments))
        Kernel.Calls.insert(std::move(Text));
  }
}

/// Fails if a serving kernel is narrowed and does not take a selected call. Only records that
/// were read from a pruned image can have narrowed kernels.
void Resolution::checkDtypes(const std::string &Name, const SelectedOp &Op, StringRef Key,
                             const Winners &Serving) {
  for (const KernelRecord *Record : Serving) {
    if (Record->OnlyCalls.empty())
      continue;
    for (const CallDtypes &Call : dtypesOf(Op, Key, *Record)) {
      if (llvm::any_of(Record->OnlyCalls, [&](const auto &Only) { return Only.covers(Call); }))
        continue;
      fail(UnservedError::Dtypes, Name, Key, Op.Keys.find(Key.str())->second,
           "is called with dtypes " + describeKey(Key.str()) + " (key '" + Key +
               "'), but its kernel was narrowed to calls with " + dtypeNames(Record->OnlyCalls) +
               "; prune again, with this selection too");
      return;
    }
  }
}

/// False if the operator is dropped.
bool Resolution::addOp(const std::string &Name, const Winners &Kernels, const SelectedOp &Op) {
  if (drops(Name)) {
    Notes.push_back("operator '" + Name + "' is dropped, although " + askersText(Op.Askers) +
                    " asks for it");
    return false;
  }
  if (Op.AllKernels || Op.Keys.empty() || Options.IgnoreKeys) {
    keepAll(Kernels, Op.Askers);
    return true;
  }
  const std::set<Asker> Callers = callersOf(Op);
  for (const auto &[Key, Askers] : Op.Keys) {
    Winners Serving = kernelsFor(Key, Kernels, Options.ComparesKeys);
    keepForKey(Op, Key, Serving, Callers);
    checkDtypes(Name, Op, Key, Serving);
    noteLacking(Key, Serving, Kernels);
    if (Serving.empty())
      reportUnserved(Name, Key, Askers, Kernels);
  }
  return true;
}

/// The message lists the dtypes of the operator's kernels. If a kernel has the key's dtypes, the
/// dim orders differ. The message then lists the kernels' keys, which show the dim orders.
void Resolution::reportUnserved(const std::string &Name, const std::string &Key,
                                const std::set<Asker> &Askers, const Winners &Kernels) {
  const std::string Asked = describeKey(Key);
  std::set<std::string> Dtypes, Keys;
  for (const KernelRecord *Record : Kernels) {
    Dtypes.insert(describeKey(Record->Key));
    Keys.insert("'" + *Record->Key + "'");
  }
  fail(UnservedError::Dtypes, Name, Key, Askers,
       "has no kernel for dtypes " + Asked + " (key '" + Key +
           "') and no fallback kernel; the registered kernels are for " +
           (Dtypes.count(Asked) ? "keys " + join(Keys, ", ") : "dtypes " + join(Dtypes, ", ")));
}

/// A model for another version of ExecuTorch may pass other arguments than the kernels expect.
void Resolution::checkArguments(const std::string &Name, const Winners &Kernels,
                                const SelectedOp &Op) {
  std::map<Asker, std::set<const KernelRecord *>> Serving; // by asker with keys
  for (const auto &[Key, Askers] : Op.Keys) {
    const Winners OfKey = kernelsFor(Key, Kernels, Options.ComparesKeys);
    for (const Asker &Who : Askers)
      Serving[Who].insert(OfKey.begin(), OfKey.end());
  }
  const std::set<const KernelRecord *> All(Kernels.begin(), Kernels.end());
  for (const auto &[Kinds, Askers] : Op.ArgumentKinds) {
    std::map<std::string, std::set<Asker>> Wrong; // by reason
    for (const Asker &Who : Askers) {
      auto Known = Serving.find(Who);
      for (const KernelRecord *Record : Known == Serving.end() ? All : Known->second) {
        const std::optional<CallArguments> &Taken = Record->Arguments;
        if (std::string Why = Taken ? whyNotTaken(Kinds, *Taken) : ""; !Why.empty())
          Wrong[Why].insert(Who);
      }
    }
    for (const auto &[Why, Callers] : Wrong) {
      std::string Others;
      for (const Asker &Who : drop_begin(Callers))
        Others += "\n>>> and so does " + Who.Text;
      fail(UnservedError::Arguments, Name, "", Callers,
           Why +
               "; model and kernels have different versions: export the model for the kernels' "
               "version, or link kernels of the model's version" +
               Others);
    }
  }
}

void Resolution::reportMissing(const std::string &Name, const std::set<Asker> &Askers) {
  std::string Message = "is not registered ";
  Message += Options.Image.empty() ? "by any kernel library" : "in '" + Options.Image.str() + "'";
  constexpr unsigned MaxCompared = 100; // so many missing operators are no spelling mistakes
  StringRef Nearest;
  if (++MissingCount <= MaxCompared)
    Nearest = nearestName(Name, llvm::to_vector_of<StringRef>(make_first_range(Registered)));
  if (!Nearest.empty())
    Message += ("; did you mean '" + Nearest + "'?").str();
  else if (Registered.empty() && !Options.HasUnknownKernels)
    Message += Options.Image.empty() ? "; no kernel library is linked at all"
                                     : "; et-prune finds no registered kernel in the image";
  const std::string Namespace = Name.substr(0, Name.find("::"));
  auto IsOfIt = [&](const auto &Op) { return Op.first.find(Namespace + "::") == 0; };
  if (const StringRef Libraries = librariesOf(Namespace);
      !Libraries.empty() && llvm::none_of(Registered, IsOfIt))
    Message += "\n>>> link the library of '" + Namespace + "': " + Libraries.str();
  fail(UnservedError::Operator, Name, "", Askers, Message);
}

} // namespace

Expected<PrunePlan> resolve(ArrayRef<KernelRecord> Records, const Selection &Wanted,
                            const ResolveOptions &Options) {
  Problems Found;
  const std::vector<const KernelRecord *> Sorted = inTableOrder(Records);
  if (Options.Image.empty()) // an image's table may list one kernel with several keys
    checkDuplicates(Sorted, Found);
  const bool Everything = Wanted.AllOperators && Wanted.Dropped.empty();
  const RegisteredKernels Registered =
      registeredKernels(Sorted, Everything && Options.ComparesKeys, Found);
  Resolution Resolved{Registered, Wanted, Options, Found};
  if (Everything && Options.TableInScript)
    for (const KernelRecord &Record : Records)
      Resolved.keep(&Record, Wanted.AllAskers);
  else if (Wanted.AllOperators)
    Resolved.addAll(Wanted.AllAskers);
  for (const auto &[Name, Op] : Wanted.Ops)
    Resolved.add(Name, Op);
  Resolved.addBackends();
  Resolved.checkDrops();
  if (Found)
    return Found.take();

  PrunePlan Plan;
  Plan.Everything = Everything;
  Plan.Notes = std::move(Resolved.Notes);
  if (!Everything && !Resolved.OfSeveralLibraries.empty())
    Plan.Notes.push_back("kernels of several libraries stay for these operators, because the "
                         "selection names no dtypes and no single library has all dtypes; name "
                         "the dtypes, or select by models: " +
                         join(Resolved.OfSeveralLibraries, ", "));
  for (const KernelRecord *Record : Sorted)
    if (auto It = Resolved.Kept.find(Record); It != Resolved.Kept.end())
      Plan.Kept.push_back(std::move(It->second));
    else
      Plan.Dropped.push_back(Record);
  ASSIGN_OR_RETURN(Plan.Table, tableEntries(Plan, Options.ComparesKeys));
  if (!Options.TableInScript) // a table by a script is in the order of section names
    llvm::stable_sort(Plan.Table, [](const TableEntry &A, const TableEntry &B) {
      return std::tie(A.Record->Op, B.Record->Priority) <
             std::tie(B.Record->Op, A.Record->Priority);
    });
  return Plan;
}

} // namespace etprune
