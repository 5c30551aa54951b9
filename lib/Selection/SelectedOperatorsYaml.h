// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner side of the selected_operators.yaml reader: the same reader on text at hand.

#ifndef ETPRUNE_SELECTION_SELECTEDOPERATORSYAML_H
#define ETPRUNE_SELECTION_SELECTEDOPERATORSYAML_H

#include "Selection/Selection.h"

namespace etprune {

/// Path is what errors and askers call the text.
llvm::Expected<Selection> readSelectedOperatorsText(llvm::StringRef Path, llvm::StringRef Text);

/// Whether Name is a top-level field of the format.
bool isSelectedOperatorsField(llvm::StringRef Name);

} // namespace etprune

#endif // ETPRUNE_SELECTION_SELECTEDOPERATORSYAML_H
