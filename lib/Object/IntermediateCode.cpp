// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the symbol table that gcc writes for its linker plugin. The table is not compressed. Also
// makes copies of objects in which linkers ignore the intermediate code.

#include "Object/IntermediateCode.h"

#include "Object/RecordNames.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

/// An entry begins with two strings that end with NUL: the name and the COMDAT group. The next
/// fields are the kind (one byte, as in GNU ld's plugin-api.h), the visibility (one byte), the size
/// (eight bytes) and gcc's index (four bytes). The size and the index are ignored.
static Error readGccSymbols(InputObject &Object, uint32_t Table) {
  enum Kind : uint8_t { Defined, WeakDefined, Undefined, WeakUndefined, Common };
  static constexpr uint8_t Visibilities[] = {ELF::STV_DEFAULT, ELF::STV_PROTECTED,
                                             ELF::STV_INTERNAL, ELF::STV_HIDDEN};
  StringSet<> Known = globalSymbols(Object);
  const DataExtractor Data(Object.Sections[Table].Data, Object.Target.IsLittleEndian, 0);
  DataExtractor::Cursor At(0);
  while (At && !Data.eof(At)) {
    const StringRef Name = Data.getCStrRef(At);
    Data.getCStrRef(At);
    const uint8_t What = Data.getU8(At), Visibility = Data.getU8(At);
    Data.skip(At, 8 + 4);
    if (At && What > Common)
      return Object.error("the symbol table of its intermediate code has a symbol '" + Name +
                          "' of unknown kind " + Twine(static_cast<unsigned>(What)));
    if (!At || !Known.insert(Name).second)
      continue;
    const bool IsWeak = What == WeakDefined || What == WeakUndefined;
    // Defined symbols have no section of their own. They get the table's section.
    const uint32_t Section = What == Undefined || What == WeakUndefined ? ObjectSymbol::Undefined
                             : What == Common                           ? ObjectSymbol::Elsewhere
                                                                        : Table;
    Object.Symbols.push_back({Name, 0, 0, Section,
                              static_cast<uint8_t>(IsWeak ? ELF::STB_WEAK : ELF::STB_GLOBAL),
                              ELF::STT_NOTYPE, Visibilities[Visibility % 4], 0});
  }
  if (errorToBool(At.takeError()))
    return Object.error("the symbol table of its intermediate code is damaged");
  return Error::success();
}

StringSet<> globalSymbols(const InputObject &Object) {
  StringSet<> Names;
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal())
      Names.insert(Symbol.Name);
  return Names;
}

std::string listObjects(ArrayRef<std::string> Names) {
  constexpr size_t Shown = 3;
  std::string Text;
  for (const std::string &Name : Names.take_front(Shown))
    Text += "\n>>> in " + Name;
  if (Names.size() > Shown)
    Text += "\n>>> and in " + std::to_string(Names.size() - Shown) + " more";
  return Text;
}

StringRef bitcodeOf(const InputObject &Object) {
  if (!Object.HasMachineCode)
    return Object.Intermediate == IntermediateCode::Llvm ? Object.Buffer.getBuffer() : "";
  for (const ObjectSection &Section : Object.Sections)
    if (Section.Name == LlvmCodeSectionName || Section.Name == HiddenLlvmCodeSectionName)
      return toStringRef(Section.Data);
  return "";
}

constexpr StringLiteral GccCodePrefix = ".gnu.lto_", HiddenGccCodePrefix = ".gnu.off_";
static_assert(LlvmCodeSectionName.size() == HiddenLlvmCodeSectionName.size() &&
              GccCodePrefix.size() == HiddenGccCodePrefix.size());

/// Copies the object and renames its sections. Each pair of `Prefixes` has an old prefix and a new
/// prefix of the same length. Sections with the same name may share one string. The string is then
/// overwritten more than once, each time with the same bytes.
static SmallVector<char, 0> renamed(const InputObject &Object,
                                    ArrayRef<std::pair<StringRef, StringRef>> Prefixes) {
  const StringRef Bytes = Object.Buffer.getBuffer();
  SmallVector<char, 0> Copy(Bytes.begin(), Bytes.end());
  for (const ObjectSection &Section : Object.Sections)
    for (const auto &[From, To] : Prefixes) {
      if (!Section.Name.starts_with(From))
        continue;
      llvm::copy(To, Copy.begin() + (Section.Name.data() - Bytes.data()));
      if (Section.Type == ELF::SHT_LLVM_LTO) // LLD also recognises the section by its type
        support::endian::write32(Copy.data() + Section.FlagsOffset - sizeof(uint32_t),
                                 ELF::SHT_PROGBITS, Object.Target.byteOrder());
    }
  return Copy;
}

SmallVector<char, 0> hideIntermediateCode(const InputObject &Object) {
  return renamed(Object, {{LlvmCodeSectionName, HiddenLlvmCodeSectionName},
                          {GccCodePrefix, HiddenGccCodePrefix}});
}

SmallVector<char, 0> showGccCode(const InputObject &Object) {
  return renamed(Object, {{HiddenGccCodePrefix, GccCodePrefix}});
}

static bool hasSection(const InputObject &Object, StringRef Prefix) {
  return llvm::any_of(Object.Sections,
                      [&](const ObjectSection &S) { return S.Name.starts_with(Prefix); });
}

bool hidesIntermediateCode(const InputObject &Object) {
  return hasSection(Object, HiddenLlvmCodeSectionName) || hasSection(Object, HiddenGccCodePrefix);
}

bool asksMask(const InputObject &Object) {
  return Object.HasMachineCode &&
         (hasSection(Object, GccCodePrefix) || hasSection(Object, HiddenGccCodePrefix)) &&
         llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
           return Symbol.isUndefined() && Symbol.Name.starts_with(DtypeMaskPrefix);
         });
}

Error readIntermediateCode(InputObject &Object) {
  if (Object.Intermediate == IntermediateCode::Llvm)
    if (const StringRef Bitcode = bitcodeOf(Object); !Bitcode.empty())
      return readBitcode(Object, Bitcode);
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (Object.Sections[I].Name.starts_with(".gnu.lto_.symtab"))
      RETURN_IF_ERROR(readGccSymbols(Object, I));
  return Error::success();
}

} // namespace etprune
