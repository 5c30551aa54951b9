// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A backend. The static initialiser of this file registers the backend. The initialiser also
// registers the destructor of `cls`, to run at exit.

#include <executorch/runtime/backend/interface.h>

using namespace executorch::runtime;

namespace {

class TwiceBackend final : public BackendInterface {
public:
  ~TwiceBackend() override = default;
  bool is_available() const override { return true; }
  int execute(int input) const override { return 2 * input; }
};

auto cls = TwiceBackend();
Backend backend{"TwiceBackend", &cls};
static auto success_with_compiler = register_backend(backend);

} // namespace
