// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzes the inputs of links: objects, archives, and bundles.

#include "Targets.h"

#include "Image/LinkMap.h"
#include "Image/Sizes.h"
#include "Link/Bundle/Bundle.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/ReducedArchive.h"
#include "Prune/KnownImage.h"
#include "Registry/TableRewrite.h"
#include "Report/Report.h"
#include "Runtimes/RegistrationRewrite.h"
#include "Runtimes/Table/Records.h"

using namespace llvm;

namespace etprune::fuzz {

namespace {

void requireEdited(const InputObject &Object, const ObjectEdits &Edits) {
  SmallVector<char, 0> Copy = editedObject(Object, Edits);
  auto Edited = InputObject::parse({StringRef(Copy.data(), Copy.size()), Object.Name}, Object.Name);
  require(isRead(Edited), "an edited object cannot be read");
  require((*Edited)->Symbols.size() == Object.Symbols.size() + Edits.NewSymbols.size() &&
              (*Edited)->Sections.size() == Object.Sections.size(),
          "an edited object has lost symbols or sections");
}

void usePlan(ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
             const StringSet<> &RootSymbols, const TargetInfo &Target) {
  // First for LLD, which keeps exception tables. Then for GNU ld, whose script has the table.
  for (bool Choice : {false, true})
    for (const auto &[Object, Edits] :
         planEdits(Objects, Plan, DeadSections(Objects, Plan, RootSymbols), {Choice, !Choice}))
      requireEdited(*Object, Edits);

  for (bool PositionIndependent : {false, true}) {
    auto Table = writeTableObject(Plan.Table, Target, PositionIndependent);
    if (!isRead(Table))
      return;
    StringRef Bytes(Table->data(), Table->size());
    auto Read = InputObject::parse({Bytes, "table"}, "table");
    require(isRead(Read), "the table object cannot be read");
    require(llvm::any_of((*Read)->Sections,
                         [&](const ObjectSection &S) {
                           return S.Name.ends_with(".et_kernel_table") &&
                                  S.Size == 3 * Target.wordSize() * Plan.Table.size();
                         }),
            "the table does not have the planned size");
  }
}

} // namespace

void useKernels(ArrayRef<const InputObject *> Objects, ArrayRef<KernelRecord> Records,
                const StringSet<> &RootSymbols) {
  if (Objects.empty())
    return;
  Selection All, One;
  All.AllOperators = true;
  if (!Records.empty())
    One.Ops[Records[0].Op].AllKernels = true;
  for (const Selection &Wanted : {All, One, Selection()}) {
    auto Plan = resolve(Records, Wanted);
    if (isRead(Plan))
      usePlan(Objects, *Plan, RootSymbols, Objects[0]->Target);
  }
}

namespace {

/// Plans to keep all, every second or none of the kernels that a program registers at start.
void useProgram(const SelfRegisteringProgram &Program, ArrayRef<const InputObject *> Objects,
                const StringSet<> &RootSymbols) {
  auto Records = Program.records();
  if (!isRead(Records) || Objects.empty())
    return;
  for (unsigned Step : {1, 2, 0}) {
    PrunePlan Plan;
    for (size_t I = 0; I < Records->size(); ++I)
      if (Step && I % Step == 0)
        Plan.Kept.push_back({&(*Records)[I], {}});
      else
        Plan.Dropped.push_back(&(*Records)[I]);
    if (Step != 1)
      for (const BackendInitializer &Backend : Program.Backends)
        Plan.DroppedBackends.insert(Backend.Name);
    for (const PlannedKernel &Kernel : Plan.Kept)
      Plan.Table.push_back({Kernel.Record, Kernel.Record->Key});
    auto Rewrite = rewriteRegistration(Program, Objects, Plan, RootSymbols,
                                       /*KeepsExceptionTables=*/Step == 1);
    if (!isRead(Rewrite))
      continue;
    for (const auto &[Object, Edits] : Rewrite->Edits)
      requireEdited(*Object, Edits);
    auto Table = writeTableObject(Plan.Table, Objects[0]->Target, false, Rewrite->Parts);
    if (!isRead(Table))
      continue;
    StringRef Bytes(Table->data(), Table->size());
    auto Read = InputObject::parse({Bytes, "table"}, "table");
    require(isRead(Read), "the table object cannot be read");
  }
}

} // namespace

void fuzzObject(StringRef Bytes) {
  auto Object = InputObject::parse({Bytes, "x.o"}, "x.o");
  if (!isRead(Object))
    return;
  const InputObject *Alone = Object->get();
  auto Program = SelfRegisteringProgram::read(
      Alone, [](const InputObject &, const ObjectSymbol &Symbol) { return Symbol.Name == "seen"; });
  if (isRead(Program))
    useProgram(*Program, Alone, {});
  auto Records = readKernelRecords(**Object);
  if (isRead(Records))
    useKernels(Object->get(), *Records, {});
}

namespace {

/// Returns false if the objects or their kernels cannot be read.
bool useInputs(const LinkCommand &Command, LinkInputs &Inputs) {
  usesKernels(Inputs);
  consumeError(Inputs.checkReadable());
  auto Objects = findClosure(Inputs);
  if (!isRead(Objects))
    return false;
  auto Kernels = readLinkKernels(Command, Inputs, *Objects);
  if (!isRead(Kernels))
    return false;
  useKernels(*Objects, Kernels->Records, Inputs.RootSymbols);
  if (Kernels->Program)
    useProgram(*Kernels->Program, *Objects, Inputs.RootSymbols);
  auto Target = Inputs.target();
  (void)isRead(Target);
  return true;
}

LinkFile file(StringRef Path, LinkFile::Kind Kind, StringRef Bytes, bool WholeArchive = false) {
  return {Path.str(), Kind, MemoryBuffer::getMemBufferCopy(Bytes, Path), WholeArchive};
}

std::unique_ptr<LinkInputs> openArchive(StringRef Bytes, StringRef FirstObject, bool Whole) {
  std::vector<LinkFile> Files;
  if (!FirstObject.empty())
    Files.push_back(file("x.o", LinkFile::Object, FirstObject));
  Files.push_back(file("x.a", LinkFile::Archive, Bytes, Whole));
  auto Inputs =
      LinkInputs::fromFiles(LinkCommand::parseExpanded({}, linkerGnuLd()), std::move(Files));
  return isRead(Inputs) ? std::move(*Inputs) : nullptr;
}

} // namespace

/// Reads the archive in three links: alone, with --whole-archive, and after an object that is a
/// copy of the archive's first member.
void fuzzArchive(StringRef Bytes) {
  std::string First;
  if (auto Alone = openArchive(Bytes, "", /*Whole=*/false))
    useInputs(LinkCommand(), *Alone);
  if (auto Whole = openArchive(Bytes, "", /*Whole=*/true)) {
    const std::vector<LinkMember> &Members = Whole->Files[0]->Members;
    useInputs(LinkCommand(), *Whole);
    if (!Members.empty())
      First = Members[0].Buffer.getBuffer().str();
  }

  // If a damaged archive's index is wrong, the second reduction may still change the archive. The
  // third reduction must change nothing.
  std::string Reduced = Bytes.str(), Before;
  for (int Round = 0; Round < 3; ++Round) {
    auto Program = openArchive(Reduced, First, /*Whole=*/false);
    if (!Program || !useInputs(LinkCommand(), *Program))
      return require(Round == 0, "a reduced archive cannot be read");
    auto Written = reduceArchive(*Program->Files.back(),
                                 [](const LinkMember &M) { return M.Buffer.getBuffer(); });
    require(isRead(Written), "a reduced archive cannot be written");
    Before = std::exchange(Reduced, (*Written)->getBuffer().str());
  }
  require(Before == Reduced, "reducing a reduced archive changes it");
}

namespace {

std::string pack(const CapturedLink &Link) {
  auto Bytes = BundleWriter(Link).finish();
  require(isRead(Bytes), "a bundle cannot be packed again");
  return *Bytes;
}

void useImages(const CapturedLink &Link) {
  for (const RecordedImage &Image : Link.Images) {
    auto Summary = recordedSummary(Image);
    if (!isRead(Summary))
      continue;
    auto Known = findKnownImage(Link, *Summary, "app.elf");
    (void)isRead(Known);
    auto Map = parseLinkMap(Image.Map, "map");
    if (!isRead(Map))
      continue;
    auto Account = accountDifference({*Map, *Summary}, {*Map, *Summary});
    (void)isRead(Account);
    kernelCode(*Map);
  }
}

} // namespace

void fuzzBundle(StringRef Bytes) {
  auto Link = CapturedLink::parse(Bytes, "bundle");
  if (!isRead(Link) || !useInputs(Link->Command, *Link->Inputs))
    return;
  useImages(*Link);
  // As in fuzzArchive(), the second packing may change the bundle, but the third must not.
  std::string Packed = pack(*Link), Before;
  for (int Round = 0; Round < 2; ++Round) {
    auto Again = CapturedLink::parse(Packed, "bundle");
    require(isRead(Again), "a packed bundle cannot be read");
    require(useInputs(Again->Command, *Again->Inputs), "a packed bundle's files cannot be read");
    std::string Next = pack(*Again); // before `Packed` changes: `Again` points into it
    Before = std::exchange(Packed, std::move(Next));
  }
  require(Before == Packed, "packing a bundle again changes its bytes");
}

} // namespace etprune::fuzz
