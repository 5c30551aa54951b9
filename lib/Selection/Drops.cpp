// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes the dropped operators from a selection that is written to a file.
//
// A selection file cannot exclude operators or overloads. So no operator can be dropped from "all
// operators", and no overload from "all overloads of an operator": both are errors. When an image
// is pruned, the resolver applies `--drop` instead, because it knows all operators and overloads of
// the image. A drop that matches nothing is an error, because it may be a typo.

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

/// Returns the operators of the whole selection that a drop of Name removes.
static Expected<std::vector<std::string>> droppedOps(const Selection &Sel,
                                                     const std::string &Name) {
  if (Sel.AllOperators)
    return createStringError("a file that selects all operators cannot drop '" + Name +
                             "'; select them by name (--ops-schema), or give --all-ops and --drop "
                             "to et-prune");
  auto Missing = [&] {
    return createStringError(notSelected(Name, to_vector_of<StringRef>(make_first_range(Sel.Ops))));
  };
  std::string Bare = StringRef(Name).split('.').first.str();
  auto Selected = Sel.Ops.find(Bare);
  bool IsBareSelected = Selected != Sel.Ops.end();
  if (Bare != Name) {
    if (IsBareSelected && Selected->second.AllOverloads)
      return createStringError("'" + Bare + "' is selected and may stand for '" + Name +
                               "', and a file cannot drop one of its overloads; select the "
                               "wanted overloads by name");
    if (!Sel.Ops.count(Name))
      return Missing();
    return std::vector{Name};
  }
  std::vector<std::string> Overloads;
  for (auto It = Sel.Ops.lower_bound(Name + ".");
       It != Sel.Ops.end() && StringRef(It->first).starts_with(Name + "."); ++It)
    Overloads.push_back(It->first);
  if (IsBareSelected && (!Overloads.empty() || Selected->second.OverloadsBesideExact))
    return createStringError("'" + Name +
                             "' is ambiguous: the selection has an operator of this name and "
                             "also its overloads; select the wanted ones by name");
  if (IsBareSelected)
    Overloads.push_back(Name);
  if (Overloads.empty())
    return Missing();
  return Overloads;
}

Error applyDrops(Selection &Sel) {
  std::set<std::string> Gone;
  Problems Errors;
  for (const auto &[Name, Askers] : Sel.Dropped) {
    if (auto Ops = droppedOps(Sel, Name))
      Gone.insert(Ops->begin(), Ops->end());
    else
      Errors.add(Askers.begin()->Text, Ops.takeError());
  }
  for (const std::string &Name : Gone)
    Sel.Ops.erase(Name);
  Sel.Dropped.clear();
  return Errors.take();
}

} // namespace etprune
