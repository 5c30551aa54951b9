// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle.h"

#include "Link/Trust.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

#include <archive.h>
#include <archive_entry.h>

using namespace llvm;

namespace etprune {

namespace {

constexpr int64_t FormatVersion = 1;
/// More than any firmware link has; a bundle that unpacks to more is refused.
constexpr uint64_t MaxUnpackedSize = uint64_t(4) << 30;

/// Variables that change what GNU ld does.
constexpr StringLiteral LinkerVariables[] = {"COLLECT_NO_DEMANGLE", "GNUTARGET", "LDEMULATION",
                                             "LD_RUN_PATH", "SOURCE_DATE_EPOCH"};

bool isLinkerVariable(StringRef Entry) {
  return llvm::is_contained(LinkerVariables, Entry.split('=').first);
}

constexpr std::pair<LinkFile::Kind, StringLiteral> KindNames[] = {
    {LinkFile::Object, "object"},       {LinkFile::Archive, "archive"},
    {LinkFile::Script, "script"},       {LinkFile::SharedObject, "shared object"},
    {LinkFile::Auxiliary, "auxiliary"},
};

StringRef kindName(LinkFile::Kind Kind) {
  for (const auto &[K, Name] : KindNames)
    if (K == Kind)
      return Name;
  return "";
}

std::optional<LinkFile::Kind> kindFromName(StringRef Text) {
  for (const auto &[K, Name] : KindNames)
    if (Name == Text)
      return K;
  return std::nullopt;
}

//===- Paths relative to named roots --------------------------------------===//

/// Absolute paths are written as {root}/rest, so that a bundle says what is the user's and what
/// the toolchain's, and two checkouts give bundles that differ in the roots only.
class Roots {
public:
  void add(StringRef Name, StringRef Path) {
    if (sys::path::is_absolute(Path) && Path != "/")
      Entries.push_back({Name.str(), Path.str()});
  }
  std::string encode(StringRef Path) const {
    for (const auto &[Name, Root] : Entries) {
      StringRef Rest = Path;
      if (Rest.consume_front(Root) && (Rest.empty() || Rest[0] == '/'))
        return ("{" + Name + "}" + Rest).str();
    }
    return Path.str();
  }
  std::string decode(StringRef Path) const {
    for (const auto &[Name, Root] : Entries) {
      StringRef Rest = Path;
      if (Rest.consume_front("{") && Rest.consume_front(Name) && Rest.consume_front("}"))
        return Root + Rest.str();
    }
    return Path.str();
  }
  json::Object toJSON() const {
    json::Object Object;
    for (const auto &[Name, Root] : Entries)
      Object[Name] = Root;
    return Object;
  }

private:
  std::vector<std::pair<std::string, std::string>> Entries;
};

Roots rootsOf(const CapturedLink &Link) {
  Roots Result;
  Result.add("build", Link.Directory);
  if (const LinkOperand *Sysroot = Link.Command.last(LinkOperand::Sysroot))
    Result.add("sysroot", Sysroot->Text);
  Result.add("toolchain", sys::path::parent_path(sys::path::parent_path(Link.Linker.Path)));
  return Result;
}

/// Encodes the path that an argument consists of or ends in.
std::vector<std::string> encodeArguments(const LinkCommand &Command, const Roots &Names) {
  std::vector<std::string> Args = Command.Args;
  for (const LinkOperand &Operand : Command.Operands) {
    std::string &Arg = Args[Operand.Arg];
    // gcc names another temporary file in every link; equal links are to give equal bundles.
    constexpr StringLiteral Resolution = "-fresolution=";
    if (Operand.What == LinkOperand::PluginOption &&
        StringRef(Operand.Text).starts_with(Resolution))
      Arg = Arg.substr(0, Operand.Offset) + Resolution.str() + "resolution.txt";
    else if (Operand.What != LinkOperand::Library && Operand.What != LinkOperand::PluginOption)
      Arg = Arg.substr(0, Operand.Offset) + Names.encode(Operand.Text);
  }
  return Args;
}

//===- tar + zstd ---------------------------------------------------------===//

struct CloseArchive {
  void operator()(archive *A) const { archive_free(A); }
};
using ArchiveHandle = std::unique_ptr<archive, CloseArchive>;

Expected<StringMap<std::string>> unpack(StringRef Bytes) {
  ArchiveHandle Handle(archive_read_new());
  archive_read_support_format_tar(Handle.get());
  archive_read_support_filter_zstd(Handle.get());
  auto Fail = [&] {
    const char *Why = archive_error_string(Handle.get());
    return createStringError(Why ? Why : "it is not a tar file compressed with zstd");
  };
  if (archive_read_open_memory(Handle.get(), Bytes.data(), Bytes.size()) != ARCHIVE_OK)
    return Fail();
  StringMap<std::string> Members;
  uint64_t Total = 0;
  archive_entry *Entry;
  int Status;
  while ((Status = archive_read_next_header(Handle.get(), &Entry)) == ARCHIVE_OK) {
    const char *Name = archive_entry_pathname(Entry);
    int64_t Size = archive_entry_size(Entry);
    if (!Name || Size < 0 || (Total += Size) > MaxUnpackedSize)
      return createStringError("it unpacks to more than 4 GiB or has a member without name");
    // Grown as data arrives: the size in the header is a claim.
    std::string Contents;
    char Block[1 << 16];
    la_ssize_t Count;
    while ((Count = archive_read_data(Handle.get(), Block, sizeof(Block))) > 0)
      Contents.append(Block, Count);
    if (Count < 0)
      return Fail();
    if (Contents.size() != static_cast<uint64_t>(Size))
      return createStringError(Twine("member '") + Name + "' is truncated");
    Members[Name] = std::move(Contents);
  }
  if (Status != ARCHIVE_EOF)
    return Fail();
  return Members;
}

//===- The manifest -------------------------------------------------------===//

std::string hashText(StringRef Contents) {
  return utohexstr(xxh3_64bits(Contents), /*LowerCase=*/true, 16);
}

/// For the reader of `tar -tf`; the manifest has the path. libarchive refuses some names in some
/// locales, so only harmless characters stay.
std::string entryName(size_t Index, StringRef Path) {
  std::string Name = sys::path::filename(Path).str();
  for (char &C : Name)
    if (!isAlnum(C) && !StringRef("._+-").contains(C))
      C = '_';
  return "files/" + std::to_string(Index) + "-" + Name;
}

json::Array stringsToJSON(ArrayRef<std::string> Strings) {
  json::Array Array;
  for (const std::string &S : Strings)
    Array.push_back(S);
  return Array;
}

/// Reads fields and remembers the first that is missing or of the wrong type.
class ManifestReader {
public:
  ManifestReader(const json::Object &Object, std::string Place)
      : Object(Object), Place(std::move(Place)) {}

