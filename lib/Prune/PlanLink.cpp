// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/PlanLink.h"

#include "Dtypes/NarrowKernels.h"
#include "Object/RecordNames.h"
#include "Runtimes/RegistrationRewrite.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace etprune {

StringSet<> rootSymbols(const CapturedLink &Link, ArrayRef<const InputObject *> Objects,
                        const SymbolExports &Exports) {
  StringSet<> Names = Link.Inputs->RootSymbols;
  for (const auto &Name : Link.Inputs->VersionedSymbols)
    if (Exports.hides(Name.getKey()))
      Names.erase(Name.getKey());
  for (const auto &Name : Link.Inputs->AskedByLibraries)
    Names.insert(Name.getKey());
  // If neither the command nor a script names the entry, linkers try `_start` or `start`.
  for (StringRef Entry : {Link.Inputs->entrySymbol(), StringRef("_start"), StringRef("start")})
    Names.insert(Entry);
  std::vector<GlobPattern> Kept;
  for (const std::string &Pattern : Link.Inputs->KeptSections) {
    auto Glob = GlobPattern::create(Pattern);
    if (!Glob) // an invalid pattern may match anything
      Glob = GlobPattern::create((consumeError(Glob.takeError()), "*"));
    Kept.push_back(std::move(*Glob));
  }
  for (const InputObject *Object : Objects) {
    for (const ObjectSection &Section : Object->Sections)
      if (!isRecord(Section.Name) &&
          llvm::any_of(Kept, [&](const GlobPattern &Glob) { return Glob.match(Section.Name); }))
        Names.insert(Section.Name);
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Exports.shows(*Object, Symbol))
        Names.insert(Symbol.Name);
  }
  return Names;
}

std::vector<const InputObject *> objectsOf(const CapturedLink &Link, const PrunePlan &Plan) {
  std::vector<const InputObject *> Objects = Link.Objects;
  for (const auto &Narrowed : Plan.Narrowed)
    Objects.push_back(Narrowed->Object.get());
  return Objects;
}

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
    StringSet<> Groups; // the linker keeps one of several equal groups
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

} // namespace etprune
