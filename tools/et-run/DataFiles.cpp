// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime says in few bytes that data does not fit. Here the message names the file and both
// tensors, so the model's tables are read for the data that its tensors ask for.

#include "DataFiles.h"

#include "Elements.h"
#include "RuntimeErrors.h"

#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "et/data_file.h"

#include "program_generated.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

/// Calls `Visit` for each tensor of a method whose data is not in the program.
static void forEachExternal(const schema::ExecutionPlan &Plan,
                            function_ref<void(StringRef Key, const schema::Tensor &)> Visit) {
  if (!Plan.values())
    return;
  for (const schema::EValue *Value : *Plan.values()) {
    const schema::Tensor *Tensor = Value->val_as_Tensor();
    const schema::ExtraTensorInfo *Extra = Tensor ? Tensor->extra_tensor_info() : nullptr;
    if (Extra && Extra->location() == schema::TensorDataLocation::External)
      Visit(Extra->fully_qualified_name() ? Extra->fully_qualified_name()->c_str() : "", *Tensor);
  }
}

template <typename T> static et::Span<const T> spanOf(const flatbuffers::Vector<T> *Vector) {
  return Vector ? et::Span<const T>(Vector->data(), Vector->size()) : et::Span<const T>();
}

static et::TensorLayout layoutOf(const schema::Tensor &Tensor) {
  return {static_cast<et::ScalarType>(Tensor.scalar_type()), spanOf(Tensor.sizes()),
          spanOf(Tensor.dim_order())};
}

template <typename T> static bool areEqual(et::Span<const T> A, et::Span<const T> B) {
  return ArrayRef(A.data(), A.size()) == ArrayRef(B.data(), B.size());
}

/// "Float [2, 3]", and the dim order where it is not the usual one.
static std::string describe(const et::TensorLayout &Layout) {
  std::string Text = (dtypeName(Layout.scalar_type) + " " + shapeText(Layout.sizes)).str();
  if (!is_sorted(Layout.dim_order))
    Text += " with dim order [" +
            join(map_range(Layout.dim_order, [](unsigned D) { return std::to_string(D); }), ", ") +
            "]";
  return Text;
}

Expected<et::Span<const uint8_t>> DataFiles::read(StringRef Path) {
  auto File = readFile(Path);
  if (!File)
    return File.takeError();
  Files.push_back(std::move(*File));
  return et::Span<const uint8_t>(reinterpret_cast<const uint8_t *>(Files.back()->getBufferStart()),
                                 Files.back()->getBufferSize());
}

Error DataFiles::insert(StringRef Key, Item New) {
  const auto [Place, IsNew] = Items.try_emplace(Key.str(), New);
  if (IsNew)
    return Error::success();
  const Item &Old = Place->second;
  return createStringError(New.Path + ": it has '" + Key + "', as " +
                           (Old.Path == New.Path ? "it had before" : Old.Path + " has") +
                           "; give each key once");
}

Error DataFiles::add(StringRef Path) {
  auto Bytes = read(Path);
  if (!Bytes)
    return Bytes.takeError();
  const et::Result<et::DataFile> File = et::DataFile::load(Bytes->data(), Bytes->size());
  if (!File.ok())
    return runtimeError(Path + ": the data cannot be read", File.error());
  Problems Errors;
  for (size_t I = 0; I < File.get().get_num_keys(); ++I) {
    const char *Key = File.get().get_key(I).get();
    Errors.add(insert(Key, {File.get().get_data(Key).get(), File.get().get_tensor_layout(Key),
                            Path.str(), /*IsNamed=*/false}));
  }
  return Errors.take();
}

Error DataFiles::add(StringRef Key, StringRef Path) {
  auto Bytes = read(Path);
  if (!Bytes)
    return Bytes.takeError();
  return insert(Key, {*Bytes, et::Error::NotImplemented, Path.str(), /*IsNamed=*/true});
}

Error DataFiles::checkKeys(const ModelFile &Model) const {
  std::set<std::string> Asked;
  if (const auto *Plans = Model.tables().execution_plan())
    for (const schema::ExecutionPlan *Plan : *Plans) {
      // The keys that a backend asks for are known only when it runs.
      if (Plan->delegates() && Plan->delegates()->size() != 0)
        return Error::success();
      forEachExternal(*Plan,
                      [&](StringRef Key, const schema::Tensor &) { Asked.insert(Key.str()); });
    }
  std::vector<std::string> Quoted;
  for (const std::string &Key : Asked)
    Quoted.push_back("'" + Key + "'");
  Problems Errors;
  for (const auto &[Key, Given] : Items)
    if (Given.IsNamed && !Asked.count(Key))
      Errors.add(Given.Path + ": " + Model.path() + " asks for no data '" + Key +
                 "'; it asks for " + (Asked.empty() ? "none" : join(Quoted, ", ")));
  return Errors.take();
}

Error DataFiles::checkLayouts(const ModelFile &Model, StringRef Method) const {
  Problems Errors;
  const auto Check = [&](StringRef Key, const schema::Tensor &Tensor) {
    const auto Found = Items.find(Key);
    if (Found == Items.end())
      return;
    const Item &Given = Found->second;
    const et::TensorLayout Asked = layoutOf(Tensor);
    const std::string Wanted =
        ("; method '" + Method + "' of " + Model.path() + " asks for " + describe(Asked)).str();
    if (Given.Layout.ok()) {
      const et::TensorLayout &Layout = Given.Layout.get();
      if (Layout.scalar_type != Asked.scalar_type || !areEqual(Layout.sizes, Asked.sizes) ||
          !areEqual(Layout.dim_order, Asked.dim_order))
        Errors.add(Given.Path + ": '" + Key + "' is " + describe(Layout) + Wanted);
      return;
    }
    uint64_t Bytes = et::dtype_size(Asked.scalar_type);
    for (et::SizesType Size : Asked.sizes)
      Bytes = SaturatingMultiply(Bytes, static_cast<uint64_t>(Size));
    if (Given.Bytes.size() != Bytes)
      Errors.add(Given.Path + ": '" + Key + "' has " + counted(Given.Bytes.size(), "byte") +
                 Wanted + ", " + counted(Bytes, "byte"));
  };
  for (const schema::ExecutionPlan *Plan : *Model.tables().execution_plan())
    if (Plan->name() && Method == Plan->name()->c_str()) {
      forEachExternal(*Plan, Check);
      break; // The runtime runs the first of a name.
    }
  return Errors.take();
}

et::Result<et::TensorLayout> DataFiles::get_tensor_layout(const char *Key) const {
  const auto Found = Items.find(Key);
  return Found == Items.end() ? et::Error::NotFound : Found->second.Layout;
}

et::Result<et::Span<const uint8_t>> DataFiles::get_data(const char *Key) const {
  const auto Found = Items.find(Key);
  if (Found == Items.end())
    return et::Error::NotFound;
  return Found->second.Bytes;
}

et::Result<const char *> DataFiles::get_key(size_t Index) const {
  if (Index >= Items.size())
    return et::Error::InvalidArgument;
  return std::next(Items.begin(), static_cast<ptrdiff_t>(Index))->first.c_str();
}

} // namespace etprune
