// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the input files of a link where GNU ld finds them. Finds the closure of a link: all objects
// and archive members that some selection of kernels can need.

#include "Link/Inputs/Closure.h"
#include "Link/Inputs/InputSearch.h"
#include "Link/Inputs/LinkKernels.h"

#include "TestFolder.h"

class LinkInputsTest : public testing::Test {
protected:
  void object(StringRef Name, const ObjectText &Text) { Folder.write(Name, Text.bytes()); }
  void archive(StringRef Name, const std::vector<std::pair<std::string, ObjectText>> &Members,
               bool Is64 = false) {
    std::vector<std::pair<std::string, std::string>> Bytes;
    for (const auto &[Member, Text] : Members)
      Bytes.emplace_back(Member, Text.bytes());
    Folder.write(Name, archiveOf(Bytes, Is64));
  }
  std::unique_ptr<LinkInputs> open(const Strings &Args, Strings DefaultDirs = {}) {
    auto Inputs = openInputs(LinkCommand::parseExpanded(Args, linkerGnuLd()),
                             LinkNames(Folder.path()), [&] { return DefaultDirs; });
    if (Error E = joinErrors(Inputs->checkReadable(), Inputs->indexNewArchives()))
      ADD_FAILURE() << toString(std::move(E));
    return Inputs;
  }
  std::string openError(const Strings &Args) {
    auto Inputs = openInputs(LinkCommand::parseExpanded(Args, linkerGnuLd()),
                             LinkNames(Folder.path()), [] { return Strings(); });
    return toString(joinErrors(Inputs->checkReadable(), Inputs->indexNewArchives()));
  }
  static Strings files(const LinkInputs &Inputs) {
    Strings Paths;
    for (const auto &File : Inputs.Files)
      Paths.push_back(File->Path);
    return Paths;
  }
  /// Returns the names of the closure's objects, sorted.
  static Strings closure(LinkInputs &Inputs) {
    Strings Names;
    for (const InputObject *Object : cantFail(findClosure(Inputs)))
      Names.push_back(Object->Name);
    std::sort(Names.begin(), Names.end());
    return Names;
  }
  static std::vector<KernelRecord> records(LinkInputs &Inputs) {
    return good(readLinkKernels(LinkCommand(), Inputs, good(findClosure(Inputs)))).Records;
  }
  static ObjectText code(StringRef Symbol, Strings Uses = {}) {
    ObjectText Text;
    Text.section((".text." + Symbol).str(), std::move(Uses), "SHF_ALLOC, SHF_EXECINSTR");
    Text.symbol(Symbol, (".text." + Symbol).str());
    return Text;
  }
  static ObjectText kernel(StringRef Id, Strings Uses = {}) {
    return ObjectText().kernel(Id, "v1/6;|*", std::move(Uses));
  }

  TestFolder Folder;
};

//===- The closure --------------------------------------------------------===//

TEST_F(LinkInputsTest, MembersThatSomeSelectionCanNeed) {
  object("main.o", code("main", {"used"}));
  archive("libk.a",
          {{"add.o", kernel("aten::add-Float-k", {"helper"})}, {"unrelated.o", code("unrelated")}});
  archive("libm.a", {{"helper.o", code("helper", {"deep"})},
                     {"deep.o", code("deep")},
                     {"used.o", code("used")},
                     {"other.o", code("other", {"unrelated"})}});
  auto Inputs = open({"main.o", "libm.a", "libk.a"});
  EXPECT_EQ(closure(*Inputs), (Strings{"libk.a(add.o)", "libm.a(deep.o)", "libm.a(helper.o)",
                                       "libm.a(used.o)", "main.o"}));
  // The closure has the order of the link's files, not the order in which objects are found.
  auto Objects = cantFail(findClosure(*Inputs));
  EXPECT_EQ(Objects.front()->Name, "main.o");
  EXPECT_EQ(Objects.back()->Name, "libk.a(add.o)");
  auto Records = records(*Inputs);
  ASSERT_EQ(Records.size(), 1u);
  EXPECT_EQ(Records[0].id(), "aten::add-Float-k");
}

/// et-prune does not predict which definition a linker loads, so the closure has all of them.
TEST_F(LinkInputsTest, EveryDefinitionOfAName) {
  object("main.o", code("main", {"f", "g"}));
  archive("a.a", {{"f.o", code("f")}});
  archive("b.a", {{"f.o", code("f")}});
  EXPECT_EQ(closure(*open({"main.o", "a.a", "b.a"})), (Strings{"a.a(f.o)", "b.a(f.o)", "main.o"}));
  archive("lib.a", {{"x.o", code("f")}, {"x.o", code("g")}}, /*Is64=*/true);
  EXPECT_EQ(closure(*open({"main.o", "lib.a"})), (Strings{"lib.a(x.o)", "lib.a(x.o)", "main.o"}));
}

