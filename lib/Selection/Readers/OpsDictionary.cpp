// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads dictionaries from operators to dtypes, `{"aten::add.out": ["Float", "v1/3;|*"]}`, as JSON
// or YAML. An empty list is the whole operator.
//
// JSON is YAML, and the YAML reader is the one that knows places and repeated keys. But it takes
// more than JSON is, and complains in terms of YAML, so text that starts as JSON has to be JSON.

#include "Selection/Readers/TextForms.h"
#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"
#include "Support/Json.h"

using namespace llvm;

namespace etprune {

namespace {
class Reader : private YamlReader {
public:
  explicit Reader(StringRef Path) : YamlReader(Path) {}

  Expected<Selection> read(const YamlNode *Root);
};
} // namespace

Expected<Selection> Reader::read(const YamlNode *Root) {
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
    Op->Askers.insert(Asker{placeOf(Name)});
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

/// What yaml-cpp takes between braces, see PacedText.
static constexpr size_t MaxDictionary = size_t(2) << 20;

Error checkJson(StringRef Path, StringRef Text) {
  if (!startsAsJson(Text))
    return Error::success();
  Expected<StringRef> Checked = checkText(Path, Text);
  if (!Checked)
    return Checked.takeError();
  if (Checked->size() > MaxDictionary)
    return createStringError(Path + ": is larger than " + Twine(MaxDictionary >> 20) +
                             " MB, too large for JSON; write it as YAML, an operator a line");
  Expected<json::Value> Value = parseJson(*Checked);
  return Value ? Error::success() : createStringError(Path + ":" + toString(Value.takeError()));
}

Expected<Selection> readOpsDictionary(StringRef Path, const YamlDocument &Document) {
  return Reader(Path).read(Document.root());
}

Expected<Selection> readOpsDictionary(StringRef Text, StringRef AskerName) {
  if (Error E = checkJson(AskerName, Text))
    return E;
  Expected<YamlDocument> Document = YamlDocument::parse(AskerName, Text);
  if (!Document)
    return Document.takeError();
  return readOpsDictionary(AskerName, *Document);
}

Expected<Selection> readOpsDictionaryFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readOpsDictionary((*Buffer)->getBuffer(), Path);
}

Expected<Selection> readOpsDictionaryOption(StringRef Value, StringRef AskerName) {
  if (Value.ltrim().starts_with("{"))
    return readOpsDictionary(Value, AskerName);
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Value);
  if (!Buffer)
    return createStringError(toString(Buffer.takeError()) +
                             "\n>>> a dictionary itself starts with a brace: " + AskerName +
                             " '{\"aten::add.out\": [\"Float\"]}'");
  return readOpsDictionary((*Buffer)->getBuffer(), Value);
}

} // namespace etprune
