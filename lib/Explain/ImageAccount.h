// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image's bytes as tables: the bytes of each operator, kernel, file and helper.
//
// Each row has three numbers. Own: the bytes of the thing itself; for a kernel, its function, table
// entry and strings. Retained: the bytes freed by removing it, which include its own unless
// something else uses them. Shared: other bytes that it needs and that other things need, too.

#pragma once

#include "Explain/ImageGraph.h"

#include <array>
#include <set>

namespace etprune {

/// The parts of an image, by what keeps them.
enum class KeptBy : uint8_t {
  Kernel,      ///< kernels' own code and records
  OneOperator, ///< other bytes that only one operator needs
  SeveralOperators,
  Program,
};
constexpr unsigned NumKeptBy = 4;
llvm::StringRef keptByName(KeptBy By);

/// The origin of bytes. Files of compilers and C libraries are recognised by their names. An
/// archive is a kernel library if it has kernels of the link, kept or dropped, or if only kernels
/// keep its bytes in the image. An archive that has the registry or refers to the table belongs to
/// the runtime. All other files belong to the application.
enum class ByteClass : uint8_t { Kernels, Table, Runtime, CLibrary, Application, Linker, Padding };
constexpr unsigned NumByteClasses = 7;
llvm::StringRef className(ByteClass Class);

/// The class of each item; Padding for groups.
std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const Dominators &Tree,
                                     const LinkedProgram &Program);

struct AccountRow {
  std::string Name;         ///< not demangled
  std::string File, Member; ///< for files and helpers
  ByteClass Class = ByteClass::Kernels;
  MemoryBytes Own, Retained, Shared;
  uint32_t Item = Dominators::None;
  size_t Kernels = 0;   ///< for operators, libraries and models: their number
  size_t Operators = 0; ///< for helpers: the number of operators that need it
  /// For files and helpers: the only kernel or operator that needs it, or empty.
  std::string Only;
  std::set<std::string> Models;  ///< for operators: the selection's models that use them
  std::set<std::string> AskedBy; ///< for kernels: the models, files and options that select them
};

struct ImageAccount {
  MemoryBytes Total;
  std::array<MemoryBytes, NumKeptBy> KeptBy;       ///< adds up to Total with Gaps
  MemoryBytes Gaps;                                ///< padding that belongs to no item
  std::array<MemoryBytes, NumByteClasses> Classes; ///< adds up to Total
  std::vector<uint64_t> MemoryUse;                 ///< by ImageGraph::Memories
  // The largest first.
  std::vector<AccountRow> Operators, Kernels, Libraries, Models, Files, Helpers;
};

struct Explanation {
  ImageGraph Graph;
  Dominators Tree;
  std::vector<ByteClass> Classes; ///< of items
  std::vector<uint32_t> Owners;   ///< for each item: the kernel that owns it; None without one
  /// For each item: its predecessor on the shortest path from a root; None for roots.
  std::vector<uint32_t> Before;
  ImageAccount Account;
  std::vector<std::string> Compilers; ///< as named in the image's .comment, sorted

  Explanation(ImageGraph G) : Graph(std::move(G)), Tree(Graph) {}
  Explanation(const Explanation &) = delete;
  Explanation &operator=(const Explanation &) = delete;

  KeptBy keptBy(uint32_t Item) const;
};

/// The name of an object in reports. Objects that links make of intermediate code are divided
/// differently each time, so they have one name.
llvm::StringRef shownObject(const LinkInputs &Inputs, llvm::StringRef Object);

/// Explains an image for a device with these memories. Fails if its map does not match it.
llvm::Expected<std::unique_ptr<Explanation>> explainImage(const LinkedProgram &Program,
                                                          const Memories &Device);

/// Explains an image without a second image. The kinds of the memories follow from the image's own
/// sections. If the program does not fit, each memory is extended to the start of the next.
llvm::Expected<std::unique_ptr<Explanation>> explainAlone(const LinkedProgram &Program);

/// "1,200 B of flash, 40 B of RAM".
std::string bytesText(const MemoryBytes &Bytes);

} // namespace etprune
