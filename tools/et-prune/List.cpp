// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --list`: prints the kernels that an image registers, one per line.
//
// The image contains most of the list: the table holds names and keys, the symbol table the
// functions' sizes and variants. Nothing is run. A bundle is read in only two cases. If the image
// is stripped, the bundle's map gives the table's place. If the program registers its kernels
// itself, the bundle has their arrays.

#include "Modes.h"

#include "common/Messages.h"

#include "Object/RecordNames.h"
#include "Prune/KnownImage.h"
#include "Registry/Resolver.h"
#include "Report/TextTable.h"
#include "Selection/Names.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "et/kernel_key.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

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

void print(ArrayRef<Listed> Kernels, raw_ostream &OS) {
  ReportRows Rows;
  for (const Listed &Kernel : Kernels) {
    const std::optional<std::string> &Key = Kernel.Key;
    ReportRow &Row = Rows.emplace_back().cell("", Kernel.Op);
    if (!Kernel.OnlyCalls.empty())
      Row.cell("", "some dtypes").cell("", dtypeNames(Kernel.OnlyCalls));
    else if (!Key)
      Row.cell("", "any dtype").cell("", "");
    else if (et::is_fallback_key(Key->data(), Key->size()))
      Row.cell("", *Key).cell("", "mixes");
    else
      Row.cell("", *Key).cell("", describeKernelKey(*Key));
    Row.number("", Kernel.Size ? grouped(*Kernel.Size) + " B" : "").cell("", Kernel.Library);
  }
  printTable(Rows, OS, /*Indent=*/"");
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
    ASSIGN_OR_RETURN(auto Read, readImageLink(Image, BundlePath));
    Link.emplace(std::move(Read));
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

Error list(const Options &Opts) {
  ASSIGN_OR_RETURN(auto Input, readImage(Opts.Image));
  if (!Input.Image)
    return noSuchImage(Opts.Image);
  std::string Text;
  raw_string_ostream OS(Text);
  RETURN_IF_ERROR(listKernels(*Input.Image, bundleOf(Opts.Image), OS));
  outs() << printable(Text);
  return Error::success();
}

} // namespace etprune
