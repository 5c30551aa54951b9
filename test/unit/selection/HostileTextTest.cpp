// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every form of text, cut off and overwritten at every byte, through every reader of text. Whatever
// comes out is a selection or says which file is wrong. Under AddressSanitizer the sweeps also
// prove that nothing outside of the text is read: every text is copied to a block of exactly its
// size.

#include "TestSupport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstring>

using namespace etprune;

namespace hostile_text {

template <const SelectionForm &Form>
static llvm::Expected<Selection> readForm(llvm::StringRef Path, llvm::StringRef Text) {
  return readAs(Form, Path, Text);
}

static llvm::Expected<Selection> readNames(llvm::StringRef Path, llvm::StringRef Text) {
  return readOpListText(Text, Path);
}

static llvm::Expected<Selection> readDrops(llvm::StringRef Path, llvm::StringRef Text) {
  return readDropListText(Text, Path);
}

using TextReader = llvm::Expected<Selection> (*)(llvm::StringRef Path, llvm::StringRef Text);

/// A file and the reader of its form.
struct Form {
  const char *Name;
  TextReader Reader;
};

static bool isGraceful(llvm::Expected<Selection> Result) {
  if (Result)
    return true;
  bool NamesFile = true;
  llvm::handleAllErrors(Result.takeError(), [&](const llvm::ErrorInfoBase &E) {
    NamesFile &= llvm::StringRef(E.message()).starts_with("x:");
  });
  return NamesFile;
}

class HostileText : public testing::TestWithParam<Form> {
protected:
  void SetUp() override {
    std::string Path = std::string(ET_SOURCE_DIR "/test/selection/Inputs/") + GetParam().Name;
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    ASSERT_TRUE(bool(Buffer)) << Path;
    Whole = (*Buffer)->getBuffer().str();
    ASSERT_FALSE(take(GetParam().Reader("x", Whole)).Ops.empty());
  }

  testing::AssertionResult isHandled(llvm::StringRef Text) {
    std::unique_ptr<char[]> Exact(new char[Text.size()]);
    std::memcpy(Exact.get(), Text.data(), Text.size());
    for (TextReader Reader : {GetParam().Reader, TextReader(readText)})
      if (!isGraceful(Reader("x", llvm::StringRef(Exact.get(), Text.size()))))
        return testing::AssertionFailure() << "an error without place for\n" << Text.str();
    return testing::AssertionSuccess();
  }

  std::string Whole;
};

TEST_P(HostileText, CutOffAtEveryByte) {
  for (size_t Size = 0; Size < Whole.size(); ++Size)
    ASSERT_TRUE(isHandled(llvm::StringRef(Whole).take_front(Size)));
}

TEST_P(HostileText, EveryByteOverwritten) {
  for (size_t I = 0; I < Whole.size(); ++I)
    for (char C : {'\t', '\n', '\xff', '"', '{', '*'}) {
      std::string Bytes = Whole;
      Bytes[I] = C;
      ASSERT_TRUE(isHandled(Bytes));
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, HostileText,
                         testing::Values(Form{"dictionary.json", readForm<OpsDictionaryForm>},
                                         Form{"dictionary.yaml", readForm<OpsDictionaryForm>},
                                         Form{"functions.yaml", readForm<OpsSchemaForm>},
                                         Form{"operators.txt", readForm<OpListForm>},
                                         Form{"selected_operators.yaml",
                                              readForm<SelectedOperatorsForm>},
                                         Form{"specialized.yaml", readForm<OpsSchemaForm>}),
                         [](const testing::TestParamInfo<Form> &Info) {
                           std::string Name = Info.param.Name;
                           std::replace(Name.begin(), Name.end(), '.', '_');
                           return Name;
                         });

TEST(HostileNames, EveryByte) {
  for (int Byte = 0; Byte < 256; ++Byte)
    for (TextReader Reader : {readNames, readDrops}) {
      std::string Text = "aten::add.out,a" + std::string(1, char(Byte)) + "b,c::d";
      EXPECT_TRUE(isGraceful(Reader("x", Text))) << Byte;
    }
}

/// A megabyte of text that is written once and referred to a hundred thousand times.
TEST(HostileAliases, LongTextCountsEachTime) {
  std::string Long(size_t(1) << 20, 'x');
  std::string Fields, Ops, Values;
  for (int I = 0; I < 100000; ++I) {
    Fields += "*long : []\n";
    Ops += "- op: *long\n";
    Values += "  a::f" + std::to_string(I) + ": {include_all_overloads: *long}\n";
  }
  // Beyond so many problems only their number is told.
  auto isRefused = [](llvm::Expected<Selection> Result) {
    return llvm::any_of(messages(std::move(Result)), [](const std::string &Message) {
      return Message.find("aliases repeat too much") != std::string::npos ||
             Message.find(" more problems") != std::string::npos;
    });
  };
  EXPECT_TRUE(isRefused(readText("x", "? &long " + Long + "\n: []\n" + Fields)));
  EXPECT_TRUE(isRefused(readText("x", "- op: &long " + Long + "\n" + Ops)));
  EXPECT_TRUE(
      isRefused(readText("x", "kernel_metadata: &long " + Long + "\noperators:\n" + Values)));
}

TEST(HostileAliases, CyclesAreRefused) {
  for (const char *Text : {"- &a [*a]\n", "- op: x\n  kernels: &a [*a]\n", "&a x::y: &b [*b]\n",
                           "operators: &a {x::y: *a}\n"}) {
    Strings Messages = messages(readText("x", Text));
    ASSERT_EQ(Messages.size(), 1u) << Text;
    EXPECT_NE(Messages[0].find("an alias stands inside of what it refers to"), std::string::npos)
        << Messages[0];
  }
}

TEST(HostileJson, LargeTextIsRefused) {
  std::string Text = "{\"a::b\": [";
  while (Text.size() < (size_t(2) << 20))
    Text += "\"Float\", ";
  EXPECT_EQ(messages(readAs(OpsDictionaryForm, "x", Text + "\"Float\"]}")),
            Strings{"x: is larger than 2 MB, too large for JSON; write it as YAML, an operator a "
                    "line"});
}

} // namespace hostile_text
