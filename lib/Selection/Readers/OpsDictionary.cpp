// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads dictionaries from operators to dtypes, `{"aten::add.out": ["Float", "v1/3;|*"]}`, as JSON
// or YAML. An empty list is the whole operator.
//
// JSON is YAML, and the YAML reader is the one that knows locations and repeated keys. But it also
// takes what is not JSON, and its errors are in terms of YAML, so text that starts as JSON has to
// be JSON.

#include "Selection/Forms.h"
#include "Selection/Readers/SelectedOperators.h"
#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"
#include "Support/Json.h"

using namespace llvm;

namespace etprune {

namespace {
class OpsDictionaryReader : private YamlReader {
public:
  explicit OpsDictionaryReader(StringRef Path) : YamlReader(Path) {}

  Expected<Selection> read(const YamlNode *Root);
};
} // namespace

Expected<Selection> OpsDictionaryReader::read(const YamlNode *Root) {
  if (!Root) {
    Errors.add(Path + ": is empty; expected a dictionary like {\"aten::add.out\": [\"Float\"]}");
    return finish();
  }
  if (!Root->isMapping()) {
    wrongKind(*Root, "a dictionary from operators to dtypes", "a mapping");
    return finish();
  }
  for (size_t I = 0; I < Root->Children.size(); I += 2)
    if (isSelectedOperatorsField(Root->Children[I]->Text)) {
      fail(*Root->Children[I], "this is a selected_operators.yaml, not a dictionary from operators "
                               "to dtypes; give it with --ops");
      return finish();
    }
  forEachField(*Root, "the dictionary", [&](const YamlNode &Name, const YamlNode &Dtypes) {
    SelectedOp *Op = findOp(Name, Name.Text);
    if (!Op)
      return;
    Op->Askers.insert(Asker{locationOf(Name)});
    Op->cameFrom(Path);
    if (Dtypes.isNull())
      Op->AllKernels = true;
    else
      readKeys(Dtypes, "the dtypes of " + quoted(Name.Text), *Op);
  });
  return finish();
}

static bool startsAsJson(StringRef Text) {
  constexpr StringLiteral Blanks = " \t\r\n";
  Text.consume_front("\xEF\xBB\xBF");
  Text = Text.ltrim(Blanks);
  return Text.consume_front("{") && StringRef("\"}").contains(Text.ltrim(Blanks).take_front(1)) &&
         !Text.ltrim(Blanks).empty();
}

/// As much as yaml-cpp takes between braces, see PacedText.
static constexpr size_t MaxDictionary = size_t(2) << 20;

static Error checkJson(StringRef Path, StringRef Text) {
  Expected<StringRef> Checked = checkText(Path, Text);
  if (!Checked)
    return Checked.takeError();
  if (Checked->size() > MaxDictionary)
    return createStringError(Path + ": is larger than " + Twine(MaxDictionary >> 20) +
                             " MB, too large for JSON; write it as YAML, an operator a line");
  Expected<json::Value> Value = parseJson(*Checked);
  return Value ? Error::success() : createStringError(Path + ":" + toString(Value.takeError()));
}

/// A mapping without the fields of selected_operators.yaml and with keys that can be operators.
static bool isDictionary(const YamlNode &Root) {
  bool HasOperator = false, HasOnlyLists = true;
  for (size_t I = 0; I < Root.Children.size(); I += 2) {
    const YamlNode &Name = *Root.Children[I], &Value = *Root.Children[I + 1];
    if (isSelectedOperatorsField(Name.Text))
      return false;
    StringRef Start = StringRef(Name.Text).take_front(100); // an alias may repeat a long one
    HasOperator |= Start.contains("::") || Start.contains('.');
    HasOnlyLists &= Value.isSequence() || Value.isNull();
  }
  return !Root.Children.empty() && (HasOperator || HasOnlyLists);
}

static bool isOpsDictionary(SelectionSource &Source) {
  if (const YamlNode *Root = Source.root())
    return isDictionary(*Root);
  return startsAsJson(Source.Content); // and is broken
}

static Expected<Selection> readOpsDictionary(SelectionSource &Source) {
  if (startsAsJson(Source.Content))
    if (Error E = checkJson(Source.Path, Source.Content))
      return E;
  Expected<const YamlNode *> Root = Source.parse();
  if (!Root)
    return Root.takeError();
  return OpsDictionaryReader(Source.Path).read(*Root);
}

const SelectionForm OpsDictionaryForm = {"--ops-dict", SelectionForm::Value::FileOrText,
                                         isOpsDictionary, readOpsDictionary};

} // namespace etprune
