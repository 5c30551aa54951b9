// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads JSON or YAML that maps operators to dtypes or kernel keys: `{"aten::add.out": ["Float",
// "v1/3;|*"]}`. An empty list selects the whole operator. LLVM's JSON parser first checks text that
// starts as JSON. yaml-cpp reads JSON, too, but reports each mistake in JSON as invalid YAML.

#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"
#include "Support/Json.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

namespace {
struct OpsDictionaryReader : YamlReader {
  using YamlReader::YamlReader;
  void read(const YamlNode &Root) {
    if (!Root.isMapping())
      return wrongKind(Root, "a dictionary from operators to dtypes", "a mapping");
    for (size_t I = 0; I < Root.Children.size(); I += 2)
      if (isSelectedOperatorsField(Root.Children[I]->Text))
        return fail(*Root.Children[I], "this is a selected_operators.yaml, not a dictionary from "
                                       "operators to dtypes; give it with --ops");
    forEachField(Root, "the dictionary", [&](const YamlNode &Name, const YamlNode &Dtypes) {
      SelectedOp *Op = selectOpAt(Name, Name.Text);
      if (Op && Dtypes.isNull())
        Op->AllKernels = true;
      else if (Op)
        readKeys(Dtypes, "dtype", Name.Text, *Op);
    });
  }
};
} // namespace

static bool startsAsJson(StringRef Text) {
  constexpr StringLiteral Blanks = " \t\r\n";
  Text.consume_front("\xEF\xBB\xBF");
  Text = Text.ltrim(Blanks);
  if (!Text.consume_front("{"))
    return false;
  Text = Text.ltrim(Blanks);
  return Text.starts_with("\"") || Text.starts_with("}");
}

/// In bytes. yaml-cpp also reads JSON, but parseYaml() refuses a longer text in braces, because
/// yaml-cpp would need too much memory.
static constexpr size_t MaxDictionary = size_t(2) << 20;

static Error checkJson(StringRef Path, StringRef Text) {
  ASSIGN_OR_RETURN(StringRef Checked, checkText(Path, Text));
  if (Checked.size() > MaxDictionary)
    return createStringError(Path + ": is larger than " + Twine(MaxDictionary >> 20) +
                             " MB, too large for JSON; write it as YAML, an operator a line");
  Error E = parseJson(Checked).takeError();
  return E ? createStringError(Path + ":" + toString(std::move(E))) : Error::success();
}

/// True also for broken JSON, so that the user gets the JSON parser's message.
static bool isOpsDictionary(SelectionSource &Source) {
  const YamlNode *Root = Source.root();
  if (!Root)
    return startsAsJson(Source.Content);
  bool HasOperator = false, HasOnlyLists = true;
  for (size_t I = 0; I < Root->Children.size(); I += 2) {
    const YamlNode &Name = *Root->Children[I], &Value = *Root->Children[I + 1];
    if (isSelectedOperatorsField(Name.Text))
      return false;
    // YAML aliases can repeat a long name very often. To save time, look only at its start.
    StringRef Start = StringRef(Name.Text).take_front(100);
    HasOperator |= Start.contains("::") || Start.contains('.');
    HasOnlyLists &= Value.isSequence() || Value.isNull();
  }
  return !Root->Children.empty() && (HasOperator || HasOnlyLists);
}

static Expected<Selection> readOpsDictionary(SelectionSource &Source) {
  if (startsAsJson(Source.Content))
    RETURN_IF_ERROR(checkJson(Source.Path, Source.Content));
  return readYaml<OpsDictionaryReader>(Source);
}

const SelectionForm OpsDictionaryForm = {"--ops-dict", SelectionForm::Value::FileOrText,
                                         isOpsDictionary, readOpsDictionary};

} // namespace etprune
