// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner side of the operator list reader: the same reader on text at hand.

#ifndef ETPRUNE_SELECTION_OPLIST_H
#define ETPRUNE_SELECTION_OPLIST_H

#include "Selection/Selection.h"

namespace etprune {

/// Text of a file with one operator name per line. Path is what errors and askers call it.
llvm::Expected<Selection> readOpListFileText(llvm::StringRef Path, llvm::StringRef Text);

} // namespace etprune

#endif // ETPRUNE_SELECTION_OPLIST_H
