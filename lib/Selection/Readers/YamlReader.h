// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the readers of YAML forms share: locations for messages, mappings whose keys must differ,
// operator names and lists of kernel keys, and a bound on how much aliases can make of a small
// file. Each form has a class of its own, derived from this one.

#pragma once

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// Whether Name is a top-level field of selected_operators.yaml, by which a mapping is told from a
/// dictionary.
bool isSelectedOperatorsField(llvm::StringRef Name);

class YamlReader {
public:
  explicit YamlReader(llvm::StringRef Path) : Path(Path), Errors(Path) {}

  /// The selection, or all problems of the file.
  llvm::Expected<Selection> finish();

protected:
  std::string locationOf(const YamlNode &Node) const;
  void fail(const YamlNode &Node, const llvm::Twine &Why) {
    Errors.add(locationOf(Node) + ": " + Why);
  }
  void wrongKind(const YamlNode &Node, const llvm::Twine &What, llvm::StringRef Expected);

  /// Counts the nodes that are visited, those that aliases share each time, and their text; false
  /// once it is too much.
  bool spend(const YamlNode &Node, size_t Amount = 1);

  /// Visits the fields of a mapping, each name once. A field left empty stands for no fields.
  void forEachField(const YamlNode &Node, const llvm::Twine &What,
                    llvm::function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  /// Visits the items of a list.
  void forEachItem(const YamlNode &Node, const llvm::Twine &What,
                   llvm::function_ref<void(const YamlNode &)> Visit);

  /// The selected operator of this name; null, with an error at Node, when it is no operator name.
  SelectedOp *findOp(const YamlNode &Node, llvm::StringRef Name);
  /// The same, asked for by this file at Node.
  SelectedOp *selectOp(const YamlNode &Node, llvm::StringRef Name);
  /// A list of kernel keys, dtypes' names and "default".
  void readKeys(const YamlNode &Keys, const llvm::Twine &What, SelectedOp &Op);

  llvm::StringRef Path;
  Selection Sel;
  Problems Errors;

private:
  /// More than the largest file holds, in nodes and in pieces of text.
  size_t Budget = YamlDocument::MaxNodes + 200000;
};

/// For SelectionForm::Read: `Reader`, which is derived from YamlReader, reads the root of the
/// document, or null where there is none.
template <typename Reader> llvm::Expected<Selection> readYaml(SelectionSource &Source) {
  llvm::Expected<const YamlNode *> Root = Source.parse();
  if (!Root)
    return Root.takeError();
  Reader Form(Source.Path);
  Form.read(*Root);
  return Form.finish();
}

} // namespace etprune
