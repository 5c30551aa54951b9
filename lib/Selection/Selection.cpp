// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// merge() joins each member of two selections: it ORs flags and unites sets. The order of options
// on a command line therefore never changes an image.

#include "Selection/Selection.h"

#include "llvm/Support/Path.h"

using namespace etprune;

template <typename Key>
static void uniteAskers(std::map<Key, std::set<Asker>> &Into,
                        const std::map<Key, std::set<Asker>> &From) {
  for (const auto &[Name, Askers] : From)
    Into[Name].insert(Askers.begin(), Askers.end());
}

void SelectedOp::merge(const SelectedOp &Other) {
  AllKernels |= Other.AllKernels;
  AllOverloads |= Other.AllOverloads;
  OverloadsBesideExact |= Other.OverloadsBesideExact;
  uniteAskers(Keys, Other.Keys);
  Askers.insert(Other.Askers.begin(), Other.Askers.end());
  uniteAskers(ArgumentKinds, Other.ArgumentKinds);
  uniteAskers(Calls, Other.Calls);
  DebugInfo.insert(Other.DebugInfo.begin(), Other.DebugInfo.end());
}

void Selection::merge(const Selection &Other) {
  AllOperators |= Other.AllOperators;
  AllAskers.insert(Other.AllAskers.begin(), Other.AllAskers.end());
  for (const auto &[Name, Op] : Other.Ops)
    Ops[Name].merge(Op);
  uniteAskers(Dropped, Other.Dropped);
  uniteAskers(Backends, Other.Backends);
  std::set<std::string> AllNotes(Notes.begin(), Notes.end());
  AllNotes.insert(Other.Notes.begin(), Other.Notes.end());
  Notes.assign(AllNotes.begin(), AllNotes.end());
}

void SelectedOp::cameFrom(llvm::StringRef FileOrOption) {
  DebugInfo.insert(llvm::sys::path::filename(FileOrOption).str());
}

bool etprune::operator==(const SelectedOp &A, const SelectedOp &B) {
  return A.AllKernels == B.AllKernels && A.AllOverloads == B.AllOverloads &&
         A.OverloadsBesideExact == B.OverloadsBesideExact && A.Keys == B.Keys &&
         A.Askers == B.Askers && A.ArgumentKinds == B.ArgumentKinds && A.Calls == B.Calls &&
         A.DebugInfo == B.DebugInfo;
}

bool etprune::operator==(const Selection &A, const Selection &B) {
  return A.AllOperators == B.AllOperators && A.AllAskers == B.AllAskers && A.Ops == B.Ops &&
         A.Dropped == B.Dropped && A.Backends == B.Backends && A.Notes == B.Notes;
}

llvm::StringRef etprune::modelOf(const Asker &A) {
  const auto [File, Method] = llvm::StringRef(A.Text).rsplit(": method '");
  return Method.empty() ? "" : File;
}
