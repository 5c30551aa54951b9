// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image's bytes as tables: what each operator, kernel, file and helper has, what goes if it
// goes, and what the image is made of. Every table that says so adds up to the image, to the byte.
//
// Three numbers each. Own: the bytes that are the thing itself, a kernel's function, its table
// entry and the strings of it. Retained: what goes if it goes, its own included unless something
// else uses them. Shared: what it needs besides, which others need as well.

#pragma once

#include "Explain/ByteClasses.h"
#include "Explain/Retained.h"
#include "Prune/PruneLink.h"

#include <array>
#include <set>

namespace etprune {

/// The parts of an image, by what keeps them.
enum class KeptBy : uint8_t {
  Kernel,      ///< kernels' own code and records
  OneOperator, ///< what one operator alone needs besides
  SeveralOperators,
  Program, ///< what the program has without any kernel
};
constexpr unsigned NumKeptBy = 4;
llvm::StringRef keptByName(KeptBy By);

struct AccountRow {
  std::string Name;         ///< not demangled
  std::string File, Member; ///< of files and helpers
  ByteClass Class = ByteClass::Kernels;
  MemoryBytes Own, Retained, Shared;
  uint32_t Item = Dominators::None;
  size_t Kernels = 0;   ///< of operators, libraries and models: how many
  size_t Operators = 0; ///< of helpers: how many need it
  /// Of files and helpers: the one kernel or operator that needs it, or empty.
  std::string Only;
  std::set<std::string> Models;  ///< of operators: the selection's models that ask for them
  std::set<std::string> AskedBy; ///< of kernels: the models, files and options that ask
};

struct ImageAccount {
  MemoryBytes Total;
  std::array<MemoryBytes, NumKeptBy> KeptBy;       ///< with paddings adds up to Total
  MemoryBytes Gaps;                                ///< paddings that are no item's
  std::array<MemoryBytes, NumByteClasses> Classes; ///< adds up to Total
  std::vector<uint64_t> MemoryUse;                 ///< by ImageGraph::Memories
  // The largest first.
  std::vector<AccountRow> Operators, Kernels, Libraries, Models, Files, Helpers;
};

/// A graph with what is computed of it once.
struct Explanation {
  ImageGraph Graph;
  Dominators Tree;
  std::vector<ByteClass> Classes; ///< of items
  std::vector<uint32_t> Owners;   ///< of items: the kernel whose own they are; None for others
  /// The item before each on the shortest way from a root; None for roots.
  std::vector<uint32_t> Before;
  ImageAccount Account;
  std::vector<std::string> Compilers; ///< as the image's .comment names them, sorted

  Explanation(ImageGraph G) : Graph(std::move(G)), Tree(Graph) {}
  Explanation(const Explanation &) = delete;
  Explanation &operator=(const Explanation &) = delete;

  KeptBy keptBy(uint32_t Item) const;
};

/// How reports name an object of a map. Those that links make of intermediate code are cut anew
/// each time, and so are one.
llvm::StringRef shownObject(const LinkInputs &Inputs, llvm::StringRef Object);

/// Explains an image that was linked with a plan, for a device with these memories. An error where
/// its map does not fit it.
llvm::Expected<std::unique_ptr<Explanation>> explainImage(const CapturedLink &Link,
                                                          const PrunePlan &Plan,
                                                          const ImageOrigin &Origin,
                                                          const Memories &Device);

} // namespace etprune
