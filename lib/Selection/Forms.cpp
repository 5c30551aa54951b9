// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An empty selection file would drop every kernel. It is an error, because the program that writes
// the file may have failed. To select no operator on purpose, a user writes `operators: {}`.

#include "Selection/Forms.h"
#include "Support/InputFile.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

bool SelectionSource::looksLikeYaml() const {
  StringRef Text = Content;
  Text.consume_front("\xEF\xBB\xBF");
  for (StringRef Line : llvm::split(Text, '\n')) {
    const StringRef Words = Line.split('#').first.trim(" \t\r");
    if (Words.empty())
      continue;
    const bool OpensSomething = StringRef("{[%&!?\"'").contains(Words.front()) || Words == "-" ||
                                Words.starts_with("- ") || Words.starts_with("---");
    return OpensSomething || Words.contains(": ") || Words.contains(":\t") || Words.ends_with(":");
  }
  return false;
}

static Error emptyFile(StringRef Path) {
  return createStringError(
      Path + ": is empty; make it again, or write 'operators: {}' to select no operator");
}

Expected<const YamlNode *> SelectionSource::parse() {
  if (!Nodes)
    Nodes.emplace(parseYaml(Path, Content));
  if (!*Nodes)
    return Nodes->takeError();
  if ((*Nodes)->empty())
    return emptyFile(Path);
  return &(*Nodes)->front();
}

const YamlNode *SelectionSource::root() {
  if (!looksLikeYaml())
    return nullptr;
  if (!Nodes)
    Nodes.emplace(parseYaml(Path, Content));
  return *Nodes && !(*Nodes)->empty() ? &(*Nodes)->front() : nullptr; // parse() gives the error
}

static Expected<Selection> readForm(const SelectionForm &Form, SelectionSource &Source) {
  StringRef Content = Source.Content;
  if (Content.empty() && !Source.IsOption)
    return emptyFile(Source.Path);
  // Without Git LFS, git checks out a pointer in place of the file.
  if (Content.starts_with("version https://git-lfs.github.com/spec/"))
    return createStringError(Source.Path + ": is a Git LFS pointer, not the file itself\n>>> fetch "
                                           "the file: git lfs pull");
  Content = Content.ltrim();
  if (Content.starts_with_insensitive("<!doctype html") || Content.starts_with_insensitive("<html"))
    return createStringError(Source.Path + ": is a web page, not the file itself\n>>> download the "
                                           "file that the page is about");
  return Form.Read(Source);
}

Expected<Selection> readSelection(SelectionSource &Source) {
  for (const SelectionForm *Form : SelectionForms)
    if (Form->Recognises(Source))
      return readForm(*Form, Source);
  llvm_unreachable("one of the forms recognises each file");
}

Expected<Selection> readSelectionFile(StringRef Path) {
  ASSIGN_OR_RETURN(auto Buffer, openInput(Path));
  SelectionSource Source(Path, Buffer->getBuffer());
  return readSelection(Source);
}

Expected<Selection> readSelectionOption(const SelectionForm &Form, StringRef Value,
                                        StringRef Option) {
  const bool MayBeText = Form.OptionValue == SelectionForm::Value::FileOrText;
  if (Form.OptionValue == SelectionForm::Value::Text ||
      (MayBeText && Value.ltrim().starts_with("{"))) {
    SelectionSource Source(Option, Value, /*IsOption=*/true);
    return readForm(Form, Source);
  }
  auto Buffer = openInput(Value);
  if (!Buffer)
    return createStringError(
        toString(Buffer.takeError()) +
        (MayBeText ? "\n>>> to give a dictionary instead of a file, start it with a brace: " +
                         Option + " '{\"aten::add.out\": [\"Float\"]}'"
                   : ""));
  SelectionSource Source(Value, (*Buffer)->getBuffer());
  return readForm(Form, Source);
}

} // namespace etprune