TEST_F(LinkInputsTest, SymbolsOfScriptsAndOptions) {
  object("main.o", code("main"));
  archive("lib.a", {{"reset.o", code("Reset_Handler")},
                    {"forced.o", code("forced")},
                    {"wrapped.o", code("__wrap_malloc")},
                    {"start.o", code("_start")},
                    {"listed.o", code("listed")},
                    {"no.o", code("no")}});
  Folder.write("app.ld", "ENTRY(Reset_Handler)");
  Folder.write("list", "{ listed; };");
  EXPECT_EQ(closure(*open({"main.o", "lib.a", "-T", "app.ld", "-u", "forced", "--wrap=malloc",
                           "--version-script=list"})),
            (Strings{"lib.a(forced.o)", "lib.a(listed.o)", "lib.a(reset.o)", "lib.a(start.o)",
                     "lib.a(wrapped.o)", "main.o"}));
}

TEST_F(LinkInputsTest, WholeArchives) {
  object("main.o", code("main"));
  archive("lib.a", {{"a.o", code("a")}, {"b.o", code("b")}});
  EXPECT_EQ(closure(*open({"main.o", "lib.a"})), Strings{"main.o"});
  Strings All{"lib.a(a.o)", "lib.a(b.o)", "main.o"};
  EXPECT_EQ(closure(*open({"main.o", "--whole-archive", "lib.a"})), All);
  EXPECT_EQ(closure(*open({"main.o", "lib.a", "--whole-archive", "lib.a"})), All);
}

TEST_F(LinkInputsTest, SameArchiveUnderTwoNamesRegistersOnce) {
  object("main.o", code("main"));
  archive("libk.a", {{"add.o", kernel("aten::add-Float-k")}});
  EXPECT_EQ(records(*open({"main.o", "libk.a", "./libk.a"})).size(), 1u);
  archive("other.a", {{"add.o", kernel("aten::add-Float-k", {"x"})}});
  EXPECT_EQ(records(*open({"main.o", "libk.a", "other.a"})).size(), 2u);
}

TEST_F(LinkInputsTest, LinksThatUseTheTable) {
  object("user.o", code("main", {"__et_kernels_start"}));
  object("plain.o", code("main"));
  archive("libk.a", {{"add.o", kernel("aten::add-Float-k")},
                     {"runtime.o", code("lookup", {"__et_kernels_end"})}});
  EXPECT_TRUE(usesKernels(*open({"user.o", "libk.a"})));
  EXPECT_FALSE(usesKernels(*open({"plain.o", "libk.a"})));
  object("caller.o", code("main", {"lookup"}));
  EXPECT_TRUE(usesKernels(*open({"caller.o", "libk.a"})));
  object("kernel.o", kernel("aten::add-Float-k"));
  EXPECT_FALSE(usesKernels(*open({"plain.o", "kernel.o"})));
}

/// The table's object copies the notes of the first object that is always loaded. Without such an
/// object, members that refer to the table come first. Bitcode is used if there is no machine code.
TEST_F(LinkInputsTest, PropertyNotesOfTheTableObject) {
  auto Like = [&](const Strings &Args) {
    auto Inputs = open(Args);
    (void)closure(*Inputs);
    auto Target = Inputs->target();
    return Target ? Target->PropertyNotes : toString(Target.takeError());
  };
  const StringRef Table = "__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld";
  auto Note = [](ObjectText Text, StringRef Note) { return Text.note(".note.gnu.property", Note); };
  Folder.write("bitcode.o", "BC\xC0\xDE");
  object("first.o", Note(code("main", {"run"}), "first"));
  object("second.o", Note(code("other"), "second"));
  archive("kernels.a", {{"add.o", Note(kernel("aten::add-Float-k"), "kernel")}});
  archive("runtime.a", {{"start.o", Note(code("_start", {"run"}), "start")},
                        {"run.o", Note(code("run", {Table.str()}), "runtime")}});
  EXPECT_EQ(Like({"bitcode.o", "kernels.a", "first.o", "second.o", "runtime.a"}), "first");
  EXPECT_EQ(Like({"--whole-archive", "kernels.a", "--no-whole-archive", "second.o"}), "kernel");
  EXPECT_EQ(Like({"kernels.a", "runtime.a", "bitcode.o"}), "runtime");
  EXPECT_EQ(Like({"kernels.a"}), "kernel");
  EXPECT_EQ(Like({"bitcode.o"}), "the link has no objects");
}

TEST_F(LinkInputsTest, OnlyLinkerScriptsCollectKernels) {
  object("main.o", code("main"));
  Folder.write("t.ld", "__et_kernels_start = .;");
  EXPECT_TRUE(open({"main.o", "-T", "t.ld"})->TableInScript);
  EXPECT_TRUE(open({"main.o", "t.ld"})->TableInScript);
  EXPECT_FALSE(open({"main.o", "--retain-symbols-file=t.ld"})->TableInScript);
  EXPECT_FALSE(open({"main.o"})->TableInScript);
}

//===- Finding files ------------------------------------------------------===//

TEST_F(LinkInputsTest, FilesNamedTwice) {
  object("a.o", code("a"));
  object("b.o", code("b"));
  Folder.write("folder/x.o", "");
  EXPECT_EQ(files(*open({"a.o", "b.o", "./a.o", "missing.o", "folder", "b.o"})),
            (Strings{"a.o", "b.o"}));
  Folder.write("cut.o", StringRef(code("c").bytes()).take_front(100));
  EXPECT_EQ(openError({"cut.o", "a.o", "./cut.o"}), openError({"cut.o"}));
}

