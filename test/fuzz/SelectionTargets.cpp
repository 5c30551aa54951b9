// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzes the readers of selections: models, and all forms of operator lists.

#include "Targets.h"

#include "Selection/Forms.h"
#include "Selection/Names.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;

namespace etprune::fuzz {

namespace {

Expected<Selection> readAs(const SelectionForm &Form, StringRef Path, StringRef Text) {
  SelectionSource Source(Path, Text);
  return Form.Read(Source);
}

Expected<Selection> readText(StringRef Path, StringRef Text) {
  SelectionSource Source(Path, Text);
  return readSelection(Source);
}

bool isModel(StringRef Bytes) {
  SelectionSource Source("x", Bytes);
  return ModelForm.Recognises(Source);
}

bool isWritten(const Selection &Sel, std::string &Text) {
  raw_string_ostream OS(Text);
  if (Error E = writeSelectedOperatorsYaml(Sel, OS)) {
    require(!toString(std::move(E)).empty(), "an error has no message");
    return false;
  }
  return true;
}

std::vector<std::string> keysOf(const SelectedOp &Op) {
  std::vector<std::string> Keys;
  if (!Op.AllKernels)
    for (const auto &Key : Op.Keys)
      Keys.push_back(Key.first);
  return Keys;
}

void useWritten(const Selection &Read) {
  std::string Text, Again;
  if (!isWritten(Read, Text))
    return;
  auto Second = readAs(SelectedOperatorsForm, "again", Text);
  require(isRead(Second), "a written selection cannot be read");
  require(Second->AllOperators == Read.AllOperators && Second->Ops.size() == Read.Ops.size(),
          "a written selection has changed");
  for (const auto &[Name, Op] : Read.Ops) {
    const SelectedOp &Other = Second->Ops[Name];
    require(keysOf(Other) == keysOf(Op) && Other.DebugInfo == Op.DebugInfo &&
                Other.OverloadsBesideExact == Op.OverloadsBesideExact,
            "an operator of a written selection has changed");
  }
  require(isWritten(*Second, Again) && Again == Text, "writing a selection again changes its text");
}

void useAsDictionary(const Selection &Read) {
  json::Object Dictionary;
  for (const auto &[Name, Op] : Read.Ops)
    Dictionary[Name] = json::Array(keysOf(Op));
  if (Dictionary.empty())
    return;
  auto Again = readAs(OpsDictionaryForm, "again",
                      formatv("{0:2}", json::Value(std::move(Dictionary))).str());
  require(isRead(Again), "a written dictionary cannot be read");
  require(Again->Ops.size() == Read.Ops.size(), "a written dictionary has changed");
  for (const auto &[Name, Op] : Read.Ops)
    require(keysOf(Again->Ops[Name]) == keysOf(Op),
            "the keys in a written dictionary have changed");
}

void useSelection(const Selection &Read) {
  for (const auto &[Name, Op] : Read.Ops) {
    require(cantFail(normalizeOperatorName(Name)) == Name, "a name is not normalized");
    require(Op.AllKernels || !Op.Keys.empty(), "an operator is selected without kernels");
    require(!Op.Askers.empty(), "a selected operator has no asker");
    for (const auto &[Key, Askers] : Op.Keys)
      require(cantFail(normalizeKernelKey(Key)) == Key && !Askers.empty(),
              "a key is not normalized");
  }
  Selection Twice = Read;
  Twice.merge(Read);
  require(Twice == Read, "a selection has changed after a merge with itself");
  useWritten(Read);
  useAsDictionary(Read);
}

void use(Expected<Selection> Read) {
  if (isRead(Read))
    useSelection(*Read);
}

} // namespace

/// Copies the model to a block of exactly its size, so that a sanitizer sees accesses outside.
void fuzzModel(StringRef Bytes) {
  std::unique_ptr<char[]> Exact(new char[Bytes.size()]);
  llvm::copy(Bytes, Exact.get());
  use(readAs(ModelForm, "x.pte", {Exact.get(), Bytes.size()}));
}

void fuzzSchema(StringRef Bytes) {
  use(readAs(OpsSchemaForm, "x.yaml", Bytes));
  if (!isModel(Bytes))
    use(readText("x.yaml", Bytes));
}

void fuzzDictionary(StringRef Bytes) {
  use(readAs(OpsDictionaryForm, "--ops-dict", Bytes));
  if (!isModel(Bytes))
    use(readText("x.json", Bytes));
}

void fuzzSelection(StringRef Bytes) {
  use(readAs(SelectedOperatorsForm, "x.yaml", Bytes));
  use(readAs(OpListForm, "x.txt", Bytes));
  use(readOpListText(Bytes, "--op-list"));
  auto Drops = readDropListText(Bytes, "--drop");
  require(!isRead(Drops) || !Drops->Dropped.empty(), "a drop list without operators was accepted");
  if (!isModel(Bytes))
    use(readText("x", Bytes));
}

} // namespace etprune::fuzz
