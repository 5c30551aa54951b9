// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner side of the readers of text: the same readers on text that is at hand, or on YAML that
// is parsed already. Path is what errors and askers call it.

#pragma once

#include "Selection/Readers/YamlDocument.h"
#include "Selection/Selection.h"

namespace etprune {

/// One operator name per line.
llvm::Expected<Selection> readOpListFileText(llvm::StringRef Path, llvm::StringRef Text);

/// selected_operators.yaml.
llvm::Expected<Selection> readSelectedOperators(llvm::StringRef Path, const YamlDocument &Document);
llvm::Expected<Selection> readSelectedOperatorsText(llvm::StringRef Path, llvm::StringRef Text);
/// Whether Name is a top-level field of the format.
bool isSelectedOperatorsField(llvm::StringRef Name);

/// functions.yaml and its like.
llvm::Expected<Selection> readOpsSchema(llvm::StringRef Path, const YamlDocument &Document);
llvm::Expected<Selection> readOpsSchemaText(llvm::StringRef Path, llvm::StringRef Text);

/// A dictionary from operators to dtypes.
llvm::Expected<Selection> readOpsDictionary(llvm::StringRef Path, const YamlDocument &Document);
/// Success unless Text looks like JSON and is none: YAML's errors would speak of YAML.
llvm::Error checkJson(llvm::StringRef Path, llvm::StringRef Text);

/// Whatever form Content has.
llvm::Expected<Selection> readSelectionContent(llvm::StringRef Path, llvm::StringRef Content);

} // namespace etprune
