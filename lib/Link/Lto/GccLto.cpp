// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/GccLto.h"

#include "Object/IntermediateCode.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

/// What a driver runs for the plugin, by the names it knows the programs by.
static constexpr StringLiteral ProgramNames[] = {GccLtoWrapper, "lto1", "as"};

//===- Options ------------------------------------------------------------===//

/// COLLECT_GCC_OPTIONS: words in single quotes, a quote in one written as '\''.
static std::vector<std::string> splitOptions(StringRef Text) {
  std::vector<std::string> Words;
  bool InQuotes = false, InWord = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\'') {
      InQuotes = !InQuotes;
      if (!InWord)
        Words.emplace_back();
      InWord = true;
    } else if (!InQuotes && C == ' ') {
      InWord = false;
    } else if (InWord) {
      if (!InQuotes && C == '\\' && I + 1 < Text.size())
        C = Text[++I];
      Words.back() += C;
    }
  }
  return Words;
}

static std::string joinOptions(ArrayRef<std::string> Words) {
  std::string Text;
  for (StringRef Word : Words) {
    Text += Text.empty() ? "'" : " '";
    for (char C : Word)
      Text += C == '\'' ? "'\\''" : std::string(1, C);
    Text += "'";
  }
  return Text;
}

namespace {
enum class GccOptionUse {
  Code,      ///< may matter to the code
  Other,     ///< does not
  OtherPair, ///< does not, and neither does the word after it
  Specs,     ///< does what a file says
  Power,     ///< runs programs that the user chose
};
} // namespace

static constexpr StringLiteral SpecsOption = "-specs=";

static bool startsWithOneOf(StringRef Text, ArrayRef<StringLiteral> Prefixes) {
  return llvm::any_of(Prefixes, [&](StringRef Prefix) { return Text.starts_with(Prefix); });
}

static GccOptionUse useOf(StringRef Word) {
  if (Word == "-wrapper" ||
      startsWithOneOf(Word, {"@", "-Wa,", "-Xassembler", "-fplugin", "-foffload"}))
    return GccOptionUse::Power;
  if (Word.starts_with(SpecsOption))
    return GccOptionUse::Specs;
  // Other files that gcc writes or reads, and what it prints.
  if (startsWithOneOf(Word, {"-Wl,", "-Wp,", "-fcallgraph-info", "-fcompare-debug", "-fdiagnostics",
                             "-fdump", "-flinker-output", "-fltrans", "-fopt-info", "-fresolution",
                             "-fsave-optimization-record", "-fstack-usage", "-fuse-ld", "-fwpa"}))
    return GccOptionUse::Other;
  if (startsWithOneOf(Word, {"-O", "-g", "-m", "-f", "-W", "--param"}) || Word == "-w" ||
      Word == "-p" || Word == "-pg")
    return GccOptionUse::Code;
  static constexpr StringLiteral Pairs[] = {
      "-A",        "-B",        "-D",
      "-I",        "-L",        "-MF",
      "-MQ",       "-MT",       "-T",
      "-U",        "-Xlinker",  "-Xpreprocessor",
      "-aux-info", "-dumpbase", "-dumpbase-ext",
      "-dumpdir",  "-e",        "-idirafter",
      "-imacros",  "-include",  "-iprefix",
      "-iquote",   "-isysroot", "-isystem",
      "-l",        "-o",        "-u",
      "-x",        "-z",
  };
  return llvm::is_contained(Pairs, Word) ? GccOptionUse::OtherPair : GccOptionUse::Other;
}

/// The options that a link done again is given, and those that it cannot be given.
static std::vector<std::string> relevantOptions(ArrayRef<std::string> Words) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I < Words.size(); ++I) {
    GccOptionUse Use = useOf(Words[I]);
    if (Use == GccOptionUse::OtherPair)
      ++I;
    if (Use == GccOptionUse::Other || Use == GccOptionUse::OtherPair)
      continue;
    Kept.push_back(Words[I]);
    if (Words[I] == "--param" && I + 1 < Words.size())
      Kept.push_back(Words[++I]);
  }
  return Kept;
}