  std::string string(StringRef Key) {
    auto Value = Object.getString(Key);
    return Value ? Value->str() : (missing(Key), "");
  }
  int64_t integer(StringRef Key) {
    auto Value = Object.getInteger(Key);
    return Value ? *Value : (missing(Key), 0);
  }
  bool boolean(StringRef Key) {
    auto Value = Object.getBoolean(Key);
    return Value ? *Value : (missing(Key), false);
  }
  const json::Array &array(StringRef Key) {
    static const json::Array Empty;
    const json::Array *Value = Object.getArray(Key);
    return Value ? *Value : (missing(Key), Empty);
  }
  const json::Object &object(StringRef Key) {
    static const json::Object Empty;
    const json::Object *Value = Object.getObject(Key);
    return Value ? *Value : (missing(Key), Empty);
  }
  std::vector<std::string> strings(StringRef Key) {
    std::vector<std::string> Result;
    for (const json::Value &Value : array(Key))
      if (auto Text = Value.getAsString())
        Result.push_back(Text->str());
      else
        missing(Key);
    return Result;
  }
  Error takeError() const {
    if (Problem.empty())
      return Error::success();
    return createStringError("its manifest has no valid '" + Problem + "'" + Place);
  }

private:
  void missing(StringRef Key) {
    if (Problem.empty())
      Problem = Key.str();
  }
  const json::Object &Object;
  std::string Place, Problem;
};

Expected<LinkFile> readFile(const json::Value &Value, size_t Index, const Roots &Names,
                            StringMap<std::string> &Members) {
  const json::Object *Object = Value.getAsObject();
  if (!Object)
    return createStringError("its manifest has no valid 'files'");
  ManifestReader Reader(*Object, " in file " + std::to_string(Index));
  std::string Path = Names.decode(Reader.string("path"));
  auto Kind = kindFromName(Reader.string("kind"));
  bool WholeArchive = Reader.boolean("wholeArchive");
  std::string Hash = Reader.string("hash");
  if (Error E = Reader.takeError())
    return E;
  if (!Kind)
    return createStringError("its manifest has no valid 'kind' in file " + Twine(Index));
  std::string Contents;
  if (*Kind != LinkFile::SharedObject) {
    auto Member = Members.find(entryName(Index, Path));
    if (Member == Members.end() || hashText(Member->second) != Hash)
      return createStringError("the contents of '" + Path + "' are missing or damaged");
    Contents = std::move(Member->second);
    if (StringRef(Contents).starts_with(object::ThinArchiveMagic))
      return createStringError("'" + Path + "' is a thin archive, which has files of its own");
  }
  return LinkFile{Path,         *Kind,   MemoryBuffer::getMemBufferCopy(Contents, Path),
                  WholeArchive, nullptr, {}};
}

/// LLVM's JSON parser is recursive and has no limit of its own.
bool isDeeplyNested(StringRef Json) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Json.size() && Depth <= 100; ++I) {
    char C = Json[I];
    if (C == '"')
      InString = !InString;
    else if (InString)
      I += C == '\\';
    else if (C == '[' || C == '{')
      ++Depth;
    else if (C == ']' || C == '}')
      Depth -= Depth > 0;
  }
  return Depth > 100;
}

