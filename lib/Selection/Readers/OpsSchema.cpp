// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the YAML files from which ExecuTorch generates its kernel libraries: functions.yaml,
// custom_ops.yaml and files whose kernels have `arg_meta`.
//
// A kernel without `arg_meta` selects the whole operator. `arg_meta` names two aliases for each
// tensor argument: one for a list of dtypes, one for a list of dim orders. Each combination of the
// aliases' values selects one kernel key. A key's entries have the order of `arg_meta`. If this
// order is not the signature's, reading fails, because ExecuTorch's key would match no call.

#include "Selection/Readers/YamlReader.h"
#include "Support/InputFile.h"

#include "et/kernel_key.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace etprune {

namespace {

/// The values of an alias, as they appear in a kernel key: dtype codes ("6") or dim orders ("0,1").
using Values = std::vector<std::string>;
using Aliases = std::map<std::string, Values, std::less<>>;

using Fields = StringMap<const YamlNode *>; ///< the fields of an entry of the file, by name

/// An argument in `arg_meta`, with the values of its aliases. Arguments with the same alias point
/// to the same values.
struct Argument {
  const Values *Dtypes, *DimOrders;
};

class OpsSchemaReader : public YamlReader {
public:
  using YamlReader::YamlReader;
  void read(const YamlNode &Root);

private:
  void readEntry(const YamlNode &Entry);
  void readKernel(const YamlNode &Kernel, const Fields &Entry, StringRef Name, SelectedOp &Op);
  void readDtypes(const YamlNode &Node, StringRef Alias, Values &Codes);
  void readDimOrders(const YamlNode &Node, StringRef Alias, Values &Orders);
  std::string readDimOrder(const YamlNode &Node, StringRef Alias);
  Argument readArgument(const YamlNode &Name, const YamlNode &Meta, const Aliases &Types,
                        const Aliases &DimOrders);
  const Values *valuesOf(const YamlNode &Use, StringRef Field, const Aliases &Known);
  void checkOrder(const YamlNode &ArgMeta, const YamlNode &Func, StringRef Name);
  void addKeys(const YamlNode &ArgMeta, ArrayRef<Argument> Arguments, SelectedOp &Op);
};

} // namespace

/// The names of the tensor arguments of `name(Tensor self, *, Tensor(a!) out) -> ...`.
static std::vector<StringRef> tensorArguments(StringRef Signature) {
  std::vector<StringRef> Names;
  StringRef Arguments = Signature.drop_until([](char C) { return C == '('; });
  for (StringRef Argument : takeArguments(Arguments).value_or(std::vector<StringRef>()))
    if (Argument.starts_with("Tensor"))
      Names.push_back(Argument.split('=').first.rtrim().rsplit(' ').second);
  return Names;
}

void OpsSchemaReader::readDtypes(const YamlNode &Node, StringRef Alias, Values &Codes) {
  forEachItem(Node, "the dtypes of " + quoted(Alias), [&](const YamlNode &Dtype) {
    if (!Dtype.isScalar())
      return wrongKind(Dtype, "a dtype of " + quoted(Alias), "a scalar");
    if (Expected<unsigned> Code = dtypeCode(Dtype.Text))
      Codes.push_back(utostr(*Code));
    else
      Errors.add(locationOf(Dtype), Code.takeError());
  });
}

std::string OpsSchemaReader::readDimOrder(const YamlNode &Node, StringRef Alias) {
  std::string Text;
  forEachItem(Node, "a dim order of " + quoted(Alias), [&](const YamlNode &Dim) {
    Text += (Text.empty() ? "" : ",") + (Dim.isScalar() ? Dim.Text : "?");
  });
  std::string Key = "v1/0;" + Text;
  if (Text.empty() || !et::is_valid_kernel_key(Key.data(), Key.size()))
    fail(Node, "the dim order of " + quoted(Alias) +
                   " is not a permutation of dimensions; write one like [0, 1, 2, 3]");
  return Text;
}