bool GccLto::separatesSections() const {
  bool Functions = false, Data = false;
  for (const std::string &Option : Options) {
    if (Option == "-ffunction-sections" || Option == "-fno-function-sections")
      Functions = Option == "-ffunction-sections";
    if (Option == "-fdata-sections" || Option == "-fno-data-sections")
      Data = Option == "-fdata-sections";
  }
  return Functions && Data;
}

//===- Capturing ----------------------------------------------------------===//

/// A program in a folder that -B or the user's COMPILER_PATH put before gcc's own, or none.
static std::optional<std::string> programInCompilerPath(StringRef Name) {
  SmallVector<StringRef> Folders;
  std::string List = sys::Process::GetEnv("COMPILER_PATH").value_or("");
  StringRef(List).split(Folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef Folder : Folders) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    if (sys::fs::can_execute(Path))
      return realPath(Path);
  }
  return std::nullopt;
}

Expected<GccLto> captureGccLto(GccDriver Gcc) {
  GccLto Lto{std::move(Gcc), {}, {}};
  for (StringRef Program : ProgramNames) {
    Expected<std::string> Path = std::string();
    if (auto Found = programInCompilerPath(Program))
      Path = *Found;
    else
      Path = GccDriver::programOf(Lto.Driver.Path, Program);
    if (!Path)
      return Path.takeError();
    auto File = identifyProgram(*Path, "gcc's program");
    if (!File)
      return File.takeError();
    Lto.Programs.push_back(std::move(*File));
  }
  std::vector<std::string> Words =
      splitOptions(sys::Process::GetEnv("COLLECT_GCC_OPTIONS").value_or(""));
  for (const std::string &Word :
       splitOptions(sys::Process::GetEnv("COLLECT_AS_OPTIONS").value_or("")))
    Words.push_back("-Wa," + Word);
  Lto.Options = relevantOptions(Words);
  return Lto;
}

//===- Trust --------------------------------------------------------------===//

static Error checkPrograms(const GccLto &Lto) {
  if (Lto.Programs.size() != std::size(ProgramNames))
    return createStringError("the link bundle does not name the programs of gcc");
  Error Errors = Error::success();
  for (size_t I = 0; I < Lto.Programs.size(); ++I) {
    auto Path = GccDriver::programOf(Lto.Driver.Path, ProgramNames[I]);
    if (!Path)
      return joinErrors(std::move(Errors), Path.takeError());
    if (*Path != Lto.Programs[I].Path)
      Errors = joinErrors(std::move(Errors),
                          createStringError("the program was linked with '" + Lto.Programs[I].Path +
                                            "', and '" + Lto.Driver.Path + "' runs '" + *Path +
                                            "'; link the program again, without -B for it"));
    else
      Errors = joinErrors(std::move(Errors), checkProgram(Lto.Programs[I], "gcc's program"));
  }
  return Errors;
}

/// Whether gcc itself brings the file, which can be trusted as gcc can.
static bool hasSpecs(const GccLto &Lto, StringRef Option) {
  StringRef File = Option.drop_front(SpecsOption.size());
  if (sys::path::has_parent_path(File))
    return false;
  auto Answer = GccDriver::ask(Lto.Driver.Path, "-print-file-name=" + File.str());
  if (Answer)
    return sys::path::is_absolute(*Answer);
  consumeError(Answer.takeError());
  return false;
}

/// Whether an option names a file, which gcc may write (-fprofile-note=FILE). Prefixes of paths in
/// debug information are none.
static bool namesFile(StringRef Option) {
  return Option.contains('/') &&
         !startsWithOneOf(Option,
                          {"-fdebug-prefix-map=", "-ffile-prefix-map=", "-fmacro-prefix-map=",
                           "-fprofile-prefix-map=", "-frandom-seed="});
}

