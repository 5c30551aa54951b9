// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface and the registry of backends, with ExecuTorch's names.

#pragma once

#include <executorch/runtime/core/span.h>

namespace executorch::runtime {

class BackendInterface {
public:
  virtual ~BackendInterface() = 0;
  virtual bool is_available() const = 0;
  virtual int execute(int input) const = 0;
};

struct Backend {
  const char *name;
  BackendInterface *backend;
};

BackendInterface *get_backend_class(const char *name);
Error register_backend(const Backend &backend);

} // namespace executorch::runtime
