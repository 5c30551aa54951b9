// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramBuilder.h"

#include "Selection/CallDtypes.h"

namespace call_dtypes {

constexpr DtypeSet Int = 1 << 3, Long = 1 << 4, Float = 1 << 6, Bool = 1 << 11;

class CallDtypesOfAModel : public OfOneMethod {
protected:
  CallDtypesSet calls() {
    Selection Sel = read();
    CallDtypesSet Calls;
    for (const auto &Call : Sel.Ops["t::f"].Calls)
      Calls.insert(Call.first);
    return Calls;
  }
};

TEST(CallDtypes, TextAndBack) {
  for (const auto &[Calls, Text] : std::vector<std::pair<CallDtypesSet, const char *>>{
           {{{{Float}, false}}, "Float:40"},
           {{{{Float | Long}, true}}, "Long+Float:50*"},
           {{{{Float, Float, 0, Float}, false}, {{Long, Long, 0, Long}, false}},
            "Long+Float:10.10.0.10,40.40.0.40"},
           {{{{0}, false}}, "none:0"},
           {{{{DtypeSet(1) << 29, Float}, false}}, "Float+UInt64:20000000.40"}}) {
    EXPECT_EQ(callsText(Calls), Text);
    EXPECT_TRUE(readCalls(Text) == Calls) << Text;
  }
}

TEST(CallDtypes, OtherTextIsNone) {
  for (const char *Text : {"", "Float", "Float:", "Float:g", "Long:40", "Float:40,", "Float:40..40",
                           "v1/6;", "Float:40*.40", "Float:11111111111111111", ":"})
    EXPECT_FALSE(readCalls(Text)) << Text;
}

TEST(CallDtypes, Covers) {
  const CallDtypes Add{{Float, Float, 0, Float}, false}, Compare{{Float, Float, Bool}, false};
  EXPECT_TRUE(Add.covers(Add));
  EXPECT_FALSE(Add.covers({{Float, Long, 0, Float}, false}));
  EXPECT_FALSE(Add.covers({{Float, Float, Float, Float}, false}));
  EXPECT_TRUE((CallDtypes{{Float | Long}, false}.covers(Add)));
  EXPECT_FALSE((CallDtypes{{Long}, false}.covers(Add)));
  // A single set in the parameter describes all arguments together. If the set has one dtype, each
  // non-empty set of the object must have it. If not, each dtype must be in a set of the object.
  EXPECT_TRUE(Add.covers({{Float}, false}));
  EXPECT_FALSE(Add.covers({{Long}, false}));
  EXPECT_FALSE(Compare.covers({{Float}, false}));
  EXPECT_TRUE(Compare.covers({{Float | Bool}, false}));
  EXPECT_FALSE(Compare.covers({{Float | Int}, false}));
  // The last set applies to all further arguments.
  EXPECT_TRUE((CallDtypes{{Float, Long}, false}.covers({{Float, Long, Long}, false})));
  EXPECT_FALSE((CallDtypes{{Float, Long}, false}.covers({{Float, Long, Float}, false})));
}

TEST_F(CallDtypesOfAModel, EachArgumentHasTheDtypesOfItsValue) {
  const int A = M.tensor(ScalarType::Float, {0}), B = M.tensor(ScalarType::Long, {0});
  const int Number = M.number(), List = M.tensorList({A, B}),
            Optional = M.optionalTensorList({-1, M.null(), B});
  M.call("t::f", "", {A, Number, B, A});
  M.call("t::f", "", {List, Optional, A});
  M.call("t::f", "", {});
  EXPECT_TRUE(calls() == (CallDtypesSet{{{Float, 0, Long, Float}, false},
                                        {{Float | Long, Long, Float}, false},
                                        {{0}, false}}));
}

TEST_F(CallDtypesOfAModel, ValuesConnectedByMovesShareTheirDtypes) {
  const int A = M.tensor(ScalarType::Float, {0}), B = M.tensor(ScalarType::Long, {0}),
            C = M.tensor(ScalarType::Int, {0}), D = M.tensor(ScalarType::Bool, {0});
  M.call("t::f", "", {A, B, C, D});
  M.instruction(et::schema::MoveCallT{{}, B, A});
  M.instruction(et::schema::MoveCallT{{}, C, B});
  const DtypeSet Any = Float | Long | Int;
  EXPECT_TRUE(calls() == (CallDtypesSet{{{Any, Any, Any, Bool}, false}}));
}

} // namespace call_dtypes
