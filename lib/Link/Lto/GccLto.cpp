// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/GccLto.h"

#include "Object/IntermediateCode.h"
#include "Support/Problems.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace etprune {

static constexpr StringLiteral ProgramNames[] = {GccLtoWrapper, "lto1", "as"};

/// Runs a driver with one option and returns the driver's output. The confinement removes variables
/// such as COMPILER_PATH, which would change where the driver searches for programs.
static Expected<std::string> ask(const std::string &Driver, const std::string &Question) {
  ToolchainAccess Access; // the driver runs confined, because a bundle may name any program
  Access.addGccDriver(Driver);
  ASSIGN_OR_RETURN(auto Confined, Confinement::create(Access.Files, questionLimits()));
  ASSIGN_OR_RETURN(auto Answer,
                   runProcess(Driver, {Question}, "/", {EnglishMessages.str()}, &Confined));
  return StringRef(Answer.Stdout).trim().str();
}

static Expected<std::string> programOf(const std::string &Driver, StringRef Program) {
  ASSIGN_OR_RETURN(std::string Path, ask(Driver, "-print-prog-name=" + Program.str()));
  if (!sys::path::is_absolute(Path)) { // the driver would search PATH for this name
    auto Found = findInVariable("PATH", Path, sys::fs::can_execute);
    if (!Found)
      return createStringError("'" + Driver + "' has no program '" + Program + "'");
    Path = *Found;
  }
  return realPath(Path);
}

/// Splits COLLECT_GCC_OPTIONS, or the options in an object. In an object, a NUL ends the options of
/// each source file.
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
    } else if (!InQuotes && (C == ' ' || C == '\0')) {
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
  Code,      ///< may change the generated code
  Other,     ///< does not change the generated code
  OtherPair, ///< does not change the generated code; the next word is its value
  Specs,     ///< reads options from a file
  Power,     ///< can make gcc run other programs
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
  // Options for the linker, for messages and for other output files do not change the code.
  if (startsWithOneOf(Word, {"-Wl,", "-Wp,", "-fcallgraph-info", "-fcompare-debug", "-fdiagnostics",
                             "-fdump", "-flinker-output", "-fltrans", "-fopt-info", "-fresolution",
                             "-fsave-optimization-record", "-fstack-usage", "-fuse-ld", "-fwpa"}))
    return GccOptionUse::Other;
  if (startsWithOneOf(Word, {"-O", "-g", "-m", "-f", "-W", "--param"}) || Word == "-w" ||
      Word == "-p" || Word == "-pg")
    return GccOptionUse::Code;
  static constexpr StringLiteral Pairs[] = {"-A",        "-B",        "-D",
                                            "-I",        "-L",        "-MF",
                                            "-MQ",       "-MT",       "-T",
                                            "-U",        "-Xlinker",  "-Xpreprocessor",
                                            "-aux-info", "-dumpbase", "-dumpbase-ext",
                                            "-dumpdir",  "-e",        "-idirafter",
                                            "-imacros",  "-include",  "-iprefix",
                                            "-iquote",   "-isysroot", "-isystem",
                                            "-l",        "-o",        "-u",
                                            "-x",        "-z"};
  return llvm::is_contained(Pairs, Word) ? GccOptionUse::OtherPair : GccOptionUse::Other;
}

