// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program in the binary form of an ExecuTorch program: delegates, which register
// themselves by name.

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
