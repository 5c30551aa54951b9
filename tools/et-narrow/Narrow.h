// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function serves one kind of request (Link/Lto/CodeRequest.h), writes its answer to stdout
// and returns the exit status.

#pragma once

#include "Link/Lto/CodeRequest.h"

int narrowKernels(const etprune::CodeRequest &Request);
int compileObjects(const etprune::CodeRequest &Request);
