// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestObjects.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/YAMLTraits.h"

namespace etprune::test {

const TestTarget Arm{"ELFCLASS32", "ELFDATA2LSB", "EM_ARM", 0x5000200, false, true, false, 2};
const TestTarget BigEndianArm{"ELFCLASS32", "ELFDATA2MSB", "EM_ARM", 0x5000000,
                              false,        false,         false,    2};
const TestTarget X86_64{"ELFCLASS64", "ELFDATA2LSB", "EM_X86_64", 0, true, true, true, 1};
const TestTarget RiscV32{"ELFCLASS32", "ELFDATA2LSB", "EM_RISCV", 5, false, true, true, 1};
const TestTarget RiscV64{"ELFCLASS64", "ELFDATA2LSB", "EM_RISCV", 5, true, true, true, 2};
const TestTarget AArch64{"ELFCLASS64", "ELFDATA2LSB", "EM_AARCH64", 0, true, true, true, 257};
const TestTarget Xtensa{"ELFCLASS32", "ELFDATA2LSB", "EM_XTENSA", 0x300, false, true, true, 1};

std::vector<TestTarget> allTargets() {
  return {Arm, BigEndianArm, X86_64, RiscV32, RiscV64, AArch64, Xtensa};
}

std::string objectFromYaml(StringRef Yaml) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  yaml::Input Input(Yaml);
  bool Made = yaml::convertYAML(Input, OS, [](const Twine &M) { ADD_FAILURE() << M.str(); });
  EXPECT_TRUE(Made) << Yaml.str();
  return Bytes;
}

std::string ObjectText::word(uint64_t Value) const {
  std::string Bytes;
  for (unsigned I = 0; I < Target.wordSize(); ++I) {
    unsigned Place = Target.IsLittleEndian ? I : Target.wordSize() - 1 - I;
    Bytes += static_cast<char>(Value >> (8 * Place));
  }
  return Bytes;
}

ObjectText::Section &ObjectText::add(StringRef Name, StringRef Flags, std::vector<Use> Uses) {
  std::string Content;
  for (const Use &U : Uses)
    Content += word(Target.Rela ? 0 : U.Addend);
  Sections.push_back({Name.str(), Flags.str(), "", Content, "SHT_PROGBITS", std::move(Uses)});
  return Sections.back();
}

ObjectText &ObjectText::section(StringRef Name, std::vector<std::string> Uses, StringRef Flags,
                                StringRef More) {
  std::vector<Use> Words;
  for (std::string &U : Uses)
    Words.push_back({std::move(U), 0});
  add(Name, Flags, std::move(Words)).More = More;
  return *this;
}

ObjectText &ObjectText::note(StringRef Name, StringRef Content) {
  // yaml2obj requires unique section names. The object has the name without " (number)".
  std::string Unique = (Name + " (" + Twine(static_cast<unsigned>(Sections.size())) + ")").str();
  Section &Added = add(Unique, "SHF_ALLOC", {});
  Added.Content = Content.str();
  Added.Type = "SHT_NOTE";
  return *this;
}

ObjectText &ObjectText::symbol(StringRef Name, StringRef Section, StringRef Binding) {
  Symbols.push_back({Name.str(), Section.str(), Binding.str()});
  return *this;
}

std::string kernelSymbol(StringRef Id) {
  std::string Name = ("et_kernel$" + Id).str();
  std::replace(Name.begin(), Name.end(), '-', '$');
  Name.replace(Name.find("::"), 2, "$");
  return Name;
}

ObjectText &ObjectText::kernel(StringRef Id, StringRef Key, std::vector<std::string> Uses,
                               int Priority) {
  std::string Op = Id.split('-').first.str(), Strings = (".rodata.strings." + Id).str();
  section((".text.et_kernel." + Id).str(), std::move(Uses), "SHF_ALLOC, SHF_EXECINSTR");
  symbol(kernelSymbol(Id), (".text.et_kernel." + Id).str());
  add((".et_kernels." + Id).str(), "SHF_ALLOC",
      {{Strings, 0},
       Key.empty() ? Use{"", 0} : Use{Strings, Op.size() + 1},
       {kernelSymbol(Id), 0}});
  add(Strings, "SHF_ALLOC", {}).Content = Op + '\0' + Key.str() + '\0';
  add((".et_kernel_info." + Id).str(), "SHF_EXCLUDE", {}).Content =
      Op + "(Tensor self) -> Tensor" + '\0' + std::to_string(Priority) + '\0';
  return *this;
}

