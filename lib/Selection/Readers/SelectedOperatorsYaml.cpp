// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ExecuTorch's selected_operators.yaml: `operators` says which operators, their
// `et_kernel_metadata` says for which kernel keys, and whoever is in one need not be in the other.
// Fields that say nothing about kernels of operators are none of our business and are skipped.

#include "Selection/Readers/TextForms.h"
#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"

#include <optional>

using namespace llvm;

namespace etprune {

namespace {
class Reader : private YamlReader {
public:
  explicit Reader(StringRef Path) : YamlReader(Path) {}

  Expected<Selection> read(const YamlNode *Root);

private:
  std::optional<bool> readBool(const YamlNode &Node, StringRef What);
  void readMetadata(const YamlNode &Name, const YamlNode &Keys);
  void readOperator(const YamlNode &Name, const YamlNode &Flags);
  void settle();

  /// Operators with kernel metadata, and where.
  std::map<const SelectedOp *, Asker> WithMetadata;
};
} // namespace

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

void Reader::readMetadata(const YamlNode &Name, const YamlNode &Keys) {
  SelectedOp *Op = findOp(Name, Name.Text);
  if (!Op)
    return;
  WithMetadata.try_emplace(Op, Asker{placeOf(Name)});
  readKeys(Keys, "the kernel keys of " + quoted(Name.Text), *Op);
}

void Reader::readOperator(const YamlNode &Name, const YamlNode &Flags) {
  SelectedOp *Op = findOp(Name, Name.Text);
  if (!Op)
    return;
  Op->Askers.insert(Asker{placeOf(Name)});
  forEachField(Flags, "the entry of " + quoted(Name.Text),
               [&](const YamlNode &Field, const YamlNode &Value) {
                 if (Field.Text == "include_all_overloads")
                   Op->OverloadsBesideExact |=
                       readBool(Value, Field.Text).value_or(false) && Op->AllOverloads;
                 else if (Field.Text == "debug_info" && !Value.isNull())
                   forEachItem(Value, "'debug_info'", [&](const YamlNode &Item) {
                     if (Item.isScalar())
                       Op->DebugInfo.insert(Item.Text);
                     else if (!Item.isNull()) // gen_oplist.py's word for "no file"
                       wrongKind(Item, "an item of 'debug_info'", "a scalar");
                   });
               });
}

/// Once both mappings are read: who is only in one of them gets what the other would have said.
void Reader::settle() {
  for (auto &[Name, Op] : Sel.Ops) {
    auto Metadata = WithMetadata.find(&Op);
    if (Metadata == WithMetadata.end())
      Op.AllKernels = true;
    else if (Op.Askers.empty())
      Op.Askers.insert(Metadata->second);
  }
}

Expected<Selection> Reader::read(const YamlNode *Root) {
  if (!Root)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": is empty; expected a mapping with the field 'operators'");
  if (!Root->isMapping()) {
    wrongKind(*Root, "the top level of a selected_operators.yaml", "a mapping");
    return Errors.take();
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
                   [&](const YamlNode &Name, const YamlNode &Keys) { readMetadata(Name, Keys); });
    } else if (Field.Text == "operators") {
      forEachField(Value, "'operators'",
                   [&](const YamlNode &Name, const YamlNode &Flags) { readOperator(Name, Flags); });
    }
  });
  if (!IsSelection && !Errors)
    fail(*Root, "has none of the fields of a selected_operators.yaml ('operators', "
                "'et_kernel_metadata', 'include_all_operators')");
  settle();
  return finish();
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

Expected<Selection> readSelectedOperators(StringRef Path, const YamlDocument &Document) {
  return Reader(Path).read(Document.root());
}

Expected<Selection> readSelectedOperatorsText(StringRef Path, StringRef Text) {
  Expected<YamlDocument> Document = YamlDocument::parse(Path, Text);
  if (!Document)
    return Document.takeError();
  return readSelectedOperators(Path, *Document);
}

Expected<Selection> readSelectedOperatorsYaml(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openSelection(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readSelectedOperatorsText(Path, (*Buffer)->getBuffer());
}

} // namespace etprune
