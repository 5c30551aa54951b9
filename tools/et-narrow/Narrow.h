// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tasks of et-lld beside linking: machine code of bitcode. Each function writes its answer to
// the standard output and gives the exit status, see Link/Lto/CodeRequest.h.

#pragma once

#include "Link/Lto/CodeRequest.h"

int narrowKernels(const etprune::CodeRequest &Request);
int compileObjects(const etprune::CodeRequest &Request);
