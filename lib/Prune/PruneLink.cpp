// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PruneLink.h"

#include "Image/LinkMap.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/SymbolExports.h"
#include "Object/RecordNames.h"
#include "Runtimes/RegistrationRewrite.h"
#include "Support/InputFile.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// Refuses to drop kernels of intermediate code if a linker script collects the records. A dropped
/// kernel's record then needs the flag SHF_EXCLUDE, which et-prune can only set in machine code.
Error refuseCollectedRecords(const LinkInputs &Inputs, const PrunePlan &Plan) {
  std::set<std::string> Names;
  if (Inputs.TableInScript)
    for (const KernelRecord *Record : Plan.Dropped)
      if (Record->Object->UsesIntermediateCode)
        Names.insert(Record->Object->Name);
  Problems Errors;
  for (const std::string &Name : Names)
    Errors.add("the kernels of '" + Name +
               "' cannot be dropped, because a linker script collects their records and the link "
               "compiles '" +
               Name + "'; remove INCLUDE et_kernels.ld from the script, or compile '" + Name +
               "' without -flto");
  return Errors.take();
}

Error refuseScriptBesideArrays(const CapturedLink &Link, const PrunePlan &Plan) {
  const LinkKernels &Kernels = Link.Kernels;
  if (Plan.Everything || !Link.Inputs->TableInScript || !Kernels.Program ||
      (!Kernels.comparesKeys() && !Kernels.Program->hasInitializers()))
    return Error::success();
  return createStringError(
      "a linker script collects the kernels' records, but " +
      (Kernels.comparesKeys()
           ? "the keys of these records may be patterns, and " +
                 Kernels.Program->runtime().name().str() +
                 "'s own registry finds a kernel only by the exact key of a call"
           : "this program's table also needs the kernels that the program registers at its "
             "start") +
      "; remove INCLUDE et_kernels.ld from the script, so that et-ld makes the table");
}

/// Shared libraries of the link that may call `Function`, which registers kernels.
std::vector<std::string> registeringLibraries(const CapturedLink &Link, StringRef Function) {
  std::vector<std::string> Names;
  for (const auto &File : Link.Inputs->Files) {
    if (File->What != LinkFile::SharedObject)
      continue;
    auto Contents = MemoryBuffer::getFile(Link.Names.onMachine(File->Path), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
    // If the file is gone, the relink reports it.
    if (Contents && containsText((*Contents)->getBuffer(), Function))
      Names.push_back(File->Path);
  }
  return Names;
}

bool isOrdinary(StringRef Section) {
  constexpr StringLiteral Prefixes[] = {
      ".text",  ".rodata", ".data",   ".bss",     ".sdata",    ".srodata",          ".sbss",
      ".tdata", ".tbss",   ".ARM.ex", ".comment", ".eh_frame", ".gcc_except_table", ".gnu.linkonce",
      ".note"};
  return !Section.contains_insensitive("vector") &&
         llvm::any_of(Prefixes, [&](StringRef P) { return Section.starts_with(P); });
}

bool takesNothing(const InputObject &Object, StringRef Name) {
  return llvm::none_of(Object.Sections, [&](const ObjectSection &Section) {
    return Section.Name == Name && Section.Size != 0 && (Section.Flags & ELF::SHF_ALLOC);
  });
}

/// Lists the sections that the linker removed according to its messages, one line per file:
/// "startup.o: .isr_vector". If All is false, sections of ordinary code and data are not listed.
/// The last line then has the number of files with such sections.
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
    Lines.push_back("ordinary code and data of " + counted(WithOrdinary.size(), "file") +
                    "; et-prune --verbose lists these sections");
  return Lines;
}

Error checkWhole(const PrunedLink &Pruned) {
  const std::string Missing =
      findMissingOutput(Pruned.Program->Image, Pruned.Program->Map, Pruned.Link.Map);
  if (Missing.empty())
    return Error::success();
  return createStringError(
      "the linker wrote an incomplete image or map, but reported no error: " + Missing +
      "\n>>> check that the disk of '" + temporaryFolder() + "' is not full and has no errors");
}

} // namespace

Expected<LinkMap> readMap(const CapturedLink &Link, StringRef Text, StringRef Name) {
  auto Map = parseLinkMap(Text, Name);
  if (Map && Map->Regions.empty())
    Map->Regions = Link.Inputs->memoryRegions(Link.Command);
  return Map;
}

RecordedImage recordImage(const ImageSummary &Summary, std::string Map) {
  return {toJSON(Summary), std::move(Map)};
}

Expected<ImageSummary> recordedSummary(const RecordedImage &Image) {
  ImageSummary Summary;
  json::Path::Root Root("image");
  if (!fromJSON(Image.Summary, Summary, Root))
    return createStringError("the link bundle does not describe its images: " +
                             toString(Root.getError()));
  return Summary;
}

