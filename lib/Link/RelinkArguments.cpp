// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options whose values are paths get others; options for outputs of the user's own link are
// removed. What a relink adds stands before the recorded arguments or behind them all, so that the
// order of the inputs stays.

#include "Link/RelinkArguments.h"

#include "Link/Lto/LlvmLto.h"
#include "Object/RecordNames.h"

#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace etprune {

namespace {

class RecordedArguments {
public:
  explicit RecordedArguments(const RelinkPaths &Paths)
      : Paths(Paths), Link(Paths.Link), IsLld(Link.Inputs->IsLld),
        HasPlugin(IsLld && Link.Inputs->hasIntermediate(IntermediateCode::Llvm)),
        PluginIsLlvms(IsLld), Arguments(Link.Command.Arguments), Removed(Arguments.size()) {
    for (const LinkOperand &Operand : Link.Command.Operands)
      rewrite(Operand);
  }
  /// Appends the arguments, with the table object among them unless `Table` is empty.
  void write(StringRef Table, std::vector<std::string> &To) const;

private:
  void rewrite(const LinkOperand &Operand);
  void rewritePlugin(const LinkOperand &Operand);
  void rewritePluginOption(const LinkOperand &Operand);
  void replace(const LinkOperand &Operand, const std::string &Text) {
    Arguments[Operand.Argument].Value = Text;
  }

  const RelinkPaths &Paths;
  const CapturedLink &Link;
  const bool IsLld;
  /// Of the plugin before an option, for which it is: whether it is loaded, and whose it is. LLD
  /// has no plugins, and reads the options that LLVM's would have.
  bool HasPlugin, PluginIsLlvms;
  std::vector<LinkArgument> Arguments;
  std::vector<bool> Removed;
};

void RecordedArguments::rewrite(const LinkOperand &Operand) {
  switch (Operand.What) {
  case LinkOperand::Input:
    // A shared library without a soname is loaded by the path that the linker was given.
    if (Paths.isSharedObject(Operand.Text))
      break;
    [[fallthrough]];
  case LinkOperand::Script:
  case LinkOperand::Auxiliary:
  case LinkOperand::LibraryPath:
  case LinkOperand::Sysroot:
    if (sys::path::is_absolute(Operand.Text))
      replace(Operand, Paths.Stage.Root + Operand.Text);
    break;
  case LinkOperand::Output:
    replace(Operand, Paths.OutputName);
    break;
  case LinkOperand::Map:
    replace(Operand, Paths.map());
    break;
  case LinkOperand::DependencyFile:
    replace(Operand, Paths.dependencies());
    break;
  case LinkOperand::ImportLibrary:
    replace(Operand, Paths.importLibrary());
    break;
  case LinkOperand::Plugin:
    rewritePlugin(Operand);
    break;
  case LinkOperand::PluginOption:
    rewritePluginOption(Operand);
    break;
  case LinkOperand::OtherOutput: // describes the user's link
    Removed[Operand.Argument] = true;
    break;
  case LinkOperand::Library:
  case LinkOperand::NoFile:
    break;
  }
}

/// A plugin's name becomes the path of the file that was checked.
void RecordedArguments::rewritePlugin(const LinkOperand &Operand) {
  if (!IsLld) {
    PluginIsLlvms = isLlvmPlugin(Operand.Text);
    HasPlugin = PluginIsLlvms ? Link.LlvmPlugin.has_value() : Link.Gcc.has_value();
  }
  if (!HasPlugin || IsLld)
    Removed[Operand.Argument] = true;
  else
    replace(Operand, PluginIsLlvms ? Link.LlvmPlugin->Path : Link.Gcc->Plugin.Path);
}

void RecordedArguments::rewritePluginOption(const LinkOperand &Operand) {
  if (!HasPlugin || (PluginIsLlvms && isLeftOutOfLlvmLto(Operand.Text)))
    Removed[Operand.Argument] = true;
  else if (StringRef(Operand.Text).starts_with(GccResolutionOption))
    replace(Operand, GccResolutionOption.str() + Paths.ltoFolder() + "/resolution.txt");
  else if (!PluginIsLlvms && sys::path::filename(Operand.Text) == GccLtoWrapper)
    replace(Operand, realPath(Operand.Text));
}

void RecordedArguments::write(StringRef Table, std::vector<std::string> &To) const {
  const size_t TableIndex = Link.Inputs->tableArgument(Link.Command);
  for (size_t I = 0; I <= Arguments.size(); ++I) {
    if (I == TableIndex && !Table.empty())
      To.push_back(Table.str());
    if (I < Arguments.size() && !Removed[I])
      Arguments[I].write(familyOf(Link.Linker.kind()), To);
  }
}

/// Libraries that the linker found in its own folders, and those that shared libraries need, which
/// GNU ld looks for in --rpath-link.
std::set<std::string> libraryFolders(const RelinkPaths &Paths) {
  std::set<std::string> Folders;
  for (const auto &File : Paths.Link.Inputs->Files)
    if (sys::path::is_absolute(File->Path)) {
      std::string Parent = Paths.Stage.Root + sys::path::parent_path(File->Path).str();
      Folders.insert("--library-path=" + Parent);
      if (File->What == LinkFile::SharedObject)
        Folders.insert("--rpath-link=" + Parent);
    }
  return Folders;
}

} // namespace

std::vector<std::string> relinkArguments(const RelinkPaths &Paths, const RelinkOptions &Options) {
  const LinkInputs &Inputs = *Paths.Link.Inputs;
  // Before the recorded arguments: a script may name an output of its own.
  std::vector<std::string> Result{"--output=" + Paths.OutputName, "--Map=" + Paths.map(),
                                  "--dependency-file=" + Paths.dependencies()};
  if (Options.NoKernels && !Options.HasTableObject)
    Result.push_back(("--defsym=" + NoKernelsSymbol + "=1").str());
  RecordedArguments(Paths).write(Options.HasTableObject ? Paths.table() : "", Result);
  // Keeps what is made of bitcode, under names that do not change.
  if (Inputs.hasIntermediate(IntermediateCode::Llvm))
    Result.push_back(Inputs.IsLld ? "--save-temps=prelink"
                                  : "--plugin-opt=obj-path=" + Paths.ltoFolder() + "/lto.o");
  const std::set<std::string> Folders = libraryFolders(Paths);
  Result.insert(Result.end(), Folders.begin(), Folders.end());
  if (Options.AddGcSections)
    Result.push_back("--gc-sections");
  if (Options.PrintGcSections)
    Result.push_back("--print-gc-sections");
  return Result;
}

} // namespace etprune
