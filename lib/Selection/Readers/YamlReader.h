// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common parts of the readers of YAML forms: locations for messages, mappings without repeated
// keys, operator names, lists of kernel keys, and a bound for the work that aliases cause. Each
// form has a class derived from this one.

#pragma once

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True if Name is a top-level field of selected_operators.yaml. Such a field distinguishes it from
/// a dictionary.
bool isSelectedOperatorsField(llvm::StringRef Name);

class YamlReader {
public:
  explicit YamlReader(llvm::StringRef Path) : Path(Path), Errors(Path) {}

  /// Returns the selection, or all problems of the file.
  llvm::Expected<Selection> finish();

protected:
  std::string locationOf(const YamlNode &Node) const;
  void fail(const YamlNode &Node, const llvm::Twine &Why) {
    Errors.add(locationOf(Node) + ": " + Why);
  }
  void wrongKind(const YamlNode &Node, const llvm::Twine &What, llvm::StringRef Expected);

  /// Counts the visited nodes and their text. A node that aliases share counts at each visit.
  /// Returns false when the count exceeds the limit.
  bool spend(const YamlNode &Node, size_t Amount = 1);

  /// Visits the fields of a mapping, each name once. An empty field is a mapping without fields.
  void forEachField(const YamlNode &Node, const llvm::Twine &What,
                    llvm::function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  /// Visits the items of a list.
  void forEachItem(const YamlNode &Node, const llvm::Twine &What,
                   llvm::function_ref<void(const YamlNode &)> Visit);

  /// Returns the selected operator of this name. If it is not an operator name, adds an error at
  /// Node and returns null.
  SelectedOp *findOp(const YamlNode &Node, llvm::StringRef Name);
  /// The same, with this file and Node's location as the asker.
  SelectedOp *selectOp(const YamlNode &Node, llvm::StringRef Name);
  /// Reads a list of kernel keys, dtype names and "default". Messages call an item a `Kind` of the
  /// operator `Name`.
  void readKeys(const YamlNode &Keys, llvm::StringRef Kind, llvm::StringRef Name, SelectedOp &Op);

  llvm::StringRef Path;
  Selection Sel;
  Problems Errors;

private:
  /// The limits of visited nodes and pieces of text, above those of the largest file.
  size_t Budget = YamlDocument::MaxNodes + 200000;
};

/// For SelectionForm::Read. `Reader`, which is derived from YamlReader, reads the root of the
/// document, or null if there is none.
template <typename Reader> llvm::Expected<Selection> readYaml(SelectionSource &Source) {
  llvm::Expected<const YamlNode *> Root = Source.parse();
  if (!Root)
    return Root.takeError();
  Reader Form(Source.Path);
  Form.read(*Root);
  return Form.finish();
}

} // namespace etprune
