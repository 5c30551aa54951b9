// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace etprune {

static StringRef describe(const YamlNode &Node) {
  constexpr StringLiteral Kinds[] = {"nothing", "a scalar", "a list", "a mapping"};
  return Kinds[static_cast<size_t>(Node.NodeKind)];
}

std::string YamlReader::locationOf(const YamlNode &Node) const {
  return (Path + ":" + Twine(Node.Line) + ":" + Twine(Node.Column)).str();
}

void YamlReader::wrongKind(const YamlNode &Node, const Twine &What, StringRef Expected) {
  fail(Node, What + " must be " + Expected + ", but is " + describe(Node));
}

bool YamlReader::spend(const YamlNode &Node, size_t Amount) {
  constexpr size_t PieceOfText = 64;
  if (Budget == 0)
    return false;
  Amount += Node.Text.size() / PieceOfText;
  if (Amount < Budget) {
    Budget -= Amount;
    return true;
  }
  Budget = 0;
  fail(Node, "the file is too large when its aliases are replaced by the values that the aliases "
             "refer to; use fewer aliases");
  return false;
}

void YamlReader::forEachField(const YamlNode &Node, const Twine &What,
                              function_ref<void(const YamlNode &, const YamlNode &)> Visit) {
  if (Node.isNull())
    return;
  if (!Node.isMapping())
    return wrongKind(Node, What, "a mapping");
  StringMap<unsigned> FirstLines;
  for (size_t I = 0; I + 1 < Node.Children.size(); I += 2) {
    const YamlNode &Name = *Node.Children[I], &Value = *Node.Children[I + 1];
    if (!spend(Name) || !spend(Value, 0))
      return;
    auto [First, IsNew] = FirstLines.try_emplace(Name.Text, Name.Line);
    if (!Name.isScalar())
      wrongKind(Name, "a key of " + What, "a scalar");
    else if (Name.IsPlain && Name.Text == "<<")
      fail(Name, "merge keys ('<<') are not supported; copy the merged fields into the entry");
    else if (!IsNew)
      fail(Name, "key " + quoted(Name.Text) + " is already given in line " + Twine(First->second) +
                     "; join the two");
    else
      Visit(Name, Value);
  }
}

void YamlReader::forEachItem(const YamlNode &Node, const Twine &What,
                             function_ref<void(const YamlNode &)> Visit) {
  if (!Node.isSequence())
    return wrongKind(Node, What, "a list");
  for (const YamlNode *Item : Node.Children) {
    if (!spend(*Item))
      return;
    Visit(*Item);
  }
}

SelectedOp *TextReader::findOp(const Twine &Location, StringRef Name) {
  Expected<std::string> Normalized = normalizeOperatorName(Name);
  if (!Normalized)
    return Errors.add(Location, Normalized.takeError()), nullptr;
  SelectedOp &Op = Sel.Ops[*Normalized];
  Op.AllOverloads |= !StringRef(*Normalized).contains('.');
  return &Op;
}

SelectedOp *TextReader::selectOp(const Twine &Location, StringRef Name, const Asker &Who) {
  SelectedOp *Op = findOp(Location, Name);
  if (Op) {
    Op->Askers.insert(Who);
    Op->cameFrom(Path);
  }
  return Op;
}

void YamlReader::readKeys(const YamlNode &Keys, StringRef Kind, StringRef Name, SelectedOp &Op) {
  Op.AllKernels |= Keys.isSequence() && Keys.Children.empty();
  forEachItem(Keys, "the " + Kind + "s of " + quoted(Name), [&](const YamlNode &Key) {
    if (!Key.isScalar())
      return wrongKind(Key, "a " + Kind + " of " + quoted(Name), "a scalar");
    if (Key.Text == "default")
      Op.AllKernels = true;
    else if (Expected<std::string> Result = normalizeWantedKey(Key.Text))
      Op.Keys[*Result].insert(Asker{locationOf(Key)});
    else
      Errors.add(locationOf(Key), Result.takeError());
  });
}

Expected<Selection> TextReader::finish() {
  if (Sel.Ops.empty() && !Sel.AllOperators)
    Sel.Notes.push_back((Path + ": selects no operator").str());
  return Errors.takeOr(std::move(Sel));
}

} // namespace etprune
