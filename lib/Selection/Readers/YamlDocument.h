// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a YAML file into a tree whose nodes know their locations.
//
// yaml-cpp's own node type is not used, because it silently drops repeated keys and throws on
// access. An alias adds the same node to a second parent. A few aliases of aliases can thus make a
// tree with billions of paths. A reader must therefore limit its visits (YamlReader::spend()).
//
// A text may have 64 MB and MaxYamlNodes nodes. Text in brackets or braces, such as a JSON file,
// may have only 2 MB, because yaml-cpp needs about 200 bytes of memory for each byte.

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
  bool IsPlain = false; ///< a scalar without quotes and tag; only a plain scalar can be a boolean
  bool IsOpen = false;  ///< the parser is inside the node; an alias to the node would be a cycle
  unsigned Line = 0, Column = 0; ///< counted from 1
  std::string Text;
  /// The items of a sequence; or the keys and values of a mapping, alternating.
  std::vector<const YamlNode *> Children;

  bool isNull() const { return NodeKind == Kind::Null; }
  bool isScalar() const { return NodeKind == Kind::Scalar; }
  bool isSequence() const { return NodeKind == Kind::Sequence; }
  bool isMapping() const { return NodeKind == Kind::Mapping; }
};

/// parseYaml() refuses a document with more nodes. Each alias counts as a node.
inline constexpr size_t MaxYamlNodes = 3000000;

/// Returns the nodes of the document, the root first; none if the text has no document. A second
/// document is an error. Errors read "path:line:column: ...".
llvm::Expected<std::deque<YamlNode>> parseYaml(llvm::StringRef Path, llvm::StringRef Text);

} // namespace etprune
