// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains why one image is larger than another: the additions, removals and changes, with their
// reasons.
//
// An item of an image is matched with the item of the same name and file in the other image, or of
// the same name and size in another file. An unchanged item in both images is no part of the
// difference, even if another operator keeps it now. Every other byte belongs to one cause:
//
//   operator    was added or removed, with all items that the image lacks without it
//   dtype       the operator has kernels for other dtypes
//   toolchain   code changed its size, and the compiler or linker changed
//   file        another change in this file: its source or its compiler's options changed
//   padding     alignment
//
// So the causes add up to the difference of the images, exactly.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/Support/JSON.h"

namespace etprune {

struct BytesChange {
  MemoryBytes Before, After;

  int64_t flash() const { return static_cast<int64_t>(After.Flash - Before.Flash); }
  int64_t ram() const { return static_cast<int64_t>(After.Ram - Before.Ram); }
  /// The key that sorts changes by size.
  std::pair<int64_t, int64_t> order() const { return {std::abs(flash()), std::abs(ram())}; }
};

struct ChangedItem : BytesChange {
  std::string Name, File; ///< as people read them
};

struct DiffCause : BytesChange {
  std::string Kind;
  std::string Name; ///< the operator's or file's
  std::string Why;  ///< "by model kws.pte", "pow +120, its source or compiler changed"
  std::vector<std::string>
      AskedBy; ///< for operators and dtypes: the models, files and options that select them
  std::vector<ChangedItem> Items; ///< the largest changes first

  /// A line: "aten::topk.values by model b.pte".
  std::string text() const;
};

/// Compares two reports that have the account of an image ("image"). The largest change is first.
/// Fails for an account of another form, and says where.
llvm::Expected<std::vector<DiffCause>> diffCauses(const llvm::json::Object &Before,
                                                  const llvm::json::Object &After);

/// "X before, Y now" if the reports name different compilers or linkers; else empty.
std::string otherToolchain(const llvm::json::Object &Before, const llvm::json::Object &After);

} // namespace etprune
