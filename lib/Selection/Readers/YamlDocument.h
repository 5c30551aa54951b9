// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A YAML file as a plain tree with the location of every node.
//
// yaml-cpp's own node type is not used, because it silently drops repeated keys and throws on
// access. Aliases share nodes, so a reader must bound its visits. Limits: 64 MB and MaxYamlNodes
// for YAML; 2 MB for JSON, which is the most text that yaml-cpp reads between braces.

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
  bool IsPlain = false; ///< a scalar without quotes, which can be a truth value
  bool IsOpen = false;  ///< still being read; an alias to it would make a cycle
  unsigned Line = 0, Column = 0;
  std::string Text;
  /// The items of a sequence; or the keys and values of a mapping, alternating.
  std::vector<const YamlNode *> Children;

  bool isNull() const { return NodeKind == Kind::Null; }
  bool isScalar() const { return NodeKind == Kind::Scalar; }
  bool isSequence() const { return NodeKind == Kind::Sequence; }
  bool isMapping() const { return NodeKind == Kind::Mapping; }
};

/// A document with more nodes, aliases included, is refused.
inline constexpr size_t MaxYamlNodes = 3000000;

/// The nodes of the only document, the root first; empty if the text has no document. Errors read
/// "path:line:column: ...".
llvm::Expected<std::deque<YamlNode>> parseYaml(llvm::StringRef Path, llvm::StringRef Text);

} // namespace etprune
