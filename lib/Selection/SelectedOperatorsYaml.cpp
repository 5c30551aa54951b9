// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ExecuTorch's selected_operators.yaml: `operators` says which operators, their
// `et_kernel_metadata` says for which kernel keys, and whoever is in one need not be in the other.
// Fields that say nothing about kernels of operators are none of our business and are skipped.

#include "Selection/SelectedOperatorsYaml.h"
#include "Selection/InputFile.h"
#include "Selection/Problems.h"
#include "Selection/Selection.h"
#include "Selection/YamlDocument.h"

#include "llvm/ADT/StringMap.h"

#include <functional>
#include <optional>

using namespace llvm;

namespace etprune {

namespace {
class Reader {
public:
  explicit Reader(StringRef Path) : Path(Path) {}

  Expected<Selection> read(const YamlNode *Root);

private:
  std::string placeOf(const YamlNode &Node) const {
    return (Path + ":" + Twine(Node.Line) + ":" + Twine(Node.Column)).str();
  }
  void wrongKind(const YamlNode &Node, const Twine &What, StringRef Expected);
  void forEachField(const YamlNode &Node, const Twine &What,
                    function_ref<void(const YamlNode &, const YamlNode &)> Visit);
  std::optional<bool> readBool(const YamlNode &Node, StringRef What);
  SelectedOp *findOp(const YamlNode &Name, std::string &Normalized);
  void readKeys(const YamlNode &Name, const YamlNode &Keys);
  void readOperator(const YamlNode &Name, const YamlNode &Flags);
  void readDebugInfo(const YamlNode &Info, SelectedOp &Op);
  void settle();
  bool spend(const YamlNode &Node);

