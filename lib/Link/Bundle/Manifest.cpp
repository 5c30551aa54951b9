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
  return llvm::find_if(KindNames, [&](const auto &Entry) { return Entry.first == Kind; })->second;
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

/// Reads the fields of an object, and of those in it, and keeps an error for the first that is
/// missing or of the wrong type. Not a json::ObjectMapper, whose fields are of JSON's own types:
/// here they are encoded paths, hashes and names of kinds, and strings without NULs.
class ManifestReader {
public:
  /// `Owner` is how an error says whose fields these are: " of the linker".
  ManifestReader(const json::Object *Object, const Roots &Names, std::string Owner,
                 std::string &Problem)
      : Object(Object ? *Object : Empty), Names(Names), Owner(std::move(Owner)), Problem(Problem) {}

  std::string string(StringRef Key) {
    auto Value = Object.getString(Key);
    return Value && isText(*Value) ? Value->str() : (missing(Key), "");
  }
  std::string path(StringRef Key) { return Names.decode(string(Key)); }
  int64_t integer(StringRef Key) {
    auto Value = Object.getInteger(Key);
    return Value ? *Value : (missing(Key), 0);
  }
  bool boolean(StringRef Key) {
    auto Value = Object.getBoolean(Key);
    return Value ? *Value : (missing(Key), false);
  }
  const json::Array &array(StringRef Key) {
    static const json::Array None;
    const json::Array *Value = Object.getArray(Key);
    return Value ? *Value : (missing(Key), None);
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
  bool has(StringRef Key) const { return Object.get(Key); }
  ManifestReader object(StringRef Key, std::string OwnerOfFields) {
    return of(Object.getObject(Key), std::move(OwnerOfFields));
  }
  ManifestReader of(const json::Object *Inner, std::string OwnerOfFields) {
    return {Inner, Names, std::move(OwnerOfFields), Problem};
  }

  void missing(StringRef Key) { refuse("has no valid '" + Key + "'"); }
  void refuse(const Twine &Reason) {
    if (Problem.empty())
      Problem = ("its manifest " + Reason + Owner).str();
  }

private:
  /// The system would take a string with a NUL for a shorter one than was checked.
  static bool isText(StringRef Value) { return !Value.contains('\0'); }
  static inline const json::Object Empty{};
  const json::Object &Object;
  const Roots &Names;
  std::string Owner;
  std::string &Problem;
};

ManifestFile readFile(ManifestReader Fields) {
  ManifestFile File;
  File.Path = Fields.path("path");
  const std::string Kind = Fields.string("kind");
  File.WholeArchive = Fields.boolean("wholeArchive");
  File.Hash = Fields.string("hash");
  if (Fields.has("asks"))
    File.Asks = Fields.strings("asks");
  auto Known = llvm::find_if(KindNames, [&](const auto &Entry) { return Entry.second == Kind; });
  if (Known == std::end(KindNames))
    Fields.missing("kind");
  else
    File.What = Known->first;
  return File;
}

//===- Programs -----------------------------------------------------------===//

json::Object programToJSON(const ProgramFile &Program, const Roots &Names) {
  return json::Object{{"path", Names.encode(Program.Path)},
                      {"size", static_cast<int64_t>(Program.Size)},
                      {"hash", utohexstr(Program.Hash, /*LowerCase=*/true, 16)}};
}

ProgramFile readProgram(ManifestReader Fields) {
  ProgramFile Program;
  Program.Path = Fields.path("path");
  Program.Size = Fields.integer("size");
  if (StringRef(Fields.string("hash")).getAsInteger(16, Program.Hash))
    Fields.missing("hash");
  if (!sys::path::is_absolute(Program.Path))
    Fields.refuse("names a relative path");
  return Program;
}

json::Object gccToJSON(const GccLto &Lto, const Roots &Names) {
  json::Object Object{{"driver", programToJSON(Lto.Driver, Names)}};
  if (Lto.Plugin)
    Object["plugin"] = programToJSON(*Lto.Plugin, Names);
  if (Lto.Programs.empty()) // nothing is compiled
    return Object;
  json::Array Programs;
  for (const ProgramFile &Program : Lto.Programs)
    Programs.push_back(programToJSON(Program, Names));
  Object["programs"] = std::move(Programs);
  Object["options"] = json::Array(Lto.Options);
  return Object;
}

GccLto readGcc(ManifestReader Fields) {
  GccLto Lto;
  Lto.Driver = readProgram(Fields.object("driver", " of the compiler"));
  if (Fields.has("plugin"))
    Lto.Plugin = readProgram(Fields.object("plugin", " of the linker's plugin"));
  if (!Fields.has("programs"))
    return Lto;
  for (const json::Value &Value : Fields.array("programs"))
    Lto.Programs.push_back(readProgram(Fields.of(Value.getAsObject(), " of gcc's programs")));
  Lto.Options = Fields.strings("options");
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
  Roots Names;
  std::string Problem;
  ManifestReader Fields(Top, Names, "", Problem);
  if (const json::Object *Folders = Top->getObject("roots")) {
    for (const auto &[Name, Folder] : *Folders)
      if (auto Path = Folder.getAsString(); Path && !Path->contains('\0'))
        Names.add(Name, *Path);
  } else {
    Fields.missing("roots");
  }
  M.Directory = Fields.string("directory");
  ManifestReader Linker = Fields.object("linker", " of the linker");
  M.Linker.Version = Linker.string("version");
  static_cast<ProgramFile &>(M.Linker) = readProgram(Linker);
  if (const json::Object *Gcc = Top->getObject("gcc"))
    M.Gcc = readGcc(Fields.of(Gcc, " of gcc"));
  if (const json::Object *Plugin = Top->getObject("llvmPlugin"))
    M.LlvmPlugin = readProgram(Fields.of(Plugin, " of LLVM's linker plugin"));
  M.Environment = Fields.strings("environment");
  std::vector<std::string> Args = Fields.strings("arguments");
  M.HasFullImage = Fields.boolean("hasFullImage");
  M.Images = Fields.array("images");
  if (!sys::path::is_absolute(M.Directory))
    Fields.refuse("names a relative folder");
  if (llvm::is_contained(make_range(sys::path::begin(M.Directory), sys::path::end(M.Directory)),
                         ".."))
    Fields.refuse("names a folder with '..'");
  for (const json::Value &File : Fields.array("files")) {
    if (!File.getAsObject())
      Fields.missing("files");
    M.Files.push_back(
        readFile(Fields.of(File.getAsObject(), " in file " + std::to_string(M.Files.size()))));
  }
  if (!Problem.empty())
    return createStringError(Problem);
  M.Command = decodeArguments(std::move(Args), familyOf(M.Linker.kind()), Names);
  return M;
}

std::string printManifest(const Manifest &M) {
  Roots Names = rootsOf(M);
  json::Array Files;
  for (const ManifestFile &File : M.Files) {
    json::Object Fields{{"path", Names.encode(File.Path)},
                        {"kind", kindName(File.What)},
                        {"wholeArchive", File.WholeArchive},
                        {"hash", File.Hash}};
    if (File.Asks)
      Fields["asks"] = json::Array(*File.Asks);
    Files.push_back(std::move(Fields));
  }
  json::Object Linker = programToJSON(M.Linker, Names);
  Linker["version"] = M.Linker.Version;
  json::Object Object{
      {"format", FormatName},
      {"version", FormatVersion},
      {"roots", Names.toJSON()},
      {"directory", M.Directory},
      {"linker", std::move(Linker)},
      {"environment", json::Array(M.Environment)},
      {"arguments", json::Array(encodeArguments(M.Command, Names))},
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
