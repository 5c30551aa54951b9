// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PruneLink.h"

#include "Dtypes/NarrowKernels.h"
#include "Image/LinkMap.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/SymbolExports.h"
#include "Object/RecordNames.h"
#include "Prune/Collectable.h"
#include "Prune/WholeOutput.h"
#include "Runtimes/RegistrationRewrite.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Problems.h"
#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"

#include <future>

using namespace llvm;

namespace etprune {

namespace {

/// Records that a linker script collects can be left out by an edit of their object, but not where
/// the link makes the object.
Error refuseCollectedRecords(const LinkInputs &Inputs, const PrunePlan &Plan) {
  std::set<std::string> Names;
  if (Inputs.TableInScript)
    for (const KernelRecord *Record : Plan.Dropped)
      if (Record->Object->UsesIntermediateCode)
        Names.insert(Record->Object->Name);
  Problems Errors;
  for (const std::string &Name : Names)
    Errors.add("the kernels of '" + Name +
               "' cannot be left out: a linker script collects them and they come from "
               "intermediate code; take et_kernels.ld out of the script, or compile them without "
               "-flto");
  return Errors.take();
}

/// A script knows nothing of kernels that the program registers itself.
Error refuseScriptBesideArrays(const CapturedLink &Link, const PrunePlan &Plan) {
  const LinkKernels &Kernels = Link.Kernels;
  if (Plan.Everything || !Link.Inputs->TableInScript || !Kernels.Program ||
      (!Kernels.comparesKeys() && !Kernels.Program->hasInitializers()))
    return Error::success();
  return createStringError(
      "a linker script collects the kernels' records, and such a table cannot have what " +
      (Kernels.comparesKeys() ? Kernels.Program->runtime().name().str() + "'s own registry needs"
                              : "the program registers when it starts") +
      "; take INCLUDE of the fragment out of the script, and the table is made for it");
}

/// Names that something outside the link's objects may refer to: symbols, and the sections that
/// scripts keep. Kernel records are not among these: the unwanted ones are excluded.
StringSet<> rootSymbols(const CapturedLink &Link, ArrayRef<const InputObject *> Objects,
                        const SymbolExports &Exports) {
  StringSet<> Names = Link.Inputs->RootSymbols;
  for (const auto &Name : Link.Inputs->VersionedSymbols)
    if (Exports.hides(Name.getKey()))
      Names.erase(Name.getKey());
  for (const auto &Name : Link.Inputs->AskedByLibraries)
    Names.insert(Name.getKey());
  // Where neither the command nor a script names the entry, the linkers look for these.
  for (StringRef Entry : {Link.Inputs->entrySymbol(), StringRef("_start"), StringRef("start")})
    Names.insert(Entry);
  std::vector<GlobPattern> Kept;
  for (const std::string &Pattern : Link.Inputs->KeptSections) {
    auto Glob = GlobPattern::create(Pattern);
    if (!Glob) // whatever it means to the linker
      Glob = GlobPattern::create((consumeError(Glob.takeError()), "*"));
    Kept.push_back(std::move(*Glob));
  }
  for (const InputObject *Object : Objects)
    for (const ObjectSection &Section : Object->Sections)
      if (!isRecord(Section.Name) &&
          llvm::any_of(Kept, [&](const GlobPattern &Glob) { return Glob.match(Section.Name); }))
        Names.insert(Section.Name);
  for (const InputObject *Object : Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Exports.shows(*Object, Symbol))
        Names.insert(Symbol.Name);
  return Names;
}

/// The objects of the link with the plan's kernels.
std::vector<const InputObject *> objectsOf(const CapturedLink &Link, const PrunePlan &Plan) {
  std::vector<const InputObject *> Objects = Link.Objects;
  for (const auto &Narrowed : Plan.Narrowed)
    Objects.push_back(Narrowed->Object.get());
  return Objects;
}

/// Shared libraries of the link that may call the function that registers kernels, `Function`.
std::vector<std::string> registeringLibraries(const CapturedLink &Link, StringRef Function) {
  std::vector<std::string> Names;
  for (const auto &File : Link.Inputs->Files) {
    if (File->What != LinkFile::SharedObject)
      continue;
    auto Contents = MemoryBuffer::getFile(Link.Names.onMachine(File->Path), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
    // One that is not there any more is met again when the link is done.
    if (Contents && containsText((*Contents)->getBuffer(), Function))
      Names.push_back(File->Path);
  }
  return Names;
}

/// What a program that registers kernels when it starts needs besides a table.
Expected<RegistrationRewrite> rewriteProgram(const CapturedLink &Link,
                                             ArrayRef<const InputObject *> Objects,
                                             const PrunePlan &Plan, StringSet<> RootSymbols,
                                             const SymbolExports &Exports) {
  const StringRef Function = Link.Kernels.Program->runtime().registerFunction();
  std::vector<std::string> Libraries;
  if (!Exports.hides(Function))
    Libraries = registeringLibraries(Link, Function);
  if (!Libraries.empty())
    RootSymbols.insert(Function);
  auto Rewrite = rewriteRegistration(*Link.Kernels.Program, Objects, Plan, RootSymbols,
                                     Link.Inputs->Linker.KeepsExceptionTables);
  if (Rewrite)
    for (const std::string &Library : Libraries)
      Rewrite->WhyStorageStays.push_back("'" + Library + "' may register kernels");
  return Rewrite;
}

/// Links and reads what the linker wrote; there is no image where the linker failed.
Error linkOnce(const CapturedLink &Link, const RelinkRequest &Request, PrunedLink &Pruned) {
  Pruned.Origin = std::make_unique<ImageOrigin>();
  Pruned.Origin->Name = Link.Command.output();
  if (Error E = relink(Link, Request).moveInto(Pruned.Link))
    return E;
  if (!Pruned.Link.Image)
    return Error::success();
  if (Error E = readMap(Link, Pruned.Link.Map, "the relink's map").moveInto(Pruned.Origin->Map))
    return E;
  auto Read = ElfImage::read(MemoryBufferRef(Pruned.Link.Image->getBuffer(), Pruned.Origin->Name));
  if (!Read)
    return Read.takeError();
  Pruned.Summary = Read->summary();
  Pruned.Origin->Image.emplace(std::move(*Read));
  return Error::success();
}

/// The same, and a second time where the linker may not have written everything.
Error linkWhole(const CapturedLink &Link, const RelinkRequest &Request, PrunedLink &Pruned) {
  auto Missing = [&] {
    return findMissingOutput(*Pruned.Origin->Image, Pruned.Origin->Map, Pruned.Link.Map);
  };
  if (Error E = linkOnce(Link, Request, Pruned))
    return E;
  if (!Pruned.Link.Image || Missing().What.empty())
    return Error::success();
  const RelinkResult First = std::move(Pruned.Link);
  if (Error E = linkOnce(Link, Request, Pruned))
    return E;
  if (!Pruned.Link.Image)
    return Error::success();
  const MissingOutput Still = Missing();
  const bool IsSame =
      First.Image->getBuffer() == Pruned.Link.Image->getBuffer() && First.Map == Pruned.Link.Map;
  if (Still.What.empty() || (IsSame && !Still.IsCertain))
    return Error::success();
  return createStringError(
      "the linker did not write everything, and did not say so: " + Still.What +
      "\n>>> is the disk of '" + temporaryFolder() + "' full, or has it errors?");
}

} // namespace

Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted,
                             const PruneOptions &Asked) {
  const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
  ResolveOptions Options;
  Options.IgnoreKeys = Asked.IgnoreDtypes;
  Options.TableInScript = Link.Inputs->TableInScript;
  Options.ComparesKeys = Link.Kernels.comparesKeys();
  Options.DropBackends = Asked.DropBackends;
  Options.HasSelfRegisteredBackends = Program != nullptr;
  const std::string Unloaded =
      Link.Kernels.Records.empty() ? unloadedRegistrations(*Link.Inputs) : "";
  Options.HasUnknownKernels = !Unloaded.empty() || (Program && !Program->KernelCallers.empty());
  auto Plan = resolve(Link.Kernels.Records, Wanted, Options);
  if (!Plan && !Unloaded.empty())
    return joinErrors(Plan.takeError(),
                      createStringError("the link has kernels that it does not load" + Unloaded));
  if (!Plan)
    return joinErrors(Plan.takeError(), unknownCallers(Program));
  if (Asked.DropBackends)
    dropUnusedBackends(*Plan, Program, Wanted);
  return Plan;
}

Expected<PrunePlan> planEverything(const CapturedLink &Link) {
  Selection Everything;
  Everything.AllOperators = true;
  return planLink(Link, Everything, PruneOptions());
}

void narrowPlan(const CapturedLink &Link, PrunePlan &Plan) {
  const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
  if (!Program || Link.Inputs->TableInScript || Plan.Everything)
    return;
  const SymbolExports Exports(Link.Command, *Link.Inputs);
  narrowKernels(Link, Plan, [&](const PrunePlan &Planned) {
    const std::vector<const InputObject *> Objects = objectsOf(Link, Planned);
    const DeadSections Dead(Objects, Planned, rootSymbols(Link, Objects, Exports),
                            supersededSections(*Program, Planned), DeadSections::Estimate);
    uint64_t Bytes = 0;
    StringSet<> Groups; // of equal ones, the linker takes one
    for (const InputObject *Object : Objects)
      for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
        const ObjectSection &Section = Object->Sections[I];
        if ((Section.Flags & ELF::SHF_ALLOC) && Dead.isDead(*Object, I) &&
            (!(Section.Flags & ELF::SHF_GROUP) || Groups.insert(Section.Name).second))
          Bytes += Section.Size;
      }
    return Bytes;
  });
}

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