void OpsSchemaReader::readDimOrders(const YamlNode &Node, StringRef Alias, Values &Orders) {
  auto AddOrder = [&](const YamlNode &One) { Orders.push_back(readDimOrder(One, Alias)); };
  if (Node.isSequence() && !Node.Children.empty() && Node.Children.front()->isSequence())
    forEachItem(Node, "", AddOrder);
  else
    AddOrder(Node);
}

/// The values of the alias that `Use` names. Adds an error and returns null if the alias is unknown
/// or has no values.
const Values *OpsSchemaReader::valuesOf(const YamlNode &Use, StringRef Field,
                                        const Aliases &Known) {
  auto Alias = Known.find(Use.Text);
  if (Use.isScalar() && Alias != Known.end() && !Alias->second.empty())
    return &Alias->second;
  fail(Use, quoted(Use.Text) + " has no values; define them in the entry's '" + Field + "'");
  return nullptr;
}

Argument OpsSchemaReader::readArgument(const YamlNode &Name, const YamlNode &Meta,
                                       const Aliases &Types, const Aliases &DimOrders) {
  if (Meta.isSequence() && Meta.Children.size() == 2)
    return {valuesOf(*Meta.Children[0], "type_alias", Types),
            valuesOf(*Meta.Children[1], "dim_order_alias", DimOrders)};
  fail(Meta, "the argument " + quoted(Name.Text) +
                 " needs a type alias and a dim order alias, as in [T0, D0]");
  return {};
}

void OpsSchemaReader::checkOrder(const YamlNode &ArgMeta, const YamlNode &Func, StringRef Name) {
  if (!spend(Func))
    return;
  std::vector<StringRef> Tensors = tensorArguments(Func.Text);
  size_t Last = 0;
  for (size_t I = 0; I < ArgMeta.Children.size(); I += 2) {
    const YamlNode &Argument = *ArgMeta.Children[I];
    if (!spend(Argument, 1 + Tensors.size()))
      return;
    const size_t Position = llvm::find(Tensors, Argument.Text) - Tensors.begin();
    if (Position < Last || Position == Tensors.size())
      fail(Argument, quoted(Argument.Text) + " is not a tensor argument of " + quoted(Name) +
                         ", or is in the wrong place; list the tensor arguments in 'arg_meta' in "
                         "the order of the signature (" +
                         join(Tensors, ", ") + ")");
    else
      Last = Position;
  }
}

void OpsSchemaReader::addKeys(const YamlNode &ArgMeta, ArrayRef<Argument> Arguments,
                              SelectedOp &Op) {
  constexpr size_t MaxKeys = 10000;
  SetVector<const Values *> Used;
  for (const Argument &A : Arguments) {
    Used.insert(A.Dtypes);
    Used.insert(A.DimOrders);
  }
  size_t Count = 1;
  for (const Values *OfAlias : Used)
    Count *= Count <= MaxKeys ? OfAlias->size() : 1;
  if (Count > MaxKeys)
    return fail(ArgMeta, "the aliases combine to more than " + Twine(MaxKeys) +
                             " kernel keys; write 'arg_meta: null' to select the whole operator");
  for (size_t I = 0; I < Count; ++I) {
    if (!spend(ArgMeta, 1 + Arguments.size()))
      return;
    DenseMap<const Values *, StringRef> Chosen;
    size_t Rest = I;
    for (const Values *OfAlias : Used) {
      Chosen[OfAlias] = (*OfAlias)[Rest % OfAlias->size()];
      Rest /= OfAlias->size();
    }
    std::string Key = "v1/";
    for (const Argument &A : Arguments)
      Key += ((Key.back() == '/' ? "" : "|") + Chosen[A.Dtypes] + ";" + Chosen[A.DimOrders]).str();
    Op.Keys[Key].insert(Asker{locationOf(ArgMeta)});
  }
}

