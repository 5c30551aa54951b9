// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/Manifest.h"

#include "Support/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr StringLiteral FormatName = "et-prune link bundle";
constexpr int64_t FormatVersion = 1;

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

/// Named folders that paths are written relative to.
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
    return (Path.starts_with("{") ? "{}" + Path : Path).str(); // a name that looks like a root
  }
  std::string decode(StringRef Path) const {
    for (const auto &[Name, Root] : Entries) {
      StringRef Rest = Path;
      if (Rest.consume_front("{") && Rest.consume_front(Name) && Rest.consume_front("}"))
        return Root + Rest.str();
    }
    Path.consume_front("{}");
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

Roots rootsOf(const Manifest &M) {
  Roots Result;
  Result.add("build", M.Directory);
  if (const LinkOperand *Sysroot = M.Command.last(LinkOperand::Sysroot))
    Result.add("sysroot", Sysroot->Text);
  Result.add("toolchain", sys::path::parent_path(sys::path::parent_path(M.Linker.Path)));
  return Result;
}

/// Whether an operand is written relative to the named roots.
bool hasPath(const LinkOperand &Operand) {
  return Operand.What != LinkOperand::Library && Operand.What != LinkOperand::PluginOption;
}

/// The command as its linker cannot misread it, with its paths encoded.
std::vector<std::string> encodeArguments(const LinkCommand &Command, const Roots &Names) {
  std::vector<LinkArgument> Arguments = Command.Arguments;
  for (const LinkOperand &Operand : Command.Operands) {
    std::optional<std::string> &Value = Arguments[Operand.Argument].Value;
    // Equal links are to give equal bundles.
    if (Operand.What == LinkOperand::PluginOption &&
        StringRef(Operand.Text).starts_with(GccResolutionOption))
      Value = GccResolutionOption.str() + "resolution.txt";
    else if (Value && hasPath(Operand))
      Value = Names.encode(Operand.Text);
  }
  return writeLinkArguments(Arguments, Command.Family);
}

/// Only operands are encoded, and only reading the command tells which words these are.
LinkCommand decodeArguments(std::vector<std::string> Args, LinkerFamily Family,
                            const Roots &Names) {
  LinkCommand Encoded = LinkCommand::parseExpanded(std::move(Args), Family);
  for (const LinkOperand &Operand : Encoded.Operands)
    if (std::optional<std::string> &Value = Encoded.Arguments[Operand.Argument].Value;
        Value && hasPath(Operand))
      Value = Names.decode(*Value);
  return LinkCommand::parseExpanded(writeLinkArguments(Encoded.Arguments, Family), Family);
}

//===- Reading ------------------------------------------------------------===//

/// Reads fields and remembers the first that is missing or of the wrong type. Not a
/// json::ObjectMapper, whose fields are of JSON's own types: here they are encoded paths, hashes
/// and names of kinds, and strings without NULs.
class FieldReader {
public:
  FieldReader(const json::Object &Object, std::string Place)
      : Object(Object), Place(std::move(Place)) {}

  std::string string(StringRef Key) {
    auto Value = Object.getString(Key);
    return Value && isText(*Value) ? Value->str() : (missing(Key), "");
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
      if (auto Text = Value.getAsString(); Text && isText(*Text))
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
  /// The system would take a string with a NUL for a shorter one than was checked.
  static bool isText(StringRef Value) { return !Value.contains('\0'); }
  void missing(StringRef Key) {
    if (Problem.empty())
      Problem = Key.str();
  }
  const json::Object &Object;
  std::string Place, Problem;
};

Expected<ManifestFile> readFile(const json::Value &Value, size_t Index, const Roots &Names) {
  const json::Object *Object = Value.getAsObject();
  if (!Object)
    return createStringError("its manifest has no valid 'files'");
  FieldReader Reader(*Object, " in file " + std::to_string(Index));
  std::string Path = Names.decode(Reader.string("path"));
  auto Kind = kindFromName(Reader.string("kind"));
  bool WholeArchive = Reader.boolean("wholeArchive");
  std::string Hash = Reader.string("hash");
  if (Error E = Reader.takeError())
    return E;
  if (!Kind)
    return createStringError("its manifest has no valid 'kind' in file " + Twine(Index));
  return ManifestFile{Path, *Kind, WholeArchive, Hash};
}

json::Array stringsToJSON(ArrayRef<std::string> Strings) {
  json::Array Array;
  for (const std::string &S : Strings)
    Array.push_back(S);
  return Array;
}

//===- Programs -----------------------------------------------------------===//

json::Object programToJSON(const ProgramFile &Program, const Roots &Names) {
  return json::Object{{"path", Names.encode(Program.Path)},
                      {"size", static_cast<int64_t>(Program.Size)},
                      {"hash", utohexstr(Program.Hash, /*LowerCase=*/true, 16)}};
}

/// `Place` is how an error names the program.
Expected<ProgramFile> readProgram(const json::Object &Object, const Twine &Place,
                                  const Roots &Names) {
  FieldReader Reader(Object, (" of " + Place).str());
  ProgramFile Program;
  Program.Path = Names.decode(Reader.string("path"));
  Program.Size = Reader.integer("size");
  std::string Hash = Reader.string("hash");
  if (Error E = Reader.takeError())
    return E;
  if (StringRef(Hash).getAsInteger(16, Program.Hash))
    return createStringError("its manifest has no valid 'hash' of " + Place);
  if (!sys::path::is_absolute(Program.Path))
    return createStringError("its manifest names a relative path of " + Place);
  return Program;
}

json::Object gccToJSON(const GccLto &Lto, const Roots &Names) {
  json::Object Object{{"driver", programToJSON(Lto.Driver, Names)},
                      {"plugin", programToJSON(Lto.Plugin, Names)}};
  if (Lto.Programs.empty()) // nothing is compiled
    return Object;
  json::Array Programs;
  for (const ProgramFile &Program : Lto.Programs)
    Programs.push_back(programToJSON(Program, Names));
  Object["programs"] = std::move(Programs);
  Object["options"] = stringsToJSON(Lto.Options);
  return Object;
}

Expected<GccLto> readGcc(const json::Object &Object, const Roots &Names) {
  GccLto Lto;
  FieldReader Reader(Object, " of gcc");
  auto Driver = readProgram(Reader.object("driver"), "the compiler", Names);
  auto Plugin = readProgram(Reader.object("plugin"), "the linker's plugin", Names);
  if (!Driver || !Plugin)
    return joinErrors(Driver.takeError(), Plugin.takeError());
  Lto.Driver = std::move(*Driver);
  Lto.Plugin = std::move(*Plugin);
  if (!Object.get("programs"))
    return Lto;
  for (const json::Value &Value : Reader.array("programs")) {
    auto Program = readProgram(Value.getAsObject() ? *Value.getAsObject() : json::Object(),
                               "gcc's programs", Names);
    if (!Program)
      return Program.takeError();
    Lto.Programs.push_back(std::move(*Program));
  }
  Lto.Options = Reader.strings("options");
  if (Error E = Reader.takeError())
    return E;
  return Lto;
}

} // namespace

Expected<Manifest> parseManifest(StringRef Text) {
  auto Parsed = parseJson(Text);
  if (!Parsed)
    return createStringError("manifest.json:" + toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getString("format") != FormatName)
    return createStringError("its manifest does not describe a link bundle");
  if (Top->getInteger("version") != FormatVersion)
    return createStringError("it has another format version than this et-prune reads (" +
                             Twine(FormatVersion) + "); link the program again");

  Manifest M;
  FieldReader Reader(*Top, "");
  Roots Names;
  for (const auto &Root : Reader.object("roots"))
    if (auto Path = Root.second.getAsString(); Path && !Path->contains('\0'))
      Names.add(Root.first, *Path);
  M.Directory = Reader.string("directory");
  FieldReader Linker(Reader.object("linker"), " of the linker");
  M.Linker.Version = Linker.string("version");
  if (Error E = Linker.takeError())
    return E;
  auto Program = readProgram(Reader.object("linker"), "the linker", Names);
  if (!Program)
    return Program.takeError();
  static_cast<ProgramFile &>(M.Linker) = std::move(*Program);
  if (const json::Object *Gcc = Top->getObject("gcc")) {
    auto Lto = readGcc(*Gcc, Names);
    if (!Lto)
      return Lto.takeError();
    M.Gcc = std::move(*Lto);
  }
  if (const json::Object *Object = Top->getObject("llvmPlugin")) {
    auto Plugin = readProgram(*Object, "LLVM's linker plugin", Names);
    if (!Plugin)
      return Plugin.takeError();
    M.LlvmPlugin = std::move(*Plugin);
  }
  M.Environment = Reader.strings("environment");
  std::vector<std::string> Args = Reader.strings("arguments");
  M.HasFullImage = Reader.boolean("hasFullImage");
  const json::Array &Files = Reader.array("files");
  M.Images = Reader.array("images");
  if (Error E = Reader.takeError())
    return E;
  if (!sys::path::is_absolute(M.Directory))
    return createStringError("its manifest names a relative folder");
  if (llvm::is_contained(make_range(sys::path::begin(M.Directory), sys::path::end(M.Directory)),
                         ".."))
    return createStringError("its manifest names a folder with '..'");
  M.Command = decodeArguments(std::move(Args), familyOf(M.Linker.kind()), Names);

  for (size_t I = 0; I < Files.size(); ++I) {
    auto File = readFile(Files[I], I, Names);
    if (!File)
      return File.takeError();
    M.Files.push_back(std::move(*File));
  }
  return M;
}

std::string printManifest(const Manifest &M) {
  Roots Names = rootsOf(M);
  json::Array Files;
  for (const ManifestFile &File : M.Files)
    Files.push_back(json::Object{{"path", Names.encode(File.Path)},
                                 {"kind", kindName(File.What)},
                                 {"wholeArchive", File.WholeArchive},
                                 {"hash", File.Hash}});
  json::Object Linker = programToJSON(M.Linker, Names);
  Linker["version"] = M.Linker.Version;
  json::Object Object{
      {"format", FormatName},
      {"version", FormatVersion},
      {"roots", Names.toJSON()},
      {"directory", M.Directory},
      {"linker", std::move(Linker)},
      {"environment", stringsToJSON(M.Environment)},
      {"arguments", stringsToJSON(encodeArguments(M.Command, Names))},
      {"files", std::move(Files)},
      {"images", json::Array(M.Images)},
      {"hasFullImage", M.HasFullImage},
  };
  if (M.Gcc)
    Object["gcc"] = gccToJSON(*M.Gcc, Names);
  if (M.LlvmPlugin)
    Object["llvmPlugin"] = programToJSON(*M.LlvmPlugin, Names);
  return formatv("{0:2}\n", json::Value(std::move(Object))).str();
}

} // namespace etprune
