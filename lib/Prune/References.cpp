// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the references in an image: the relocations of the linked objects' live sections. If a
// relocation refers to a local symbol, the symbol's section must be in the image. If it refers to a
// global symbol, the image must have the definition that this link chose (ChosenDefinitions). If
// the relocated word is an address or a distance, it must lead to the symbol.
//
// Linkers shorten and rewrite instructions, and put veneers, PLT and GOT between an instruction and
// its target, so most relocations of code are not compared with the image's bytes. Words that no
// linker rewrites are compared: tables of functions, virtual tables, pointers to strings, literal
// pools of Arm and PC-relative displacements of x86. On machines where ImageCode maps the relaxed
// code to the object's code, the instructions are compared, too.

#include "Prune/ImageCode.h"
#include "Prune/Verify.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

namespace {

/// A symbol's address, computed from a relocated word of an image. From a 32-bit word, only the low
/// 32 bits are known.
struct StoredAddress {
  uint64_t Value;
  uint64_t Mask;
  uint64_t Addend; ///< already subtracted from Value
  bool IsAbsolute; ///< the word is an address, not a distance

  bool is(uint64_t Address) const { return ((Value ^ Address) & Mask) == 0; }
};

std::optional<uint64_t> readWord(ArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Size,
                                 bool IsLittleEndian) {
  if (Offset > Bytes.size() || Bytes.size() - Offset < Size)
    return std::nullopt;
  const endianness Order = IsLittleEndian ? endianness::little : endianness::big;
  return Size == 8 ? support::endian::read<uint64_t>(Bytes.data() + Offset, Order)
                   : support::endian::read<uint32_t>(Bytes.data() + Offset, Order);
}

/// The address of a relocation's symbol, according to the relocated word in the image. None if the
/// word holds neither an address nor a distance, or if its value is known only at run time.
/// `Section` of `Object` is at `Address`, in the image's section `Home`.
std::optional<StoredAddress> storedAddress(const ElfImage &Image, const ImageSection &Home,
                                           uint64_t Address, const InputObject &Object,
                                           uint32_t Section, const ObjectRelocation &Relocation) {
  const Arch *Machine = Arch::find(Image.machine());
  const WordForm *Form = Machine ? Machine->wordForm(Relocation.Type) : nullptr;
  if (!Form)
    return std::nullopt;
  const uint64_t WordAddress = Address + Relocation.Offset;
  std::optional<uint64_t> Word;
  if (Image.isDynamic() && !Form->IsDistance && Form->Size == Image.wordSize())
    Word = expectedToStdOptional(Image.readPointer(WordAddress));
  else
    Word = readWord(Image.contentOf(Home), WordAddress - Home.Address, Form->Size,
                    Image.isLittleEndian());
  const std::optional<uint64_t> Addend =
      expectedToStdOptional(Object.wordAddend(Section, Relocation));
  if (!Word || !Addend)
    return std::nullopt;
  // For a Thumb function, the linker adds the addend and then sets bit 0. If the addend is odd, the
  // symbol's address cannot be computed from the word.
  const ObjectSymbol &Symbol = Object.Symbols[Relocation.Symbol];
  const bool MayBeThumb = !Symbol.isLocal() || Symbol.Type == ELF::STT_FUNC;
  if (Machine->HasThumb && *Addend % 2 && MayBeThumb)
    return std::nullopt;
  if (Form->Size == 4 && Form->IsSigned)
    Word = SignExtend64<32>(*Word);
  const uint64_t Value = *Word - *Addend + (Form->IsDistance ? WordAddress : 0);
  return StoredAddress{Image.is64Bit() ? Value : Value & UINT32_MAX,
                       Form->Size == 8 ? UINT64_MAX : UINT32_MAX, *Addend, !Form->IsDistance};
}

struct ReferenceCheck {
  struct Reference {
    const LinkedObject &Object;
    uint32_t Section;
    const ObjectRelocation &Relocation;
    std::optional<StoredAddress> Stored;

    const ObjectSection &section() const { return Object.sections()[Section]; }
    const ObjectSymbol &symbol() const { return Object.Linked->Symbols[Relocation.Symbol]; }
    const ObjectSection &target() const { return Object.sections()[symbol().Section]; }
  };

