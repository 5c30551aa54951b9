// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes an error on to the caller.

#pragma once

#include "llvm/Support/Error.h"

/// Returns the error of an expression of type llvm::Error, if there is one.
#define RETURN_IF_ERROR(...)                                                                       \
  do {                                                                                             \
    if (llvm::Error Error_ = (__VA_ARGS__))                                                        \
      return Error_;                                                                               \
  } while (false)

/// Returns the error of an expression of type llvm::Expected, or moves its value to `Target`, which
/// can be a declaration. The macro is several statements, so an `if` around it needs braces.
#define ASSIGN_OR_RETURN(Target, ...) ET_ASSIGN_AT_LINE(Target, __LINE__, (__VA_ARGS__))
#define ET_ASSIGN_AT_LINE(Target, Line, Expression) ET_ASSIGN(Target, Line, Expression)
#define ET_ASSIGN(Target, Line, Expression)                                                        \
  auto Expected##Line = Expression;                                                                \
  if (!Expected##Line)                                                                             \
    return Expected##Line.takeError();                                                             \
  Target = std::move(*Expected##Line)