static DenseSet<const InputObject *> allObjectsBut(const DenseSet<const InputObject *> &LeftOut,
                                                   const LinkInputs &Inputs) {
  DenseSet<const InputObject *> Objects;
  for (const auto &File : Inputs.Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object && !LeftOut.contains(Member.Object.get()))
        Objects.insert(Member.Object.get());
  return Objects;
}

/// Sets `Prepared.Loadable` to the objects that the link can load, except `Repair.LeftOut`. If the
/// archive members that shared libraries need are unknown, only `Repair.LeftOut` is excluded.
/// Removes the edits of the objects that the link cannot load. `Parts.Undefined` gets the symbols
/// to which the table object must refer, so that GNU ld finds them in archives. Does nothing if the
/// link compiles intermediate code, because the compiler may add calls of other functions.
static Error findLoaded(const CapturedLink &Link, const PrunePlan &Plan, const LinkRepair &Repair,
                        RegistryParts &Parts, PreparedLink &Prepared) {
  const LinkInputs &Inputs = *Link.Inputs;
  if (Plan.Everything || Inputs.hasIntermediate(IntermediateCode::Gcc) ||
      Inputs.hasIntermediate(IntermediateCode::Llvm))
    return Error::success();
  std::vector<const InputObject *> Added;
  std::unique_ptr<InputObject> Table;
  if (!Prepared.Table.empty()) {
    const MemoryBufferRef Bytes(toStringRef(Prepared.Table), TableObjectName);
    ASSIGN_OR_RETURN(Table, InputObject::parse(Bytes, TableObjectName.str()));
    Added.push_back(Table.get());
  }
  for (const auto &Narrowed : Plan.Narrowed)
    Added.push_back(Narrowed->Object.get());
  auto Loadable = findLoadable(Inputs, Added, Plan.Kept, Prepared.Edits);
  for (const InputObject *Object : Link.Objects)
    if (!Loadable.contains(Object))
      Prepared.Edits.erase(Object);
  for (const InputObject *Object : Repair.LeftOut)
    Loadable.erase(Object);
  if (Inputs.Linker.SearchesInOrder) {
    PassedSymbols Passed = findPassedSymbols(Link.Command, Inputs, Link.Kernels.Records,
                                             Repair.Needed, Added, Prepared.Edits, Loadable);
    Parts.Undefined = std::move(Passed.Named);
    Prepared.Unfound = std::move(Passed.Unfound);
  }
  const bool HasShared = llvm::any_of(
      Inputs.Files, [](const auto &File) { return File->What == LinkFile::SharedObject; });
  if (Inputs.Linker.EntersArchiveSymbols ? Inputs.KnowsAskedByLibraries : !HasShared)
    Prepared.Loadable = std::move(Loadable);
  else if (!Repair.LeftOut.empty())
    Prepared.Loadable = allObjectsBut(Repair.LeftOut, Inputs);
  return Error::success();
}

/// Plans the edits of the objects. `Parts` gets the parts of the registry that the table object
/// replaces.
static Error editObjects(const CapturedLink &Link, const PrunePlan &Plan, PreparedLink &Prepared,
                         RegistryParts &Parts) {
  const LinkInputs &Inputs = *Link.Inputs;
  const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
  const SymbolExports Exports(Link.Command, Inputs);
  const std::vector<const InputObject *> Objects = objectsOf(Link, Plan);
  StringSet<> Roots = rootSymbols(Link, Objects, Exports);
  if (!Program || Inputs.TableInScript) {
    const DeadSections Dead(Objects, Plan, Roots);
    Prepared.Edits =
        planEdits(Objects, Plan, Dead, {Inputs.TableInScript, Inputs.Linker.KeepsExceptionTables});
    return Error::success();
  }
  const StringRef Function = Program->runtime().registerFunction();
  std::vector<std::string> Libraries;
  if (!Exports.hides(Function))
    Libraries = registeringLibraries(Link, Function);
  if (!Libraries.empty())
    Roots.insert(Function);
  ASSIGN_OR_RETURN(auto Rewrite, rewriteRegistration(*Program, Objects, Plan, Roots,
                                                     Inputs.Linker.KeepsExceptionTables));
  Prepared.Edits = std::move(Rewrite.Edits);
  Parts = std::move(Rewrite.Parts);
  for (const std::string &Library : Libraries)
    Rewrite.WhyStorageStays.push_back(
        "the shared library '" + Library +
        "' may register kernels, because the library names the registering function");
  for (const std::string &Why : Rewrite.WhyStorageStays)
    Prepared.Warnings.push_back("the registry's array of kernels keeps its full size in RAM: " +
                                Why);
  return Error::success();
}

