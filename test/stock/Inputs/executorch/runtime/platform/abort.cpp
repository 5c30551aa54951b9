// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/platform.h>

void executorch::runtime::runtime_abort() { et_pal_abort(); }