/// Options that the user's link was given, and those that objects were compiled with: gcc keeps
/// them in the objects, and some come back in the link.
static Error checkOptions(const GccLto &Lto, ArrayRef<const InputObject *> Objects) {
  Error Errors = Error::success();
  auto Refuse = [&](const Twine &Whose, StringRef Option) {
    Errors = joinErrors(std::move(Errors),
                        createStringError(Whose + " has the option '" + Option +
                                          "', with which gcc may run other programs or write "
                                          "other files; do without it where there is -flto"));
  };
  for (size_t I = 0; I < Lto.Options.size(); ++I) {
    GccOptionUse Use = useOf(Lto.Options[I]);
    bool IsCode = Use == GccOptionUse::Code && !namesFile(Lto.Options[I]);
    if (!IsCode && !(Use == GccOptionUse::Specs && hasSpecs(Lto, Lto.Options[I])))
      Refuse("the link", Lto.Options[I]);
    I += Lto.Options[I] == "--param";
  }
  for (const InputObject *Object : Objects) {
    if (!Object->UsesIntermediateCode)
      continue;
    for (const ObjectSection &Section : Object->Sections)
      if (Section.Name == GccOptionsSectionName)
        for (const std::string &Word : splitOptions(toStringRef(Section.Data)))
          if (useOf(Word) == GccOptionUse::Power)
            Refuse("'" + Object->Name + "'", Word);
  }
  return Errors;
}

Error checkGccLto(const GccLto &Lto, const LinkCommand &Command,
                  ArrayRef<const InputObject *> Objects) {
  if (Error E =
          checkGccDriver(Lto, Command)) // first: the driver answers what the rest is checked by
    return E;
  if (Error E = checkPrograms(Lto))
    return E;
  return checkOptions(Lto, Objects);
}

//===- Doing it again -----------------------------------------------------===//

/// gcc's debug information names the folder that it runs in, and from there, source files that were
/// compiled under a relative name: "../../../home/me/a.cpp" for what was "a.cpp". These options
/// translate that back.
static std::vector<std::string> debugPrefixMaps(StringRef StageRoot, StringRef Directory) {
  std::vector<std::string> Options{("-fdebug-prefix-map=" + StageRoot + "=").str()};
  const std::string Place = (StageRoot + Directory).str();
  auto Components = [](StringRef Path) {
    return std::vector<StringRef>(sys::path::begin(Path), sys::path::end(Path));
  };
  const std::vector<StringRef> From = Components(Place), Original = Components(Directory);
  // Of the folders that hold the link's, the last that matches counts: the innermost.
  for (size_t Depth = 2; Depth <= Original.size(); ++Depth) {
    ArrayRef<StringRef> To = ArrayRef(Original).take_front(Depth);
    size_t Common =
        std::mismatch(To.begin(), To.end(), From.begin(), From.end()).first - To.begin();
    if (Common == Depth) // the stage lies in it
      continue;
    auto Up = [](size_t Folders) {
      std::string Text;
      for (; Folders > 0; --Folders)
        Text += "../";
      return Text;
    };
    Options.push_back("-fdebug-prefix-map=" + Up(From.size() - Common) +
                      llvm::join(To.drop_front(Common), "/") + "/=" + Up(Original.size() - Depth));
  }
  return Options;
}

std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, StringRef Folder, StringRef StageRoot,
                                           StringRef Directory) {
  std::vector<std::string> Options = Lto.Options;
  llvm::append_range(Options, debugPrefixMaps(StageRoot, Directory));
  // Keeps what is linked, under names that do not change. Last, as lto-wrapper wants it.
  Options.insert(Options.end(), {"-save-temps", "-dumpdir", (Folder + "/lto.").str()});

  std::vector<std::string> Variables = withoutGccVariables();
  Variables.push_back("COLLECT_GCC=" + Lto.Driver.Path);
  Variables.push_back("COLLECT_LTO_WRAPPER=" + Lto.Programs[0].Path);
  Variables.push_back("COLLECT_GCC_OPTIONS=" + joinOptions(Options));
  return Variables;
}

Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access) {
  Access.addGccDriver(Lto.Driver.Path);
  auto SearchFolders = GccDriver::ask(Lto.Driver.Path, "-print-search-dirs");
  if (!SearchFolders)
    return SearchFolders.takeError();
  Access.addGccCompiler(Lto.Programs, *SearchFolders);
  return Error::success();
}

bool isGccLtoObject(StringRef Path) {
  return Path.ends_with(".ltrans.o") || Path.ends_with(".lto.o") || Path.ends_with(".debug.temp.o");
}

} // namespace etprune
