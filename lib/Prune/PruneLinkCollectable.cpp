// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without --gc-sections, kernels can be dropped only by adding this option. The option may also
// remove vectors and constructors that no KEEP() of the linker script protects. et-prune therefore
// refuses such a link and lists these sections. It finds them with a trial link that has all
// kernels and the option.

#include "Prune/PruneLink.h"

#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// Hardware or start-up code most likely needs the sections of the first rank.
enum Rank { Entry, Unusual, Ordinary };

Rank rankOf(StringRef Section) {
  auto BeginsWithAny = [&](std::initializer_list<StringRef> Prefixes) {
    return llvm::any_of(Prefixes, [&](StringRef Prefix) { return Section.starts_with(Prefix); });
  };
  if (Section.contains_insensitive("vector") ||
      BeginsWithAny({".init", ".preinit", ".fini", ".ctors", ".dtors", ".boot"}))
    return Entry;
  const bool IsOrdinary = BeginsWithAny(
      {".text", ".rodata", ".data", ".bss", ".sdata", ".srodata", ".sbss", ".tdata", ".tbss",
       ".ARM.ex", ".comment", ".eh_frame", ".gcc_except_table", ".gnu.linkonce", ".note"});
  return IsOrdinary ? Ordinary : Unusual;
}

/// True if all sections of this name are empty or not loaded.
bool takesNothing(const InputObject &Object, StringRef Name) {
  return llvm::none_of(Object.Sections, [&](const ObjectSection &Section) {
    return Section.Name == Name && Section.Size != 0 && (Section.Flags & ELF::SHF_ALLOC);
  });
}

/// The sections that the linker removed according to its messages, with a line for each file:
/// "startup.o: .isr_vector". The most important sections come first. Unless All is set, ordinary
/// code and data are not listed, and the last line says how many files have such sections. Section
/// groups, empty sections, sections that are not loaded, and kernels' sections are omitted.
std::vector<std::string> removedByFile(const LinkerKind &Linker, StringRef Messages,
                                       ArrayRef<const InputObject *> Objects, bool All) {
  constexpr size_t FilesShown = 12;
  StringMap<const InputObject *> ByName;
  for (const InputObject *Object : Objects)
    ByName[Object->Name] = Object;
  MapVector<StringRef, std::vector<std::pair<Rank, StringRef>>> ByFile;
  for (StringRef Line : split(Messages, '\n')) {
    const CollectedSection Gone = Linker.collectedSection(Line);
    const InputObject *Object = ByName.lookup(Gone.File);
    if (!Gone.Section.empty() && Gone.Section != ".group" && !isOfKernels(Gone.Section) &&
        !(Object && takesNothing(*Object, Gone.Section)))
      ByFile[Gone.File].push_back({rankOf(Gone.Section), Gone.Section});
  }
  auto Files = ByFile.takeVector();
  for (auto &[File, Sections] : Files)
    llvm::stable_sort(Sections, less_first());
  llvm::stable_sort(Files, [](const auto &A, const auto &B) {
    return A.second.front().first < B.second.front().first;
  });
  std::vector<std::string> Lines;
  size_t NumWithOrdinary = 0;
  for (const auto &[File, Sections] : Files) {
    NumWithOrdinary += Sections.back().first == Ordinary;
    std::vector<StringRef> Names;
    for (const auto &[Rank, Section] : Sections)
      if (All || Rank != Ordinary)
        Names.push_back(Section);
    if (!Names.empty())
      Lines.push_back(((All ? File : sys::path::filename(File)) + ": " + join(Names, ", ")).str());
  }
  if (All)
    return Lines;
  if (Lines.size() > FilesShown) {
    const size_t NumMore = Lines.size() - FilesShown;
    Lines.resize(FilesShown);
    Lines.push_back("such sections of " + counted(NumMore, "other file"));
  }
  if (NumWithOrdinary)
    Lines.push_back("code and data of " + counted(NumWithOrdinary, "file") +
                    "; et-prune --verbose names all");
  return Lines;
}

} // namespace

Error refuseToCollect(const CapturedLink &Link, bool Verbose) {
  ASSIGN_OR_RETURN(auto Everything, planEverything(Link));
  ASSIGN_OR_RETURN(auto Prepared, prepareLink(Link, Everything, PruneOptions()));
  RelinkRequest Request;
  Request.TableObject = Prepared.Table;
  Request.AddGcSections = Request.PrintGcSections = true;
  ASSIGN_OR_RETURN(auto Trial, relink(Link, Request));
  if (!Trial.Image)
    return createStringError("the program was linked without --gc-sections, so no kernel can be "
                             "dropped; with --gc-sections the link fails; the linker's output:\n" +
                             StringRef(Trial.Stderr).rtrim());
  const std::string Messages = Trial.Stderr + Trial.Stdout;
  std::vector<std::string> Lines =
      removedByFile(Link.Linker.kind(), Messages, Link.Objects, Verbose);
  if (Lines.empty())
    Lines = {"none"};
  return createStringError(
      "the program was linked without --gc-sections, so no kernel can be dropped; --gc-sections "
      "would also drop these sections, which no KEEP() in the linker script protects\n>>> " +
      join(Lines, "\n>>> ") +
      "\n>>> if the program does not need them, link with -Wl,--gc-sections, or use "
      "--add-gc-sections (et-prune) or -Wl,--et-add-gc-sections (et-ld)");
}

} // namespace etprune
