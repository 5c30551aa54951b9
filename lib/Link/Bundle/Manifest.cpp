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

/// The command's words with the names that the bundle records. LinkCommand::Args is not used here,
/// because it still has the original names.
std::vector<std::string> recordedArguments(const LinkCommand &Command) {
  std::vector<LinkArgument> Arguments = Command.Arguments;
  for (const LinkOperand &Operand : Command.Operands)
    // gcc names its resolution file differently in every link. A fixed name keeps bundles equal.
    if (Operand.What == OptionUse::PluginOption &&
        StringRef(Operand.Text).starts_with(GccResolutionOption))
      Arguments[Operand.Argument].Value = GccResolutionOption.str() + "resolution.txt";
  return Command.Linker->write(Arguments);
}

json::Object programToJSON(const ProgramFile &Program, const LinkNames &Names) {
  return json::Object{{"path", Names.program(Program.Path)},
                      {"size", static_cast<int64_t>(Program.Size)},
                      {"hash", contentHash(Program.Hash)}};
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

static bool fromJSON(const json::Value &Value, LinkFile::Kind &Kind, json::Path Path) {
  const auto *Known = llvm::find(KindNames, Value.getAsString().value_or(""));
  Kind = static_cast<LinkFile::Kind>(Known - KindNames);
  if (Known == std::end(KindNames))
    Path.report("unknown kind");
  return Known != std::end(KindNames);
}

static bool fromJSON(const json::Value &Value, ManifestFile &File, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("path", File.Path) && Map.map("kind", File.What) &&
         Map.map("wholeArchive", File.WholeArchive) && Map.map("hash", File.Hash) &&
         Map.map("asks", File.Asks);
}

static bool fromJSON(const json::Value &Value, ProgramFile &Program, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  std::string Name, Hash;
  if (!Map || !Map.map("path", Name) || !Map.map("size", Program.Size) || !Map.map("hash", Hash))
    return false;
  Program.Path = withoutLinkFolder(Name);
  const bool LeadsOut =
      !sys::path::is_absolute(Program.Path) &&
      llvm::is_contained(make_range(sys::path::begin(Program.Path), sys::path::end(Program.Path)),
                         "..");
  if (LeadsOut)
    Path.field("path").report("expected an absolute path or a relative path without '..'");
  const bool HasHash = !StringRef(Hash).getAsInteger(16, Program.Hash);
  if (!HasHash)
    Path.field("hash").report("expected a hexadecimal number of at most 64 bits");
  return HasHash && !LeadsOut;
}

static bool fromJSON(const json::Value &Value, LinkerIdentity &Linker, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return fromJSON(Value, static_cast<ProgramFile &>(Linker), Path) &&
         Map.map("version", Linker.Version);
}

static bool fromJSON(const json::Value &Value, GccLto &Lto, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("driver", Lto.Driver) && Map.map("plugin", Lto.Plugin) &&
         Map.mapOptional("programs", Lto.Programs) && Map.mapOptional("options", Lto.Options);
}

static bool fromJSON(const json::Value &Value, RecordedImage &Image, json::Path) {
  Image.Summary = Value;
  return true;
}

Expected<Manifest> parseManifest(StringRef Text) {
  auto Parsed = parseJson(Text);
  if (!Parsed)
    return createStringError("manifest.json:" + toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  if (!Top || Top->getString("format") != FormatName)
    return createStringError("its manifest does not describe a link bundle");
  RETURN_IF_ERROR(checkFormat(Top->getInteger("version")));
  // System calls would use only the part of a string before its first NUL.
  if (Text.contains("\\u0000"))
    return createStringError("its manifest has a string with a NUL");

  Manifest M;
  std::vector<std::string> Args;
  json::Path::Root Root("manifest");
  json::ObjectMapper Map(*Parsed, Root);
  if (!Map.map("linker", M.Linker) || !Map.map("gcc", M.Gcc) ||
      !Map.map("llvmPlugin", M.LlvmPlugin) || !Map.map("environment", M.Environment) ||
      !Map.map("arguments", Args) || !Map.map("hasFullImage", M.HasFullImage) ||
      !Map.map("images", M.Images) || !Map.map("files", M.Files))
    return createStringError("its manifest is not valid: " + toString(Root.getError()));
  M.Command = LinkCommand::parseExpanded(std::move(Args), M.Linker.kind());
  return M;
}

/// Writes the fields one by one, because a json::Object would take 4 KB of memory for each file.
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
