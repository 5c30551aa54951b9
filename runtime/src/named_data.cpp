// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_loader.h"

namespace et {

Result<TensorLayout> AllNamedData::get_tensor_layout(const char *key) const {
  if (given_ && program_.get_data(key).error() == Error::NotFound)
    return given_->get_tensor_layout(key);
  return Error::NotImplemented;
}

Result<Span<const uint8_t>> AllNamedData::get_data(const char *key) const {
  const Result<Span<const uint8_t>> data = program_.get_data(key);
  return given_ && data.error() == Error::NotFound ? given_->get_data(key) : data;
}

size_t AllNamedData::get_num_keys() const {
  return program_.get_num_keys() + (given_ ? given_->get_num_keys() : 0);
}

Result<const char *> AllNamedData::get_key(size_t index) const {
  const size_t own = program_.get_num_keys();
  return given_ && index >= own ? given_->get_key(index - own) : program_.get_key(index);
}

} // namespace et
