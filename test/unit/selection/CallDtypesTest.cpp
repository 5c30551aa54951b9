// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of calls: as text, which calls stand for which others, and those of a model's calls.

#include "ProgramBuilder.h"
#include "TestSupport.h"

#include "Selection/CallDtypes.h"

namespace call_dtypes {

constexpr DtypeSet Int = 1 << 3, Long = 1 << 4, Float = 1 << 6, Bool = 1 << 11;

static CallDtypesSet callsOf(ProgramBuilder &Program) {
  TemporaryFile File(Program.finish());
  Selection Sel = take(readSelectionFile(File.path()));
  CallDtypesSet Calls;
  for (const auto &Call : Sel.Ops["t::f"].Calls)
    Calls.insert(Call.first);
  return Calls;
}

TEST(CallDtypes, TextAndBack) {
  const CallDtypesSet Sets[] = {
      {{{Float}, false}},
      {{{Float | Long}, true}},
      {{{Float, Float, 0, Float}, false}, {{Long, Long, 0, Long}, false}},
      {{{0}, false}},
      {{{DtypeSet(1) << 29, Float}, false}},
  };
  const char *Texts[] = {"Float:40", "Long+Float:50*", "Long+Float:10.10.0.10,40.40.0.40", "none:0",
                         "Float+UInt64:20000000.40"};
  for (size_t I = 0; I < std::size(Sets); ++I) {
    EXPECT_EQ(callsText(Sets[I]), Texts[I]);
    EXPECT_TRUE(readCalls(Texts[I]) == Sets[I]) << Texts[I];
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
  // A dtype, whatever argument has it.
  EXPECT_TRUE(Add.covers({{Float}, false}));
  EXPECT_FALSE(Add.covers({{Long}, false}));
  EXPECT_FALSE(Compare.covers({{Float}, false}));
  EXPECT_TRUE(Compare.covers({{Float | Bool}, false}));
  EXPECT_FALSE(Compare.covers({{Float | Int}, false}));
  // The last set is for all further arguments.
  EXPECT_TRUE((CallDtypes{{Float, Long}, false}.covers({{Float, Long, Long}, false})));
  EXPECT_FALSE((CallDtypes{{Float, Long}, false}.covers({{Float, Long, Float}, false})));
}

TEST(CallDtypes, OfAModelsCalls) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  const int A = M.tensor(ScalarType::Float, {0}), B = M.tensor(ScalarType::Long, {0});
  const int Number = M.number(), List = M.tensorList({A, B}),
            Optional = M.optionalTensorList({-1, M.null(), B});
  M.call("t::f", "", {A, Number, B, A});
  M.call("t::f", "", {List, Optional, A});
  M.call("t::f", "", {});
  EXPECT_TRUE(callsOf(Program) == (CallDtypesSet{{{Float, 0, Long, Float}, false},
                                                 {{Float | Long, Long, Float}, false},
                                                 {{0}, false}}));
}

TEST(CallDtypes, OfValuesThatAreMoved) {
  ProgramBuilder Program;
  MethodBuilder &M = Program.method();
  const int A = M.tensor(ScalarType::Float, {0}), B = M.tensor(ScalarType::Long, {0}),
            C = M.tensor(ScalarType::Int, {0}), D = M.tensor(ScalarType::Bool, {0});
  M.call("t::f", "", {A, B, C, D});
  M.instruction(et::schema::MoveCallT{{}, B, A});
  M.instruction(et::schema::MoveCallT{{}, C, B});
  const DtypeSet Any = Float | Long | Int;
  EXPECT_TRUE(callsOf(Program) == (CallDtypesSet{{{Any, Any, Any, Bool}, false}}));
}

} // namespace call_dtypes
