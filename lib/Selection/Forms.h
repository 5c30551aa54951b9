// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms in which a selection is written: files that are recognised by their content, and values
// of options. A form is a file in Readers/, which defines its SelectionForm, and a line in
// Readers/Forms.def.

#pragma once

#include "Selection/Readers/YamlDocument.h"
#include "Selection/Selection.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace etprune {

/// The content of a file, or the value of an option. As YAML it is parsed once, whichever forms
/// look at it to recognise it.
class SelectionSource {
public:
  /// Path, a file's or an option's name, is what errors and askers call the source.
  SelectionSource(llvm::StringRef Path, llvm::StringRef Content, bool IsOption = false)
      : Path(Path), Content(Content), IsOption(IsOption) {}

  const llvm::StringRef Path, Content;
  const bool IsOption;

  /// Whether the first line that is no comment can only be YAML. By that line rather than by
  /// parsing, so that a broken file gets the error of the form that it was meant to have.
  bool looksLikeYaml() const;
  /// For Recognises: the root of what looks like YAML; null if it is none or has no document.
  const YamlNode *root();
  /// For Read: the root, null if there is no document; or why the content is not YAML.
  llvm::Expected<const YamlNode *> parse();

  /// The error of an empty file.
  llvm::Error emptyFile() const;

private:
  std::optional<llvm::Expected<YamlDocument>> Document;
};

struct SelectionForm {
  /// The option that takes this form and no other; empty where there is none beside --ops.
  llvm::StringLiteral Option;
  /// What that option's value is. FileOrText is the text itself where it starts with a brace.
  enum class Value { File, Text, FileOrText } OptionValue;

  /// Whether a file is of this form. Asked in the order of Readers/Forms.def.
  bool (*Recognises)(SelectionSource &Source);
  llvm::Expected<Selection> (*Read)(SelectionSource &Source);
};

#define ET_SELECTION_FORM(Name) extern const SelectionForm Name##Form;
#include "Selection/Readers/Forms.def"

/// In the order of Readers/Forms.def, in which et-prune and et-oplist read the options, too.
llvm::ArrayRef<const SelectionForm *> selectionForms();

/// A file of any form: what --ops and --et-select take.
llvm::Expected<Selection> readSelectionFile(llvm::StringRef Path);
llvm::Expected<Selection> readSelection(SelectionSource &Source);

/// The value of an option that takes one form. Option is what errors and askers call it.
llvm::Expected<Selection> readSelectionOption(const SelectionForm &Form, llvm::StringRef Value,
                                              llvm::StringRef Option);

/// Operator names separated by commas or blanks: the value of --op-list and --et-op.
llvm::Expected<Selection> readOpListText(llvm::StringRef Text, llvm::StringRef Option);
/// Operator names as above, to be left out.
llvm::Expected<Selection> readDropListText(llvm::StringRef Text, llvm::StringRef Option);

/// Removes the operators in Dropped from Ops, for a file, which has no field for them. An error
/// where the selected names do not tell the result, or where a name is not selected.
llvm::Error applyDrops(Selection &Sel);

/// Writes the selection as selected_operators.yaml. Backends, argument counts and notes have no
/// place in that format and are left out. Dropped must have been applied.
llvm::Error writeSelectedOperatorsYaml(const Selection &Sel, llvm::raw_ostream &OS);

} // namespace etprune
