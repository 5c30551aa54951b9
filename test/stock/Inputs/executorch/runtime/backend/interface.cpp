// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of backends.

#include <executorch/runtime/backend/interface.h>

#include <cstring>

namespace executorch::runtime {

BackendInterface::~BackendInterface() {}

namespace {
constexpr size_t kMaxRegisteredBackends = 16;
Backend registered_backends[kMaxRegisteredBackends];
size_t num_registered_backends = 0;
} // namespace

BackendInterface *get_backend_class(const char *name) {
  for (size_t i = 0; i < num_registered_backends; ++i)
    if (std::strcmp(registered_backends[i].name, name) == 0)
      return registered_backends[i].backend;
  return nullptr;
}

Error register_backend(const Backend &backend) {
  if (num_registered_backends == kMaxRegisteredBackends || get_backend_class(backend.name))
    return Error::InvalidArgument;
  registered_backends[num_registered_backends++] = backend;
  return Error::Ok;
}

} // namespace executorch::runtime
