// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/SymbolExports.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

bool isExcluded(const LinkFile &File, ArrayRef<StringRef> Libraries, const LinkerKind &Linker) {
  const StringRef Name = sys::path::filename(File.Path);
  for (StringRef List : Libraries)
    while (!List.empty()) {
      const StringRef Library = List.take_until([](char C) { return C == ',' || C == ':'; });
      List = List.drop_front(std::min(List.size(), Library.size() + 1));
      if (Library == "ALL" || Name == Library ||
          (Linker.ExcludesLibsByStem && Name == (Library + ".a").str()))
        return true;
    }
  return false;
}

StringRef contentsOf(const LinkInputs &Inputs, StringRef Path) {
  const LinkFile *File = Inputs.find(Path);
  return File && File->What == LinkFile::Auxiliary ? File->contents() : "";
}

} // namespace

SymbolExports::SymbolExports(const LinkCommand &Command, const LinkInputs &Inputs)
    : ShowsAll(Command.Shared ||
               Command.isOn(OptionUse::ExportDynamic, OptionUse::NoExportDynamic)) {
  // RootSymbols has the words of all linker scripts. A script for GNU ld may define versions after
  // the word VERSION. et-prune does not parse these versions, so no symbol then counts as hidden.
  bool IsKnown = !Inputs.RootSymbols.contains("VERSION");
  for (StringRef Path : Command.values(OptionUse::VersionScript))
    IsKnown &= Versions.add(contentsOf(Inputs, Path), VersionPatterns::Versions,
                            Inputs.Linker.SplitsVersionLabels);
  if (!IsKnown)
    Versions = {};
  VersionPatterns Lists;
  for (StringRef Path : Command.values(OptionUse::DynamicList))
    ShowsAll |= !Lists.add(contentsOf(Inputs, Path), VersionPatterns::DynamicList,
                           Inputs.Linker.SplitsVersionLabels);
  Listed = std::move(Lists.Global);
  for (StringRef Pattern : Command.values(OptionUse::ExportedSymbol))
    if (auto Glob = GlobPattern::create(Pattern))
      Listed.Globs.push_back(std::move(*Glob));
    else
      ShowsAll = (consumeError(Glob.takeError()), true);
  const std::vector<StringRef> Libraries = Command.values(OptionUse::ExcludeLibs);
  for (const auto &[File, Object] : Inputs.objects())
    // --exclude-libs does not apply to objects that are compiled in the link.
    if (File->What == LinkFile::Archive && !Object->UsesIntermediateCode &&
        isExcluded(*File, Libraries, Inputs.Linker))
      Excluded.insert(Object);
}

bool SymbolExports::shows(const InputObject &Object, const ObjectSymbol &Symbol) const {
  if (Symbol.isLocal() || Symbol.isUndefined() ||
      (Symbol.Visibility != ELF::STV_DEFAULT && Symbol.Visibility != ELF::STV_PROTECTED) ||
      Excluded.contains(&Object))
    return false;
  return (ShowsAll && !hides(Symbol.Name)) || Listed.mayMatch(Symbol.Name);
}

} // namespace etprune
