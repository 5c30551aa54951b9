// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Selection/CallDtypes.h"

#include "Selection/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <numeric>

using namespace llvm;

namespace etprune {

DtypeSet CallDtypes::all() const {
  return std::accumulate(Sets.begin(), Sets.end(), DtypeSet(0), std::bit_or<>());
}

bool CallDtypes::covers(const CallDtypes &Other) const {
  auto At = [](const std::vector<DtypeSet> &List, size_t I) {
    return List[std::min(I, List.size() - 1)];
  };
  auto Has = [](DtypeSet Set, DtypeSet Wanted) { return (Wanted & ~Set) == 0; };
  if (Other.Sets.size() == 1 && Sets.size() > 1) {
    const DtypeSet Wanted = Other.Sets.front();
    if (llvm::popcount(Wanted) > 1)
      return Has(all(), Wanted);
    return llvm::all_of(Sets, [&](DtypeSet Set) { return Set == 0 || Has(Set, Wanted); });
  }
  for (size_t I = 0; I < std::max(Sets.size(), Other.Sets.size()); ++I)
    if (!Has(At(Sets, I), At(Other.Sets, I)))
      return false;
  return true;
}

std::string dtypeNames(const CallDtypesSet &Calls) {
  DtypeSet All = 0;
  for (const CallDtypes &Call : Calls)
    All |= Call.all();
  std::vector<StringRef> Names;
  for (unsigned Code = 0; Code < 64; ++Code)
    if (All >> Code & 1)
      Names.push_back(dtypeName(Code));
  return Names.empty() ? "none" : join(Names, "+");
}

std::string callsText(const CallDtypesSet &Calls) {
  std::string Text = dtypeNames(Calls);
  char Separator = ':';
  for (const CallDtypes &Call : Calls) {
    for (DtypeSet Set : Call.Sets) {
      Text += Separator + utohexstr(Set, /*LowerCase=*/true);
      Separator = '.';
    }
    Text += Call.AnyInLists ? "*" : "";
    Separator = ',';
  }
  return Text;
}

std::optional<CallDtypesSet> readCalls(StringRef Text) {
  auto [Names, Rest] = Text.split(':');
  CallDtypesSet Calls;
  SmallVector<StringRef> Texts;
  Rest.split(Texts, ',');
  for (StringRef One : Texts) {
    CallDtypes Call;
    Call.AnyInLists = One.consume_back("*");
    SmallVector<StringRef> Sets;
    One.split(Sets, '.');
    for (StringRef Set : Sets)
      if (Set.getAsInteger(16, Call.Sets.emplace_back()))
        return std::nullopt;
    Calls.insert(std::move(Call));
  }
  if (Names != dtypeNames(Calls))
    return std::nullopt;
  return Calls;
}

} // namespace etprune
