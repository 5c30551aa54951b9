// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the forms of a selection apart by content, so that one option takes any of them and a file
// may be called what it likes.
//
// A model has its FlatBuffer identifier at byte 4. Of the text forms, YAML shows in its first line
// that says anything: it opens a mapping or a list, or ends a key with a colon, which no operator
// name can. All else is a list of names. Deciding by the first line rather than by trying to parse
// gives a broken file the error of the form it was meant to have. Of YAML, a list is schema yaml; a
// mapping with a field of selected_operators.yaml is one, and any other from operators a
// dictionary.

#include "Selection/Readers/ModelReader.h"
#include "Selection/Readers/TextForms.h"
#include "Support/InputFile.h"

using namespace llvm;

namespace etprune {

static bool looksLikeYaml(StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  while (!Text.empty()) {
    auto [Line, After] = Text.split('\n');
    Text = After;
    StringRef Said = Line.split('#').first.trim(" \t\r");
    if (Said.empty())
      continue;
    bool OpensSomething = StringRef("{[%&!?\"'").contains(Said.front()) || Said == "-" ||
                          Said.starts_with("- ") || Said.starts_with("---");
    return OpensSomething || Said.contains(": ") || Said.contains(":\t") || Said.ends_with(":");
  }
  return false;
}

/// Of mappings, those with the fields of selected_operators.yaml, or with what can only be fields.
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

static Expected<Selection> readYaml(StringRef Path, StringRef Content) {
  Expected<YamlDocument> Document = YamlDocument::parse(Path, Content);
  if (!Document) {
    if (Error NoJson = checkJson(Path, Content)) {
      consumeError(Document.takeError());
      return NoJson;
    }
    return Document.takeError();
  }
  const YamlNode *Root = Document->root();
  if (Root && Root->isSequence())
    return readOpsSchema(Path, *Document);
  if (!Root || !isDictionary(*Root))
    return readSelectedOperators(Path, *Document);
  if (Error NoJson = checkJson(Path, Content))
    return NoJson;
  return readOpsDictionary(Path, *Document);
}

Expected<Selection> readSelectionContent(StringRef Path, StringRef Content) {
  if (looksLikeModel(Content))
    return readModelContent(Path, Content);
  if (looksLikeYaml(Content))
    return readYaml(Path, Content);
  return readOpListFileText(Path, Content);
}

Expected<Selection> readSelectionFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openSelection(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readSelectionContent(Path, (*Buffer)->getBuffer());
}

} // namespace etprune
