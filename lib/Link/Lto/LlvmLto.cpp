// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Lto/LlvmLto.h"

#include "Support/Problems.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

bool isLlvmPlugin(StringRef Path) { return sys::path::filename(Path).starts_with("LLVMgold"); }

Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command, const LinkNames &Names) {
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == OptionUse::Plugin && isLlvmPlugin(Operand.Text))
      return identifyProgram(Names.onMachine(Operand.Text), "the linker's plugin");
  return createStringError(
      "the link has bitcode, but the link command does not name LLVM's plugin "
      "(LLVMgold.so), with which GNU ld reads bitcode; link with clang and -flto, or with LLD");
}

bool isLeftOutOfLlvmLto(StringRef Option) {
  return llvm::any_of(ArrayRef<StringLiteral>{"-fresolution=", "-pass-through=", "dwo_dir=",
                                              "obj-path=", "opt-remarks-filename=", "save-temps",
                                              "stats-file=", "cache-dir=", "time-trace="},
                      [&](StringRef Prefix) { return Option.starts_with(Prefix); }) ||
         sys::path::filename(Option) == "lto-wrapper";
}

/// Options of LLVM and its plugin that cannot make them run programs or write files.
constexpr StringLiteral CodeOptions[] = {
    "O0", "O1", "O2", "O3", "Os", "Oz", "mattr", "mcpu", "mtriple", "march", "thinlto", "jobs",
    "lto-partitions", "disable-verify", "legacy-pass-manager", "new-pass-manager",
    // These are options of all targets.
    "align-all-blocks", "align-all-functions", "align-loops", "code-model", "data-sections",
    "debugger-tune", "disable-tail-calls", "dwarf-version", "emulated-tls", "enable-gvn-hoist",
    "enable-gvn-sink", "enable-ipra", "enable-machine-outliner", "enable-merge-functions",
    "enable-misched", "enable-unroll-and-jam", "exception-model", "fast-isel", "float-abi",
    "force-vector-interleave", "force-vector-width", "fp-contract", "frame-pointer",
    "function-sections", "generate-arange-section", "generate-type-units", "global-isel",
    "hot-cold-split", "import-instr-limit", "inline-threshold", "inlinecold-threshold",
    "inlinehint-threshold", "jump-table-density", "machine-outliner-reruns", "max-jump-table-size",
    "min-jump-table-entries", "relax-elf-relocations", "relocation-model",
    "split-machine-functions", "stack-alignment", "tail-dup-size", "tls-size",
    "unique-basic-block-section-names", "unique-section-names", "unroll-allow-partial",
    "unroll-count", "unroll-max-count", "unroll-threshold", "use-ctors", "vec-extabi",
    "vectorize-loops", "vectorize-slp",
    // These are options of one target.
    "aarch64-enable-global-merge", "arm-assume-misaligned-load-store", "arm-execute-only",
    "arm-global-merge", "arm-promote-constant", "arm-restrict-it", "global-merge-max-offset",
    "riscv-enable-global-merge", "x86-asm-syntax", "x86-pad-for-align"};

bool isHarmlessLlvmOption(StringRef Option) {
  const auto [Name, Value] = Option.ltrim('-').split('=');
  return llvm::is_contained(CodeOptions, Name) &&
         llvm::all_of(Value, [](char C) { return isAlnum(C) || StringRef("_+-.,:=").contains(C); });
}

static Error checkOptions(const LinkCommand &Command) {
  Problems Errors;
  for (const LinkOperand &Operand : Command.Operands)
    if (Operand.What == OptionUse::PluginOption && !isLeftOutOfLlvmLto(Operand.Text) &&
        !isHarmlessLlvmOption(Operand.Text))
      Errors.add(
          "the link has the option '" + Operand.Text +
          "', which is not a known code generation option: other options may run programs or "
          "write files; link with -flto, but without this option");
  return Errors.take();
}

Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                   const LinkCommand &Command) {
  Problems Errors;
  Errors.add(checkOptions(Command));
  Errors.add(Linker.kind().checkBitcode(Linker.Version));
  if (Linker.kind().LoadsPlugins)
    Errors.add(
        Plugin ? checkProgram(*Plugin, "the linker's plugin")
               : createStringError("the link has bitcode, but the link bundle does not name the "
                                   "linker plugin; link the program again"));
  return Errors.take();
}

} // namespace etprune
