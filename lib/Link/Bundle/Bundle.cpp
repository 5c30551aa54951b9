// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/Bundle.h"

#include "Link/Bundle/OwnBundles.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/InputSearch.h"
#include "Link/Inputs/ReducedArchive.h"
#include "Link/Lto/CodeRequest.h"
#include "Object/IntermediateCode.h"
#include "Object/SharedLibrary.h"
#include "Runtimes/Runtime.h"
#include "Support/InputFile.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <filesystem>

using namespace llvm;

namespace etprune {

namespace {

constexpr StringLiteral ManifestName = "manifest.json";

constexpr StringLiteral LinkerVariables[] = {"COLLECT_NO_DEMANGLE", "GNUTARGET", "LDEMULATION",
                                             "LD_RUN_PATH", "SOURCE_DATE_EPOCH"};

/// The name of an input file in the bundle; the manifest has the file's path. A long name is cut at
/// the start, because the extension is at the end.
std::string entryName(size_t Index, StringRef Path) {
  std::string Name = sys::path::filename(Path).take_back(80).str();
  for (char &C : Name)
    if (!isAlnum(C) && !StringRef("._+-").contains(C))
      C = '_';
  return "files/" + std::to_string(Index) + "-" + Name;
}

std::string mapName(size_t Image) { return "images/" + std::to_string(Image) + ".map"; }

/// A copy of an object with zeroed debug information; null if the object has none. Zeros make the
/// bundle smaller. Debug sections are not removed, because GNU ld numbers all sections and orders
/// veneers by these numbers.
std::unique_ptr<MemoryBuffer> withoutDebugInformation(const LinkMember &Member) {
  if (!Member.Object || Member.Object->Intermediate != IntermediateCode::None ||
      llvm::none_of(Member.Object->Sections,
                    [](const ObjectSection &Section) { return Section.isDebugInformation(); }))
    return nullptr;
  const StringRef Bytes = Member.Buffer.getBuffer();
  auto Copy = WritableMemoryBuffer::getNewUninitMemBuffer(Bytes.size(),
                                                          Member.Buffer.getBufferIdentifier());
  llvm::copy(Bytes, Copy->getBufferStart());
  for (const ObjectSection &Section : Member.Object->Sections)
    if (Section.isDebugInformation() && !Section.Data.empty())
      std::memset(Copy->getBufferStart() +
                      (reinterpret_cast<const char *>(Section.Data.data()) - Bytes.data()),
                  0, Section.Data.size());
  return Copy;
}

Expected<LinkFile> readFile(const ManifestFile &File, size_t Index,
                            const StringMap<StringRef> &Members) {
  StringRef Contents;
  if (File.What != LinkFile::SharedObject) {
    auto Member = Members.find(entryName(Index, File.Path));
    if (Member == Members.end() || contentHash(Member->second) != File.Hash)
      return createStringError("the contents of '" + File.Path + "' are missing or damaged");
    Contents = Member->second;
    if (Contents.starts_with(object::ThinArchiveMagic))
      return createStringError("'" + File.Path +
                               "' is a thin archive, whose members are other files");
  }
  LinkFile Result{File.Path, File.What,
                  MemoryBuffer::getMemBuffer(Contents, File.Path, /*RequiresNullTerminator=*/false),
                  File.WholeArchive};
  if (File.What == LinkFile::SharedObject)
    Result.RecordedHash = File.Hash;
  Result.Asks = File.Asks;
  return Result;
}

std::string recordedName(const LinkCommand &Command, const LinkOperand &Operand,
                         const LinkNames &Names) {
  const StringRef Text = Operand.Text;
  switch (Operand.What) {
  case OptionUse::Output:
    if (const std::string Name = Names.file(Text);
        !Command.namesImage() || !sys::path::is_absolute(Name))
      return Name;
    return std::filesystem::path(Text.str()).lexically_relative(Names.folder()).string();
  case OptionUse::Map:
  case OptionUse::DependencyFile:
  case OptionUse::ImportLibrary:
  case OptionUse::OtherOutput:
    return Names.file(Text);
  case OptionUse::LibraryPath:
    // gcc passes each folder of -B as a library path, so also the folder with the wrapper. This
    // folder gets a fixed name, so that the bundle does not depend on where et-prune is.
    if (sys::fs::equivalent(Text, libexecFolder()))
      return (LinkFolder + "/libexec/et-prune").str();
    return Names.operand(Text);
  case OptionUse::NoFile:
  case OptionUse::Soname:
  case OptionUse::Define: {
    // The linker may copy the operand into the image, so the operand keeps its text. The folders of
    // --rpath-link never get into the image, so they get recorded names.
    if (Command.Arguments[Operand.Argument].Option->Name != "rpath-link")
      return Operand.Text;
    SmallVector<StringRef> Folders;
    Text.split(Folders, ':');
    return join(map_range(Folders, [&](StringRef Folder) { return Names.operand(Folder); }), ":");
  }
  case OptionUse::Input:
    // The linker copies the operand into the image if the shared library has no DT_SONAME.
    if (sys::path::filename(Text).contains(".so") && sys::fs::is_regular_file(Text))
      if (auto File = mapFile(Text);
          File && identify_magic((*File)->getBuffer()) == file_magic::elf_shared_object &&
          readLoaderFacts((*File)->getBuffer()).Soname.empty())
        return Operand.Text;
    [[fallthrough]];
  default:
    return Names.operand(Text);
  }
}

/// Finds the programs of a bundle's link on this machine. If the linker is not at the recorded
/// path, searches PATH for a linker with the recorded hash.
void findPrograms(RecordedLink &Link) {
  auto Find = [&](ProgramFile &Program) { Program.Path = Link.Names.onMachine(Program.Path); };
  Find(Link.Linker);
  forEachCompiler(Link, Find);
  if (sys::fs::exists(Link.Linker.Path))
    return;
  auto IsLinker = [&](StringRef Path) {
    return !errorToBool(checkProgram({Path.str(), Link.Linker.Size, Link.Linker.Hash}, "linker"));
  };
  if (auto Found = findInVariable("PATH", sys::path::filename(Link.Linker.Path), IsLinker))
    Link.Linker.Path = *Found;
}

Expected<CapturedLink> unpack(StringRef Bytes, StringRef BundlePath) {
  if (Bytes.empty())
    return createStringError(
        "the file is empty, because the program was linked without kernels or the file was "
        "truncated; link the program again, with kernels");
  ASSIGN_OR_RETURN(auto Tar, unpackTarZstd(Bytes));
  auto Text = Tar.Members.find(ManifestName);
  if (Text == Tar.Members.end())
    return createStringError("it has no manifest.json");
  ASSIGN_OR_RETURN(auto Read, parseManifest(Text->second));

  CapturedLink Link;
  const std::vector<ManifestFile> Packed = std::move(Read.Files);
  static_cast<RecordedLink &>(Link) = std::move(Read);
  Link.Names = LinkNames::ofBundle(BundlePath, bundlePath(Link.Command.output()));
  findPrograms(Link);
  llvm::erase_if(Link.Environment, [](StringRef Entry) {
    return !llvm::is_contained(LinkerVariables, Entry.split('=').first);
  });

  std::vector<LinkFile> Files;
  for (size_t I = 0; I < Packed.size(); ++I) {
    ASSIGN_OR_RETURN(auto File, readFile(Packed[I], I, Tar.Members));
    Files.push_back(std::move(File));
  }
  ASSIGN_OR_RETURN(Link.Inputs, LinkInputs::fromFiles(Link.Command, std::move(Files)));
  Link.Images.reserve(Link.Images.size() + 1); // a caller's push_back() then copies no maps
  for (size_t I = 0; I < Link.Images.size(); ++I)
    Link.Images[I].Map = Tar.Members.lookup(mapName(I)).str();
  Link.Unpacked = std::move(Tar.Bytes);
  return Link;
}

using Replacements = DenseMap<const InputObject *, std::unique_ptr<MemoryBuffer>>;

bool hasToDoWithRegistration(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return !Symbol.isLocal() && llvm::any_of(runtimes(), [&](const Runtime *Kind) {
      return Symbol.Name == Kind->registerFunction() ||
             Symbol.Name == Kind->registerBackendFunction();
    });
  });
}

