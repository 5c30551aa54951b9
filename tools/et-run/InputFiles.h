// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that a run reads: a model, the elements of its input tensors, and the data of --data.
// All errors name the file.

#pragma once

#include "et/named_data_map.h"
#include "et/program.h"
#include "et/tensor.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace etprune {

/// The alignment of programs, planned buffers and tensors.
constexpr size_t MemoryAlignment = 64;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef Path);

/// A .pte or .bpte file. A .bpte file has a .pte file, test inputs and the expected outputs.
struct ModelFile {
  static llvm::Expected<ModelFile> open(llvm::StringRef Path);

  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  et::Span<const uint8_t> Bytes; ///< of the file
  bool IsBundle = false;
  et::Program Program;
  const et::schema::Program *Tables = nullptr; ///< in `Bytes`; verified by open()
};

/// A file with an input tensor's elements. The file has numbers if its name ends with .txt or .csv,
/// else the elements' bytes.
struct InputFile {
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;

  llvm::Error fill(et::Tensor Tensor) const;
};

/// The files of --data. The runtime reports missing data, and data of a wrong dtype or shape.
class DataFiles : public et::NamedDataMap {
public:
  /// Adds the bytes of tensor `Key`, or a .ptd file if `Key` is empty. Fails if a key exists.
  llvm::Error add(llvm::StringRef Key, const std::string &Path);

  /// Checks that the model needs each key of the command line, unless a delegate may need it.
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

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Files;
  std::map<std::string, Item, std::less<>> Items;
};

} // namespace etprune
