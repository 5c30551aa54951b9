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

/// True for code and data that nothing finds without a reference.
bool isOrdinary(StringRef Section) {
  constexpr StringLiteral Prefixes[] = {
      ".text",  ".rodata", ".data",   ".bss",     ".sdata",    ".srodata",          ".sbss",
      ".tdata", ".tbss",   ".ARM.ex", ".comment", ".eh_frame", ".gcc_except_table", ".gnu.linkonce",
      ".note"};
  return !Section.contains_insensitive("vector") &&
         llvm::any_of(Prefixes, [&](StringRef P) { return Section.starts_with(P); });
}

/// True if all sections of this name are empty or not loaded.
bool takesNothing(const InputObject &Object, StringRef Name) {
  return llvm::none_of(Object.Sections, [&](const ObjectSection &Section) {
    return Section.Name == Name && Section.Size != 0 && (Section.Flags & ELF::SHF_ALLOC);
  });
}

/// The sections that the linker removed according to its messages, with a line for each file:
/// "startup.o: .isr_vector". Unless All is set, ordinary code and data are not listed, and the last
/// line says how many files have such sections. Section groups, empty sections, sections that are
/// not loaded, and kernels' sections are omitted.
std::vector<std::string> removedByFile(const LinkerKind &Linker, StringRef Messages,
                                       ArrayRef<const InputObject *> Objects, bool All) {
  StringMap<const InputObject *> ByName;
  for (const InputObject *Object : Objects)
    ByName[Object->Name] = Object;
  MapVector<StringRef, std::vector<StringRef>> Listed;
  StringSet<> WithOrdinary;
  for (StringRef Line : split(Messages, '\n')) {
    const CollectedSection Gone = Linker.collectedSection(Line);
    const InputObject *Object = ByName.lookup(Gone.File);
    if (Gone.Section.empty() || Gone.Section == ".group" || isOfKernels(Gone.Section) ||
        (Object && takesNothing(*Object, Gone.Section)))
      continue;
    if (All || !isOrdinary(Gone.Section))
      Listed[Gone.File].push_back(Gone.Section);
    else
      WithOrdinary.insert(Gone.File);
  }
  std::vector<std::string> Lines;
  for (const auto &[File, Sections] : Listed)
    Lines.push_back(((All ? File : sys::path::filename(File)) + ": " + join(Sections, ", ")).str());
  if (!WithOrdinary.empty())
    Lines.push_back("code and data of " + counted(WithOrdinary.size(), "file") +
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
