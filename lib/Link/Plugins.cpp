// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Plugins.h"

#include "Link/Lto/LlvmLto.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

static Error noPlugin(StringRef What) {
  return createStringError(What + ", and its bundle does not say with which plugin it was linked; "
                                  "link the program again");
}

Error checkPlugins(const CapturedLink &Link) {
  const bool IsLld = Link.Inputs->IsLld;
  const bool HasBitcode = Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  Error Errors = Error::success();
  if (HasBitcode && !IsLld && !Link.LlvmPlugin)
    Errors = noPlugin("the link has bitcode");
  else if (HasBitcode || Link.LlvmPlugin)
    Errors = checkLlvmLto(Link.LlvmPlugin ? &*Link.LlvmPlugin : nullptr, Link.Linker, Link.Command);
  if (!Link.Inputs->hasIntermediate(IntermediateCode::Gcc)) {
    if (Link.Gcc)
      Errors = joinErrors(std::move(Errors), checkGccDriver(*Link.Gcc, Link.Command));
    return Errors;
  }
  if (!Link.Gcc)
    return joinErrors(std::move(Errors), noPlugin("the link has gcc's intermediate code"));
  std::vector<const InputObject *> Objects;
  for (const auto &File : Link.Inputs->Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object)
        Objects.push_back(Member.Object.get());
  return joinErrors(std::move(Errors), checkGccLto(*Link.Gcc, Link.Command, Objects));
}

/// Whether the plugins of a link in which they compile nothing are known and may be loaded.
static Error checkIdlePlugins(const CapturedLink &Link) {
  Error Errors = checkPlugins(Link);
  for (const LinkOperand &Operand : Link.Command.Operands)
    if (Operand.What == LinkOperand::Plugin &&
        !(isLlvmPlugin(Operand.Text) ? Link.LlvmPlugin.has_value() : Link.Gcc.has_value()))
      Errors = joinErrors(std::move(Errors),
                          createStringError("the link bundle does not say which plugin '" +
                                            Operand.Text + "' was"));
  return Errors;
}

Error leaveOutPlugins(CapturedLink &Link) {
  auto IsCompiled = [&](IntermediateCode Which) { return Link.Inputs->hasIntermediate(Which); };
  if (Link.Inputs->IsLld || IsCompiled(IntermediateCode::Gcc) || IsCompiled(IntermediateCode::Llvm))
    return Error::success();
  if (Error E = checkIdlePlugins(Link)) {
    Link.Gcc.reset();
    Link.LlvmPlugin.reset();
    return E;
  }
  Link.PluginsChecked = true;
  return Error::success();
}

} // namespace etprune
