// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the forms of a selection apart by content, so that one option takes any of them and a file
// may be called what it likes.
//
// A model has its FlatBuffer identifier at byte 4. Of the text forms, YAML shows in its first line
// that says anything: it opens a mapping or a list, or ends a key with a colon, which no operator
// name can. All else is a list of names. Deciding by the first line rather than by trying to parse
// gives a broken file the error of the form it was meant to have.

#include "Selection/InputFile.h"
#include "Selection/ModelReader.h"
#include "Selection/OpList.h"
#include "Selection/SelectedOperatorsYaml.h"
#include "Selection/Selection.h"

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

Expected<Selection> readSelectionFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Content = (*Buffer)->getBuffer();
  if (looksLikeModel(Content))
    return readModelContent(Path, Content);
  if (looksLikeYaml(Content))
    return readSelectedOperatorsText(Path, Content);
  return readOpListFileText(Path, Content);
}

} // namespace etprune
