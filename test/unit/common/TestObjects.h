// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes small relocatable objects for tests. A test describes an object by its sections, references
// and symbols. ObjectText writes this description as yaml. LLVM's yaml2obj library turns the yaml
// into an object.

#pragma once

#include "Runtimes/Table/Records.h"
#include "Selection/Selection.h"
#include "UnitTest.h"

namespace etprune::test {

struct TestTarget {
  const char *Class, *Data, *Machine;
  uint32_t Flags; ///< e_flags
  bool Is64, IsLittleEndian, Rela;
  unsigned Absolute; ///< relocation type of an absolute address
  unsigned wordSize() const { return Is64 ? 8 : 4; }
  std::string name() const { return std::string(Machine) + " " + Class + " " + Data; }
};
extern const TestTarget Arm, BigEndianArm, X86_64, RiscV32, RiscV64, AArch64, Xtensa;
std::vector<TestTarget> allTargets();

std::string objectFromYaml(llvm::StringRef Yaml);

class ObjectText {
public:
  explicit ObjectText(const TestTarget &Target = Arm, llvm::StringRef OSABI = "ELFOSABI_NONE")
      : Target(Target), OSABI(OSABI) {}

  /// Adds a section with one word for each name in `Uses`. A relocation fills the word with the
  /// address of the symbol or section of this name. Names of sections start with a dot. A symbol
  /// is undefined unless symbol() defines the symbol. `More` is more yaml for the section, and
  /// starts with a comma.
  ObjectText &section(llvm::StringRef Name, std::vector<std::string> Uses = {},
                      llvm::StringRef Flags = "SHF_ALLOC", llvm::StringRef More = "");
  ObjectText &note(llvm::StringRef Name, llvm::StringRef Content);
  ObjectText &symbol(llvm::StringRef Name, llvm::StringRef Section,
                     llvm::StringRef Binding = "STB_GLOBAL");
  /// Adds the sections that ET_KERNEL makes. With an empty key, the kernel is a fallback kernel.
  ObjectText &kernel(llvm::StringRef Id, llvm::StringRef Key, std::vector<std::string> Uses = {},
                     int Priority = 100);
  std::string bytes() const;

private:
  struct Use {
    std::string Name;
    uint64_t Addend;
  };
  struct Section {
    std::string Name, Flags, More, Content;
    const char *Type = "SHT_PROGBITS";
    std::vector<Use> Uses; ///< one per word; an empty name means no reference
  };
  struct Symbol {
    std::string Name, Section, Binding;
  };
  Section &add(llvm::StringRef Name, llvm::StringRef Flags, std::vector<Use> Uses);
  std::string word(uint64_t Value) const;

  TestTarget Target;
  std::string OSABI;
  std::vector<Section> Sections;
  std::vector<Symbol> Symbols;
};

/// Returns `et_kernel$aten$add.out$Float$portable` for `aten::add.out-Float-portable`.
std::string kernelSymbol(llvm::StringRef Id);

/// An InputObject together with its bytes, because an InputObject points into the bytes.
class ParsedObject {
public:
  explicit ParsedObject(std::string Bytes, std::string Name = "test.o");
  const InputObject &operator*() const { return *Object; }
  const InputObject *operator->() const { return Object.get(); }
  uint32_t section(llvm::StringRef Name) const; ///< fails the test if there is none

  const std::string Bytes;

private:
  std::unique_ptr<InputObject> Object;
};

/// Returns a record of a made-up object without sections. An empty key means a fallback kernel.
KernelRecord recordOf(llvm::StringRef Op, llvm::StringRef Variant, llvm::StringRef Key,
                      llvm::StringRef Library = "portable", int Priority = 0);
/// Selects the kernels of `Op` that serve `Keys`. If `Keys` is empty, selects all kernels of `Op`.
Selection wants(const std::string &Op, const std::vector<std::string> &Keys = {});
Selection everything();

/// Returns the error message, or "" for success.
std::string parseError(llvm::StringRef Bytes);
std::string recordsError(const InputObject &Object);

std::vector<KernelRecord> recordsOf(const InputObject &Object);

} // namespace etprune::test
