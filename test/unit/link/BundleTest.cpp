// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests link bundles. A bundle that is read and written again has the same bytes. Damaged and
// malicious bundles are refused.

#include "Link/Bundle/Bundle.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/InputSearch.h"
#include "Link/Inputs/ReducedArchive.h"

#include "TestFolder.h"

static std::string pack(const CapturedLink &Link) { return good(BundleWriter(Link).finish()); }

static LinkFile &archiveIn(const CapturedLink &Link) {
  return **llvm::find_if(Link.Inputs->Files,
                         [](const auto &File) { return File->What == LinkFile::Archive; });
}

static std::string text(json::Object Manifest) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Manifest));
  return Text;
}

static json::Object manifest() {
  return *good(json::parse(R"({
    "format": "et-prune link bundle", "version": 2,
    "environment": [], "arguments": ["x.o"], "files": [],
    "images": [], "hasFullImage": false, "linker": {"path": "/usr/bin/ld", "version": "GNU ld",
    "size": 1, "hash": "0123456789abcdef"}})"))
              .getAsObject();
}

constexpr const char Unusual[] = "gr\u00f6\u00dfe & mehr.o";

class BundleTest : public testing::Test {
protected:
  void SetUp() override {
    Folder.write("main.o", ObjectText().section(".text.main", {"f", "__et_kernels_start"}).bytes());
    Folder.write(Unusual, ObjectText().section(".text.x").bytes());
    Folder.write(
        "libk.a",
        archiveOf({{"f.o", ObjectText().section(".text.f").symbol("f", ".text.f").bytes()},
                   {"unused.o", ObjectText().section(".text.u").symbol("u", ".text.u").bytes()},
                   {"add.o", ObjectText().kernel("aten::add-Float-k", "v1/6;|*").bytes()}}));
    Folder.write("app.ld", "ENTRY(main)");
  }
  /// Makes a captured link without a linker. findClosure() marks the members that the bundle needs.
  CapturedLink capture(std::vector<std::string> Args) {
    CapturedLink Link;
    Link.Command = LinkCommand::parseExpanded(std::move(Args), linkerGnuLd());
    Link.Names = LinkNames(Folder.path());
    Link.Command.rename(
        [&](const LinkOperand &Operand) { return Link.Names.operand(Operand.Text); });
    Link.Linker.Path = "/opt/gcc/bin/ld";
    Link.Linker.Size = 1234;
    Link.Linker.Hash = 0xfedcba9876543210;
    Link.Linker.Version = "GNU ld 2.40";
    Link.Environment = {"GNUTARGET=elf32-littlearm"};
    Link.Inputs = openInputs(Link.Command, Link.Names, [] { return Strings(); });
    cantFail(Link.Inputs->indexNewArchives());
    cantFail(findClosure(*Link.Inputs));
    Link.Images.push_back({json::Object{{"name", "app.elf"}}, "the map"});
    Link.HasFullImage = true;
    return Link;
  }
  CapturedLink capture() {
    return capture({"main.o", Unusual, "-o", Folder.path("app.elf"), Folder.path("libk.a"),
                    "-T" + Folder.path("app.ld"), "-L/opt/gcc/lib",
                    "--version-script=/opt/gcc/missing"});
  }
  Expected<CapturedLink> read(StringRef Bytes) {
    return CapturedLink::read(Folder.write("x.etl", Bytes));
  }
  std::string readError(StringRef Bytes) {
    std::string Message = errorOf(read(Bytes));
    const std::string Start = "cannot read the link bundle '" + Folder.path("x.etl") + "': ";
    EXPECT_TRUE(Message.empty() || StringRef(Message).starts_with(Start)) << Message;
    return Message.substr(std::min(Message.size(), Start.size()));
  }
  /// Returns the error for a manifest with a changed field. `File`: name and content of a member.
  std::string errorWith(StringRef Key, json::Value Value, Strings File = {}) {
    json::Object Manifest = manifest();
    Manifest[Key] = std::move(Value);
    std::vector<std::pair<std::string, std::string>> Members{{"manifest.json", text(Manifest)}};
    if (!File.empty())
      Members.emplace_back(File[0], File[1]);
    return readError(tarOf(Members));
  }

  TestFolder Folder;
};

TEST_F(BundleTest, RoundTrip) {
  CapturedLink Link = capture();
  std::string Bytes = pack(Link);
  CapturedLink Read = cantFail(read(Bytes));
  EXPECT_EQ(Read.Command.Args, linkerGnuLd().write(Link.Command.Arguments));
  EXPECT_EQ(Read.Environment, Link.Environment);
  EXPECT_EQ(Read.Linker.Path, Link.Linker.Path);
  EXPECT_EQ(Read.Linker.Version, Link.Linker.Version);
  EXPECT_EQ(Read.Linker.Size, Link.Linker.Size);
  EXPECT_EQ(Read.Linker.Hash, Link.Linker.Hash);
  EXPECT_TRUE(Read.HasFullImage);
  ASSERT_EQ(Read.Images.size(), 1u);
  EXPECT_EQ(Read.Images[0].Map, "the map");
  EXPECT_TRUE(Read.Images[0].Summary == Link.Images[0].Summary);
  ASSERT_EQ(Read.Inputs->Files.size(), Link.Inputs->Files.size());
  for (size_t I = 0; I < Read.Inputs->Files.size(); ++I) {
    EXPECT_EQ(Read.Inputs->Files[I]->Path, Link.Inputs->Files[I]->Path);
    EXPECT_EQ(Read.Inputs->Files[I]->What, Link.Inputs->Files[I]->What);
  }
  cantFail(findClosure(*Read.Inputs));
  EXPECT_EQ(pack(Read), Bytes);
  EXPECT_EQ(pack(capture()), Bytes);
}

