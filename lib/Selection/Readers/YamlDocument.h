// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A YAML file as a plain tree with the location of every node.
//
// yaml-cpp parses the file, but its own node type is not used, because it silently drops repeated
// keys and throws on access. Aliases share nodes, so a file of nested aliases costs no more than
// its text. A reader must therefore bound its visits to shared nodes.
//
// Limits: 64 MB and three million nodes for YAML; 2 MB for JSON, which is the most text that
// yaml-cpp reads between braces.

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
  /// A scalar without quotes. Only such a scalar can be a truth value.
  bool IsPlain = false;
  /// The node is still being read. An alias to it would make a cycle.
  bool IsOpen = false;
  unsigned Line = 0, Column = 0;
  std::string Text;
  /// The items of a sequence; or the keys and values of a mapping, alternating.
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

  /// Null if the text has no document.
  const YamlNode *root() const { return Nodes.empty() ? nullptr : &Nodes.front(); }

private:
  std::deque<YamlNode> Nodes;
  friend class YamlTreeBuilder;
};

} // namespace etprune
