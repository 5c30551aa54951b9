// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accounts for the difference between two images, to the byte.
//
// Users believe a report that says "text shrank by 194,224 bytes" if it also names these bytes. The
// maps of both links name every input section. Sections are compared as multisets of (file, member,
// input section), so order and addresses do not count. Each section gets one category by its name
// or, failing that, by the flags of its output section. The sums must be equal to the images'
// sizes: a wrong sum is an error, never a row called "other".

#pragma once

#include "Image/Memories.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

enum class ByteCategory {
  KernelCode,
  RegistrationTable,
  NamesAndKeys,
  OtherCode,
  ReadOnlyData,
  Data,
  Bss,
  Padding,
};
constexpr unsigned NumByteCategories = 8;

llvm::StringRef categoryName(ByteCategory Category);

struct SizeChange {
  uint64_t Before = 0;
  uint64_t After = 0;

  /// After - Before: negative for a saving.
  int64_t delta() const { return static_cast<int64_t>(After - Before); }
};

/// Initialised data usually counts in both columns: it is stored in flash and takes RAM.
struct CategoryChange {
  ByteCategory Category = ByteCategory::OtherCode;
  SizeChange Stored;
  SizeChange Ram;
};

/// An input section whose sizes in the two images differ. Sections of one name from one object are
/// one entry.
struct InputChange {
  ByteCategory Category = ByteCategory::OtherCode;
  std::string Section;
  std::string File;
  std::string Member;
  SizeChange Size;
};

struct DifferenceAccount {
  /// One per category, in the order of the enumeration. The columns add up to imageTotals().
  std::vector<CategoryChange> Categories;
  /// Every input section that changed, the largest change first.
  std::vector<InputChange> Inputs;
};

/// `Device` has the memories that both images were linked for. `NameOf` gives an object of a map
/// its name in the account, and objects with the same name are one. Fails if a map does not explain
/// every byte of its image.
llvm::Expected<DifferenceAccount> accountDifference(
    LinkedImage Before, LinkedImage After, const Memories &Device = Memories(),
    llvm::function_ref<llvm::StringRef(llvm::StringRef)> NameOf = [](llvm::StringRef Object) {
      return Object;
    });

} // namespace etprune
