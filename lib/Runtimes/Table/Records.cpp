// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record's words are addresses that the linker fills in. In an object, only the relocations show
// these addresses, because the section's bytes are zero or addends.

#include "Runtimes/Table/Records.h"

#include "Object/RecordNames.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

struct RecordReader {
  Expected<KernelRecord> read() const {
    KernelRecord Record;
    Record.Object = &Object;
    Record.RecordSection = Index;
    auto [Rest, Library] = Section.Name.drop_front(RecordSectionPrefix.size()).rsplit('-');
    auto [Op, Variant] = Rest.rsplit('-');
    if (Op.empty() || Variant.empty() || Library.empty() || Op.contains('-'))
      return fail("is not named <operator>-<variant>-<library>");
    Record.Op = Op;
    Record.Variant = Variant;
    Record.Library = Library;
    const unsigned Word = Object.Target.wordSize();
    if (Section.Data.size() != 3 * Word)
      return fail("has " + Twine(Section.Data.size()) + " bytes instead of " + Twine(3 * Word));
    ASSIGN_OR_RETURN(auto Name, relocationAt(0));
    ASSIGN_OR_RETURN(auto Key, relocationAt(Word));
    ASSIGN_OR_RETURN(auto Function, relocationAt(2 * Word));
    if (!Name || !Function)
      return fail("has no name or no function");

    ASSIGN_OR_RETURN(auto NameText, stringOf(*Name));
    if (NameText != Op)
      return fail("registers an operator whose name differs from its section's name: '" + NameText +
                  "'");
    if (Key)
      RETURN_IF_ERROR(keyOf(*Key).moveInto(Record.Key));
    const ObjectSymbol &Symbol = Object.Symbols[Function->Symbol];
    if (Symbol.isLocal() || Symbol.Name.empty())
      return fail("has a local function instead of a global function; "
                  "register the kernel with ET_KERNEL");
    Record.Symbol = Symbol.Name;
    if (Symbol.isInSection() && !Object.UsesIntermediateCode)
      Record.Function = {&Object, Symbol.Section, Symbol.Value};
    return Record;
  }

  Error fail(const Twine &Message) const {
    return Object.error("record '" + Section.Name + "' " + Message);
  }

  /// The relocation of the word at Offset; null if there is none.
  Expected<const ObjectRelocation *> relocationAt(uint64_t Offset) const {
    for (const ObjectRelocation &R : Section.Relocations) {
      if (R.Offset != Offset || R.Type == 0 /* R_*_NONE */)
        continue;
      if (R.Type != cantFail(Object.Target.absoluteRelocation()))
        return fail("has a relocation of type " + Twine(R.Type) + " where an address is expected");
      return &R;
    }
    return nullptr;
  }

  Expected<StringRef> stringOf(const ObjectRelocation &R) const {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    if (!Symbol.isInSection())
      return fail("takes its name or key from the symbol '" + Symbol.Name +
                  "', which is in no section of this object; register the kernel with ET_KERNEL");
    ASSIGN_OR_RETURN(auto Addend, Object.wordAddend(Index, R));
    return Object.stringAt(Symbol.Section, Symbol.Value + Addend);
  }

  Expected<std::string> keyOf(const ObjectRelocation &R) const {
    ASSIGN_OR_RETURN(auto Text, stringOf(R));
    if (!et::is_valid_kernel_key(Text.data(), Text.size()))
      return fail("has a malformed kernel key '" + Text +
                  "'; a key reads v1/<dtype>;<dim order>|...");
    auto Key = normalizeKernelKey(Text);
    return Key ? std::move(Key)
               : fail("would never be found: " + toString(Key.takeError()) +
                      "\n>>> write the key with the dtypes' names: ET_KEY(Float, Long)");
  }

  const InputObject &Object;
  const uint32_t Index;
  const ObjectSection &Section = Object.Sections[Index];
};

/// Sets the record's schema and arguments. The schema may be empty. Fails if the schema cannot be
/// read, or is the schema of another operator.
Error takeSchema(KernelRecord &Record, StringRef Schema) {
  const StringRef Op = Record.Op, Name = Schema.take_until([](char C) { return C == '('; }).trim();
  Record.Schema = Schema;
  Record.Arguments = callArguments(Schema);
  const bool IsSchema = Record.Arguments.has_value();
  if (Schema.empty() || (IsSchema && (Name == Op || Name == Op.split("::").second)))
    return Error::success();
  return Record.Object->error(
      "kernel '" + Record.id() + "' has " +
      (IsSchema ? "the schema of another operator" : "a schema that cannot be read") + ", '" +
      Schema + "'\n>>> write it as PyTorch does: " + Op.split("::").second +
      "(Tensor self, ..., Tensor(a!) out) -> Tensor(a!)");
}

/// Sets schema and priority from the optional info sections.
Error readInfo(const InputObject &Object, MutableArrayRef<KernelRecord> Records) {
  StringMap<KernelRecord *> ById;
  for (KernelRecord &Record : Records)
    ById[Record.id()] = &Record;
  Problems Found;
  for (const ObjectSection &Section : Object.Sections) {
    if (!isRecordInfo(Section.Name))
      continue;
    auto It = ById.find(Section.Name.drop_front(InfoSectionPrefix.size()));
    if (It == ById.end())
      continue;
    auto [Schema, Rest] = toStringRef(Section.Data).split('\0');
    StringRef Priority = Rest.split('\0').first;
    if (Priority.getAsInteger(10, It->second->Priority))
      return Object.error("section '" + Section.Name + "' has the priority '" + Priority +
                          "', which is not a number");
    Found.add(takeSchema(*It->second, Schema));
  }
  return Found.take();
}

} // namespace

bool refersToTable(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return Symbol.isUndefined() && isTableSymbol(Symbol.Name);
  });
}

Error checkRecordMachine(const InputObject &Object) {
  if (llvm::none_of(Object.Sections, [](const ObjectSection &S) { return isRecord(S.Name); }))
    return Error::success();
  auto Absolute = Object.Target.absoluteRelocation();
  return Absolute ? Error::success() : Object.error(toString(Absolute.takeError()));
}

Expected<std::vector<KernelRecord>> readKernelRecords(const InputObject &Object) {
  std::vector<KernelRecord> Records;
  Problems Found;
  RETURN_IF_ERROR(checkRecordMachine(Object));
  for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
    if (!isRecord(Object.Sections[I].Name) || Object.Sections[I].Type != ELF::SHT_PROGBITS)
      continue;
    if (auto Record = RecordReader{Object, I}.read())
      Records.push_back(std::move(*Record));
    else
      Found.add(Record.takeError());
  }
  Found.add(readInfo(Object, Records));
  return Found.takeOr(std::move(Records));
}

} // namespace etprune