Expected<Replacements> replaceObjects(ArrayRef<const InputObject *> Objects) {
  Replacements New;
  std::vector<const InputObject *> Compiled;
  std::vector<BitcodeObject> Bitcode;
  for (const InputObject *Object : Objects) {
    if (!Object->UsesIntermediateCode || !hasToDoWithRegistration(*Object))
      continue;
    if (Object->HasMachineCode) {
      New[Object] = std::make_unique<SmallVectorMemoryBuffer>(
          hideIntermediateCode(*Object), Object->Name, /*RequiresNullTerminator=*/false);
    } else if (const StringRef Code = bitcodeOf(*Object); !Code.empty()) {
      Compiled.push_back(Object);
      Bitcode.push_back({Code, Object->Name});
    }
  }
  if (Bitcode.empty())
    return New;
  auto Results = compileBitcode(Bitcode);
  if (!Results)
    return createStringError(
        "cannot compile the bitcode that registers kernels at program start: " +
        toString(Results.takeError()) + "\n>>> in " + Bitcode[0].Name +
        "\n>>> compile the object also with -ffat-lto-objects, or " + WithoutIntermediateCode);
  for (const auto &[Object, Bytes] : llvm::zip_equal(Compiled, *Results))
    New[Object] = MemoryBuffer::getMemBufferCopy(Bytes, Object->Name);
  return New;
}

