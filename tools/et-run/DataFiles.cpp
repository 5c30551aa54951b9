// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DataFiles.h"

#include "RuntimeErrors.h"

#include "Support/Problems.h"
#include "Support/Try.h"

#include "et/data_file.h"

#include "program_generated.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

static void addExternalKeys(const schema::ExecutionPlan &Plan, std::set<std::string> &Keys) {
  if (!Plan.values())
    return;
  for (const schema::EValue *Value : *Plan.values()) {
    const schema::Tensor *Tensor = Value->val_as_Tensor();
    const schema::ExtraTensorInfo *Extra = Tensor ? Tensor->extra_tensor_info() : nullptr;
    if (Extra && Extra->location() == schema::TensorDataLocation::External)
      Keys.insert(Extra->fully_qualified_name() ? Extra->fully_qualified_name()->str() : "");
  }
}

Expected<et::Span<const uint8_t>> DataFiles::read(StringRef Path) {
  ASSIGN_OR_RETURN(auto File, readFile(Path));
  Files.push_back(std::move(File));
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
  ASSIGN_OR_RETURN(auto Bytes, read(Path));
  const et::Result<et::DataFile> File = et::DataFile::load(Bytes.data(), Bytes.size());
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
  ASSIGN_OR_RETURN(auto Bytes, read(Path));
  return insert(Key, {Bytes, et::Error::NotImplemented, Path.str(), /*IsNamed=*/true});
}

Error DataFiles::checkKeys(const ModelFile &Model) const {
  std::set<std::string> Asked;
  if (const auto *Plans = Model.tables().execution_plan())
    for (const schema::ExecutionPlan *Plan : *Plans) {
      // A backend asks for its keys only when it runs.
      if (Plan->delegates() && Plan->delegates()->size() != 0)
        return Error::success();
      addExternalKeys(*Plan, Asked);
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
