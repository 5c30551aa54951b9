// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --list`: prints the kernels that an image registers, one per line.
//
// The registration table in the image has the kernels' names and keys. The image's symbol table has
// the sizes and variants of the functions. The bundle is read only in two cases. If the image is
// stripped, the bundle's map gives the address of the registration table. If the program registers
// kernels when it starts, the bundle's objects contain the arrays of these kernels.

#include "Modes.h"

#include "common/Messages.h"

#include "Object/RecordNames.h"
#include "Prune/KnownImage.h"
#include "Registry/Resolver.h"
#include "Report/ReportRow.h"
#include "Selection/Names.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "et/kernel_key.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace etprune {

namespace {

/// Adds a line of the list. `OnlyCalls` has a narrowed kernel's calls; empty for other kernels.
void addRow(ReportRows &Rows, StringRef Op, const std::optional<std::string> &Key,
            std::optional<uint64_t> Size, StringRef Library, const CallDtypesSet &OnlyCalls) {
  ReportRow &Row = Rows.emplace_back().cell("", Op);
  if (!OnlyCalls.empty())
    Row.cell("", "some dtypes").cell("", dtypeNames(OnlyCalls));
  else if (!Key)
    Row.cell("", "any dtype").cell("", "");
  else if (et::is_fallback_key(Key->data(), Key->size()))
    Row.cell("", *Key).cell("", "mixes");
  else
    Row.cell("", *Key).cell("", describeKernelKey(*Key));
  Row.number("", Size ? grouped(*Size) + " B" : "").cell("", Library);
}

/// Prints the kernels that the program registers when it starts, and its backends.
void listRegistrations(const CapturedLink &Link, std::vector<KernelRecord> Records,
                       raw_ostream &OS) {
  llvm::sort(Records);
  ReportRows Rows;
  for (const KernelRecord &Record : Records) {
    std::optional<uint64_t> Size;
    if (Record.Function.Object)
      Size = Record.Function.Object->Sections[Record.Function.Section].Size;
    addRow(Rows, Record.Op, Record.Key, Size, Record.Library, {});
  }
  OS << counted(Records.size(), "kernel") << ", registered when the program starts\n";
  printTable(Rows, OS, /*Indent=*/"");
  for (const BackendInitializer &Backend : Link.Kernels.Program->Backends)
    OS << "backend " << Backend.Name << ", " << Backend.Code.Object->Name << "\n";
}

void listTable(const ElfImage &Image, const Registration &Registered, raw_ostream &OS) {
  std::map<uint64_t, const ImageSymbol *>
      Functions; // no DenseMap: it reserves two numbers, and an address may be any number
  for (const ImageSymbol &Symbol : Image.symbols())
    if (isKernelSymbol(Symbol.Name))
      Functions[Symbol.Value] = &Symbol;
  OS << formatv("{0}, table of {1} bytes at {2:x}\n", counted(Registered.Entries.size(), "kernel"),
                Registered.Table->End - Registered.Table->Start, Registered.Table->Start);
  ReportRows Rows;
  for (const KernelEntry &Entry : Registered.Entries) {
    auto It = Functions.find(Entry.Function);
    if (It == Functions.end()) {
      addRow(Rows, Entry.Name, Entry.Key, std::nullopt, "", {});
      continue;
    }
    const ImageSymbol &Function = *It->second;
    addRow(Rows, Entry.Name, Entry.Key, Function.Size, Function.Name.rsplit('$').second,
           callsOfSymbol(Function.Name).value_or(CallDtypesSet()));
  }
  printTable(Rows, OS, /*Indent=*/"");
}

Error listKernels(const ElfImage &Image, const std::string &BundlePath, raw_ostream &OS) {
  std::optional<ImageLink> Link;
  auto Registered = readRegistration(Image, nullptr);
  if (!Registered && !sys::fs::exists(BundlePath))
    return createStringError(toString(Registered.takeError()) + "\n>>> the link bundle '" +
                             BundlePath + "' is missing");
  if (!Registered) {
    consumeError(Registered.takeError());
    ASSIGN_OR_RETURN(auto Read, readImageLink(Image, BundlePath));
    Link.emplace(std::move(Read));
    Registered = readRegistration(Image, &*Link);
  }
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