Expected<CapturedLink> fromMembers(StringMap<std::string> Members) {
  auto Manifest = Members.find("manifest.json");
  if (Manifest == Members.end())
    return createStringError("it has no manifest.json");
  if (isDeeplyNested(Manifest->second))
    return createStringError("its manifest is nested too deeply");
  auto Parsed = json::parse(Manifest->second);
  if (!Parsed)
    return createStringError("its manifest is not valid JSON: " + toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getString("format") != StringRef("et-prune link bundle"))
    return createStringError("its manifest does not describe a link bundle");
  if (Top->getInteger("version") != FormatVersion)
    return createStringError("it has another format version than this et-prune reads (" +
                             Twine(FormatVersion) + "); link the program again");

  CapturedLink Link;
  ManifestReader Reader(*Top, "");
  Roots Names;
  for (const auto &Root : Reader.object("roots"))
    if (auto Path = Root.second.getAsString())
      Names.add(Root.first, *Path);
  Link.Directory = Reader.string("directory");
  ManifestReader Linker(Reader.object("linker"), " of the linker");
  Link.Linker.Path = Names.decode(Linker.string("path"));
  Link.Linker.Version = Linker.string("version");
  Link.Linker.Size = Linker.integer("size");
  if (StringRef(Linker.string("hash")).getAsInteger(16, Link.Linker.Hash))
    return createStringError("its manifest has no valid 'hash' of the linker");
  if (Error E = Linker.takeError())
    return E;
  for (const std::string &Entry : Reader.strings("environment"))
    if (isLinkerVariable(Entry))
      Link.Environment.push_back(Entry);
  std::vector<std::string> Args = Reader.strings("arguments");
  Link.HasFullImage = Reader.boolean("hasFullImage");
  const json::Array &Files = Reader.array("files");
  const json::Array &Images = Reader.array("images");
  if (Error E = Reader.takeError())
    return E;
  if (!sys::path::is_absolute(Link.Directory) || !sys::path::is_absolute(Link.Linker.Path))
    return createStringError("its manifest names a relative folder or linker");
  if (llvm::is_contained(
          make_range(sys::path::begin(Link.Directory), sys::path::end(Link.Directory)), ".."))
    return createStringError("its manifest names a folder with '..'");
  if (Error E = checkBundleArguments(Args))
    return E;

  // Only operands are encoded, and only parsing tells where they are; decoding moves nothing.
  for (const LinkOperand &Operand : LinkCommand::parseExpanded(Args).Operands)
    Args[Operand.Arg] = Args[Operand.Arg].substr(0, Operand.Offset) + Names.decode(Operand.Text);
  Link.Command = LinkCommand::parseExpanded(std::move(Args));

  std::vector<LinkFile> LinkFiles;
  for (size_t I = 0; I < Files.size(); ++I) {
    auto File = readFile(Files[I], I, Names, Members);
    if (!File)
      return File.takeError();
    LinkFiles.push_back(std::move(*File));
  }
  auto Inputs = LinkInputs::fromFiles(Link.Command, std::move(LinkFiles));
  if (!Inputs)
    return Inputs.takeError();
  Link.Inputs = std::move(*Inputs);

  for (size_t I = 0; I < Images.size(); ++I)
    Link.Images.push_back({Images[I], Members[("images/" + Twine(I) + ".map").str()]});
  return Link;
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>>
reduceArchive(const LinkFile &Archive, function_ref<MemoryBufferRef(const LinkMember &)> Contents) {
  std::vector<NewArchiveMember> Members;
  for (const LinkMember &Member : Archive.Members) {
    if (!Member.Needed)
      continue;
    NewArchiveMember New(Contents(Member));
    New.MemberName = Member.Name;
    Members.push_back(std::move(New));
  }
  auto Buffer = writeArchiveToBuffer(Members, SymtabWritingMode::NormalSymtab,
                                     object::Archive::K_GNU, /*Deterministic=*/true,
                                     /*Thin=*/false);
  if (!Buffer)
    return createStringError("cannot copy archive '" + Archive.Path +
                             "': " + toString(Buffer.takeError()));
  return std::move(*Buffer);
}

Expected<CapturedLink> CapturedLink::capture(LinkCommand Command, const std::string &LinkerPath) {
  CapturedLink Link;
  Link.Command = std::move(Command);
  SmallString<256> Directory;
  if (std::error_code EC = sys::fs::current_path(Directory))
    return createStringError("cannot tell the current folder: " + EC.message());
  Link.Directory = Directory.str().str();
  Link.Linker.Path = LinkerPath;
  for (StringRef Name : LinkerVariables)
    if (auto Value = sys::Process::GetEnv(Name))
      Link.Environment.push_back((Name + "=" + *Value).str());
  Link.Inputs =
      LinkInputs::open(Link.Command, Link.Directory, [&] { return defaultSearchDirs(LinkerPath); });
  return Link;
}

class BundleWriter::Tar {
public:
  Tar() : Handle(archive_write_new()) {
    archive_write_set_format_pax_restricted(Handle.get());
    archive_write_add_filter_zstd(Handle.get());
    archive_write_set_filter_option(Handle.get(), "zstd", "compression-level", "3");
    archive_write_set_bytes_per_block(Handle.get(), 0);
    Status = archive_write_open(
        Handle.get(), &Bytes, nullptr,
        [](archive *, void *Client, const void *Data, size_t Size) -> la_ssize_t {
          static_cast<std::string *>(Client)->append(static_cast<const char *>(Data), Size);
          return Size;
        },
        nullptr);
  }
  /// No times, owners or modes of this machine: equal contents give equal bytes.
  void add(const std::string &Name, StringRef Contents) {
    if (Status != ARCHIVE_OK)
      return;
    archive_entry *Entry = archive_entry_new();
    archive_entry_set_pathname(Entry, Name.c_str());
    archive_entry_set_size(Entry, Contents.size());
    archive_entry_set_filetype(Entry, AE_IFREG);
    archive_entry_set_perm(Entry, 0644);
    archive_entry_set_mtime(Entry, 0, 0);
    Status = archive_write_header(Handle.get(), Entry);
    archive_entry_free(Entry);
    if (Status == ARCHIVE_OK &&
        archive_write_data(Handle.get(), Contents.data(), Contents.size()) !=
            static_cast<la_ssize_t>(Contents.size()))
      Status = ARCHIVE_FATAL;
  }
  Expected<std::string> finish() {
    if (Status == ARCHIVE_OK)
      Status = archive_write_close(Handle.get());
    if (Status != ARCHIVE_OK) {
      const char *Why = archive_error_string(Handle.get());
      return createStringError(Twine("cannot pack the link bundle: ") +
                               (Why ? Why : "unknown error"));
    }
    return std::move(Bytes);
  }

private:
  std::string Bytes; // before the handle, which still writes here when it is freed unfinished
  ArchiveHandle Handle;
  int Status;
};

BundleWriter::BundleWriter(const CapturedLink &Link) : Link(Link), Out(std::make_unique<Tar>()) {}
BundleWriter::~BundleWriter() = default;

Error BundleWriter::addFiles() {
  Roots Names = rootsOf(Link);
  for (size_t I = FileEntries.size(); I < Link.Inputs->Files.size(); ++I) {
    const LinkFile &File = *Link.Inputs->Files[I];
    std::unique_ptr<MemoryBuffer> Reduced;
    StringRef Bytes = File.contents();
    if (File.What == LinkFile::Archive) {
      auto Buffer = reduceArchive(File, [](const LinkMember &M) { return M.Buffer; });
      if (!Buffer)
        return Buffer.takeError();
      Reduced = std::move(*Buffer);
      Bytes = Reduced->getBuffer();
    }
    FileEntries.push_back(json::Object{{"path", Names.encode(File.Path)},
                                       {"kind", kindName(File.What)},
                                       {"wholeArchive", File.WholeArchive},
                                       {"hash", hashText(Bytes)}});
    if (File.What != LinkFile::SharedObject)
      Out->add(entryName(I, File.Path), Bytes);
  }
  return Error::success();
}

Expected<std::string> BundleWriter::finish() {
  if (Error E = addFiles())
    return E;
  json::Array ImageEntries;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    Out->add(("images/" + Twine(I) + ".map").str(), Link.Images[I].Map);
    ImageEntries.push_back(Link.Images[I].Summary);
  }
  Roots Names = rootsOf(Link);
  json::Object Manifest{
      {"format", "et-prune link bundle"},
      {"version", FormatVersion},
      {"roots", Names.toJSON()},
      {"directory", Link.Directory},
      {"linker", json::Object{{"path", Names.encode(Link.Linker.Path)},
                              {"version", Link.Linker.Version},
                              {"size", static_cast<int64_t>(Link.Linker.Size)},
                              {"hash", utohexstr(Link.Linker.Hash, /*LowerCase=*/true, 16)}}},
      {"environment", stringsToJSON(Link.Environment)},
      {"arguments", stringsToJSON(encodeArguments(Link.Command, Names))},
      {"files", std::move(FileEntries)},
      {"images", std::move(ImageEntries)},
      {"hasFullImage", Link.HasFullImage},
  };
  std::string Text;
  raw_string_ostream(Text) << formatv("{0:2}\n", json::Value(std::move(Manifest)));
  Out->add("manifest.json", Text);
  return Out->finish();
}

Expected<CapturedLink> CapturedLink::read(const std::string &BundlePath) {
  auto Buffer = MemoryBuffer::getFile(BundlePath, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot open '" + BundlePath + "': " + Buffer.getError().message());
  auto Fail = [&](Error E) {
    return createStringError("cannot read the link bundle '" + BundlePath +
                             "': " + toString(std::move(E)));
  };
  if ((*Buffer)->getBufferSize() == 0)
    return Fail(createStringError("it is empty"));
  auto Members = unpack((*Buffer)->getBuffer());
  if (!Members)
    return Fail(Members.takeError());
  auto Link = fromMembers(std::move(*Members));
  if (!Link)
    return Fail(Link.takeError());
  return Link;
}

} // namespace etprune
