// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Selection/Readers/SelectionSource.h"

using namespace llvm;

namespace etprune {

/// YAML opens a mapping or a list, or ends a key with a colon, which no operator name does.
static bool startsAsYaml(StringRef Text) {
  Text.consume_front("\xEF\xBB\xBF");
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef Words = Line.split('#').first.trim(" \t\r");
    if (Words.empty())
      continue;
    bool OpensSomething = StringRef("{[%&!?\"'").contains(Words.front()) || Words == "-" ||
                          Words.starts_with("- ") || Words.starts_with("---");
    return OpensSomething || Words.contains(": ") || Words.contains(":\t") || Words.ends_with(":");
  }
  return false;
}

bool SelectionSource::looksLikeYaml() {
  if (!LooksLikeYaml)
    LooksLikeYaml = startsAsYaml(Content);
  return *LooksLikeYaml;
}

Expected<const YamlNode *> SelectionSource::parse() {
  if (!Document)
    Document.emplace(YamlDocument::parse(Path, Content));
  if (!*Document)
    return Document->takeError();
  return (*Document)->root();
}

const YamlNode *SelectionSource::root() {
  if (!looksLikeYaml())
    return nullptr;
  if (!Document)
    Document.emplace(YamlDocument::parse(Path, Content));
  return *Document ? (*Document)->root() : nullptr;
}

Error SelectionSource::emptyFile() const {
  return createStringError(Path + ": is empty; a selection of no operator is 'operators: {}'");
}

} // namespace etprune