/// The new contents of a file that has objects of `New`; null if the file has none.
Expected<std::unique_ptr<MemoryBuffer>> contentsWith(LinkFile &File, Replacements &New) {
  if (llvm::none_of(File.Members, [&](const LinkMember &M) { return New.count(M.Object.get()); }))
    return nullptr;
  if (File.What == LinkFile::Object)
    return std::move(New[File.Members[0].Object.get()]);
  return reduceArchive(File, [&](const LinkMember &Member) {
    auto Found = New.find(Member.Object.get());
    return Found == New.end() ? Member.Buffer.getBuffer() : Found->second->getBuffer();
  });
}

/// The changed inputs of a link that registers kernels at start; null if nothing changes. Objects
/// that define or call a registering function must enter the link as machine code. After
/// link-time optimisation, et-prune could not find the registrations in the image. An object with
/// both kinds of code is replaced by a copy that hides the intermediate code. An object with only
/// bitcode is compiled here. `Objects` is the closure of `Inputs` (Closure.h).
Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command) {
  ASSIGN_OR_RETURN(auto New, replaceObjects(Objects));
  if (New.empty())
    return nullptr;
  std::vector<LinkFile> Files;
  for (const auto &File : Inputs.Files) {
    ASSIGN_OR_RETURN(auto Contents, contentsWith(*File, New));
    Files.push_back({File->Path, File->What,
                     Contents ? std::move(Contents) : std::move(File->Buffer), File->WholeArchive});
    Files.back().RecordedHash = File->RecordedHash;
  }
  auto Changed = LinkInputs::fromFiles(Command, std::move(Files));
  if (Changed)
    (*Changed)->IsChanged = true;
  return Changed;
}

} // namespace

Error CapturedLink::readInputs() {
  ASSIGN_OR_RETURN(auto Closure, findClosure(*Inputs));
  ASSIGN_OR_RETURN(auto Changed, takeMachineCodeOfRegistration(*Inputs, Closure, Command));
  if (Changed) {
    Inputs = std::move(Changed);
    ASSIGN_OR_RETURN(Closure, findClosure(*Inputs));
  }
  Objects = std::move(Closure);
  return readLinkKernels(Command, *Inputs, Objects).moveInto(Kernels);
}

Expected<std::optional<CapturedLink>> CapturedLink::capture(LinkCommand Command,
                                                            const std::string &LinkerPath) {
  CapturedLink Link;
  Link.Command = std::move(Command);
  Link.Names = LinkNames::ofThisProcess();
  Link.Names.addToolchainOf(LinkerPath);
  Link.Command.rename(
      [&](const LinkOperand &Operand) { return recordedName(Link.Command, Operand, Link.Names); });
  Link.Linker.Path = LinkerPath;
  for (StringRef Name : LinkerVariables)
    if (auto Value = sys::Process::GetEnv(Name))
      Link.Environment.push_back((Name + "=" + *Value).str());
  Link.Inputs = openInputs(Link.Command, Link.Names, [&] { return defaultSearchDirs(LinkerPath); });
  if (Error E = Link.Inputs->indexNewArchives())
    Link.Inputs->noteUnreadable(std::move(E));
  // If an archive has kernels, every input must be readable, because each one could use kernels.
  const bool UsesKernels = usesKernels(*Link.Inputs);
  if (UsesKernels || !Link.Inputs->index().kernelMembers().empty())
    RETURN_IF_ERROR(Link.Inputs->checkReadable());
  if (!UsesKernels)
    return std::nullopt;
  // Even if readInputs() fails, report the errors of checkKernelsVisible(): these errors say how to
  // build objects with intermediate code.
  Error Unread = Link.readInputs();
  RETURN_IF_ERROR(joinErrors(std::move(Unread), Link.Inputs->checkKernelsVisible()));
  return Link;
}

