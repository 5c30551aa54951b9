// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests which names a link hides or exports, for version scripts, dynamic lists and options.

#include "Link/Inputs/SymbolExports.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/InputSearch.h"

#include "TestFolder.h"

constexpr StringLiteral Cxx = "_ZN2ns8functionENS_4SpanIKNS_6KernelEEE";
constexpr StringLiteral Clone = "_ZN2ns8functionEv.constprop.0";
constexpr StringLiteral Nested = "_ZN2ns8functionENS_4SpanINS_4SpanIiEEEE";

class SymbolExportsTest : public testing::Test {
protected:
  TestFolder Folder;

  SymbolExports read(Strings Args, const LinkerKind &Linker = linkerGnuLd()) {
    Command = LinkCommand::parseExpanded(std::move(Args), Linker);
    Inputs = openInputs(Command, LinkNames(Folder.path()), [] { return Strings(); });
    cantFail(Inputs->indexNewArchives());
    return SymbolExports(Command, *Inputs);
  }
  bool hides(StringRef Script, StringRef Name, const LinkerKind &Linker = linkerGnuLd()) {
    Folder.write("script", Script);
    return read({"-shared", "--version-script=script"}, Linker).hides(Name);
  }

  LinkCommand Command;
  std::unique_ptr<LinkInputs> Inputs;
};

TEST_F(SymbolExportsTest, VersionScripts) {
  for (const auto &[Script, Hidden, Shown] : std::vector<std::array<StringRef, 3>>{
           {"{ global: main; local: *; };", "function", "main"},
           {"{ global: a; b*; local: *; };", "c", "bc"},
           {"{ local: *; global: [ab]x; };", "cx", "bx"},
           {"# notes\n{ /* all */ main; local: *; };", "notes", "main"},
           {"V1 { a; local: *; }; V2 { b; } V1;", "c", "b"},
           {"V1 { local: a; }; V2 { global: *; } V1;", "a", "b"},
           {"{ global: *; local: a; b; };", "b", "c"},
           {"{ global: a; local: a; *; };", "b", "a"}, // GNU ld prefers global
           {"{ global: \"a\"; local: *; };", "b", "a"},
           {"{ global: extern \"C\" { a; }; local: *; };", "b", "a"},
           {"{ global: extern \"C++\" { ns::function*; }; local: *; };", "c", Cxx},
           {"{ global: extern \"C++\" { \"ns::function(ns::Span<ns::Kernel const>)\" }; local: *; "
            "};",
            "ns::function", Cxx},
           {"{ global: *; local: extern \"C++\" { \"ns::function(ns::Span<ns::Kernel const>)\"; }; "
            "};",
            Cxx, Nested},
           {"{ global: extern \"C++\" { \"ns::*\"; }; local: *; };", Cxx, Clone},
           {"{ global: extern \"C++\" { other::*; }; local: *; };", Cxx, Nested},
           {"{ global: main; };", "", "function"},
           {"{ local: *; };", "function", "versioned@V1"}}) {
    SCOPED_TRACE(Script.str());
    for (const LinkerKind *Linker : {&linkerGnuLd(), &linkerLld()}) {
      if (!Hidden.empty()) {
        EXPECT_TRUE(hides(Script, Hidden, *Linker)) << Hidden.str();
      }
      EXPECT_FALSE(hides(Script, Shown, *Linker)) << Shown.str();
    }
  }
}

TEST_F(SymbolExportsTest, ScriptsThatCannotBeParsedHideNothing) {
  for (StringRef Script :
       {"", "{ local: *; }", "{ local: *; ", "{ local *; };", "{ local: \\*; };",
        "{ local: \"*\"; };", "{ local: a@V1; *; };", "local: *;",
        "{ global: extern \"Java\" { a; }; local: *; };", "{ global: extern C { a; }; local: *; };",
        "{ local: *; }; ,", "{ { local: *; }; };", "{ local: [*; };"}) {
    EXPECT_FALSE(hides(Script, "function")) << Script.str();
  }
  EXPECT_FALSE(read({"-shared", "--version-script=missing"}).hides("function"));
  Folder.write("local", "{ local: *; };");
  Folder.write("broken", "{ global:");
  EXPECT_TRUE(read({"--version-script=local"}).hides("function"));
  EXPECT_FALSE(read({"--version-script=local", "--version-script=broken"}).hides("function"));
  Folder.write("app.ld", "VERSION { function; };");
  EXPECT_FALSE(read({"--version-script=local", "-T", "app.ld"}).hides("function"));
  EXPECT_TRUE(hides("{global:main;local:*;};", "function"));
  EXPECT_FALSE(hides("{global:main;local:*;};", "function", linkerLld()));
}

TEST_F(SymbolExportsTest, DynamicListsAndExcludedLibraries) {
  auto Object = [](StringRef Name) {
    return ObjectText().section(".text").symbol(Name, ".text").bytes();
  };
  Folder.write("app.o", Object("app"));
  Folder.write("lib/libone.a", archiveOf({{"one.o", Object("one")}}));
  Folder.write("libtwo.a", archiveOf({{"two.o", Object("two")}}));
  auto Shown = [&](std::vector<std::string> Args, const LinkerKind &Linker = linkerGnuLd()) {
    Args.insert(Args.end(), {"app.o", "lib/libone.a", "libtwo.a", "-u", "one", "-u", "two"});
    read(Args, Linker);
    const std::vector<const InputObject *> Objects = cantFail(findClosure(*Inputs));
    // SymbolExports excludes only loaded members, so findClosure() must load them first.
    const SymbolExports Exports(Command, *Inputs);
    std::string Names;
    for (const InputObject *Object : Objects)
      for (const ObjectSymbol &Symbol : Object->Symbols)
        if (Exports.shows(*Object, Symbol))
          Names += (Symbol.Name + " ").str();
    return Names;
  };
  EXPECT_EQ(Shown({}), "");
  EXPECT_EQ(Shown({"-shared"}), "app one two ");
  EXPECT_EQ(Shown({"-E"}), "app one two ");
  EXPECT_EQ(Shown({"-shared", "--exclude-libs", "ALL"}), "app ");
  EXPECT_EQ(Shown({"-shared", "--exclude-libs=libx.a,libone.a"}), "app two ");
  EXPECT_EQ(Shown({"-shared", "--exclude-libs=libone.a:libtwo.a"}), "app ");
  EXPECT_EQ(Shown({"-shared", "--exclude-libs=libone"}), "app two ");
  EXPECT_EQ(Shown({"-shared", "--exclude-libs=libone"}, linkerLld()), "app one two ");
  Folder.write("list", "{ o*; extern \"C++\" { x::*; }; };");
  EXPECT_EQ(Shown({"--dynamic-list=list"}), "one ");
  EXPECT_EQ(Shown({"--export-dynamic-symbol-list", "list"}), "one ");
  EXPECT_EQ(Shown({"--export-dynamic-symbol=t*"}), "two ");
  Folder.write("list", "{ o*; local: *; };");
  EXPECT_EQ(Shown({"--dynamic-list=list"}), "app one two ");
  Folder.write("versions", "{ app; local: *; };");
  EXPECT_EQ(Shown({"-E", "--version-script=versions"}), "app ");
}
