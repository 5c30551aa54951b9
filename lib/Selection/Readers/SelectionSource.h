// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a reader reads: the content of a file, or the value of an option. As YAML it is parsed once,
// whichever forms look at it to recognise it.

#pragma once

#include "Selection/Readers/YamlDocument.h"

#include <optional>

namespace etprune {

class SelectionSource {
public:
  /// Path, a file's or an option's name, is what errors and askers call the source.
  SelectionSource(llvm::StringRef Path, llvm::StringRef Content, bool IsOption = false)
      : Path(Path), Content(Content), IsOption(IsOption) {}

  const llvm::StringRef Path, Content;
  const bool IsOption;

  /// Whether the first line that is no comment can only be YAML. By that line rather than by
  /// parsing, so that a broken file gets the error of the form that it was meant to have.
  bool looksLikeYaml();
  /// For Recognises: the root of what looks like YAML; null if it is none or has no document.
  const YamlNode *root();
  /// For Read: the root, null if there is no document; or why the content is not YAML.
  llvm::Expected<const YamlNode *> parse();

  /// The error of an empty file.
  llvm::Error emptyFile() const;

private:
  std::optional<bool> LooksLikeYaml;
  std::optional<llvm::Expected<YamlDocument>> Document;
};

} // namespace etprune
