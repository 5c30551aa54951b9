// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common parts of the readers of text. YamlReader reads mappings and lists, reports locations
// and repeated keys, and limits the work that aliases can cause. Each form of YAML has a class
// derived from YamlReader.

#pragma once

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True for a top-level field of selected_operators.yaml, which distinguishes it from a dictionary.
bool isSelectedOperatorsField(llvm::StringRef Name);

/// A selection under construction.
class TextReader {
public:
  explicit TextReader(llvm::StringRef Path) : Path(Path), Errors(Path) {}

  /// Returns the operator in the selection; null, with an error, if Name is no operator name.
  SelectedOp *findOp(const llvm::Twine &Location, llvm::StringRef Name);
  SelectedOp *selectOp(const llvm::Twine &Location, llvm::StringRef Name, const Asker &Who);

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

  /// Counts the visited nodes and their text, shared nodes at each visit. Returns false when the
  /// count exceeds the limit.
  bool spend(const YamlNode &Node, size_t Amount = 1);

  /// Visits the fields of a mapping, each name once. Null counts as a mapping without fields.
  void forEachField(const YamlNode &Node, const llvm::Twine &What,
                    llvm::function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  void forEachItem(const YamlNode &Node, const llvm::Twine &What,
                   llvm::function_ref<void(const YamlNode &)> Visit);

  SelectedOp *selectOpAt(const YamlNode &Node, llvm::StringRef Name) {
    return selectOp(locationOf(Node), Name, {locationOf(Node)});
  }
  /// Reads a list of kernel keys, dtype names and "default". Messages call an item a `Kind` of the
  /// operator `Name`.
  void readKeys(const YamlNode &Keys, llvm::StringRef Kind, llvm::StringRef Name, SelectedOp &Op);

private:
  /// The largest file without aliases stays below this number of nodes and pieces of text.
  size_t Budget = MaxYamlNodes + 200000;
};

/// For SelectionForm::Read. `Reader`, which is derived from YamlReader, reads the document's root.
template <typename Reader> llvm::Expected<Selection> readYaml(SelectionSource &Source) {
  ASSIGN_OR_RETURN(const YamlNode *Root, Source.parse());
  Reader Form(Source.Path);
  Form.read(*Root);
  return Form.finish();
}

} // namespace etprune