/// Takes edits of archive members back that the link does not load, and tells which it can load
/// where that is known: GNU ld also looks into the libraries that shared ones need. Adds the
/// symbols of members that GNU ld would pass by to the parts of the table object.
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
    if (Error E = InputObject::parse(Bytes, TableObjectName.str()).moveInto(Table))
      return E;
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

Expected<PreparedLink> prepareLink(const CapturedLink &Link, const PrunePlan &Plan,
                                   const PruneOptions &Options, const LinkRepair &Repair) {
  LinkInputs &Inputs = *Link.Inputs;
  if (Error E = joinErrors(Inputs.checkKernelsVisible(), refuseCollectedRecords(Inputs, Plan)))
    return E;
  if (Error E = refuseScriptBesideArrays(Link, Plan))
    return E;
  auto Target = Inputs.target();
  if (!Target)
    return Target.takeError();
  if (!Link.Command.GcSections && !Options.AddGcSections && !Plan.Everything)
    return refuseToCollect(Link, Plan, Link.Objects, *Target, Options.Verbose);

  PreparedLink Prepared;
  RegistryParts Parts;
  const bool HasRegistry = Link.Kernels.Program && !Inputs.TableInScript;
  const SymbolExports Exports(Link.Command, Inputs);
  const std::vector<const InputObject *> Objects = objectsOf(Link, Plan);
  if (Plan.Everything) {
    // The full link has no edits.
  } else if (const StringSet<> Roots = rootSymbols(Link, Objects, Exports); HasRegistry) {
    auto Rewrite = rewriteProgram(Link, Objects, Plan, Roots, Exports);
    if (!Rewrite)
      return Rewrite.takeError();
    Prepared.Edits = std::move(Rewrite->Edits);
    Parts = std::move(Rewrite->Parts);
    for (const std::string &Why : Rewrite->WhyStorageStays)
      Prepared.Warnings.push_back("the registry keeps the memory of all its entries: " + Why);
  } else {
    const DeadSections Dead(Objects, Plan, Roots);
    Prepared.Edits =
        planEdits(Objects, Plan, Dead, {Inputs.TableInScript, Inputs.Linker.KeepsExceptionTables});
  }
  // A program with a registry may do without one before it is pruned.
  const bool HasTable =
      !Inputs.TableInScript && !(HasRegistry && Plan.Everything && Plan.Table.empty());
  auto WriteTable = [&] {
    return writeTableObject(Plan.Table, *Target, Link.Command.PositionIndependent, Parts)
        .moveInto(Prepared.Table);
  };
  if (HasTable)
    if (Error E = WriteTable())
      return E;
  if (Error E = findLoaded(Link, Plan, Repair, Parts, Prepared))
    return E;
  if (HasTable && !Parts.Undefined.empty())
    if (Error E = WriteTable())
      return E;
  if (Inputs.hasIntermediate(IntermediateCode::Gcc) && Link.Gcc && !Link.Gcc->separatesSections() &&
      !Plan.Dropped.empty())
    Prepared.Warnings.push_back("the program was linked with -flto, but not with "
                                "-ffunction-sections -fdata-sections, so that less can be left out "
                                "of it; give the compiler both when it links, too");
  return Prepared;
}