  void run();
  void checkSection(const LinkedObject &Object, uint32_t Section);
  void checkInstructions(const LinkedObject &Object, uint32_t Section);
  void checkLiteral(const LinkedObject &Object, const RelaxedCode::Use &Load);
  void check(const Reference &R) { R.symbol().isLocal() ? checkLocal(R) : checkGlobal(R); }
  void checkLocal(const Reference &R);
  void checkGlobal(const Reference &R);
  void checkMerged(const Reference &R);
  bool targetHasOtherCopy(const Reference &R) const;
  const ImageSection *homeOf(const SectionLocation &Location) const;
  void complain(const Reference &R, const Twine &What);
  std::string nameOf(const Reference &R) const;
  void checkWord(const Reference &R, ArrayRef<uint64_t> Addresses);
  bool isStub(const Reference &R) const;

  const LinkedProgram &Program;
  ChosenDefinitions &Definitions;
  const Complaint &Complain;
  ImageCode Followed{Program};
  std::vector<const ChosenDefinition *> OfSymbol = {}; ///< by symbol index, in one object
  DenseSet<std::pair<uint32_t, uint32_t>> Told{};      ///< by section and symbol: reported errors
};

/// GNU ld reverses the words of .ctors if it puts them into .init_array, and the words of .dtors
/// if it puts them into .fini_array. Then a word's offset in the object is not its offset in the
/// image.
bool isReordered(StringRef Name) {
  return Name.starts_with(".ctors") || Name.starts_with(".dtors");
}

/// Linkers may rewrite calls of these functions. TLS relaxation removes calls of __tls_get_addr.
/// LLD redirects some calls of __morestack to __morestack_non_split.
bool isRewrittenCall(StringRef Name) {
  return Name == "__tls_get_addr" || Name == "___tls_get_addr" || Name == "__morestack";
}

std::string ReferenceCheck::nameOf(const Reference &R) const {
  const ObjectSymbol &Symbol = R.symbol();
  return (Symbol.Name.empty() ? R.target().Name : Symbol.Name).str();
}

void ReferenceCheck::complain(const Reference &R, const Twine &What) {
  if (Told.insert({R.Section, R.Relocation.Symbol}).second)
    Complain(R.Object.describe(R.Section) + " " + What);
}

const ImageSection *ReferenceCheck::homeOf(const SectionLocation &Location) const {
  for (const ImageSection &Section : Program.Image.sections())
    if (Section.Address == Location.Output->Address && Section.Name == Location.Output->Name)
      return &Section;
  return nullptr;
}

bool ReferenceCheck::targetHasOtherCopy(const Reference &R) const {
  const ObjectSection &Target = R.target();
  if (!(Target.Flags & ELF::SHF_GROUP) && !Target.Name.starts_with(".gnu.linkonce."))
    return false;
  // An exception table may refer to an inline function's copy that the link discarded.
  if (R.section().Name.starts_with(".gcc_except_table"))
    return true;
  return Program.Map.hasInput(Target.Name);
}

/// Linkers merge equal strings and constants of several objects. So the bytes at the reference's
/// target must equal the object's bytes; the address does not matter.
void ReferenceCheck::checkMerged(const Reference &R) {
  if (!R.Stored || Program.Image.hasOverlays())
    return;
  const ObjectSection &Target = R.target();
  // For a section symbol, the addend chooses the piece.
  const bool IsWhole = R.symbol().Type == ELF::STT_SECTION;
  const uint64_t Addend = IsWhole ? R.Stored->Addend : 0, Offset = R.symbol().Value + Addend;
  if ((IsWhole && !R.Stored->IsAbsolute) || Offset >= Target.Data.size())
    return;
  const ArrayRef<uint8_t> Piece =
      Target.Data.slice(Offset, mergedPieceSize(Target.Data, Offset, Target.EntrySize,
                                                (Target.Flags & ELF::SHF_STRINGS) != 0));
  auto Memory = expectedToStdOptional(Program.Image.memoryAt(R.Stored->Value + Addend));
  if (Memory && Memory->take_front(Piece.size()) == Piece)
    return;
  complain(R, "refers, at its offset 0x" + utohexstr(R.Relocation.Offset) + ", to 0x" +
                  utohexstr(R.Stored->Value + Addend) + ", which does not hold '" + nameOf(R) +
                  "'");
}

void ReferenceCheck::checkWord(const Reference &R, ArrayRef<uint64_t> Addresses) {
  if (R.Stored && llvm::none_of(Addresses, [&](uint64_t A) { return R.Stored->is(A); }) &&
      !isStub(R))
    complain(R, "refers, at its offset 0x" + utohexstr(R.Relocation.Offset) + ", to 0x" +
                    utohexstr(R.Stored->Value) + " instead of '" + nameOf(R) + "', which is at 0x" +
                    utohexstr(Addresses.front()));
}

void ReferenceCheck::checkLocal(const Reference &R) {
  const ObjectSymbol &Symbol = R.symbol();
  if (!Symbol.isInSection())
    return;
  const ObjectSection &Target = R.target();
  if (!(Target.Flags & ELF::SHF_ALLOC) || Target.Size == 0 || isUnwindTable(Target.Name))
    return;
  if (Target.isMergeable())
    return checkMerged(R);
  const SmallVector<uint64_t, 1> Addresses =
      Program.addresses(*R.Object.Captured, Symbol.Section, Symbol.Value);
  if (!Addresses.empty()) {
    if (!R.Stored)
      return;
    if (Program.isRelaxed(Target)) {
      // Relaxation may have moved the target within its section.
      const uint64_t Addend = R.Stored->Addend;
      if (const auto At = Followed.addressOf(R.Object, Symbol.Section, Symbol.Value + Addend))
        checkWord(R, {*At - Addend});
    } else if (!(Target.Flags & ELF::SHF_TLS) && Symbol.Type != ELF::STT_GNU_IFUNC) {
      checkWord(R, Addresses);
    }
  } else if (!Program.isLive(R.Object, Symbol.Section) && !targetHasOtherCopy(R)) {
    complain(R, "refers to '" + nameOf(R) + "', which is not in the image");
  }
}

void ReferenceCheck::checkGlobal(const Reference &R) {
  const ObjectSymbol &Symbol = R.symbol();
  const ChosenDefinition *&Definition = OfSymbol[R.Relocation.Symbol];
  if (!Definition) {
    const bool MayBeWrapped = Symbol.isUndefined() || Program.Inputs.Linker.WrapsDefinitions;
    Definition = &Definitions.find(MayBeWrapped ? Definitions.wrapped(Symbol.Name) : Symbol.Name);
  }
  // The user's weak references need no definition. et-prune also makes a symbol weak if, by its own
  // analysis, only dropped code needs the symbol. If live code needs it, a definition must exist.
  const bool IsWeak = Symbol.isUndefined() && Symbol.Binding == ELF::STB_WEAK;
  if (IsWeak && Definition->IsAbsent &&
      R.Object.Captured->Symbols[R.Relocation.Symbol].Binding != ELF::STB_WEAK)
    return complain(R, "needs '" + Symbol.Name + "', which only dropped kernels should use");
  switch (Definition->What) {
  case ChosenDefinition::Elsewhere:
    return;
  case ChosenDefinition::Gone:
    if (!IsWeak)
      complain(R, "refers to '" + Symbol.Name + "', which is not in the image");
    return;
  case ChosenDefinition::Misplaced:
    return complain(R, "refers to '" + Symbol.Name + "', but no object of the image defines '" +
                           Symbol.Name + "' at 0x" + utohexstr(Definition->Addresses.front()) +
                           ", its address in the image's symbol table");
  case ChosenDefinition::Here:
    if (Definition->IsAddress && !isRewrittenCall(Symbol.Name))
      checkWord(R, Definition->Addresses);
    return;
  }
}

/// True if the reference leads to a PLT entry. The linker refers to a PLT entry instead of the
/// function if another library may replace the function at load time.
bool ReferenceCheck::isStub(const Reference &R) const {
  if (!R.Stored || R.Stored->IsAbsolute || !Program.Image.isDynamic())
    return false;
  const ImageSection *Section = Program.Image.sectionAt(R.Stored->Value);
  return Section && Section->isExecutable() && StringRef(Section->Name).contains("plt");
}

void ReferenceCheck::checkSection(const LinkedObject &Object, uint32_t Section) {
  const ObjectSection &From = Object.sections()[Section];
  const std::optional<SectionLocation> Location = Program.locate(Object, Section);
  if (!Location)
    return;
  const ImageSection *Home = homeOf(*Location);
  const bool HasPlainWords =
      Home && Home->hasContent() && !isReordered(From.Name) && !Program.isRelaxed(From);
  const std::vector<ObjectRelocation> &All = From.Relocations;
  for (size_t I = 0; I < All.size(); ++I) {
    if (All[I].Type == 0) // R_*_NONE
      continue;
    Reference R{Object, Section, All[I], std::nullopt};
    // Several relocations of one word form an expression, so the word does not tell the address of
    // any single symbol.
    const bool IsAlone = (I == 0 || All[I - 1].Offset != All[I].Offset) &&
                         (I + 1 == All.size() || All[I + 1].Offset != All[I].Offset);
    if (HasPlainWords && IsAlone)
      R.Stored =
          storedAddress(Program.Image, *Home, Location->address(), *Object.Linked, Section, All[I]);
    check(R);
  }
}

void ReferenceCheck::checkInstructions(const LinkedObject &Object, uint32_t Section) {
  const ImageCode::Section *Found = Followed.find(Object, Section);
  if (!Found)
    return;
  if (!Found->Wrong.empty())
    return Complain(Object.describe(Section) + " " + Found->Wrong);
  for (const RelaxedCode::Use &Use : Found->Code.Uses) {
    const ObjectSymbol &To = Object.Linked->Symbols[Use.Relocation->Symbol];
    const uint64_t Offset = To.Value + Use.Relocation->Addend;
    if (Use.IsLiteral)
      checkLiteral(Object, Use);
    else if (To.isLocal() && To.isInSection() && Followed.find(Object, To.Section) &&
             !Followed.addressOf(Object, To.Section, Offset))
      Complain(Object.describe(Section) + " refers to 0x" + utohexstr(Offset) + " of '" +
               Object.sections()[To.Section].Name + "', where no instruction begins");
    else
      check({Object, Section, *Use.Relocation,
             StoredAddress{static_cast<uint32_t>(Use.Target - Use.Relocation->Addend), UINT32_MAX,
                           static_cast<uint64_t>(Use.Relocation->Addend), true}});
  }
}

/// Linkers merge equal literals of several pools. So the word that the instruction loads must equal
/// the literal in the object; the address does not matter.
void ReferenceCheck::checkLiteral(const LinkedObject &Object, const RelaxedCode::Use &Load) {
  const InputObject &Linked = *Object.Linked;
  const ObjectSymbol &Symbol = Linked.Symbols[Load.Relocation->Symbol];
  if (!Symbol.isInSection())
    return;
  const uint32_t Pool = Symbol.Section;
  const uint64_t Offset = Symbol.Value + Load.Relocation->Addend;
  const auto Memory = expectedToStdOptional(Program.Image.memoryAt(Load.Target));
  const std::optional<uint64_t> Word =
      readWord(Memory.value_or(ArrayRef<uint8_t>()), 0, 4, Program.Image.isLittleEndian());
  const std::vector<ObjectRelocation> &Relocations = Linked.Sections[Pool].Relocations;
  auto R =
      llvm::find_if(Relocations, [&](const ObjectRelocation &R) { return R.Offset == Offset; });
  const auto Old = expectedToStdOptional(Linked.wordAt(Pool, Offset));
  const bool IsNumber = R == Relocations.end();
  if (!Word || !Old || (IsNumber && *Word != *Old))
    return Complain(Object.describe(Pool) + " has a wrong literal: the literal at address 0x" +
                    utohexstr(Load.Target) +
                    " of the image differs from the object's literal at offset 0x" +
                    utohexstr(Offset));
  if (IsNumber)
    return;
  const uint64_t Addend = cantFail(Linked.wordAddend(Pool, *R));
  check({Object, Pool, *R,
         StoredAddress{static_cast<uint32_t>(*Word - Addend), UINT32_MAX, Addend, true}});
}

void ReferenceCheck::run() {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.Live.contains(*Object.Captured))
      continue;
    OfSymbol.assign(Object.Linked->Symbols.size(), nullptr);
    Told.clear();
    for (const auto &[I, Section] : llvm::enumerate(Object.sections())) {
      if ((Section.Flags & ELF::SHF_ALLOC) && !Section.Relocations.empty() &&
          !isUnwindTable(Section.Name))
        checkSection(Object, I);
      checkInstructions(Object, I);
    }
    Followed.checkSymbols(Object, Complain);
  }
  Followed.checkPools(Complain);
}

} // namespace

void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain) {
  ReferenceCheck{Program, Definitions, Complain}.run();
}

} // namespace etprune
