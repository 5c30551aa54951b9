// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image's bytes as tables: the bytes of each operator, kernel, file and helper. A helper is a
// function or variable that no kernel owns.
//
// A row has up to three numbers. Own: the bytes of the kernel, operator, file or helper itself. A
// kernel's own bytes are its function, table entry and strings. Retained: the bytes that removing
// the kernel, operator, file or helper frees. Shared: the needed bytes that removing does not free,
// because other items need them, too.

#pragma once

#include "Explain/ImageGraph.h"

#include <array>
#include <set>

namespace etprune {

enum class KeptBy : uint8_t {
  Kernel,           ///< kernels' own code and records
  OneOperator,      ///< other bytes that only one operator needs
  SeveralOperators, ///< bytes that several operators need, but not the rest of the program
  Program,          ///< all other bytes
};
constexpr unsigned NumKeptBy = 4;
llvm::StringRef keptByName(KeptBy By);

/// The origin of bytes. Files of compilers and C libraries are recognised by their names. An
/// archive is a kernel library if it has kernels of the link, kept or dropped, or if only kernels
/// keep its bytes in the image. An archive that has the registry or refers to the table belongs to
/// the runtime. In an object outside of archives, only the sections of kernels have the class
/// Kernels. All other files belong to the application.
enum class ByteClass : uint8_t { Kernels, Table, Runtime, CLibrary, Application, Linker, Padding };
constexpr unsigned NumByteClasses = 7;
llvm::StringRef className(ByteClass Class);

/// The class of each item. Groups, which have no bytes (ImageGraph.h), get the class Padding.
std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const Dominators &Tree,
                                     const LinkedProgram &Program);

struct AccountRow {
  std::string Name;         ///< not demangled
  std::string File, Member; ///< for files and helpers
  ByteClass Class = ByteClass::Kernels;
  MemoryBytes Own, Retained, Shared;
  uint32_t Item = Dominators::None; ///< None for files, libraries and models
  size_t Kernels = 0;               ///< for operators, libraries and models: the number of kernels
  size_t Operators = 0;             ///< for helpers: the number of operators that need the helper
  /// For files and helpers: the only kernel or operator that needs the file or helper, else empty.
  std::string Only;
  std::set<std::string> Models; ///< for operators: the selection's models that use the operator
  /// For kernels: the models, files and options that select the kernel.
  std::set<std::string> AskedBy;
};

struct ImageAccount {
  MemoryBytes Total;
  std::array<MemoryBytes, NumKeptBy> KeptBy;       ///< adds up to Total minus Gaps
  MemoryBytes Gaps;                                ///< items of the class Padding
  std::array<MemoryBytes, NumByteClasses> Classes; ///< adds up to Total
  std::vector<uint64_t> MemoryUse;                 ///< used bytes of each of ImageGraph::Memories
  // Sorted by retained bytes, the largest first.
  std::vector<AccountRow> Operators, Kernels, Libraries, Models, Files, Helpers;
};

struct Explanation {
  ImageGraph Graph;
  Dominators Tree;
  std::vector<ByteClass> Classes; ///< for each item
  std::vector<uint32_t> Owners;   ///< for each item: the kernel that owns its bytes; else None
  /// For each item: its predecessor on the shortest path from a root; None for roots.
  std::vector<uint32_t> Before;
  ImageAccount Account;
  std::vector<std::string> Compilers; ///< as named in the image's .comment, sorted

  Explanation(ImageGraph G) : Graph(std::move(G)), Tree(Graph) {}
  Explanation(const Explanation &) = delete;
  Explanation &operator=(const Explanation &) = delete;

  KeptBy keptBy(uint32_t Item) const;
};

/// The name of an object in reports. All objects that the linker compiles from intermediate code
/// get one name, because each link divides the code into objects differently.
llvm::StringRef shownObject(const LinkInputs &Inputs, llvm::StringRef Object);

/// Explains an image for a device with these memories. Fails if the map is not the image's.
llvm::Expected<std::unique_ptr<Explanation>> explainImage(const LinkedProgram &Program,
                                                          const Memories &Device);

/// Explains one image alone: only its sections decide which memories are flash and which are RAM.
/// The image may be larger than the memories.
llvm::Expected<std::unique_ptr<Explanation>> explainAlone(const LinkedProgram &Program);

/// "1,200 B of flash, 40 B of RAM".
std::string bytesText(const MemoryBytes &Bytes);

} // namespace etprune
