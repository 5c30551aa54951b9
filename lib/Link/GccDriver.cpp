// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/GccDriver.h"

#include "Link/Lto/LlvmLto.h"
#include "Link/Toolchain.h"
#include "Support/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace etprune {

std::vector<std::string> withoutGccVariables() {
  return {"COLLECT_AS_OPTIONS",   "COLLECT_GCC",        "COLLECT_GCC_OPTIONS",
          "COLLECT_LTO_WRAPPER",  "COMPILER_PATH",      "DEPENDENCIES_OUTPUT",
          "GCC_COMPARE_DEBUG",    "GCC_EXEC_PREFIX",    "LIBRARY_PATH",
          "OFFLOAD_TARGET_NAMES", "SUNPRO_DEPENDENCIES"};
}

//===- Programs -----------------------------------------------------------===//

Expected<std::string> GccDriver::ask(const std::string &Driver, const std::string &Question) {
  ToolchainAccess Access; // a bundle may have named it
  Access.addGccDriver(Driver);
  auto Confined = Confinement::create(Access.Files, questionLimits());
  if (!Confined)
    return Confined.takeError();
  auto Answer = runProcess(Driver, {Question}, "/", withoutGccVariables(), &*Confined);
  if (!Answer)
    return Answer.takeError();
  return StringRef(Answer->Stdout).trim().str();
}

Expected<std::string> GccDriver::programOf(const std::string &Driver, StringRef Program) {
  auto Answer = ask(Driver, "-print-prog-name=" + Program.str());
  if (!Answer)
    return Answer.takeError();
  std::string Path = std::move(*Answer);
  if (!sys::path::is_absolute(Path)) { // the driver leaves it to PATH
    auto Found = sys::findProgramByName(Path);
    if (!Found)
      return createStringError("'" + Driver + "' has no program '" + Program + "'");
    Path = *Found;
  }
  return realPath(Path);
}

/// Of all programs of gcc only the driver says this.
static bool isDriver(const std::string &Path) {
  return isProgramThatSays(Path, "Using built-in specs.");
}

/// The program that COLLECT_GCC names. Another one of the same name (ccache's) may come first.
static Expected<std::string> findDriver(StringRef Name) {
  if (sys::path::is_absolute(Name))
    return Name.str();
  if (sys::path::has_parent_path(Name)) {
    SmallString<256> Path(Name);
    (void)sys::fs::make_absolute(Path);
    return Path.str().str();
  }
  SmallVector<StringRef> Folders;
  std::string List = sys::Process::GetEnv("PATH").value_or("");
  StringRef(List).split(Folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef Folder : Folders) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    (void)sys::fs::make_absolute(Path);
    std::string Candidate = Path.str().str();
    if (sys::fs::can_execute(Candidate) && isDriver(Candidate))
      return Candidate;
  }
  return createStringError("cannot find gcc, '" + Name + "', in PATH");
}

constexpr StringLiteral PluginName = "liblto_plugin";

/// gcc's own plugin in a command that may have others.
static const LinkOperand *gccPlugin(const LinkCommand &Command) {
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == LinkOperand::Plugin &&
        sys::path::filename(Operand.Text).starts_with(PluginName))
      return &Operand;
  return nullptr;
}

Expected<GccDriver> captureGccDriver(const LinkCommand &Command) {
  auto Name = sys::Process::GetEnv("COLLECT_GCC");
  const LinkOperand *Plugin = gccPlugin(Command);
  if (!Name || !Plugin)
    return createStringError("gcc did not ask for the link: the variable COLLECT_GCC is not set");
  auto Path = findDriver(*Name);
  if (!Path)
    return Path.takeError();
  auto Driver = identifyProgram(*Path, "gcc's program");
  auto File = identifyProgram(realPath(Plugin->Text), "gcc's program");
  if (!Driver || !File)
    return joinErrors(Driver.takeError(), File.takeError());
  return GccDriver{std::move(*Driver), std::move(*File)};
}

//===- Trust --------------------------------------------------------------===//

/// The arguments for gcc's plugin: a plugin's options follow it.
static Error checkPluginArguments(const GccDriver &Gcc, const LinkCommand &Command,
                                  const std::string &Wrapper) {
  constexpr StringLiteral Harmless[] = {GccResolutionOption, "-pass-through=-l", "-linker-output-",
                                        "-sym-style="};
  Error Errors = Error::success();
  bool IsGccs = true;
  for (const LinkOperand &Operand : Command.Operands) {
    StringRef Text = Operand.Text;
    bool IsKnown = true;
    if (Operand.What == LinkOperand::Plugin) {
      IsGccs = !isLlvmPlugin(Text);
      IsKnown = !IsGccs || realPath(Text) == Gcc.Plugin.Path;
    } else if (Operand.What == LinkOperand::PluginOption && IsGccs) {
      IsKnown = realPath(Text) == Wrapper ||
                llvm::any_of(Harmless, [&](StringRef Prefix) { return Text.starts_with(Prefix); });
    }
    if (!IsKnown)
      Errors = joinErrors(std::move(Errors),
                          createStringError("the link gives '" + Text +
                                            "' as the linker's plugin or to it, which et-prune "
                                            "does not know; link the program without it"));
  }
  return Errors;
}

Error checkGccDriver(const GccDriver &Gcc, const LinkCommand &Command) {
  if (Error E = checkProgram(Gcc.Driver, "gcc's program"))
    return E;
  if (!isDriver(Gcc.Driver.Path))
    return createStringError("'" + Gcc.Driver.Path +
                             "', which the link bundle names as the compiler, is not gcc");
  auto Wrapper = GccDriver::programOf(Gcc.Driver.Path, GccLtoWrapper);
  if (!Wrapper)
    return Wrapper.takeError();
  // gcc installs the plugin with its other programs.
  if (sys::path::parent_path(Gcc.Plugin.Path) != sys::path::parent_path(*Wrapper) ||
      !sys::path::filename(Gcc.Plugin.Path).starts_with(PluginName))
    return createStringError("the linker plugin '" + Gcc.Plugin.Path + "' is not the one of '" +
                             Gcc.Driver.Path + "'");
  return joinErrors(checkProgram(Gcc.Plugin, "gcc's program"),
                    checkPluginArguments(Gcc, Command, *Wrapper));
}

} // namespace etprune