void OpsSchemaReader::readKernel(const YamlNode &Kernel, const Fields &Entry, StringRef Name,
                                 SelectedOp &Op) {
  const YamlNode *ArgMeta = nullptr;
  if (!Kernel.isMapping())
    return wrongKind(Kernel, "a kernel of " + quoted(Name), "a mapping");
  forEachField(Kernel, "a kernel of " + quoted(Name),
               [&](const YamlNode &Field, const YamlNode &Value) {
                 if (Field.Text == "arg_meta")
                   ArgMeta = &Value;
               });
  if (!ArgMeta || ArgMeta->isNull()) {
    Op.AllKernels = true;
    return;
  }
  Aliases Types, DimOrders;
  if (const YamlNode *Field = Entry.lookup("type_alias"))
    forEachField(*Field, "'type_alias'", [&](const YamlNode &Alias, const YamlNode &Dtypes) {
      readDtypes(Dtypes, Alias.Text, Types[Alias.Text]);
    });
  if (const YamlNode *Field = Entry.lookup("dim_order_alias"))
    forEachField(*Field, "'dim_order_alias'", [&](const YamlNode &Alias, const YamlNode &Orders) {
      readDimOrders(Orders, Alias.Text, DimOrders[Alias.Text]);
    });
  std::vector<Argument> Arguments;
  forEachField(*ArgMeta, "'arg_meta'", [&](const YamlNode &Name, const YamlNode &Meta) {
    Arguments.push_back(readArgument(Name, Meta, Types, DimOrders));
  });
  if (Errors)
    return;
  if (const YamlNode *Func = Entry.lookup("func"))
    checkOrder(*ArgMeta, *Func, Name);
  addKeys(*ArgMeta, Arguments, Op);
}

void OpsSchemaReader::readEntry(const YamlNode &Entry) {
  if (!Entry.isMapping())
    return wrongKind(Entry, "an entry of a schema yaml", "a mapping with 'op' or 'func'");
  Fields Known;
  forEachField(Entry, "an entry", [&](const YamlNode &Field, const YamlNode &Value) {
    if (is_contained({"op", "func", "kernels", "type_alias", "dim_order_alias"}, Field.Text))
      Known[Field.Text] = &Value;
  });
  bool HasOp = Known.contains("op"), HasFunc = Known.contains("func");
  if (HasOp == HasFunc)
    return fail(Entry, "the entry needs either 'op' or 'func', which names the operator");
  const YamlNode &Named = *Known[HasOp ? "op" : "func"];
  if (!Named.isScalar())
    return wrongKind(Named, HasOp ? "'op'" : "'func'", "a scalar");
  StringRef Name = StringRef(Named.Text).split('(').first.trim();
  if (HasFunc && !StringRef(Named.Text).contains('('))
    return fail(Named,
                "'func' needs the signature of " + quoted(Name) + "; use 'op' for a name alone");
  SelectedOp *Op = selectOpAt(Named, HasOp ? StringRef(Named.Text) : Name);
  if (!Op)
    return;
  const YamlNode *Kernels = Known.lookup("kernels");
  Op->AllKernels |= !Kernels || Kernels->Children.empty();
  if (Kernels && !Kernels->isNull())
    forEachItem(*Kernels, "'kernels'",
                [&](const YamlNode &Kernel) { readKernel(Kernel, Known, Name, *Op); });
}

void OpsSchemaReader::read(const YamlNode &Root) {
  if (!Root.isNull())
    forEachItem(Root, "the top level of a schema yaml",
                [&](const YamlNode &Entry) { readEntry(Entry); });
}

static bool isOpsSchema(SelectionSource &Source) {
  const YamlNode *Root = Source.root();
  return Root && Root->isSequence();
}

const SelectionForm OpsSchemaForm = {"--ops-schema", SelectionForm::Value::File, isOpsSchema,
                                     readYaml<OpsSchemaReader>};

} // namespace etprune
