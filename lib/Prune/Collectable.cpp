// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Collectable.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr size_t FilesShown = 12;

/// A lower rank means that hardware or start-up code more likely needs the section.
enum Rank { Entry, Unusual, Ordinary };

Rank rankOf(StringRef Section) {
  if (Section.contains_insensitive("vector"))
    return Entry;
  for (StringRef Prefix : {".init", ".preinit", ".fini", ".ctors", ".dtors", ".boot"})
    if (Section.starts_with(Prefix))
      return Entry;
  for (StringRef Prefix :
       {".text", ".rodata", ".data", ".bss", ".sdata", ".srodata", ".sbss", ".tdata", ".tbss",
        ".ARM.ex", ".comment", ".eh_frame", ".gcc_except_table", ".gnu.linkonce", ".note"})
    if (Section.starts_with(Prefix))
      return Ordinary;
  return Unusual;
}

/// True if the object's sections of this name take no byte of the program.
bool takesNothing(const InputObject &Object, StringRef Name) {
  return llvm::none_of(Object.Sections, [&](const ObjectSection &Section) {
    return Section.Name == Name && Section.Size != 0 && (Section.Flags & ELF::SHF_ALLOC);
  });
}

struct FileSections {
  StringRef File;
  std::vector<std::pair<Rank, StringRef>> Sections;

  Rank lowest() const { return Sections.front().first; }
  Rank highest() const { return Sections.back().first; }
  std::string line(bool All) const {
    std::vector<StringRef> Names;
    for (const auto &[Rank, Section] : Sections)
      if (All || Rank != Ordinary)
        Names.push_back(Section);
    return ((All ? File : sys::path::filename(File)) + ": " + join(Names, ", ")).str();
  }
};

/// The sections that the linker removed according to its messages, a line for each file:
/// "startup.o: .isr_vector". Sections that code outside of the program may need come first. Of
/// ordinary code and data only the files are counted, unless All is set. Section groups, empty
/// sections, sections that are not loaded, and kernels' sections are omitted.
std::vector<std::string> removedByFile(const LinkerKind &Linker, StringRef Messages,
                                       ArrayRef<const InputObject *> Objects, bool All) {
  StringMap<const InputObject *> ByName;
  for (const InputObject *Object : Objects)
    ByName[Object->Name] = Object;
  std::vector<FileSections> Files;
  StringMap<size_t> Indices;
  for (StringRef Line : split(Messages, '\n')) {
    const CollectedSection Gone = Linker.collectedSection(Line);
    const InputObject *Object = ByName.lookup(Gone.File);
    if (Gone.Section.empty() || Gone.Section == ".group" || isOfKernels(Gone.Section) ||
        (Object && takesNothing(*Object, Gone.Section)))
      continue;
    auto [It, IsNew] = Indices.try_emplace(Gone.File, Files.size());
    if (IsNew)
      Files.push_back({Gone.File, {}});
    Files[It->second].Sections.push_back({rankOf(Gone.Section), Gone.Section});
  }
  for (FileSections &File : Files)
    llvm::stable_sort(File.Sections,
                      [](const auto &A, const auto &B) { return A.first < B.first; });
  llvm::stable_sort(
      Files, [](const FileSections &A, const FileSections &B) { return A.lowest() < B.lowest(); });
  std::vector<std::string> Lines;
  for (const FileSections &File : Files)
    if (All || File.lowest() != Ordinary)
      Lines.push_back(File.line(All));
  if (All)
    return Lines;
  if (Lines.size() > FilesShown) {
    const size_t More = Lines.size() - FilesShown;
    Lines.resize(FilesShown);
    Lines.push_back("such sections of " + std::to_string(More) +
                    (More == 1 ? " other file" : " other files"));
  }
  const size_t WithOrdinary =
      llvm::count_if(Files, [](const FileSections &File) { return File.highest() == Ordinary; });
  if (WithOrdinary)
    Lines.push_back("code and data of " + std::to_string(WithOrdinary) +
                    (WithOrdinary == 1 ? " file" : " files") + "; et-prune --verbose names all");
  return Lines;
}

} // namespace

Error refuseToCollect(const CapturedLink &Link, const PrunePlan &Plan,
                      ArrayRef<const InputObject *> Objects, const TargetInfo &Target,
                      bool Verbose) {
  RelinkRequest Request;
  SmallVector<char, 0> Table;
  std::vector<PlannedKernel> All = Plan.Kept;
  for (const KernelRecord *Record : Plan.Dropped)
    All.push_back({Record, {}});
  const std::vector<TableEntry> Entries = fullTable(All);
  if (!Link.Inputs->TableInScript && !Link.Kernels.comparesKeys() &&
      !(Link.Kernels.Program && Entries.empty())) {
    if (Error E =
            writeTableObject(Entries, Target, Link.Command.PositionIndependent).moveInto(Table))
      return E;
    Request.TableObject = Table;
  }
  Request.AddGcSections = true;
  Request.PrintGcSections = true;
  auto Trial = relink(Link, Request);
  if (!Trial)
    return Trial.takeError();
  if (!Trial->Image)
    return createStringError("the program was linked without --gc-sections, so no kernel can be "
                             "dropped; with --gc-sections the link fails; the linker's output:\n" +
                             StringRef(Trial->Stderr).rtrim());
  const std::vector<std::string> Lines =
      removedByFile(Link.Linker.kind(), Trial->Stderr + Trial->Stdout, Objects, Verbose);
  std::string Message = "the program was linked without --gc-sections, so no kernel can be "
                        "dropped; --gc-sections would also drop these sections, which no KEEP() in "
                        "the linker script protects";
  for (const std::string &Line : Lines)
    Message += "\n>>> " + Line;
  if (Lines.empty())
    Message += "\n>>> none";
  Message += "\n>>> if the program does not need them, link with -Wl,--gc-sections, or use "
             "--add-gc-sections (et-prune) or -Wl,--et-add-gc-sections (et-ld)";
  return createStringError(Message);
}

} // namespace etprune
