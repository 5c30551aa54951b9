// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TextReader and YamlReader read selections that are text. YamlReader reads mappings and lists, and
// reports the locations of mistakes and repeated keys. YamlReader also limits the work, because
// aliases can repeat a node very often. Each YAML form of a selection has a class derived from
// YamlReader.

#pragma once

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True for the name of a top-level field of selected_operators.yaml. A dictionary of operators has
/// none of these names at its top level.
bool isSelectedOperatorsField(llvm::StringRef Name);

class TextReader {
public:
  explicit TextReader(llvm::StringRef Path) : Path(Path), Errors(Path) {}

  /// Returns the operator of this name in `Sel`. Adds the operator if it is missing. Adds an error
  /// and returns null if `Name` is not a valid operator name.
  SelectedOp *findOp(const llvm::Twine &Location, llvm::StringRef Name);
  /// Like findOp(), and adds `Who` to the operator's askers.
  SelectedOp *selectOp(const llvm::Twine &Location, llvm::StringRef Name, const Asker &Who);

  /// Returns the selection, or the errors.
  llvm::Expected<Selection> finish();

  const llvm::StringRef Path;
  Selection Sel;
  Problems Errors;
};

class YamlReader : public TextReader {
protected:
  using TextReader::TextReader;
  std::string locationOf(const YamlNode &Node) const;
  void fail(const YamlNode &Node, const llvm::Twine &Why) {
    Errors.add(locationOf(Node) + ": " + Why);
  }
  void wrongKind(const YamlNode &Node, const llvm::Twine &What, llvm::StringRef Expected);

  /// Adds `Amount`, and one for each 64 bytes of the node's text, to the work done. A node that
  /// several aliases share counts at each visit. Adds an error once and returns false when the
  /// work exceeds the budget.
  bool spend(const YamlNode &Node, size_t Amount = 1);

  /// Visits the fields of a mapping. Repeated names are errors. Null counts as a mapping without
  /// fields.
  void forEachField(const YamlNode &Node, const llvm::Twine &What,
                    llvm::function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  void forEachItem(const YamlNode &Node, const llvm::Twine &What,
                   llvm::function_ref<void(const YamlNode &)> Visit);

  SelectedOp *selectOpAt(const YamlNode &Node, llvm::StringRef Name) {
    return selectOp(locationOf(Node), Name, {locationOf(Node)});
  }
  /// Reads a list of kernel keys, dtype names and "default" into `Op`. Messages call an item of the
  /// list "a `Kind` of `Name`", for example "a dtype of 'aten::add.out'".
  void readKeys(const YamlNode &Keys, llvm::StringRef Kind, llvm::StringRef Name, SelectedOp &Op);

private:
  /// The work that spend() still allows. The start value exceeds MaxYamlNodes, because a reader
  /// visits each node of a file without aliases about once.
  size_t Budget = MaxYamlNodes + 200000;
};

/// Used as SelectionForm::Read. `Reader` is a class derived from YamlReader. Its read() gets the
/// document's root.
template <typename Reader> llvm::Expected<Selection> readYaml(SelectionSource &Source) {
  ASSIGN_OR_RETURN(const YamlNode *Root, Source.parse());
  Reader Form(Source.Path);
  Form.read(*Root);
  return Form.finish();
}

} // namespace etprune
