// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registrations in a header that several objects include. Each object has an initialiser for each
// registration. Only the first of these initialisers registers the kernels, because a guard
// variable stops the others.

#pragma once

#include <executorch/kernels/registration.h>

namespace shared {

#define SHARED_KERNEL(name, number)                                                                \
  Kernel("shared::" name ".out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(number))))

inline const Kernel of_inline[] = {SHARED_KERNEL("inline", 7001), SHARED_KERNEL("unused", 7002)};
inline const auto result = register_kernels(KernelSpan(of_inline, 2));

template <int Number> struct Template {
  static const executorch::runtime::Error registered;
};
inline const Kernel of_template = SHARED_KERNEL("template", 7003);
template <int Number>
const executorch::runtime::Error Template<Number>::registered =
    register_kernels(KernelSpan(&of_template, Number));

inline const Kernel of_local = SHARED_KERNEL("local", 7004);
inline bool register_once() {
  static const bool registered =
      register_kernels(KernelSpan(&of_local, 1)) == executorch::runtime::Error::Ok;
  return registered;
}

template struct Template<1>;
static const bool registered_once = register_once();

} // namespace shared
