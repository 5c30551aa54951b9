// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of selections. A file's form is recognised by its content. Each form is a file in
// Readers/ that defines a SelectionForm.

#pragma once

#include "Selection/Readers/YamlDocument.h"
#include "Selection/Selection.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace etprune {

/// The content of a file, or the value of an option. The content is parsed as YAML at most once,
/// although several forms may look at it. Path is the name of the file or option, for errors and
/// askers.
class SelectionSource {
public:
  SelectionSource(llvm::StringRef Path, llvm::StringRef Content, bool IsOption = false)
      : Path(Path), Content(Content), IsOption(IsOption) {}

  const llvm::StringRef Path, Content;
  const bool IsOption;

  /// True if the first line that is no comment can only be YAML. Ignores the other lines, because a
  /// damaged YAML file must give a YAML error, and must not be read as a list of names.
  bool looksLikeYaml() const;
  /// The document's root, for SelectionForm::Recognises; null if the content is not YAML.
  const YamlNode *root();
  /// The same for SelectionForm::Read. Fails if the content is not YAML, or has only comments.
  llvm::Expected<const YamlNode *> parse();

private:
  std::optional<llvm::Expected<std::deque<YamlNode>>> Nodes;
};

struct SelectionForm {
  /// The option that takes only this form; empty if only --ops takes it.
  llvm::StringLiteral Option;
  /// A value of kind FileOrText is text if it starts with a brace, and a file's path otherwise.
  enum class Value { File, Text, FileOrText } OptionValue;
  bool (*Recognises)(SelectionSource &Source);
  llvm::Expected<Selection> (*Read)(SelectionSource &Source);
};

extern const SelectionForm ModelForm, OpListForm, OpsSchemaForm, OpsDictionaryForm,
    SelectedOperatorsForm;

/// A file has the first form that recognises it. et-prune and et-oplist read the options in this
/// order, too.
inline constexpr const SelectionForm *SelectionForms[] = {
    &ModelForm, &OpListForm, &OpsSchemaForm, &OpsDictionaryForm, &SelectedOperatorsForm};

/// Reads a file of any form. The options --ops and --et-select name such files.
llvm::Expected<Selection> readSelectionFile(llvm::StringRef Path);
llvm::Expected<Selection> readSelection(SelectionSource &Source);

/// Reads the value of an option that takes one form.
llvm::Expected<Selection> readSelectionOption(const SelectionForm &Form, llvm::StringRef Value,
                                              llvm::StringRef Option);

// Read operator names separated by commas or blanks, to select or to drop them.
llvm::Expected<Selection> readOpListText(llvm::StringRef Text, llvm::StringRef Option);
llvm::Expected<Selection> readDropListText(llvm::StringRef Text, llvm::StringRef Option);

/// Removes the operators in Dropped from Ops, because selected_operators.yaml has no field for
/// dropped operators. Fails if a dropped operator is not in Ops. Also fails if the file would have
/// to say "all operators except one" or "all overloads except one", which its format cannot say.
llvm::Error applyDrops(Selection &Sel);

/// Writes the selection as selected_operators.yaml. The format has no field for backends, argument
/// counts and notes. Call applyDrops() first.
llvm::Error writeSelectedOperatorsYaml(const Selection &Sel, llvm::raw_ostream &OS);

} // namespace etprune
