// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes an error on to the caller.

#pragma once

#include "llvm/Support/Error.h"

/// If an expression of type llvm::Error is an error, returns the error from the function.
#define RETURN_IF_ERROR(...)                                                                       \
  do {                                                                                             \
    if (llvm::Error Error_ = (__VA_ARGS__))                                                        \
      return Error_;                                                                               \
  } while (false)

/// If an expression of type llvm::Expected is an error, returns the error from the function.
/// Otherwise moves the value to `Target`, a variable or a declaration such as `auto File`. After an
/// `if`, put the macro into braces, because it expands to several statements.
#define ASSIGN_OR_RETURN(Target, ...) ET_ASSIGN_AT_LINE(Target, __LINE__, (__VA_ARGS__))
#define ET_ASSIGN_AT_LINE(Target, Line, Expression) ET_ASSIGN(Target, Line, Expression)
#define ET_ASSIGN(Target, Line, Expression)                                                        \
  auto Expected##Line = Expression;                                                                \
  if (!Expected##Line)                                                                             \
    return Expected##Line.takeError();                                                             \
  Target = std::move(*Expected##Line)
