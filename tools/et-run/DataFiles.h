// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of --data. The runtime reports data that is missing, or of another dtype or shape.

#pragma once

#include "InputFiles.h"

#include "et/named_data_map.h"

#include <map>
#include <vector>

namespace etprune {

class DataFiles : public et::NamedDataMap {
public:
  /// A .ptd file. A key that another file has is an error; all errors name the file.
  llvm::Error add(llvm::StringRef Path);
  /// The bytes of one tensor.
  llvm::Error add(llvm::StringRef Key, llvm::StringRef Path);

  /// Every key that the command line names must be one that the model asks for.
  llvm::Error checkKeys(const ModelFile &Model) const;

  et::Result<et::TensorLayout> get_tensor_layout(const char *Key) const override;
  et::Result<et::Span<const uint8_t>> get_data(const char *Key) const override;
  size_t get_num_keys() const override { return Items.size(); }
  et::Result<const char *> get_key(size_t Index) const override;

private:
  struct Item {
    et::Span<const uint8_t> Bytes;
    et::Result<et::TensorLayout> Layout;
    std::string Path;
    bool IsNamed; ///< by the command line
  };

  llvm::Expected<et::Span<const uint8_t>> read(llvm::StringRef Path);
  llvm::Error insert(llvm::StringRef Key, Item New);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Files;
  std::map<std::string, Item, std::less<>> Items;
};

} // namespace etprune