TEST_F(LinkInputsTest, Libraries) {
  Folder.write("one/libx.a", archiveOf({}));
  Folder.write("two/libx.a", archiveOf({}));
  Folder.write("two/libx.so", ObjectText().bytes());
  Folder.write("two/odd.name", archiveOf({}));
  Folder.write("builtin/libdefault.a", archiveOf({}));
  EXPECT_EQ(files(*open({"-lx", "-Lone", "-Ltwo"})), Strings{"one/libx.a"});
  EXPECT_EQ(files(*open({"-lx", "-Ltwo", "-Lone"})), Strings{"two/libx.so"});
  EXPECT_EQ(files(*open({"-Bstatic", "-lx", "-Ltwo"})), Strings{"two/libx.a"});
  EXPECT_EQ(files(*open({"-l:odd.name", "-Ltwo"})), Strings{"two/odd.name"});
  EXPECT_EQ(files(*open({"-lx", "-L=/one", "--sysroot=" + Folder.path()})), Strings{"one/libx.a"});
  EXPECT_EQ(files(*open({"-ldefault"}, {Folder.path("builtin")})), Strings{"builtin/libdefault.a"});
  EXPECT_EQ(files(*open({"-lmissing", "missing.o", "-Tmissing.ld"})), Strings{});
}

TEST_F(LinkInputsTest, FilesThatScriptsName) {
  Folder.write("sub/app.ld", "INCLUDE memory.ld INPUT(a.o -lx) GROUP(AS_NEEDED(b.o))");
  Folder.write("lib/memory.ld", "INCLUDE memory.ld INCLUDE app.ld x = 1;"); // includes itself
  Folder.write("lib/app.ld", "");
  Folder.write("lib/libx.a", archiveOf({}));
  object("sub/a.o", code("a"));
  object("b.o", code("b"));
  EXPECT_EQ(files(*open({"-T", "sub/app.ld", "-Llib"})),
            (Strings{"sub/app.ld", "lib/memory.ld", "lib/app.ld", "sub/a.o", "lib/libx.a", "b.o"}));
  object("main.o", code("main"));
  object("a.o", code("a"));
  Folder.write("app.ld", "SECTIONS { .a : { a.o(*) libx.a(*) *b.o(*) gone.o(*) main.o(*) } }");
  EXPECT_EQ(files(*open({"main.o", "-T", "app.ld", "-Llib"})),
            (Strings{"main.o", "app.ld", "a.o", "lib/libx.a"}));
}

TEST_F(LinkInputsTest, FilesOfTheDependencyFile) {
  object("main.o", code("main"));
  object("late.o", code("late"));
  auto Inputs = open({"main.o"});
  cantFail(addFound(*Inputs, "late.o", LinkNames(Folder.path())));
  cantFail(addFound(*Inputs, "main.o", LinkNames(Folder.path())));
  cantFail(addFound(*Inputs, "missing.o", LinkNames(Folder.path())));
  EXPECT_EQ(files(*Inputs), (Strings{"main.o", "late.o"}));
}

//===- Damage -------------------------------------------------------------===//

/// test/errors/link-inputs.test tests the complete messages, and the messages for archive members.
TEST_F(LinkInputsTest, AllDamagedFilesAtOnce) {
  Folder.write("a.o", StringRef(code("a").bytes()).take_front(60));
  Folder.write("b.a", StringRef(archiveOf({{"b.o", code("b").bytes()}})).take_front(100));
  std::string Errors = openError({"a.o", "b.a"});
  EXPECT_TRUE(contains(Errors, "cannot read 'a.o': "));
  EXPECT_TRUE(contains(Errors, "cannot read 'b.a': "));
}

TEST_F(LinkInputsTest, DamagedSymbolIndices) {
  for (bool Is64 : {false, true}) {
    const std::string Good = archiveOf({{"f.o", code("f").bytes()}}, Is64);
    // After magic (8 bytes) and header (60 bytes), the index has a count and the members' offsets.
    size_t Word = Is64 ? 8 : 4, Index = 8 + 60;
    auto With = [&](size_t At, uint64_t Value) {
      std::string Copy = Good;
      for (size_t I = 0; I < Word; ++I)
        Copy[Index + At * Word + I] = static_cast<char>(Value >> (8 * (Word - 1 - I)));
      Folder.write("lib.a", Copy);
      return openError({"lib.a"});
    };
    EXPECT_EQ(With(0, 1), "");
    for (uint64_t Count : {uint64_t(2), uint64_t(1000), UINT64_MAX, UINT64_MAX / 8})
      EXPECT_NE(With(0, Count), "") << Count;
    for (uint64_t Offset :
         {uint64_t(0), uint64_t(1), UINT64_MAX, UINT64_MAX - 1, uint64_t(1) << 31})
      EXPECT_EQ(With(1, Offset), "cannot read 'lib.a': its symbol index is corrupt at entry 0")
          << Offset;
  }
}
