// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why one image is larger than another: the bytes of both by what keeps them, side by side.
//
// A byte belongs to the operator that alone needs it, to the file of what several operators share,
// or to the file that the program has it from. So the rows add up to the difference of the images,
// exactly. What moved from one of them to another, because its last other user went, is told.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/Support/JSON.h"

namespace etprune {

struct DiffCause {
  std::string Kind; ///< "operator", "shared", "file", "padding"
  std::string Name;
  std::string Why; ///< "added, for kws.pte: ...", "removed", "grew: `erfc` +3,992"
  MemoryBytes Before, After;

  int64_t flash() const { return static_cast<int64_t>(After.Flash - Before.Flash); }
  int64_t ram() const { return static_cast<int64_t>(After.Ram - Before.Ram); }
};

/// Of two reports with the account of an image ("image"). The largest change first; what has not
/// changed is left out. An error, of which the message says where, for an account of another form.
llvm::Expected<std::vector<DiffCause>> diffCauses(const llvm::json::Object &Before,
                                                  const llvm::json::Object &After);

} // namespace etprune
