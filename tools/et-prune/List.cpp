// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --list`: the kernels that an image registers, a line each.
//
// The image contains most of the list: the table holds names and keys, the symbol table the
// functions' sizes and variants. Nothing is run. A bundle is read in only two cases. If the image
// is stripped, the bundle's map gives the table's place. If the program registers its kernels
// itself, the bundle has their arrays.

#include "Modes.h"

#include "common/Messages.h"

#include "Object/RecordNames.h"
#include "Prune/KnownImage.h"
#include "Registry/NarrowedKernels.h"
#include "Selection/Names.h"
#include "Selection/Selection.h"
#include "Support/Numbers.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>

using namespace llvm;

namespace etprune {

namespace {

/// One line of the list. Size and Library are empty if unknown.
struct Listed {
  std::string Op;
  std::optional<std::string> Key;
  std::optional<uint64_t> Size;
  std::string Library;
  CallDtypesSet OnlyCalls = {}; ///< for a narrowed kernel, the calls that it serves
};

/// Columns as wide as their widest cells: operator, key with its dtypes, size, library.
void print(ArrayRef<Listed> Kernels, raw_ostream &OS) {
  std::vector<std::array<std::string, 4>> Rows;
  std::array<size_t, 4> Widths{};
  for (const Listed &Kernel : Kernels) {
    auto &Cells = Rows.emplace_back(std::array<std::string, 4>{
        Kernel.Op, !Kernel.OnlyCalls.empty() ? "some dtypes" : Kernel.Key.value_or("any dtype"),
        !Kernel.OnlyCalls.empty() ? dtypeNames(Kernel.OnlyCalls)
        : !Kernel.Key             ? ""
        : et::is_fallback_key(Kernel.Key->data(), Kernel.Key->size())
            ? "mixes"
            : describeKernelKey(*Kernel.Key),
        Kernel.Size ? grouped(*Kernel.Size) + " B" : ""});
    for (size_t I = 0; I < Cells.size(); ++I)
      Widths[I] = std::max(Widths[I], Cells[I].size());
  }
  for (size_t Row = 0; Row < Rows.size(); ++Row) {
    std::string Line;
    raw_string_ostream Stream(Line);
    for (size_t I = 0; I < Widths.size(); ++I) {
      const bool IsNumber = I + 1 == Widths.size();
      const std::string &Cell = Rows[Row][I];
      if (IsNumber)
        Stream << right_justify(Cell, Widths[I]) << "  ";
      else if (Widths[I] != 0)
        Stream << left_justify(Cell, Widths[I] + 2);
    }
    Stream << Kernels[Row].Library;
    OS << StringRef(Stream.str()).rtrim() << "\n";
  }
}

/// The kernels that a program registers at its start. Their arrays are in the link's objects.
void listRegistrations(const CapturedLink &Link, std::vector<KernelRecord> Records,
                       raw_ostream &OS) {
  llvm::sort(Records);
  std::vector<Listed> Kernels;
  for (const KernelRecord &Record : Records) {
    Listed &Kernel =
        Kernels.emplace_back(Listed{Record.Op, Record.Key, std::nullopt, Record.Library});
    if (Record.Function.Object)
      Kernel.Size = Record.Function.Object->Sections[Record.Function.Section].Size;
  }
  OS << counted(Kernels.size(), "kernel") << ", registered when the program starts\n";
  print(Kernels, OS);
  for (const BackendInitializer &Backend : Link.Kernels.Program->Backends)
    OS << "backend " << Backend.Name << ", " << Backend.Code.Object->Name << "\n";
}

void listTable(const ElfImage &Image, const Registration &Registered, raw_ostream &OS) {
  std::map<uint64_t, const ImageSymbol *>
      Functions; // addresses may be any number, and DenseMap reserves two keys
  for (const ImageSymbol &Symbol : Image.symbols())
    if (isKernelSymbol(Symbol.Name))
      Functions[Symbol.Value] = &Symbol;
  OS << formatv("{0}, table of {1} bytes at {2:x}\n", counted(Registered.Entries.size(), "kernel"),
                Registered.Table->End - Registered.Table->Start, Registered.Table->Start);
  std::vector<Listed> Kernels;
  for (const KernelEntry &Entry : Registered.Entries) {
    Listed &Kernel = Kernels.emplace_back(Listed{Entry.Name, Entry.Key, std::nullopt, ""});
    auto It = Functions.find(Entry.Function);
    if (It != Functions.end()) {
      Kernel.Size = It->second->Size;
      Kernel.Library = It->second->Name.rsplit('$').second;
      Kernel.OnlyCalls = callsOfSymbol(It->second->Name).value_or(CallDtypesSet());
    }
  }
  print(Kernels, OS);
}

Error listKernels(const ElfImage &Image, const std::string &BundlePath, raw_ostream &OS) {
  std::optional<ImageLink> Link;
  auto Registered = readRegistration(Image, nullptr);
  if (!Registered && sys::fs::exists(BundlePath)) {
    consumeError(Registered.takeError());
    auto Read = readImageLink(Image, BundlePath);
    if (!Read)
      return Read.takeError();
    Link.emplace(std::move(*Read));
    Registered = readRegistration(Image, &*Link);
  }
  if (!Registered && !Link)
    return createStringError(toString(Registered.takeError()) +
                             "\n>>> the link bundle is missing: '" + BundlePath + "'");
  if (!Registered)
    return Registered.takeError();
  if (Registered->Table)
    listTable(Image, *Registered, OS);
  if (!Registered->Table || Registered->NumAtStart != 0)
    listRegistrations(Link->Link, Registered->atStart().vec(), OS);
  return Error::success();
}

} // namespace

Expected<int> list(const Options &Opts) {
  auto Input = readImage(Opts.Image);
  if (!Input)
    return Input.takeError();
  if (!Input->Image)
    return noSuchImage(Opts.Image);
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = listKernels(*Input->Image, bundleOf(Opts.Image), OS))
    return E;
  outs() << printable(Text);
  return 0;
}

} // namespace etprune
