// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order and grouping of merges do not change the merged selection. The inputs are random, from
// a fixed seed. They use few names so that they overlap.

#include "TestSupport.h"

#include <random>

namespace {
class RandomSelections {
public:
  Selection next() {
    Selection Sel;
    Sel.AllOperators = one(8);
    if (Sel.AllOperators)
      Sel.AllAskers.insert(who());
    for (unsigned I = pick(4); I > 0; --I) {
      SelectedOp &Op = Sel.Ops["aten::op" + std::to_string(pick(4))];
      Op.AllKernels |= one(3);
      Op.OverloadsBesideExact |= one(4);
      Op.AllOverloads |= Op.OverloadsBesideExact || one(4);
      for (unsigned J = pick(3); J > 0; --J)
        Op.Keys["v1/" + std::to_string(pick(4)) + ";"].insert(who());
      Op.Askers.insert(who());
      if (one(2))
        Op.ArgumentKinds[std::string(pick(3), '?')].insert(who());
      if (one(2))
        Op.Calls[{{DtypeSet(1) << pick(3)}, one(2)}].insert(who());
      if (one(2))
        Op.DebugInfo.insert(who().Text);
    }
    for (unsigned I = pick(3); I > 0; --I)
      Sel.Dropped["aten::op" + std::to_string(pick(4))].insert(who());
    if (one(2))
      Sel.Backends["Backend" + std::to_string(pick(3))].insert(who());
    // Selection::Notes is always sorted and without duplicates.
    std::set<std::string> Notes;
    for (unsigned I = pick(4); I > 0; --I)
      Notes.insert("note " + std::to_string(pick(5)));
    Sel.Notes.assign(Notes.begin(), Notes.end());
    return Sel;
  }

private:
  unsigned pick(unsigned Bound) { return Engine() % Bound; }
  bool one(unsigned In) { return pick(In) == 0; }
  Asker who() { return {"file" + std::to_string(pick(5)) + ".yaml"}; }
  std::mt19937 Engine{20260821};
};
} // namespace

static Selection united(Selection A, const Selection &B) {
  A.merge(B);
  return A;
}

TEST(SelectionMerge, Laws) {
  RandomSelections Random;
  for (int I = 0; I < 2000; ++I) {
    Selection A = Random.next(), B = Random.next(), C = Random.next();
    ASSERT_TRUE(united(A, B) == united(B, A)) << "not commutative in round " << I;
    ASSERT_TRUE(united(united(A, B), C) == united(A, united(B, C)))
        << "not associative in round " << I;
    ASSERT_TRUE(united(A, A) == A) << "not idempotent in round " << I;
    ASSERT_TRUE(united(A, Selection()) == A) << "empty is not neutral in round " << I;
    ASSERT_TRUE(united(united(A, B), B) == united(A, B)) << "round " << I;
  }
}

// The tests in test/oplist check the written format, and that et-oplist can read its own output.
TEST(YamlWriter, RefusesNamesTheFormatCannotHold) {
  Selection Sel;
  Sel.Ops["aten::add: {}\nx"].AllKernels = true;
  Sel.Ops["aten::mul.out"].Keys["v1/x"];
  std::string Text;
  raw_string_ostream OS(Text);
  std::string Message = toString(writeSelectedOperatorsYaml(Sel, OS));
  EXPECT_TRUE(contains(Message, "is not an operator name"));
  EXPECT_TRUE(contains(Message, "is malformed"));
  EXPECT_EQ(Text, "");
}
