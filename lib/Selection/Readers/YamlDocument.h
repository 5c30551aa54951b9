// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A YAML file as a plain tree with the place of every node.
//
// yaml-cpp does the parsing, but not through its own node type: that one drops repeated keys in
// silence and throws on access. Its events are collected into a tree that cannot fail once it
// exists. Aliases are shared, not copied, so a file of nested aliases costs as much as
// its text; a reader must still bound how often it visits a shared part of the tree.
//
// Limits: YAML 64 MB and a million nodes; JSON 2 MB, the most that yaml-cpp reads between braces.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <deque>
#include <string>
#include <vector>

namespace etprune {

struct YamlNode {
  enum class Kind { Null, Scalar, Sequence, Mapping };

  Kind NodeKind = Kind::Null;
  /// A scalar written without quotes: only such a one can be a truth value.
  bool IsPlain = false;
  /// Still being read: an alias to it would make a cycle.
  bool IsOpen = false;
  unsigned Line = 0, Column = 0;
  std::string Text;
  /// A sequence's items; a mapping's keys and values in turn.
  std::vector<const YamlNode *> Children;

  bool isNull() const { return NodeKind == Kind::Null; }
  bool isScalar() const { return NodeKind == Kind::Scalar; }
  bool isSequence() const { return NodeKind == Kind::Sequence; }
  bool isMapping() const { return NodeKind == Kind::Mapping; }
};

class YamlDocument {
public:
  /// A document with more nodes, aliases included, is refused.
  static constexpr size_t MaxNodes = 3000000;

  /// Parses the only document of Text. Errors read "path:line:column: ...".
  static llvm::Expected<YamlDocument> parse(llvm::StringRef Path, llvm::StringRef Text);

  /// Null if the text holds no document.
  const YamlNode *root() const { return Nodes.empty() ? nullptr : &Nodes.front(); }

private:
  std::deque<YamlNode> Nodes;
  friend class YamlTreeBuilder;
};

} // namespace etprune
