// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ListKernels.h"

#include "Image/KernelTable.h"
#include "Image/KnownImage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace etprune {

Error listKernels(const ElfImage &Image, const std::string &BundlePath, raw_ostream &OS) {
  std::optional<LinkMap> Map;
  if (!Image.hasSymbolTable() && sys::fs::exists(BundlePath)) {
    auto Link = CapturedLink::read(BundlePath);
    if (!Link)
      return Link.takeError();
    auto Known = findKnownImage(*Link, Image.summary(), Image.name());
    if (!Known)
      return Known.takeError();
    auto Parsed = parseLinkMap(Link->Images[Known->Index].Map, "the bundle's map");
    if (!Parsed)
      return Parsed.takeError();
    Map = std::move(*Parsed);
  }
  auto Range = findKernelTable(Image, Map ? &*Map : nullptr);
  if (!Range)
    return Range.takeError();
  auto Entries = readKernelTable(Image, *Range);
  if (!Entries)
    return Entries.takeError();

  std::map<uint64_t, const ImageSymbol *> Functions; // any address: DenseMap has reserved keys
  for (const ImageSymbol &Symbol : Image.symbols())
    if (Symbol.Name.starts_with(KernelSymbolPrefix))
      Functions[Symbol.Value] = &Symbol;
  OS << formatv("{0} kernels, table of {1} bytes at {2:x}\n", Entries->size(),
                Range->End - Range->Start, Range->Start);
  size_t Width = 0;
  for (const KernelEntry &Entry : *Entries)
    Width = std::max(Width, Entry.Name.size());
  for (const KernelEntry &Entry : *Entries) {
    OS << left_justify(Entry.Name, Width + 2)
       << left_justify(Entry.Key ? *Entry.Key : "any dtype", 16);
    auto It = Functions.find(Entry.Function);
    if (It != Functions.end())
      OS << right_justify(std::to_string(It->second->Size), 8) << " B  "
         << It->second->Name.rsplit('$').second;
    OS << "\n";
  }
  return Error::success();
}

} // namespace etprune
