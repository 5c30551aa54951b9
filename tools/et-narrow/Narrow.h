// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tasks of et-lld other than linking: compile bitcode to machine code. Each function writes its
// answer to stdout and returns the exit status. See Link/Lto/CodeRequest.h.

#pragma once

#include "Link/Lto/CodeRequest.h"

int narrowKernels(const etprune::CodeRequest &Request);
int compileObjects(const etprune::CodeRequest &Request);