/// Refuses a link without --gc-sections. Besides kernels, the option may remove vectors and
/// constructors that no KEEP() of the linker script protects. To list these sections, a trial link
/// keeps all kernels and adds the option.
static Error refuseToCollect(const CapturedLink &Link, bool Verbose) {
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

Expected<PreparedLink> prepareLink(const CapturedLink &Link, const PrunePlan &Plan,
                                   const PruneOptions &Options, const LinkRepair &Repair) {
  LinkInputs &Inputs = *Link.Inputs;
  RETURN_IF_ERROR(joinErrors(Inputs.checkKernelsVisible(), refuseCollectedRecords(Inputs, Plan)));
  RETURN_IF_ERROR(refuseScriptBesideArrays(Link, Plan));
  ASSIGN_OR_RETURN(auto Target, Inputs.target());
  if (!Link.Command.GcSections && !Options.AddGcSections && !Plan.Everything)
    return refuseToCollect(Link, Options.Verbose);

  PreparedLink Prepared;
  RegistryParts Parts;
  if (!Plan.Everything) // the full link has no edits
    RETURN_IF_ERROR(editObjects(Link, Plan, Prepared, Parts));
  // If the program registers all kernels at its start, the full link has no table.
  const bool HasTable =
      !Inputs.TableInScript && !(Link.Kernels.Program && Plan.Everything && Plan.Table.empty());
  auto WriteTable = [&] {
    return writeTableObject(Plan.Table, Target, Link.Command.PositionIndependent, Parts)
        .moveInto(Prepared.Table);
  };
  if (HasTable)
    RETURN_IF_ERROR(WriteTable());
  RETURN_IF_ERROR(findLoaded(Link, Plan, Repair, Parts, Prepared));
  if (HasTable && !Parts.Undefined.empty())
    RETURN_IF_ERROR(WriteTable());
  if (Inputs.hasIntermediate(IntermediateCode::Gcc) && Link.Gcc && !Link.Gcc->separatesSections() &&
      !Plan.Dropped.empty())
    Prepared.Warnings.push_back("the program was linked with -flto, but without "
                                "-ffunction-sections -fdata-sections, so fewer functions can be "
                                "dropped; pass both options to the compiler in the link, too");
  return Prepared;
}

Expected<std::unique_ptr<LinkedProgram>> programOf(const CapturedLink &Link, const PrunePlan &Plan,
                                                   const ElfImage &Image, LinkMap Map) {
  PruneOptions Options;
  Options.AddGcSections = true; // avoids the error for a link without --gc-sections
  ASSIGN_OR_RETURN(auto Prepared, prepareLink(Link, Plan, Options));
  return LinkedProgram::read(Link, Plan, std::move(Prepared), Image.buffer().getBuffer(),
                             std::move(Map));
}

Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                               const PruneOptions &Options, LinkRepair Repair) {
  ASSIGN_OR_RETURN(auto Prepared, prepareLink(Link, Plan, Options, Repair));
  PrunedLink Pruned;
  Pruned.Warnings = Prepared.Warnings;
  RelinkRequest Request;
  Request.TableObject = Prepared.Table;
  for (const auto &Narrowed : Plan.Narrowed)
    Request.Kernels.push_back({Narrowed->Name, Narrowed->Bytes});
  Request.NoKernels = Plan.Kept.empty() && Link.Inputs->TableInScript;
  // A relink with all kernels must not remove more than the user's link.
  Request.AddGcSections =
      Options.AddGcSections && !Link.Command.GcSections && !Plan.Dropped.empty();
  Request.Edits = &Prepared.Edits;
  Request.Loadable = Prepared.Loadable ? &*Prepared.Loadable : nullptr;
  Request.AllowOverflow = Options.AllowOverflow;
  ASSIGN_OR_RETURN(Pruned.Link, relink(Link, Request));
  if (!Pruned.Link.Image) {
    const bool IsRepaired = Link.Inputs->Linker.SearchesInOrder &&
                            repairLink(Link.Command, *Link.Inputs, Link.Kernels.Records,
                                       Prepared.Unfound, Pruned.Link.Stderr, Repair);
    if (IsRepaired)
      return pruneLink(Link, Plan, Options, std::move(Repair));
    return Pruned;
  }
  ASSIGN_OR_RETURN(auto Map, readMap(Link, Pruned.Link.Map, "the relink's map"));
  ASSIGN_OR_RETURN(Pruned.Program, LinkedProgram::read(Link, Plan, std::move(Prepared),
                                                       Pruned.Link.Image->getBuffer(),
                                                       std::move(Map), Pruned.Link.LtoObjects));
  Pruned.Summary = Pruned.Program->Image.summary();
  // If the map is incomplete, verifyImage() may report that sections are missing. checkWhole() then
  // reports the cause, so both errors are reported.
  Error Wrong = Options.AllowOverflow ? Error::success()
                                      : verifyImage(*Pruned.Program).moveInto(Pruned.Leftovers);
  RETURN_IF_ERROR(joinErrors(std::move(Wrong), checkWhole(Pruned)));
  return Pruned;
}

} // namespace etprune
