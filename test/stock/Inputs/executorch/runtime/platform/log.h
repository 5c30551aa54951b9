// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Omits messages, as in a release build.

#pragma once

#define ET_LOG(level, ...) ((void)0)