/// Writes e_flags into the object, because yaml2obj accepts only names of flags, no number.
static void setFlags(std::string &Bytes, const TestTarget &Target) {
  for (unsigned I = 0; I < 4; ++I)
    Bytes[(Target.Is64 ? 0x30 : 0x24) + (Target.IsLittleEndian ? I : 3 - I)] =
        static_cast<char>(Target.Flags >> (8 * I));
}

std::string ObjectText::bytes() const {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "--- !ELF\nFileHeader: { Class: " << Target.Class << ", Data: " << Target.Data
     << ", OSABI: " << OSABI << ", Type: ET_REL, Machine: " << Target.Machine << " }\nSections:\n"
     << "  - { Name: .null, Type: SHT_PROGBITS }\n"; // at least one section
  StringSet<> Defined;
  for (const Symbol &S : Symbols)
    Defined.insert(S.Name);
  std::string Locals, Globals;
  auto AddSymbol = [&](StringRef Name, StringRef Section, StringRef Binding) {
    (Binding == "STB_LOCAL" ? Locals : Globals) +=
        ("  - { Name: '" + Name + "'" +
         (Section.empty() ? std::string() : ", Section: '" + Section.str() + "'") +
         (Name == Section ? ", Type: STT_SECTION" : "") + ", Binding: " + Binding + " }\n")
            .str();
  };
  for (const Section &S : Sections) {
    OS << "  - { Name: '" << S.Name << "', Type: " << S.Type << ", Flags: [ " << S.Flags
       << " ], Content: '" << toHex(S.Content) << "'" << S.More << " }\n";
    if (S.Uses.empty())
      continue;
    OS << "  - { Name: '" << (Target.Rela ? ".rela" : ".rel") << S.Name
       << "', Type: " << (Target.Rela ? "SHT_RELA" : "SHT_REL") << ", Info: '" << S.Name
       << "', Relocations: [";
    for (size_t I = 0; I < S.Uses.size(); ++I) {
      const Use &U = S.Uses[I];
      if (U.Name.empty())
        continue;
      OS << " { Offset: " << I * Target.wordSize() << ", Symbol: '" << U.Name
         << "', Type: " << Target.Absolute;
      if (Target.Rela)
        OS << ", Addend: " << U.Addend;
      OS << " },";
      if (Defined.insert(U.Name).second)
        AddSymbol(U.Name, U.Name[0] == '.' ? U.Name : "",
                  U.Name[0] == '.' ? "STB_LOCAL" : "STB_GLOBAL");
    }
    OS << " ] }\n";
  }
  for (const Symbol &S : Symbols)
    AddSymbol(S.Name, S.Section, S.Binding);
  OS << "Symbols:\n" << Locals << Globals;
  if (Locals.empty() && Globals.empty())
    OS << "  - { Name: none, Binding: STB_LOCAL }\n";
  std::string Bytes = objectFromYaml(Text);
  setFlags(Bytes, Target);
  return Bytes;
}

ParsedObject::ParsedObject(std::string Contents, std::string Name)
    : Bytes(std::move(Contents)), Object(good(InputObject::parse({Bytes, Name}, Name))) {}

uint32_t ParsedObject::section(StringRef Name) const {
  for (uint32_t I = 0; I < Object->Sections.size(); ++I)
    if (Object->Sections[I].Name == Name)
      return I;
  ADD_FAILURE() << "no section " << Name.str();
  return 0;
}

KernelRecord recordOf(StringRef Op, StringRef Variant, StringRef Key, StringRef Library,
                      int Priority) {
  static InputObject Object;
  Object.Name = "libkernels.a(op.o)";
  KernelRecord Record;
  Record.Op = Op;
  Record.Variant = Variant;
  Record.Library = Library;
  if (!Key.empty())
    Record.Key = Key.str();
  Record.Priority = Priority;
  Record.Symbol = kernelSymbol(Record.id());
  Record.Object = &Object;
  return Record;
}

Selection wants(const std::string &Op, const std::vector<std::string> &Keys) {
  Selection Wanted;
  SelectedOp &Entry = Wanted.Ops[Op];
  Entry.Askers.insert({"test"});
  Entry.AllKernels = Keys.empty();
  for (const std::string &Key : Keys)
    Entry.Keys[Key].insert({"test"});
  return Wanted;
}

Selection everything() {
  Selection All;
  All.AllOperators = true;
  return All;
}

std::string parseError(StringRef Bytes) {
  return errorOf(InputObject::parse({Bytes, "test.o"}, "test.o"));
}

std::string recordsError(const InputObject &Object) { return errorOf(readKernelRecords(Object)); }

std::vector<KernelRecord> recordsOf(const InputObject &Object) {
  return good(readKernelRecords(Object));
}

} // namespace etprune::test
