// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ListKernels.h"

#include "Image/Registration.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace etprune {

namespace {

/// One line of the list; Size and Library are empty where nothing tells them.
struct Listed {
  std::string Op, Key;
  std::optional<uint64_t> Size;
  std::string Library;
};

void print(ArrayRef<Listed> Kernels, raw_ostream &OS) {
  size_t Width = 0;
  for (const Listed &Kernel : Kernels)
    Width = std::max(Width, Kernel.Op.size());
  for (const Listed &Kernel : Kernels) {
    OS << left_justify(Kernel.Op, Width + 2) << left_justify(Kernel.Key, 16);
    if (Kernel.Size)
      OS << right_justify(std::to_string(*Kernel.Size), 8) << " B  " << Kernel.Library;
    OS << "\n";
  }
}

std::string keyText(const std::optional<std::string> &Key) { return Key ? *Key : "any dtype"; }

/// The kernels that a program registers when it starts: its image has no table of them, its link
/// has their arrays.
void listRegistrations(const CapturedLink &Link, std::vector<KernelRecord> Records,
                       raw_ostream &OS) {
  llvm::sort(Records);
  std::vector<Listed> Kernels;
  for (const KernelRecord &Record : Records) {
    const StockKernel &Function = *Record.AtRunTime;
    Listed &Kernel =
        Kernels.emplace_back(Listed{Record.Op, keyText(Record.Key), std::nullopt, Record.Library});
    if (Function.Code)
      Kernel.Size = Function.Code->Sections[Function.Section].Size;
  }
  OS << formatv("{0} kernels, registered when the program starts\n", Kernels.size());
  print(Kernels, OS);
  for (const StockObject &Object : Link.Inputs->stockProgram()->Objects)
    for (const StockBackend &Backend : Object.Backends)
      OS << "backend " << Backend.Name << ", " << Object.Object->Name << "\n";
}

} // namespace

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
    return joinErrors(
        Registered.takeError(),
        createStringError("the link bundle could tell, and there is none: '" + BundlePath + "'"));
  if (!Registered)
    return Registered.takeError();
  if (!Registered->Table) {
    listRegistrations(Link->Link, std::move(Registered->Kernels), OS);
    return Error::success();
  }

  std::map<uint64_t, const ImageSymbol *> Functions; // any address: DenseMap has reserved keys
  for (const ImageSymbol &Symbol : Image.symbols())
    if (Symbol.Name.starts_with(KernelSymbolPrefix))
      Functions[Symbol.Value] = &Symbol;
  OS << formatv("{0} kernels, table of {1} bytes at {2:x}\n", Registered->Entries.size(),
                Registered->Table->End - Registered->Table->Start, Registered->Table->Start);
  std::vector<Listed> Kernels;
  for (const KernelEntry &Entry : Registered->Entries) {
    Listed &Kernel = Kernels.emplace_back(Listed{Entry.Name, keyText(Entry.Key), std::nullopt, ""});
    auto It = Functions.find(Entry.Function);
    if (It != Functions.end()) {
      Kernel.Size = It->second->Size;
      Kernel.Library = It->second->Name.rsplit('$').second;
    }
  }
  print(Kernels, OS);
  return Error::success();
}

} // namespace etprune
