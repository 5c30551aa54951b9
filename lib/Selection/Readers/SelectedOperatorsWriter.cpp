// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a Selection as selected_operators.yaml, with the order and layout of ExecuTorch's own
// files. The writer adds no fields of its own, because ExecuTorch's reader refuses unknown fields.
// The key "default" selects all kernels. Other keys of the operator are written, too, so that
// reading the file gives the same keys again.
//
// A name without overload, such as `aten::add`, gets `include_all_overloads: false`, as in
// ExecuTorch's gen_oplist.py. With `false`, et-prune selects the overloads only if the image
// has no operator of exactly this name. The field is `true` only if an input file has `true`.
//
// A file cannot exclude operators or overloads. applyDrops() therefore fails if `--drop` would
// leave "all operators except some", or "all overloads except some". et-prune does not call
// applyDrops(). Its resolver applies `--drop` to the operators and overloads that the image has. A
// `--drop` that matches nothing is an error, because the name may be mistyped.

#include "Selection/Forms.h"
#include "Selection/Names.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace etprune {

/// The selected operators that `--drop=Name` removes.
static Expected<std::vector<std::string>> droppedOps(const Selection &Sel,
                                                     const std::string &Name) {
  if (Sel.AllOperators)
    return createStringError("a selection file cannot select all operators except '" + Name +
                             "'; select the operators of a schema file (--ops-schema), or give "
                             "--all-ops and --drop to et-prune");
  const std::string Bare = StringRef(Name).split('.').first.str();
  std::vector<std::string> Dropped;
  if (Bare == Name)
    for (const auto &[Op, Selected] : Sel.Ops)
      if (StringRef(Op).starts_with(Name + "."))
        Dropped.push_back(Op);
  const auto WithoutOverload = Sel.Ops.find(Bare);
  if (WithoutOverload != Sel.Ops.end() &&
      (Bare == Name ? !Dropped.empty() || WithoutOverload->second.OverloadsBesideExact
                    : WithoutOverload->second.AllOverloads))
    return createStringError("'" + Name + "' is ambiguous: the selection has '" + Bare +
                             "', which may select all overloads of the operator; select each "
                             "wanted overload by its full name");
  if (Sel.Ops.count(Name))
    Dropped.push_back(Name);
  if (Dropped.empty())
    return createStringError(notSelected(Name, to_vector_of<StringRef>(make_first_range(Sel.Ops))));
  return Dropped;
}

Error applyDrops(Selection &Sel) {
  std::set<std::string> Gone;
  Problems Errors;
  for (const auto &[Name, Askers] : Sel.Dropped) {
    if (auto Ops = droppedOps(Sel, Name))
      Gone.insert(Ops->begin(), Ops->end());
    else
      Errors.add(Askers.begin()->Text, Ops.takeError());
  }
  for (const std::string &Name : Gone)
    Sel.Ops.erase(Name);
  Sel.Dropped.clear();
  return Errors.take();
}

/// True if Text needs no quotes in YAML, because readers take it as exactly this string.
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
    // An operator without keys gets all kernels, because the format cannot say "none".
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
