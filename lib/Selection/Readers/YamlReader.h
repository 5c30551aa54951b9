// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common parts of the readers of text. TextReader checks operator names. YamlReader reads
// mappings and lists, reports locations and repeated keys, and limits the work that aliases can
// cause. Each form of YAML has a class derived from YamlReader.

#pragma once

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True if Name is a top-level field of selected_operators.yaml. Such a field distinguishes it from
/// a dictionary.
bool isSelectedOperatorsField(llvm::StringRef Name);

/// A selection under construction. Path is the name of the file or option.
class TextReader {
public:
  explicit TextReader(llvm::StringRef Path) : Path(Path), Errors(Path) {}

  /// Returns the operator of this name in the selection. If it is not an operator name, adds an
  /// error and returns null.
  SelectedOp *findOp(const llvm::Twine &Location, llvm::StringRef Name);
  SelectedOp *selectOp(const llvm::Twine &Location, llvm::StringRef Name, const Asker &Who);

  /// Returns the selection, or all problems of the file.
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

  /// Counts the visited nodes and their text. A node that aliases share counts at each visit.
  /// Returns false when the count exceeds the limit.
  bool spend(const YamlNode &Node, size_t Amount = 1);

  /// Visits the fields of a mapping, each name once. Null counts as a mapping without fields.
  void forEachField(const YamlNode &Node, const llvm::Twine &What,
                    llvm::function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  void forEachItem(const YamlNode &Node, const llvm::Twine &What,
                   llvm::function_ref<void(const YamlNode &)> Visit);

  /// The asker is the location of `Node`.
  SelectedOp *selectOpAt(const YamlNode &Node, llvm::StringRef Name) {
    return selectOp(locationOf(Node), Name, {locationOf(Node)});
  }
  /// Reads a list of kernel keys, dtype names and "default". Messages call an item a `Kind` of the
  /// operator `Name`.
  void readKeys(const YamlNode &Keys, llvm::StringRef Kind, llvm::StringRef Name, SelectedOp &Op);

private:
  /// The limit of visited nodes and pieces of text. The largest file without aliases stays below
  /// it.
  size_t Budget = YamlDocument::MaxNodes + 200000;
};

/// For SelectionForm::Read. `Reader`, which is derived from YamlReader, reads the root of the
/// document, or null if there is none.
template <typename Reader> llvm::Expected<Selection> readYaml(SelectionSource &Source) {
  ASSIGN_OR_RETURN(const YamlNode *Root, Source.parse());
  Reader Form(Source.Path);
  Form.read(Root);
  return Form.finish();
}

} // namespace etprune
