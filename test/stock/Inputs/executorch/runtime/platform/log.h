// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ET_LOG() prints nothing, as in a release build of ExecuTorch.

#pragma once

#define ET_LOG(level, ...) ((void)0)
