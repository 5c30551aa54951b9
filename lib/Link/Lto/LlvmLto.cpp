// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/LlvmLto.h"

#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

bool isLlvmPlugin(StringRef Path) { return sys::path::filename(Path).starts_with("LLVMgold"); }

Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command) {
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == LinkOperand::Plugin && isLlvmPlugin(Operand.Text))
      return identifyProgram(Operand.Text, "the linker's plugin");
  return createStringError("the link has bitcode, and no plugin for it");
}

bool isLeftOutOfLlvmLto(StringRef Option) {
  return llvm::any_of(ArrayRef<StringLiteral>{"-fresolution=", "-pass-through=", "dwo_dir=",
                                              "obj-path=", "opt-remarks-filename=", "save-temps",
                                              "stats-file=", "cache-dir=", "time-trace="},
                      [&](StringRef Prefix) { return Option.starts_with(Prefix); }) ||
         sys::path::filename(Option) == "lto-wrapper";
}

bool isHarmlessLlvmOption(StringRef Option) {
  if (Option.starts_with("@") || Option.contains('/'))
    return false;
  StringRef Name = Option.ltrim('-').split('=').first;
  if (Name.starts_with("load") || Name.starts_with("thinlto-"))
    return false;
  constexpr StringLiteral Telling[] = {"channel",  "dir",    "dot",     "dump", "file",
                                       "filename", "list",   "log",     "path", "plugin",
                                       "prefix",   "replay", "summary", "view", "viewer"};
  SmallVector<StringRef> Words;
  Name.split(Words, '-');
  return llvm::none_of(Words, [&](StringRef Word) { return llvm::is_contained(Telling, Word); });
}

static Error checkOptions(const LinkCommand &Command) {
  Problems Errors;
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == LinkOperand::PluginOption && !isLeftOutOfLlvmLto(Operand.Text) &&
        !isHarmlessLlvmOption(Operand.Text))
      Errors.add("the link has the option '" + Operand.Text +
                 "', with which LLVM may run other programs or write other files; do without it "
                 "where there is -flto");
  return Errors.take();
}

static Error checkPlugin(const ProgramFile &Recorded, const LinkCommand &Command) {
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == LinkOperand::Plugin && Operand.Text != Recorded.Path &&
        !sys::path::filename(Operand.Text).starts_with("liblto_plugin")) // gcc's, left out
      return createStringError("the link uses the plugin '" + Operand.Text +
                               "', which et-prune does not know; link the program without it");
  if (Error E = checkProgram(Recorded, "the linker's plugin"))
    return E;
  if (!isProgramThatSays(Recorded.Path, "LLVM gold plugin: %s"))
    return createStringError("'" + Recorded.Path +
                             "', which the link bundle names as LLVM's linker plugin, is not that");
  return Error::success();
}

/// The major version in "LLD 19.1.7", which a distribution's name may come before.
static unsigned majorVersion(StringRef Version) {
  unsigned Major = 0;
  Version = Version.split("LLD ").second;
  (void)Version.consumeInteger(10, Major);
  return Major;
}

Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                   const LinkCommand &Command) {
  constexpr unsigned FirstLld = 19; // its map has the names of the objects that --save-temps keeps
  Problems Errors;
  Errors.add(checkOptions(Command));
  if (Linker.kind() == LinkerKind::Lld && majorVersion(Linker.Version) < FirstLld)
    Errors.add("links with bitcode can be done again with LLD " + Twine(FirstLld) +
               " or newer, not with " + Linker.Version);
  if (Linker.kind() == LinkerKind::GnuLd)
    Errors.add(Plugin ? checkPlugin(*Plugin, Command)
                      : createStringError("the link has bitcode, and its bundle does not say with "
                                          "which plugin; link the program again"));
  return Errors.take();
}

} // namespace etprune
