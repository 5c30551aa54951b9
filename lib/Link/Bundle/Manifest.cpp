// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/Manifest.h"

#include "Support/Json.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

constexpr StringLiteral FormatName = "et-prune link bundle";

constexpr StringLiteral KindNames[] = {"object", "archive", "script", "shared object", "auxiliary"};

/// The words of the command, rebuilt from its parsed options.
std::vector<std::string> recordedArguments(const LinkCommand &Command) {
  std::vector<LinkArgument> Arguments = Command.Arguments;
  for (const LinkOperand &Operand : Command.Operands)
    // gcc gives this file a new name for every link, so record a fixed name.
    if (Operand.What == OptionUse::PluginOption &&
        StringRef(Operand.Text).starts_with(GccResolutionOption))
      Arguments[Operand.Argument].Value = GccResolutionOption.str() + "resolution.txt";
  return Command.Linker->write(Arguments);
}

/// Reads the fields of a JSON object and of the objects in it. Keeps an error for the first field
/// that is missing or has the wrong type. json::ObjectMapper does not check hashes, names of kinds,
/// and strings without NULs.
class ManifestReader {
public:
  /// `Owner` names the object at the end of an error: " of the linker".
  ManifestReader(const json::Object *Object, std::string Owner, std::string &Problem)
      : Object(Object ? *Object : Empty), Owner(std::move(Owner)), Problem(Problem) {}

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
    return {Inner, std::move(OwnerOfFields), Problem};
  }

  void missing(StringRef Key) { refuse("has no valid '" + Key + "'"); }
  void refuse(const Twine &Reason, const Twine &Details = "") {
    if (Problem.empty())
      Problem = ("its manifest " + Reason + Owner + Details).str();
  }

private:
  /// System calls cut a string at its first NUL, so they would use another string than et-prune
  /// checked.
  static bool isText(StringRef Value) { return !Value.contains('\0'); }
  static inline const json::Object Empty{};
  const json::Object &Object;
  std::string Owner;
  std::string &Problem;
};

ManifestFile readFile(ManifestReader Fields) {
  ManifestFile File;
  File.Path = Fields.string("path");
  const std::string Kind = Fields.string("kind");
  File.WholeArchive = Fields.boolean("wholeArchive");
  File.Hash = Fields.string("hash");
  if (Fields.has("asks"))
    File.Asks = Fields.strings("asks");
  const auto *Known = llvm::find(KindNames, Kind);
  if (Known == std::end(KindNames))
    Fields.missing("kind");
  else
    File.What = static_cast<LinkFile::Kind>(Known - KindNames);
  return File;
}

json::Object programToJSON(const ProgramFile &Program, const LinkNames &Names) {
  return json::Object{{"path", Names.program(Program.Path)},
                      {"size", static_cast<int64_t>(Program.Size)},
                      {"hash", contentHash(Program.Hash)}};
}

ProgramFile readProgram(ManifestReader Fields) {
  ProgramFile Program;
  Program.Path = withoutLinkFolder(Fields.string("path")).str();
  Program.Size = Fields.integer("size");
  if (StringRef(Fields.string("hash")).getAsInteger(16, Program.Hash))
    Fields.missing("hash");
  if (!sys::path::is_absolute(Program.Path) &&
      llvm::is_contained(make_range(sys::path::begin(Program.Path), sys::path::end(Program.Path)),
                         ".."))
    Fields.refuse("has a path", " that leads out of the link's folder: '" + Program.Path + "'");
  return Program;
}

json::Object gccToJSON(const GccLto &Lto, const LinkNames &Names) {
  json::Object Object{{"driver", programToJSON(Lto.Driver, Names)}};
  if (Lto.Plugin)
    Object["plugin"] = programToJSON(*Lto.Plugin, Names);
  if (Lto.Programs.empty()) // the link compiles no intermediate code
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

Error checkFormat(std::optional<int64_t> Format) {
  if (!Format)
    return createStringError("its manifest does not say its format: link the program again");
  if (*Format == BundleFormat)
    return Error::success();
  const bool IsOlder = *Format < BundleFormat;
  return createStringError(Twine(IsOlder ? "an older" : "a newer") +
                           " et-prune wrote it, in format " + Twine(*Format) +
                           ", and this et-prune reads format " + Twine(BundleFormat) + ": " +
                           (IsOlder ? "" : "update et-prune, or ") + "link the program again");
}

} // namespace

Expected<Manifest> parseManifest(StringRef Text) {
  auto Parsed = parseJson(Text);
  if (!Parsed)
    return createStringError("manifest.json:" + toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getString("format") != FormatName)
    return createStringError("its manifest does not describe a link bundle");
  RETURN_IF_ERROR(checkFormat(Top->getInteger("version")));

  Manifest M;
  std::string Problem;
  ManifestReader Fields(Top, "", Problem);
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
  for (const json::Value &Summary : Fields.array("images"))
    M.Images.push_back({Summary, ""});
  for (const json::Value &File : Fields.array("files"))
    M.Files.push_back(
        readFile(Fields.of(File.getAsObject(), " in file " + std::to_string(M.Files.size()))));
  if (!Problem.empty())
    return createStringError(Problem);
  M.Command = LinkCommand::parseExpanded(std::move(Args), M.Linker.kind());
  return M;
}

/// Writes the fields one by one, sorted by name. A link may have many files, and a json::Object
/// needs 4 KB for each file.
std::string printManifest(const RecordedLink &Link, ArrayRef<ManifestFile> Files) {
  std::string Text;
  raw_string_ostream Stream(Text);
  json::OStream Json(Stream, /*IndentSize=*/2);
  auto Strings = [&](StringRef Key, ArrayRef<std::string> Values) {
    Json.attributeArray(Key, [&] {
      for (const std::string &Value : Values)
        Json.value(Value);
    });
  };
  Json.object([&] {
    Strings("arguments", recordedArguments(Link.Command));
    Strings("environment", Link.Environment);
    Json.attributeArray("files", [&] {
      for (const ManifestFile &File : Files)
        Json.object([&] {
          if (File.Asks)
            Strings("asks", *File.Asks);
          Json.attribute("hash", File.Hash);
          Json.attribute("kind", KindNames[File.What]);
          Json.attribute("path", File.Path);
          Json.attribute("wholeArchive", File.WholeArchive);
        });
    });
    Json.attribute("format", FormatName);
    if (Link.Gcc)
      Json.attribute("gcc", gccToJSON(*Link.Gcc, Link.Names));
    Json.attribute("hasFullImage", Link.HasFullImage);
    Json.attributeArray("images", [&] {
      for (const RecordedImage &Image : Link.Images)
        Json.value(Image.Summary);
    });
    json::Object Linker = programToJSON(Link.Linker, Link.Names);
    Linker["version"] = Link.Linker.Version;
    Json.attribute("linker", std::move(Linker));
    if (Link.LlvmPlugin)
      Json.attribute("llvmPlugin", programToJSON(*Link.LlvmPlugin, Link.Names));
    Json.attribute("version", BundleFormat);
  });
  Stream << '\n';
  return Text;
}

} // namespace etprune