  StringRef Path;
  Selection Sel;
  Problems Errors;
  /// Operators with kernel metadata, and where.
  std::map<std::string, Asker> WithMetadata;
  /// What aliases let a small file ask for is bounded by what a large one may hold.
  size_t Budget = YamlDocument::MaxNodes;
};
} // namespace

static StringRef describe(const YamlNode &Node) {
  switch (Node.NodeKind) {
  case YamlNode::Kind::Null:
    return "nothing";
  case YamlNode::Kind::Scalar:
    return "a scalar";
  case YamlNode::Kind::Sequence:
    return "a list";
  case YamlNode::Kind::Mapping:
    return "a mapping";
  }
  llvm_unreachable("all kinds handled");
}

void Reader::wrongKind(const YamlNode &Node, const Twine &What, StringRef Expected) {
  Errors.add(placeOf(Node) + ": " + What + " must be " + Expected + ", but is " + describe(Node));
}

bool Reader::spend(const YamlNode &Node) {
  if (Budget == 0)
    return false;
  if (--Budget == 0)
    Errors.add(placeOf(Node) + ": aliases repeat too much; write a smaller file");
  return Budget != 0;
}

/// Visits the fields of a mapping, each name once. A field left empty stands for no fields.
void Reader::forEachField(const YamlNode &Node, const Twine &What,
                          function_ref<void(const YamlNode &, const YamlNode &)> Visit) {
  if (Node.isNull())
    return;
  if (!Node.isMapping())
    return wrongKind(Node, What, "a mapping");
  StringMap<unsigned> FirstLines;
  for (size_t I = 0; I + 1 < Node.Children.size(); I += 2) {
    const YamlNode &Name = *Node.Children[I];
    if (!spend(Name))
      return;
    if (!Name.isScalar()) {
      wrongKind(Name, "a key of " + What, "a scalar");
      continue;
    }
    if (Name.IsPlain && Name.Text == "<<") {
      Errors.add(placeOf(Name) + ": merge keys ('<<') are not supported; write the fields out");
      continue;
    }
    auto [First, IsNew] = FirstLines.try_emplace(Name.Text, Name.Line);
    if (!IsNew) {
      Errors.add(placeOf(Name) + ": key " + quoted(Name.Text) + " is already given in line " +
                 Twine(First->second) + "; join the two");
      continue;
    }
    Visit(Name, *Node.Children[I + 1]);
  }
}

std::optional<bool> Reader::readBool(const YamlNode &Node, StringRef What) {
  std::string Lower = StringRef(Node.Text).lower();
  if (Node.isScalar() && Node.IsPlain) {
    if (Lower == "true" || Lower == "yes" || Lower == "on")
      return true;
    if (Lower == "false" || Lower == "no" || Lower == "off")
      return false;
  }
  wrongKind(Node, "'" + What + "'", "true or false");
  return std::nullopt;
}

/// The operator that Name names, or null when it is no operator name.
SelectedOp *Reader::findOp(const YamlNode &Name, std::string &Normalized) {
  Expected<std::string> Result = normalizeOperatorName(Name.Text);
  if (!Result) {
    Errors.add(placeOf(Name), Result.takeError());
    return nullptr;
  }
  Normalized = *Result;
  SelectedOp &Op = Sel.Ops[Normalized];
  // What is written without an overload may mean any; settled by the resolver.
  Op.AllOverloads |= !StringRef(Normalized).contains('.');
  return &Op;
}

void Reader::readKeys(const YamlNode &Name, const YamlNode &Keys) {
  std::string Normalized;
  SelectedOp *Op = findOp(Name, Normalized);
  if (!Op)
    return;
  WithMetadata.try_emplace(Normalized, Asker{placeOf(Name)});
  if (!Keys.isSequence())
    return wrongKind(Keys, "the kernel keys of " + quoted(Name.Text), "a list");
  if (Keys.Children.empty())
    Op->AllKernels = true;
  for (const YamlNode *Key : Keys.Children) {
    if (!spend(*Key))
      return;
    if (!Key->isScalar()) {
      wrongKind(*Key, "a kernel key of " + quoted(Name.Text), "a scalar");
      continue;
    }
    if (Key->Text == "default") {
      Op->AllKernels = true;
      continue;
    }
    if (Expected<std::string> Result = normalizeKernelKey(Key->Text))
      Op->Keys[*Result].insert(Asker{placeOf(*Key)});
    else
      Errors.add(placeOf(*Key), Result.takeError());
  }
}

void Reader::readDebugInfo(const YamlNode &Info, SelectedOp &Op) {
  if (Info.isNull())
    return;
  if (!Info.isSequence())
    return wrongKind(Info, "'debug_info'", "a list");
  for (const YamlNode *Item : Info.Children) {
    if (!spend(*Item))
      return;
    if (Item->isScalar())
      Op.DebugInfo.insert(Item->Text);
    else
      wrongKind(*Item, "an item of 'debug_info'", "a scalar");
  }
}

void Reader::readOperator(const YamlNode &Name, const YamlNode &Flags) {
  std::string Normalized;
  SelectedOp *Op = findOp(Name, Normalized);
  if (!Op)
    return;
  Op->Askers.insert(Asker{placeOf(Name)});
  forEachField(Flags, "the entry of " + quoted(Name.Text),
               [&](const YamlNode &Field, const YamlNode &Value) {
                 if (Field.Text == "include_all_overloads")
                   Op->OverloadsBesideExact |=
                       readBool(Value, Field.Text).value_or(false) && Op->AllOverloads;
                 else if (Field.Text == "debug_info")
                   readDebugInfo(Value, *Op);
               });
}

/// Once both mappings are read: who is only in one of them gets what the other would have said.
void Reader::settle() {
  for (auto &[Name, Op] : Sel.Ops) {
    auto Metadata = WithMetadata.find(Name);
    if (Metadata == WithMetadata.end())
      Op.AllKernels = true;
    else if (Op.Askers.empty())
      Op.Askers.insert(Metadata->second);
  }
  if (Sel.Ops.empty() && !Sel.AllOperators)
    Sel.Notes.push_back((Path + ": selects no operator").str());
}

Expected<Selection> Reader::read(const YamlNode *Root) {
  if (!Root)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": is empty; expected a mapping with the field 'operators'");
  if (!Root->isMapping()) {
    wrongKind(*Root, "the top level of a selected_operators.yaml", "a mapping");
    return Errors.take(Path);
  }
  bool IsSelection = Root->Children.empty();
  forEachField(*Root, "the top level", [&](const YamlNode &Field, const YamlNode &Value) {
    IsSelection |= isSelectedOperatorsField(Field.Text);
    if (Field.Text == "include_all_operators") {
      if (readBool(Value, Field.Text).value_or(false)) {
        Sel.AllOperators = true;
        Sel.AllAskers.insert(Asker{placeOf(Field)});
      }
    } else if (Field.Text == "et_kernel_metadata") {
      forEachField(Value, "'et_kernel_metadata'",
                   [&](const YamlNode &Name, const YamlNode &Keys) { readKeys(Name, Keys); });
    } else if (Field.Text == "operators") {
      forEachField(Value, "'operators'",
                   [&](const YamlNode &Name, const YamlNode &Flags) { readOperator(Name, Flags); });
    }
  });
  if (!IsSelection && Errors.empty())
    Errors.add(placeOf(*Root) + ": has none of the fields of a selected_operators.yaml "
                                "('operators', 'et_kernel_metadata', 'include_all_operators')");
  if (!Errors.empty())
    return Errors.take(Path);
  settle();
  return std::move(Sel);
}

bool isSelectedOperatorsField(StringRef Name) {
  static constexpr StringLiteral Fields[] = {"build_features",
                                             "custom_classes",
                                             "et_kernel_metadata",
                                             "include_all_non_op_selectives",
                                             "include_all_operators",
                                             "kernel_metadata",
                                             "operators"};
  return is_contained(Fields, Name);
}

Expected<Selection> readSelectedOperatorsText(StringRef Path, StringRef Text) {
  Expected<YamlDocument> Document = YamlDocument::parse(Path, Text);
  if (!Document)
    return Document.takeError();
  return Reader(Path).read(Document->root());
}

Expected<Selection> readSelectedOperatorsYaml(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readSelectedOperatorsText(Path, (*Buffer)->getBuffer());
}

} // namespace etprune
