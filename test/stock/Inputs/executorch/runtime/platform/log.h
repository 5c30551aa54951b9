// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages, as in a build for release: left out.

#pragma once

#define ET_LOG(level, ...) ((void)0)
