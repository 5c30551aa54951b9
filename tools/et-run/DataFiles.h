// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of --data. The runtime reports missing data, and data of another dtype or shape.

#pragma once

#include "InputFiles.h"

#include "et/named_data_map.h"

#include <map>
#include <vector>

namespace etprune {

class DataFiles : public et::NamedDataMap {
public:
  /// Adds a .ptd file. A key that another file already has is an error. All errors name the file.
  llvm::Error add(llvm::StringRef Path);
  llvm::Error add(llvm::StringRef Key, llvm::StringRef Path);

  /// Checks that the model asks for every key of the command line.
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
    bool IsNamed; ///< the command line names the key
  };

  llvm::Expected<et::Span<const uint8_t>> read(llvm::StringRef Path);
  llvm::Error insert(llvm::StringRef Key, Item New);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Files;
  std::map<std::string, Item, std::less<>> Items;
};

} // namespace etprune