static Expected<LinkMap> parseFullMap(const RecordedLink &Link) {
  return parseLinkMap(Link.Images[0].Map, "the full image's map");
}

/// Parses it beside something else. None where there is none, or where it is wrong, which the next
/// one to parse it will say.
static std::future<std::optional<LinkMap>> parseFullMapBeside(const RecordedLink &Link) {
  return beside([&]() -> std::optional<LinkMap> {
    if (!Link.HasFullImage || Link.Images.empty())
      return std::nullopt;
    auto Map = parseFullMap(Link);
    if (Map)
      return std::move(*Map);
    consumeError(Map.takeError());
    return std::nullopt;
  });
}

Error readOrigin(const CapturedLink &Link, const PrunePlan &Plan, ArrayRef<LtoObject> LtoObjects,
                 ImageOrigin &Origin) {
  for (const LtoObject &Lto : LtoObjects) {
    auto Object = InputObject::parse(Lto.Contents->getMemBufferRef(), Lto.Name);
    if (!Object)
      return Object.takeError();
    Origin.LtoObjects.push_back(std::move(*Object));
  }
  Origin.Request.emplace(VerifyRequest{*Link.Inputs, Plan, Origin.Prepared.Edits, *Origin.Image,
                                       Origin.Map, Origin.Prepared.Table, Origin.LtoObjects,
                                       nullptr});
  Origin.Request->HasLazyObjects = Link.Command.HasLazyObjects;
  Origin.Request->HasRegistry = Link.Kernels.Program != nullptr;
  Origin.Request->EntryWords = Link.Kernels.entryWords();
  Origin.Request->HasNoRelax = Link.Command.hasNoRelax();
  if (Link.HasFullImage && !Link.Images.empty()) {
    if (!Origin.FullMap)
      if (Error E = parseFullMap(Link).moveInto(Origin.FullMap.emplace()))
        return E;
    Origin.Request->FullMap = &*Origin.FullMap;
  }
  return LinkedProgram::read(*Origin.Request).moveInto(Origin.Program);
}

