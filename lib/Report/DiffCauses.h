// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why one image is larger than another: what was added, removed or changed, and for which reason.
//
// An item of an image is matched with the item of the same name and file in the other image, or of
// the same name and size in another file. An item that is in both, unchanged, has no part in the
// difference, though another operator may keep it now. Every other byte belongs to one cause:
//
//   operator    it came or went, with all that was not in the image without it
//   dtype       the operator has kernels for other dtypes
//   toolchain   code changed its size, and compiler or linker are other ones
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
  /// The key by which changes are sorted, the largest last.
  std::pair<int64_t, int64_t> order() const { return {std::abs(flash()), std::abs(ram())}; }
};

struct ChangedItem : BytesChange {
  std::string Name, File; ///< as people read them
};

struct DiffCause : BytesChange {
  std::string Kind;
  std::string Name; ///< of the operator or file
  std::string Why;  ///< "by model kws.pte", "pow +120, its source or compiler changed"
  std::vector<std::string> AskedBy; ///< of operators and dtypes: the models, files and options
  std::vector<ChangedItem> Items;   ///< the largest changes first

  /// A line: "aten::topk.values by model b.pte".
  std::string text() const;
};

/// Of two reports with the account of an image ("image"). The largest change first. An error, of
/// which the message says where, for an account of another form.
llvm::Expected<std::vector<DiffCause>> diffCauses(const llvm::json::Object &Before,
                                                  const llvm::json::Object &After);

/// The compilers and the linker where the reports name other ones, "X before, Y now"; else empty.
std::string otherToolchain(const llvm::json::Object &Before, const llvm::json::Object &After);

} // namespace etprune
