// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InputFiles.h"

#include "Elements.h"
#include "RuntimeErrors.h"

#include "Support/Problems.h"
#include "Support/Try.h"

#include "et/bundled_program.h"
#include "et/data_file.h"

#include "program_generated.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <set>

using namespace llvm;
namespace schema = et::schema;

namespace etprune {

Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && (Status.type() == sys::fs::file_type::character_file ||
                                         Status.type() == sys::fs::file_type::block_file ||
                                         Status.type() == sys::fs::file_type::socket_file))
    return createStringError(Path + ": the path names a device or a socket; name a file or a pipe");
  // Read the file instead of mapping it. If a mapped file shrinks, an access raises SIGBUS.
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true, Align(MemoryAlignment));
  if (!File)
    return createStringError(Path + ": " + File.getError().message());
  return std::move(*File);
}

static et::Span<const uint8_t> bytesOf(const MemoryBuffer &File) {
  return {reinterpret_cast<const uint8_t *>(File.getBufferStart()), File.getBufferSize()};
}

Expected<ModelFile> ModelFile::open(StringRef Path) {
  ModelFile Result;
  Result.Path = Path.str();
  ASSIGN_OR_RETURN(Result.File, readFile(Path));
  const et::Span<const uint8_t> Bytes = Result.Bytes = bytesOf(*Result.File);
  Result.IsBundle = et::is_bundled_program(Bytes.data(), Bytes.size());
  const std::string What = Result.Path + ": the model cannot be read";
  const void *Data;
  size_t Size;
  RETURN_IF_ERROR(checked(What, et::get_program_data(Bytes.data(), Bytes.size(), &Data, &Size)));
  ASSIGN_OR_RETURN(Result.Program, checked(What, et::Program::load(Data, Size)));
  Result.Tables = schema::GetProgram(Data);
  return Result;
}

Error InputFile::fill(et::Tensor Tensor) const {
  const StringRef Name(Path);
  const bool IsText = Name.ends_with_insensitive(".txt") || Name.ends_with_insensitive(".csv");
  Error E =
      IsText ? fillFromText(Tensor, File->getBuffer()) : fillFromBytes(Tensor, File->getBuffer());
  return E ? createStringError(Path + ": " + toString(std::move(E))) : Error::success();
}

Error DataFiles::add(StringRef Key, const std::string &Path) {
  ASSIGN_OR_RETURN(auto File, readFile(Path));
  const et::Span<const uint8_t> Bytes = bytesOf(*File);
  Files.push_back(std::move(File));
  auto Insert = [&](StringRef Key, Item New) -> Error {
    const auto [Place, IsNew] = Items.try_emplace(Key.str(), New);
    if (IsNew)
      return Error::success();
    const std::string &Old = Place->second.Path;
    return createStringError(Path + ": it has the key '" + Key + "'" +
                             (Old == Path ? " more than once" : ", which " + Old + " has, too") +
                             "; give each key once");
  };
  if (!Key.empty())
    return Insert(Key, {Bytes, et::Error::NotImplemented, Path, /*IsNamed=*/true});
  ASSIGN_OR_RETURN(auto Data, checked(Path + ": the data cannot be read",
                                      et::DataFile::load(Bytes.data(), Bytes.size())));
  Problems Errors;
  for (size_t I = 0; I < Data.get_num_keys(); ++I) {
    const char *Name = Data.get_key(I).get();
    Errors.add(Insert(
        Name, {Data.get_data(Name).get(), Data.get_tensor_layout(Name), Path, /*IsNamed=*/false}));
  }
  return Errors.take();
}

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

Error DataFiles::checkKeys(const ModelFile &Model) const {
  std::set<std::string> Asked;
  if (const auto *Plans = Model.Tables->execution_plan())
    for (const schema::ExecutionPlan *Plan : *Plans) {
      // The keys that a backend needs are not known before the backend runs.
      if (Plan->delegates() && Plan->delegates()->size() != 0)
        return Error::success();
      addExternalKeys(*Plan, Asked);
    }
  const std::string All = Asked.empty() ? "none" : "'" + join(Asked, "', '") + "'";
  Problems Errors;
  for (const auto &[Key, Given] : Items)
    if (Given.IsNamed && !Asked.count(Key))
      Errors.add(Given.Path + ": " + Model.Path + " needs no external data with the key '" + Key +
                 "'; the model needs these keys: " + All);
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