Expected<std::unique_ptr<ImageOrigin>> originOf(const CapturedLink &Link, const PrunePlan &Plan,
                                                const ElfImage &Image, LinkMap Map) {
  PruneOptions Options;
  Options.AddGcSections = true; // nothing is linked
  auto Prepared = prepareLink(Link, Plan, Options);
  if (!Prepared)
    return Prepared.takeError();
  auto Origin = std::make_unique<ImageOrigin>();
  Origin->Map = std::move(Map);
  Origin->Prepared = std::move(*Prepared);
  Origin->Image = Image;
  if (Error E = readOrigin(Link, Plan, {}, *Origin))
    return E;
  return Origin;
}

/// Links once, as `Repair` says. `CanBeRepaired` where the linker failed, and `Repair` has more
/// now.
static Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                      const PruneOptions &Options, LinkRepair &Repair,
                                      bool &CanBeRepaired) {
  auto Prepared = prepareLink(Link, Plan, Options, Repair);
  if (!Prepared)
    return Prepared.takeError();
  PrunedLink Pruned;
  Pruned.Warnings = Prepared->Warnings;
  RelinkRequest Request;
  Request.TableObject = Prepared->Table;
  for (const auto &Narrowed : Plan.Narrowed)
    Request.Kernels.push_back({Narrowed->Name, Narrowed->Bytes});
  Request.NoKernels = Plan.Kept.empty() && Link.Inputs->TableInScript;
  // The whole program is linked as it was.
  Request.AddGcSections =
      Options.AddGcSections && !Link.Command.GcSections && !Plan.Dropped.empty();
  Request.Edits = &Prepared->Edits;
  Request.Loadable = Prepared->Loadable ? &*Prepared->Loadable : nullptr;
  Request.AllowOverflow = Options.AllowOverflow;
  auto FullMap = parseFullMapBeside(Link);
  if (Error E = linkWhole(Link, Request, Pruned))
    return E;
  if (!Pruned.Link.Image) {
    CanBeRepaired = Link.Inputs->Linker.SearchesInOrder &&
                    repairLink(Link.Command, *Link.Inputs, Link.Kernels.Records, Prepared->Unfound,
                               Pruned.Link.Stderr, Repair);
    return Pruned;
  }
  Pruned.Origin->FullMap = FullMap.get();
  Pruned.Origin->Prepared = std::move(*Prepared);
  if (Error E = readOrigin(Link, Plan, Pruned.Link.LtoObjects, *Pruned.Origin))
    return E;
  if (!Options.AllowOverflow)
    if (Error E = verifyImage(*Pruned.Origin->Program).moveInto(Pruned.Leftovers))
      return E;
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