static std::vector<std::string> optionsOf(ArrayRef<std::string> Words,
                                          ArrayRef<GccOptionUse> Uses) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I < Words.size(); ++I) {
    const GccOptionUse Use = useOf(Words[I]);
    const bool HasValue =
        (Use == GccOptionUse::OtherPair || Words[I] == "--param") && I + 1 < Words.size();
    if (llvm::is_contained(Uses, Use))
      Kept.insert(Kept.end(), Words.begin() + I, Words.begin() + I + HasValue + 1);
    I += HasValue;
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

/// Finds gcc's driver. In PATH, skips other programs with the driver's name, such as ccache.
static Expected<std::string> findDriver(StringRef Name) {
  if (sys::path::has_parent_path(Name))
    return absolutePath(Name);
  auto IsGcc = [](StringRef Path) { // of gcc's programs, only the driver has this text
    return sys::fs::can_execute(Path) && isElfFile(Path.str(), "Using built-in specs.");
  };
  if (auto Path = findInVariable("PATH", Name, IsGcc))
    return *Path;
  return createStringError("cannot find gcc, '" + Name + "', in PATH");
}

Expected<GccLto> captureGccDriver(const LinkCommand &Command, const LinkNames &Names) {
  auto Name = sys::Process::GetEnv("COLLECT_GCC");
  if (!Name)
    return createStringError("gcc did not ask for the link: the variable COLLECT_GCC is not set");
  ASSIGN_OR_RETURN(auto Path, findDriver(*Name));
  GccLto Gcc;
  ASSIGN_OR_RETURN(Gcc.Driver, identifyProgram(Path, "gcc's program"));
  for (const LinkOperand &Operand : Command.Operands) // the command may have other plugins
    if (Operand.What == OptionUse::Plugin && !Gcc.Plugin &&
        sys::path::filename(Operand.Text).starts_with("liblto_plugin"))
      RETURN_IF_ERROR(identifyProgram(realPath(Names.onMachine(Operand.Text)), "gcc's program")
                          .moveInto(Gcc.Plugin.emplace()));
  return Gcc;
}

Error captureGccLto(GccLto &Lto) {
  for (StringRef Program : ProgramNames) {
    // COMPILER_PATH has the driver's search folders. The folders of -B come first. programOf() runs
    // the driver without -B, so programOf() alone would not find a program in a folder of -B.
    auto Found = findInVariable("COMPILER_PATH", Program, sys::fs::can_execute);
    ASSIGN_OR_RETURN(std::string Path,
                     Found ? realPath(*Found) : programOf(Lto.Driver.Path, Program));
    ASSIGN_OR_RETURN(Lto.Programs.emplace_back(), identifyProgram(Path, "gcc's program"));
  }
  auto OptionsIn = [](StringRef Variable) {
    return splitOptions(sys::Process::GetEnv(Variable).value_or(""));
  };
  std::vector<std::string> Words = OptionsIn("COLLECT_GCC_OPTIONS");
  for (const std::string &Word : OptionsIn("COLLECT_AS_OPTIONS"))
    Words.push_back("-Wa," + Word);
  // Record the options that may change code or run programs. A relink passes each of
  // these options to gcc, or fails.
  Lto.Options = optionsOf(Words, {GccOptionUse::Code, GccOptionUse::Specs, GccOptionUse::Power});
  return Error::success();
}

Error checkGccDriver(const GccLto &Gcc) {
  if (!Gcc.Plugin)
    return createStringError("the link has gcc's intermediate code, but the link bundle does not "
                             "name gcc's linker plugin; link the program again");
  return joinErrors(checkProgram(Gcc.Driver, "gcc's program"),
                    checkProgram(*Gcc.Plugin, "gcc's plugin"));
}

static Error checkPrograms(const GccLto &Lto) {
  if (Lto.Programs.size() != std::size(ProgramNames))
    return createStringError("the link bundle does not name the programs of gcc");
  Problems Errors;
  for (const auto &[Program, Name] : llvm::zip_equal(Lto.Programs, ProgramNames)) {
    auto Path = programOf(Lto.Driver.Path, Name);
    if (!Path)
      return joinErrors(Errors.take(), Path.takeError());
    if (realPath(*Path) != realPath(Program.Path))
      Errors.add(
          "the program was linked with '" + Program.Path + "', but '" + Lto.Driver.Path +
          "' now runs '" + *Path +
          "'; link the program again; if a -B option names the folder of the recorded program, "
          "remove the option");
    else
      Errors.add(checkProgram(Program, "gcc's program"));
  }
  return Errors.take();
}

/// True if the file of a -specs option is in gcc's own folders, and so as trustworthy as gcc.
static bool hasSpecs(const GccLto &Lto, StringRef Option) {
  const StringRef File = Option.drop_front(SpecsOption.size());
  std::string Path;
  return !sys::path::has_parent_path(File) &&
         !errorToBool(ask(Lto.Driver.Path, "-print-file-name=" + File.str()).moveInto(Path)) &&
         sys::path::is_absolute(Path);
}

/// True if a shell interprets no character of an option. gcc may pass its options to a shell.
static bool hasPlainCharacters(StringRef Option, bool MayHavePath) {
  const StringRef Signs = MayHavePath ? "_+-.,:=/~@ " : "_+-.,:=";
  return llvm::all_of(Option, [&](char C) {
    return isAlnum(C) || Signs.contains(C) || (MayHavePath && !isASCII(C));
  });
}

/// True for an option whose value may contain a path. gcc only replaces this path in its output, or
/// uses the value as a seed. checkOptions() refuses paths in other options of the link, because gcc
/// may write to such a path (-fprofile-note=FILE).
static bool mapsPath(StringRef Option) {
  return startsWithOneOf(Option,
                         {"-fdebug-prefix-map=", "-ffile-prefix-map=", "-fmacro-prefix-map=",
                          "-fprofile-prefix-map=", "-frandom-seed="});
}

/// Checks the options of the link and the options that are stored in the objects of `Compiled`. gcc
/// uses some stored options when it compiles these objects' intermediate code.
static Error checkOptions(const GccLto &Lto, ArrayRef<const InputObject *> Compiled) {
  Problems Errors;
  auto Refuse = [&](const Twine &Owner, StringRef Option) {
    Errors.add(Owner + " has the option '" + Option +
               "', with which gcc may run other programs or write other files; compile and link "
               "with -flto, but without this option");
  };
  for (size_t I = 0; I < Lto.Options.size(); ++I) {
    const StringRef Option = Lto.Options[I];
    const GccOptionUse Use = useOf(Option);
    if (!(Use == GccOptionUse::Code && hasPlainCharacters(Option, mapsPath(Option))) &&
        !(Use == GccOptionUse::Specs && hasSpecs(Lto, Option)))
      Refuse("the link", Option);
    I += Option == "--param";
  }
  for (const InputObject *Object : Compiled)
    for (const ObjectSection &Section : Object->Sections)
      if (Section.Name == GccOptionsSectionName || Section.Name == HiddenGccOptionsSectionName)
        for (const std::string &Word : splitOptions(toStringRef(Section.Data)))
          if (useOf(Word) == GccOptionUse::Power || !hasPlainCharacters(Word, /*MayHavePath=*/true))
            Refuse("'" + Object->Name + "'", Word);
  return Errors.take();
}

Error checkGccCompiler(const GccLto &Lto, ArrayRef<const InputObject *> Objects) {
  // Check the driver first, because the other checks run it.
  RETURN_IF_ERROR(checkProgram(Lto.Driver, "gcc's program"));
  RETURN_IF_ERROR(checkPrograms(Lto));
  return checkOptions(Lto, Objects);
}

std::vector<std::string> codeOptions(const GccLto &Lto) {
  return optionsOf(Lto.Options, {GccOptionUse::Code});
}

/// Options that replace the stage's paths in debug information by the paths of the recorded link.
/// gcc writes its working folder into debug information. If a source file has a relative name, gcc
/// also writes the path from the working folder to the source file: "../../../home/me/a.cpp".
static std::vector<std::string> debugPrefixMaps(StringRef StageRoot, StringRef Directory) {
  const std::string StageDirectory = (StageRoot + LinkFolder).str();
  std::vector<std::string> Options{
      ("-fdebug-prefix-map=" + StageRoot + "=").str(),
      ("-fdebug-prefix-map=" + StageDirectory + "=" + Directory).str()};
  auto Components = [](StringRef Path) {
    return std::vector<StringRef>(sys::path::begin(Path), sys::path::end(Path));
  };
  const std::vector<StringRef> From = Components(StageDirectory), Original = Components(Directory);
  // gcc uses the last match, so the innermost folder is last.
  for (size_t Depth = 2; Depth <= Original.size(); ++Depth) {
    ArrayRef<StringRef> To = ArrayRef(Original).take_front(Depth);
    size_t Common =
        std::mismatch(To.begin(), To.end(), From.begin(), From.end()).first - To.begin();
    if (Common == Depth) // the stage is below this folder
      continue;
    auto Up = [](size_t Folders) { return join(std::vector<StringRef>(Folders, "../"), ""); };
    Options.push_back("-fdebug-prefix-map=" + Up(From.size() - Common) +
                      llvm::join(To.drop_front(Common), "/") + "/=" + Up(Original.size() - Depth));
  }
  return Options;
}

std::vector<std::string> gccLtoEnvironment(const GccLto &Lto, StringRef Folder, StringRef StageRoot,
                                           StringRef Directory) {
  std::vector<std::string> Options = Lto.Options;
  // Use one job. For parallel jobs, lto-wrapper runs make, and make's shell would interpret the
  // options.
  for (std::string &Option : Options)
    if (StringRef(Option).starts_with("-flto="))
      Option = "-flto=1";
  llvm::append_range(Options, debugPrefixMaps(StageRoot, Directory));
  // Keep the objects that gcc compiles, under fixed names. Of several -dumpdir options,
  // lto-wrapper uses the last one.
  Options.insert(Options.end(), {"-save-temps", "-dumpdir", (Folder + "/lto.").str()});

  return {"COLLECT_GCC=" + Lto.Driver.Path, "COLLECT_LTO_WRAPPER=" + Lto.Programs[0].Path,
          "COLLECT_GCC_OPTIONS=" + joinOptions(Options)};
}

Error allowGccLto(const GccLto &Lto, ToolchainAccess &Access) {
  Access.addGccDriver(Lto.Driver.Path);
  ASSIGN_OR_RETURN(auto SearchFolders, ask(Lto.Driver.Path, "-print-search-dirs"));
  Access.addGccCompiler(Lto.Programs, SearchFolders);
  for (StringRef Option : Lto.Options)
    if (Option.consume_front(SpecsOption))
      RETURN_IF_ERROR(ask(Lto.Driver.Path, "-print-file-name=" + Option.str())
                          .moveInto(Access.Files.Read.emplace_back()));
  return Error::success();
}

Error allowGccDriver(const GccLto &Lto, ToolchainAccess &Access) {
  RETURN_IF_ERROR(allowGccLto(Lto, Access));
  for (StringRef Program : {"cc1", "collect2", "ld"}) {
    ASSIGN_OR_RETURN(auto Path, programOf(Lto.Driver.Path, Program));
    Access.addProgram(Path);
  }
  return Error::success();
}

bool isGccLtoObject(StringRef Path) {
  return Path.ends_with(".ltrans.o") || Path.ends_with(".lto.o") || Path.ends_with(".debug.temp.o");
}

} // namespace etprune
