// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PruneLink.h"

#include "Image/LinkMap.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/SymbolExports.h"
#include "Object/RecordNames.h"
#include "Runtimes/RegistrationRewrite.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

namespace {

/// If a linker script collects the records, a dropped record must be removed from its object. This
/// is impossible if the link compiles the object.
Error refuseCollectedRecords(const LinkInputs &Inputs, const PrunePlan &Plan) {
  std::set<std::string> Names;
  if (Inputs.TableInScript)
    for (const KernelRecord *Record : Plan.Dropped)
      if (Record->Object->UsesIntermediateCode)
        Names.insert(Record->Object->Name);
  Problems Errors;
  for (const std::string &Name : Names)
    Errors.add("the kernels of '" + Name +
               "' cannot be dropped, because a linker script collects their records and they are "
               "compiled in the link; remove INCLUDE et_kernels.ld from the script, or compile "
               "them without -flto");
  return Errors.take();
}

/// A linker script cannot collect kernels that the program registers itself.
Error refuseScriptBesideArrays(const CapturedLink &Link, const PrunePlan &Plan) {
  const LinkKernels &Kernels = Link.Kernels;
  if (Plan.Everything || !Link.Inputs->TableInScript || !Kernels.Program ||
      (!Kernels.comparesKeys() && !Kernels.Program->hasInitializers()))
    return Error::success();
  return createStringError(
      "a linker script collects the kernels' records, but this program's table also needs " +
      (Kernels.comparesKeys()
           ? "the keys of " + Kernels.Program->runtime().name().str() + "'s own registry"
           : "the kernels that the program registers at its start") +
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

/// Links and reads the linker's output. There is no image if the linker failed.
Error linkOnce(const CapturedLink &Link, const RelinkRequest &Request, PrunedLink &Pruned) {
  Pruned.Origin = std::make_unique<ImageOrigin>();
  ImageOrigin &Origin = *Pruned.Origin;
  Origin.Name = Link.Command.output();
  if (Error E = relink(Link, Request).moveInto(Pruned.Link); E || !Pruned.Link.Image)
    return E;
  ASSIGN_OR_RETURN(Origin.Map, readMap(Link, Pruned.Link.Map, "the relink's map"));
  ASSIGN_OR_RETURN(Origin.Image,
                   ElfImage::read(MemoryBufferRef(Pruned.Link.Image->getBuffer(), Origin.Name)));
  Pruned.Summary = Origin.Image->summary();
  return Error::success();
}

/// Fails if the linker did not write all of its output.
Error checkWhole(const PrunedLink &Pruned) {
  const std::string Missing =
      findMissingOutput(*Pruned.Origin->Image, Pruned.Origin->Map, Pruned.Link.Map);
  if (Missing.empty())
    return Error::success();
  return createStringError("the linker did not write everything, and did not say so: " + Missing +
                           "\n>>> is the disk of '" + temporaryFolder() +
                           "' full, or has it errors?");
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

/// Finds the archive members that the link can load, and removes the edits of all others.
/// `Prepared.Loadable` stays empty if this set is not certain, because GNU ld also searches the
/// libraries that shared libraries need. `Parts.Undefined` gets the symbols of members that GNU ld
/// would skip.
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
    Rewrite.WhyStorageStays.push_back("'" + Library + "' may register kernels");
  for (const std::string &Why : Rewrite.WhyStorageStays)
    Prepared.Warnings.push_back("the registry's array keeps its full size: " + Why);
  return Error::success();
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
  // A program with a registry may have no table before it is pruned.
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

/// Reads the inputs of `Origin`. Its map, image and prepared link are already set.
static Error readOrigin(const CapturedLink &Link, const PrunePlan &Plan,
                        ArrayRef<LtoObject> LtoObjects, ImageOrigin &Origin) {
  for (const LtoObject &Lto : LtoObjects)
    RETURN_IF_ERROR(InputObject::parse(Lto.Contents->getMemBufferRef(), Lto.Name)
                        .moveInto(Origin.LtoObjects.emplace_back()));
  if (Link.HasFullImage && !Link.Images.empty())
    RETURN_IF_ERROR(parseLinkMap(Link.Images[0].Map, "the full image's map")
                        .moveInto(Origin.FullMap.emplace()));
  return LinkedProgram::read(
             {*Link.Inputs, Plan, Origin.Prepared.Edits, *Origin.Image, Origin.Map,
              Origin.Prepared.Table, Origin.LtoObjects, Origin.FullMap ? &*Origin.FullMap : nullptr,
              Link.Command.has(OptionUse::StartLib), Link.Kernels.Program != nullptr,
              Link.Kernels.entryWords(), Link.Command.isOn(OptionUse::NoRelax, OptionUse::Relax)})
      .moveInto(Origin.Program);
}

Expected<std::unique_ptr<ImageOrigin>> originOf(const CapturedLink &Link, const PrunePlan &Plan,
                                                const ElfImage &Image, LinkMap Map) {
  PruneOptions Options;
  Options.AddGcSections = true; // nothing is linked
  auto Origin = std::make_unique<ImageOrigin>();
  ASSIGN_OR_RETURN(Origin->Prepared, prepareLink(Link, Plan, Options));
  Origin->Map = std::move(Map);
  Origin->Image = Image;
  RETURN_IF_ERROR(readOrigin(Link, Plan, {}, *Origin));
  return Origin;
}

/// Links once, with the changes in `Repair`. Sets `CanBeRepaired` if the linker failed and `Repair`
/// has new changes.
static Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                      const PruneOptions &Options, LinkRepair &Repair,
                                      bool &CanBeRepaired) {
  ASSIGN_OR_RETURN(auto Prepared, prepareLink(Link, Plan, Options, Repair));
  PrunedLink Pruned;
  Pruned.Warnings = Prepared.Warnings;
  RelinkRequest Request;
  Request.TableObject = Prepared.Table;
  for (const auto &Narrowed : Plan.Narrowed)
    Request.Kernels.push_back({Narrowed->Name, Narrowed->Bytes});
  Request.NoKernels = Plan.Kept.empty() && Link.Inputs->TableInScript;
  // With all kernels, the link must not remove more than the user's link.
  Request.AddGcSections =
      Options.AddGcSections && !Link.Command.GcSections && !Plan.Dropped.empty();
  Request.Edits = &Prepared.Edits;
  Request.Loadable = Prepared.Loadable ? &*Prepared.Loadable : nullptr;
  Request.AllowOverflow = Options.AllowOverflow;
  RETURN_IF_ERROR(linkOnce(Link, Request, Pruned));
  if (!Pruned.Link.Image) {
    CanBeRepaired = Link.Inputs->Linker.SearchesInOrder &&
                    repairLink(Link.Command, *Link.Inputs, Link.Kernels.Records, Prepared.Unfound,
                               Pruned.Link.Stderr, Repair);
    return Pruned;
  }
  Pruned.Origin->Prepared = std::move(Prepared);
  RETURN_IF_ERROR(readOrigin(Link, Plan, Pruned.Link.LtoObjects, *Pruned.Origin));
  // If the map is incomplete, verifyImage() may miss sections, so both errors are reported.
  Error Wrong = Options.AllowOverflow
                    ? Error::success()
                    : verifyImage(*Pruned.Origin->Program).moveInto(Pruned.Leftovers);
  RETURN_IF_ERROR(joinErrors(std::move(Wrong), checkWhole(Pruned)));
  return Pruned;
}

Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                               const PruneOptions &Options) {
  LinkRepair Repair;
  for (;;) {
    bool CanBeRepaired = false;
    auto Pruned = pruneLink(Link, Plan, Options, Repair, CanBeRepaired);
    if (!Pruned || !CanBeRepaired)
      return Pruned;
  }
}

} // namespace etprune
