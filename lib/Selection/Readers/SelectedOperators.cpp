// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads ExecuTorch's selected_operators.yaml. The field `et_kernel_metadata` has the operators'
// kernel keys. An operator may be in this field, in the field `operators`, or in both.

#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"

using namespace llvm;

namespace etprune {

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

namespace {
class SelectedOperatorsReader : public YamlReader {
public:
  using YamlReader::YamlReader;
  void read(const YamlNode &Root);

private:
  bool readBool(const YamlNode &Node, StringRef What);
  void readMetadata(const YamlNode &Name, const YamlNode &Keys);
  void readOperator(const YamlNode &Name, const YamlNode &Flags);
  void settle();

  std::map<const SelectedOp *, Asker> WithMetadata; ///< the metadata's operators and locations
};
} // namespace

/// If the value is neither true nor false, adds an error and returns false.
bool SelectedOperatorsReader::readBool(const YamlNode &Node, StringRef What) {
  const std::string Lower = StringRef(Node.Text).lower();
  if (!Node.IsPlain || !is_contained({"true", "yes", "on", "false", "no", "off"}, Lower))
    fail(Node, "'" + What + "' must be true or false");
  return Node.IsPlain && is_contained({"true", "yes", "on"}, Lower);
}

void SelectedOperatorsReader::readMetadata(const YamlNode &Name, const YamlNode &Keys) {
  SelectedOp *Op = findOp(locationOf(Name), Name.Text);
  if (!Op)
    return;
  WithMetadata.try_emplace(Op, Asker{locationOf(Name)});
  readKeys(Keys, "kernel key", Name.Text, *Op);
}

void SelectedOperatorsReader::readOperator(const YamlNode &Name, const YamlNode &Flags) {
  SelectedOp *Op = findOp(locationOf(Name), Name.Text);
  if (!Op)
    return;
  Op->Askers.insert(Asker{locationOf(Name)});
  forEachField(Flags, "the entry of " + quoted(Name.Text),
               [&](const YamlNode &Field, const YamlNode &Value) {
                 if (Field.Text == "include_all_overloads")
                   Op->OverloadsBesideExact |= readBool(Value, Field.Text) && Op->AllOverloads;
                 else if (Field.Text == "debug_info" && !Value.isNull())
                   forEachItem(Value, "'debug_info'", [&](const YamlNode &Item) {
                     if (Item.isScalar())
                       Op->DebugInfo.insert(Item.Text);
                     else if (!Item.isNull()) // ExecuTorch writes null for "no file"
                       wrongKind(Item, "an item of 'debug_info'", "a scalar");
                   });
               });
}

/// Selects all kernels of an operator that is only in `operators`. An operator that is only in
/// `et_kernel_metadata` gets its location there as its asker.
void SelectedOperatorsReader::settle() {
  for (auto &[Name, Op] : Sel.Ops) {
    auto Metadata = WithMetadata.find(&Op);
    if (Metadata == WithMetadata.end())
      Op.AllKernels = true;
    else if (Op.Askers.empty())
      Op.Askers.insert(Metadata->second);
  }
}

void SelectedOperatorsReader::read(const YamlNode &Root) {
  if (!Root.isMapping())
    return wrongKind(Root, "the top level of a selected_operators.yaml", "a mapping");
  bool IsSelection = Root.Children.empty();
  forEachField(Root, "the top level", [&](const YamlNode &Field, const YamlNode &Value) {
    IsSelection |= isSelectedOperatorsField(Field.Text);
    if (Field.Text == "et_kernel_metadata") {
      forEachField(Value, "'et_kernel_metadata'",
                   [&](const YamlNode &Name, const YamlNode &Keys) { readMetadata(Name, Keys); });
    } else if (Field.Text == "operators") {
      forEachField(Value, "'operators'",
                   [&](const YamlNode &Name, const YamlNode &Flags) { readOperator(Name, Flags); });
    } else if (Field.Text == "include_all_operators" && readBool(Value, Field.Text)) {
      Sel.AllOperators = true;
      Sel.AllAskers.insert(Asker{locationOf(Field)});
    }
  });
  if (!IsSelection && !Errors)
    fail(Root, "has none of the fields of a selected_operators.yaml ('operators', "
               "'et_kernel_metadata', 'include_all_operators')");
  settle();
}

static bool isSelectedOperators(SelectionSource &Source) { return Source.looksLikeYaml(); }

const SelectionForm SelectedOperatorsForm = {"", SelectionForm::Value::File, isSelectedOperators,
                                             readYaml<SelectedOperatorsReader>};

} // namespace etprune