TEST_F(BundleTest, ArchivesKeepOnlyTheClosureInTheSameOrder) {
  CapturedLink Read = cantFail(read(pack(capture())));
  cantFail(findClosure(*Read.Inputs));
  Strings Members;
  for (const LinkMember &Member : archiveIn(Read).Members)
    Members.push_back(Member.Name);
  EXPECT_EQ(Members, (Strings{"f.o", "add.o"}));
}

/// To LLVM, a second member "/" means a Windows archive. An empty name must not cause one.
TEST_F(BundleTest, ReducedArchivesKeepEveryName) {
  for (StringRef Name : {"", "/", "a/b.o", "fifteen-letters", "sixteen-letters.", "a b.o"}) {
    CapturedLink Link = capture();
    archiveIn(Link).Members.front().Name = Name.str();
    auto Reduced = cantFail(
        reduceArchive(archiveIn(Link), [](const LinkMember &M) { return M.Buffer.getBuffer(); }));
    auto Archive = cantFail(object::Archive::create(*Reduced));
    ASSERT_EQ(Archive->kind(), object::Archive::K_GNU) << Name.str();
    Error Damage = Error::success();
    EXPECT_EQ(cantFail(Archive->child_begin(Damage)->getName()), Name);
    cantFail(std::move(Damage));
  }
}

//===- Bundles made by hand -----------------------------------------------===//

TEST_F(BundleTest, NoManifestOrAnInvalidManifest) {
  EXPECT_EQ(readError(""),
            "the file is empty, because the program was linked without kernels or the file was "
            "truncated; link the program again, with kernels");
  EXPECT_NE(readError("garbage"), "");
  EXPECT_EQ(readError(tarOf({{"x", "y"}})), "it has no manifest.json");
  EXPECT_TRUE(
      contains(readError(tarOf({{"manifest.json", "{"}})), "manifest.json:1:1: invalid JSON: "));
  EXPECT_EQ(readError(tarOf({{"manifest.json", "[]"}})),
            "its manifest does not describe a link bundle");
  EXPECT_EQ(readError(tarOf({{"manifest.json", std::string((64 << 20) + 1, '[')}})),
            "manifest.json:1:1: invalid JSON: it is too large");
  EXPECT_TRUE(contains(errorWith("version", BundleFormat - 1), "an older et-prune wrote it"));
  EXPECT_TRUE(contains(errorWith("version", BundleFormat + 1), "a newer et-prune wrote it"));
  EXPECT_TRUE(contains(errorWith("version", "1"), "does not say its format"));
}

TEST_F(BundleTest, EveryFieldMissingOrOfAnotherType) {
  for (StringRef Key : {"linker", "environment", "arguments", "files", "images", "hasFullImage"}) {
    json::Object Without, Wrong = manifest();
    for (const auto &[Name, Value] : manifest())
      if (StringRef(Name) != Key)
        Without[Name] = Value;
    Wrong[Key] = 7;
    for (const json::Object &Bad : {Without, Wrong}) {
      std::string Message = readError(tarOf({{"manifest.json", text(Bad)}}));
      EXPECT_TRUE(StringRef(Message).starts_with("its manifest is not valid: ")) << Message;
      EXPECT_TRUE(StringRef(Message).ends_with(" at manifest." + Key.str())) << Message;
    }
  }
}

TEST_F(BundleTest, TextWithANulInIt) {
  for (StringRef Key : {"arguments", "environment"})
    EXPECT_EQ(errorWith(Key, json::Array{"a", std::string("b\0c", 3)}),
              "its manifest has a string with a NUL");
}

static json::Object file(StringRef Path, StringRef Kind, StringRef Hash) {
  return json::Object{
      {"path", Path.str()}, {"kind", Kind.str()}, {"wholeArchive", false}, {"hash", Hash.str()}};
}

TEST_F(BundleTest, FilesThatAreNotWhatTheManifestSays) {
  // The recorded hash is the hash of an empty file.
  auto With = [&](StringRef Path, StringRef Kind, const std::string &Contents) {
    return errorWith("files", json::Array{file(Path, Kind, "2d06800538d394c2")},
                     {"files/0-x.ld", Contents});
  };
  EXPECT_EQ(With("x.ld", "script", ""), "");
  EXPECT_EQ(With("x.ld", "script", "changed"), "the contents of 'x.ld' are missing or damaged");
  EXPECT_EQ(With("y.ld", "script", ""), "the contents of 'y.ld' are missing or damaged");
  EXPECT_EQ(With("x.ld", "program", ""),
            "its manifest is not valid: unknown kind at manifest.files[0].kind");
}

TEST_F(BundleTest, ThinArchivesAreRefused) {
  std::string Thin = "!<thin>\n";
  EXPECT_EQ(errorWith("files",
                      json::Array{file("x.a", "archive",
                                       utohexstr(xxh3_64bits(Thin), /*LowerCase=*/true, 16))},
                      {"files/0-x.a", Thin}),
            "'x.a' is a thin archive, whose members are other files");
}

TEST_F(BundleTest, LinkerPathsOutOfTheLinksFolder) {
  for (StringRef Path : {"../ld", "bin/../../ld", ".."}) {
    json::Object Linker = *manifest().getObject("linker");
    Linker["path"] = Path.str();
    EXPECT_EQ(
        errorWith("linker", std::move(Linker)),
        "its manifest is not valid: expected an absolute path or a relative path without '..' at "
        "manifest.linker.path");
  }
}