Error BundleWriter::addFiles() {
  const bool StripsDebug = Link.Command.has(OptionUse::StripDebug);
  for (size_t I = Files.size(); I < Link.Inputs->Files.size(); ++I) {
    const LinkFile &File = *Link.Inputs->Files[I];
    std::vector<std::unique_ptr<MemoryBuffer>> Copies;
    auto Contents = [&](const LinkMember &Member) {
      auto Copy = StripsDebug ? withoutDebugInformation(Member) : nullptr;
      return Copy ? Copies.emplace_back(std::move(Copy))->getBuffer() : Member.Buffer.getBuffer();
    };
    const bool IsShared = File.What == LinkFile::SharedObject; // not copied into the bundle
    StringRef Packed;
    if (File.What == LinkFile::Archive) {
      ASSIGN_OR_RETURN(auto Reduced, reduceArchive(File, Contents));
      Packed = Copies.emplace_back(std::move(Reduced))->getBuffer();
    } else if (!IsShared) {
      Packed = File.What == LinkFile::Object ? Contents(File.Members[0]) : File.contents();
    }
    if (!IsShared)
      Out.add(entryName(I, File.Path), Packed);
    Files.push_back({File.Path, File.What, File.WholeArchive,
                     IsShared ? File.hash() : contentHash(Packed), File.Asks});
  }
  Out.endFrame();
  return Error::success();
}

Expected<std::string> BundleWriter::finish() {
  RETURN_IF_ERROR(addFiles());
  for (size_t I = 0; I < Link.Images.size(); ++I)
    Out.add(mapName(I), Link.Images[I].Map);
  Out.add(ManifestName, printManifest(Link, Files));
  return Out.finish();
}

Expected<CapturedLink> CapturedLink::parse(StringRef Bytes, StringRef BundlePath) {
  auto Link = unpack(Bytes, BundlePath);
  if (!Link)
    return createStringError("cannot read the link bundle '" + BundlePath +
                             "': " + toString(Link.takeError()));
  Link->Inputs->AreOfBundle = true;
  Link->Inputs->loadAll(); // in parallel; readInputs() would load members one by one
  RETURN_IF_ERROR(Link->readInputs());
  return Link;
}

Expected<CapturedLink> CapturedLink::read(const std::string &BundlePath) {
  RETURN_IF_ERROR(checkIsFile(BundlePath));
  auto Buffer = mapFile(BundlePath);
  if (!Buffer)
    return createStringError("cannot open '" + BundlePath + "': " + Buffer.getError().message());
  RETURN_IF_ERROR(checkOwnBundle((*Buffer)->getBuffer(), BundlePath));
  auto Link = parse((*Buffer)->getBuffer(), BundlePath);
  if (Link)
    Link->Bundle = std::move(*Buffer);
  return Link;
}

std::string bundlePath(StringRef ImagePath) {
  constexpr StringLiteral Extension = ".etl";
  const StringRef Name = sys::path::filename(ImagePath);
  if (Name.size() + Extension.size() <= NAME_MAX)
    return (ImagePath + Extension).str();
  const std::string Hash = "-" + contentHash(Name);
  const StringRef Start = Name.take_front(NAME_MAX - Extension.size() - Hash.size());
  return (ImagePath.drop_back(Name.size()) + Start + Hash + Extension).str();
}

Error checkBundlePlace(const std::string &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*follow=*/false) ||
      Status.type() == sys::fs::file_type::regular_file)
    return Error::success();
  return createStringError("cannot write the link bundle '" + Path +
                           "': it exists and is no plain file; remove it");
}

} // namespace etprune
