// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a Selection as selected_operators.yaml, with the order and layout of ExecuTorch's own
// files. No fields are added, because ExecuTorch's reader refuses unknown fields.
//
// A name without overload, such as `aten::add`, gets `include_all_overloads: false`, as in
// gen_oplist.py. et-prune still selects all overloads of the name if no operator has exactly this
// name. With true, some tools would select more.
//
// Keys are written even beside "default", so that merging selections in any grouping gives the same
// bytes.

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace etprune {

/// True if a YAML reader reads Text, without quotes, as exactly this string.
static bool isPlainScalar(StringRef Text) {
  if (Text.empty() || !(isAlpha(Text.front()) || Text.front() == '_' || Text.front() == '/'))
    return false;
  if (Text.back() == ':')
    return false;
  bool IsWordOfYaml = StringSwitch<bool>(Text.lower())
                          .Cases("true", "false", "yes", "no", "on", "off", "null", "y", "n", true)
                          .Default(false);
  return !IsWordOfYaml &&
         all_of(Text, [](char C) { return isAlnum(C) || StringRef("_./:-+;|").contains(C); });
}

static void writeScalar(StringRef Text, raw_ostream &OS) {
  if (isPlainScalar(Text)) {
    OS << Text;
    return;
  }
  if (all_of(Text, [](char C) { return isPrint(C); })) {
    OS << '\'';
    for (char C : Text)
      OS << (C == '\'' ? "''" : StringRef(&C, 1));
    OS << '\'';
    return;
  }
  OS << '"' << yaml::escape(Text, /*EscapePrintable=*/false) << '"';
}

static StringRef word(bool Value) { return Value ? "true" : "false"; }

static Error checkNames(const Selection &Sel) {
  Problems Errors;
  for (const auto &[Name, Op] : Sel.Ops) {
    Errors.add(normalizeOperatorName(Name).takeError());
    for (const auto &Key : Op.Keys)
      Errors.add(normalizeKernelKey(Key.first).takeError());
  }
  return Errors.take();
}

static void writeKernelMetadata(const Selection &Sel, raw_ostream &OS) {
  OS << "et_kernel_metadata:" << (Sel.Ops.empty() ? " {}\n" : "\n");
  for (const auto &[Name, Op] : Sel.Ops) {
    OS << "  " << Name << ":\n";
    // An operator without keys is selected with all kernels, because the format has no other
    // meaning for it.
    if (Op.AllKernels || Op.Keys.empty())
      OS << "  - default\n";
    for (const auto &Key : Op.Keys)
      OS << "  - " << Key.first << '\n';
  }
}

static void writeOperators(const Selection &Sel, raw_ostream &OS) {
  OS << "operators:" << (Sel.Ops.empty() ? " {}\n" : "\n");
  for (const auto &[Name, Op] : Sel.Ops) {
    OS << "  " << Name << ":\n    debug_info:" << (Op.DebugInfo.empty() ? " []\n" : "\n");
    for (const std::string &Info : Op.DebugInfo) {
      OS << "    - ";
      writeScalar(Info, OS);
      OS << '\n';
    }
    OS << "    include_all_overloads: " << word(Op.OverloadsBesideExact) << '\n'
       << "    is_root_operator: true\n"
       << "    is_used_for_training: true\n";
  }
}

Error writeSelectedOperatorsYaml(const Selection &Sel, raw_ostream &OS) {
  RETURN_IF_ERROR(checkNames(Sel));
  OS << "build_features: []\ncustom_classes: []\n";
  writeKernelMetadata(Sel, OS);
  OS << "include_all_non_op_selectives: false\n"
     << "include_all_operators: " << word(Sel.AllOperators) << "\nkernel_metadata: {}\n";
  writeOperators(Sel, OS);
  return Error::success();
}

} // namespace etprune
